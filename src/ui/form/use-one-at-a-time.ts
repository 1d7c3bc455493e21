import { useCallback, useEffect, useRef, useState } from 'react';

/** Returned by work that has saved: this opening of the form saves nothing more. */
export const SPENT = 'spent';

/** The work that the button starts. Resolves to SPENT if it has saved. */
export type SavingWork = Promise<typeof SPENT | void>;

export interface OneAtATime {
  isBusy: boolean;
  /** True from the tap on, also while nothing shows it yet. For handlers, which may run before a render. */
  isRunning: () => boolean;
  /** The id of the act that this opening saves, for `run`. A form with several acts adds a word to it. */
  act: string;
  /** Starts the work, unless earlier work is still running or has already saved: a second tap does nothing (G60). */
  start: (work: () => SavingWork) => void;
  /**
   * Continues with another act, after a part was saved and the form stays open. Without an argument the act is new.
   */
  goOn: (act?: string) => void;
}

/**
 * Work shorter than this shows no spinner, and leaves 'Cancel' as it is. Most work is shorter: rendering a spinner that
 * flickers would only delay it. A second tap is ignored from the start.
 */
const SHOWN_AFTER_MS = 100;

/** Hears of the work of all buttons. A worker is one button, by its number. */
export interface WorkWatcher {
  begins: (worker: number) => void;
  /**
   * Work has rejected, so nothing was shown for it. Returns true if the person was told the reason; otherwise it is a
   * fault of the program.
   */
  fails: (error: unknown) => boolean;
}

const watchers = new Set<WorkWatcher>();
const workers: number[] = [];
let workerCount = 0;

/** Returns a function that stops it. */
export function watchWork(watcher: WorkWatcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Returns the worker that began last of those at work, whose message is the next that is shown; null if none works. */
export const workerNow = (): number | null => workers.at(-1) ?? null;

/**
 * For a button whose work must happen once. While work runs the button is disabled. A tap before that is rendered, or
 * after the work has saved, is ignored as well, for as long as the form is mounted.
 * @param opening another value starts another opening: of a dialog that stays mounted, or of a button that toggles
 * @param kept the act id with which an unfinished form was stored
 * @param shownAfterMs longer for a form whose rendering costs more than what is left of its save
 */
export function useOneAtATime(
  opening: unknown = null,
  kept?: string,
  shownAfterMs: number = SHOWN_AFTER_MS,
): OneAtATime {
  const [begun, setBegun] = useState(() => openingOf(opening, kept));
  let own = begun;
  if (begun.key !== opening) {
    own = openingOf(opening);
    setBegun(own);
  }
  const [worker] = useState(() => (workerCount += 1));
  const [busy, setBusy] = useState<Opening | null>(null);
  const showing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The timer of the spinner ends with the component; the work goes on.
  useEffect(() => () => clearTimeout(showing.current), []);
  const start = useCallback(
    (work: () => SavingWork) => {
      if (!own.gate.enter()) return;
      for (const { begins } of watchers) begins(worker);
      workers.push(worker);
      const timer = setTimeout(() => setBusy(own), shownAfterMs);
      showing.current = timer;
      let isSpent = false;
      void work()
        .then((done) => {
          isSpent = done === SPENT;
        })
        .catch((error: unknown) => {
          if (![...watchers].some(({ fails }) => fails(error))) throw error;
        })
        .finally(() => {
          clearTimeout(timer);
          workers.splice(workers.indexOf(worker), 1);
          own.gate.leave(isSpent);
          setBusy((shown) => (shown === own ? null : shown));
        });
    },
    [own, worker, shownAfterMs],
  );
  const isRunning = useCallback(() => own.gate.isRunning(), [own]);
  const goOn = useCallback((next?: string) => setBegun((before) => openingOf(before.key, next)), []);
  return { isBusy: busy === own, isRunning, act: own.act, start, goOn };
}

interface Opening {
  key: unknown;
  act: string;
  gate: Gate;
}

/** A latch: lets one piece of work in. Closed while it runs, and for good once it has saved. */
interface Gate {
  enter(): boolean;
  leave(isSpent: boolean): void;
  isRunning(): boolean;
}

const openingOf = (key: unknown, act = newAct()): Opening => ({ key, act, gate: createGate() });

function createGate(): Gate {
  let state: 'open' | 'running' | 'spent' = 'open';
  return {
    enter() {
      if (state !== 'open') return false;
      state = 'running';
      return true;
    },
    leave(isSpent) {
      state = isSpent ? 'spent' : 'open';
    },
    isRunning: () => state === 'running',
  };
}

/** 128 random bits. */
const newAct = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
