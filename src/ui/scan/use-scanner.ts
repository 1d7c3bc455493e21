import { useEffect, useRef } from 'react';
import { type ScanPlace, ScanKeys, type TypedCode } from './scan-keys.ts';

export interface Scanned extends TypedCode {
  place: ScanPlace;
  /** Puts the field back to what was in it before. */
  takeBack: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Key names of a phone's keyboard service. It names no key; the text that follows says what was pressed. */
const NAMELESS_KEYS: ReadonlySet<string> = new Set(['Unidentified', 'Process']);

/** Listens to a keyboard scanner (G31) while the screen is mounted. */
export function useScanner(onScanned: (scanned: Scanned) => Promise<void>): void {
  const latest = useRef(onScanned);
  useEffect(() => {
    latest.current = onScanned;
  });
  useEffect(() => {
    const keys = new ScanKeys();
    let landed: Pick<Scanned, 'place' | 'takeBack'> = NOWHERE;
    let isNameless = false;
    const type = (characters: string, atMs: number) => {
      for (const character of characters) if (keys.type(character, atMs)) landed = landedOn(document.activeElement);
    };
    const end = (event: KeyboardEvent) => {
      const typed = keys.end(event.timeStamp);
      // Text that a fast typist enters into a text field stays there: item fields find a code by Enter themselves.
      if (typed === null || (typed.pace === 'slow' && landed.place === 'text')) return;
      // The scanner's Enter must not submit a form, press a button or leave a field. A fast typist's Tab is let
      // through.
      if (event.key === 'Enter' || typed.pace === 'fast') {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      void latest.current({ ...typed, ...landed });
    };
    const hear = (event: KeyboardEvent) => {
      isNameless = NAMELESS_KEYS.has(event.key);
      if (event.key === 'Enter' || event.key === 'Tab') end(event);
      else if (isCharacter(event)) type(event.key, event.timeStamp);
      else if (event.key !== 'Shift' && !isNameless) keys.reset();
    };
    const hearText = (event: InputEvent) => {
      if (isNameless && event.inputType === 'insertText') type(event.data ?? '', event.timeStamp);
      isNameless = false;
    };
    document.addEventListener('keydown', hear, { capture: true });
    document.addEventListener('beforeinput', hearText, { capture: true });
    return () => {
      document.removeEventListener('keydown', hear, { capture: true });
      document.removeEventListener('beforeinput', hearText, { capture: true });
    };
  }, []);
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;

const NOWHERE = { place: 'nowhere', takeBack: () => undefined } as const;

/** Returns the focused element's kind, and a function that restores its present value as typing would. */
function landedOn(element: Element | null): Pick<Scanned, 'place' | 'takeBack'> {
  if (!isField(element)) return NOWHERE;
  const before = element.value;
  const takeBack = () => {
    // The prototype's setter is used, because React does not notice a value set through the instance's own setter.
    const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, before);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    // Closes a list that opened over the field.
    if (element.getAttribute('role') === 'combobox') element.blur();
  };
  return { place: NUMBER_MODES.has(element.getAttribute('inputmode') ?? '') ? 'number' : 'text', takeBack };
}

/** 'none' is the input mode of a number with an on-screen number pad. */
const NUMBER_MODES: ReadonlySet<string> = new Set(['decimal', 'numeric', 'none']);

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !NO_TEXT.has(element.type));

const NO_TEXT: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'range', 'color']);
