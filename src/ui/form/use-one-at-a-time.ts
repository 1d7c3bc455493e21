import { useCallback, useEffect, useRef, useState } from 'react';

/** Answered by work that has saved what there was to save: this opening of the form saves nothing more. */
export const SPENT = 'spent';

/** The work that the button starts; resolves to SPENT once there is nothing left to save. */
export type SavingWork = Promise<typeof SPENT | void>;

export interface OneAtATime {
  isBusy: boolean;
  /** The identity of what this opening saves, for `run`. Several acts of one form add a word to it. */
  act: string;
  /** Starts the work unless some is still going on, or this opening is spent: a second tap does nothing (G60). */
  start: (work: () => SavingWork) => void;
  /**
   * A part is saved and the form stays open: what it saves from here on is another act, a new one where none is named.
   */
  goOn: (act?: string) => void;
}

/**
 * Work that is over sooner than this shows no sign of going on: most is, and to draw a sign that flickers would hold
 * it up. The second tap is stopped from the first moment on.
 */
const SHOWN_AFTER_MS = 100;

/**
 * For the button of whatever must happen once. The state disables it; the opening stops the tap that comes before that,
 * and the one that comes after it, for as long as the form is still there to be tapped. @param opening another value is
 * another opening: of a dialog that stays mounted, of a button that does the opposite next @param kept the identity
 * under which an unfinished form was kept
 */
export function useOneAtATime(opening: unknown = null, kept?: string): OneAtATime {
  const [begun, setBegun] = useState(() => openingOf(opening, kept));
  let own = begun;
  if (begun.key !== opening) {
    own = openingOf(opening);
    setBegun(own);
  }
  const [busy, setBusy] = useState<Opening | null>(null);
  const showing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // An unmounted button shows no spinner, though its work goes on.
  useEffect(() => () => clearTimeout(showing.current), []);
  const start = useCallback(
    (work: () => SavingWork) => {
      if (!own.gate.enter()) return;
      const timer = setTimeout(() => setBusy(own), SHOWN_AFTER_MS);
      showing.current = timer;
      let isSpent = false;
      void work()
        .then((done) => {
          isSpent = done === SPENT;
        })
        .finally(() => {
          clearTimeout(timer);
          if (!isSpent) own.gate.open();
          setBusy((shown) => (shown === own ? null : shown));
        });
    },
    [own],
  );
  const goOn = useCallback((next?: string) => setBegun((before) => openingOf(before.key, next)), []);
  return { isBusy: busy === own, act: own.act, start, goOn };
}

interface Opening {
  key: unknown;
  act: string;
  gate: Gate;
}

/** Lets one in, and no other before it is opened again: while work goes on, and for good once it has saved. */
interface Gate {
  enter(): boolean;
  open(): void;
}

const openingOf = (key: unknown, act = newAct()): Opening => ({ key, act, gate: createGate() });

function createGate(): Gate {
  let isShut = false;
  return {
    enter() {
      if (isShut) return false;
      isShut = true;
      return true;
    },
    open() {
      isShut = false;
    },
  };
}

/** 128 random bits. */
const newAct = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
