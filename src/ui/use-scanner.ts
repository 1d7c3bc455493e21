import { useEffect, useRef } from 'react';

/*
 * A scanner that stands in for a keyboard types its code into whatever has the focus, faster than any finger, and then
 * presses Enter. So it is known by its pace alone, on every field and on none:
 *
 *   a key after a pause ─► a new burst ─ further keys, each at once after the other ─► Enter ─► a code
 */

/** Between two keys of a scanner; a fast typist needs twice as long. */
const KEY_GAP_MAX_MS = 50;
const CODE_CHARS_MIN = 3;
const CODE_CHARS_MAX = 120;

export interface Scanned {
  code: string;
  /** The code landed in a field, where it stands as if it had been typed. */
  isInField: boolean;
  /** Puts the field back to what was in it before. */
  takeBack: () => void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Hears a keyboard scanner (G31) as long as the screen stands. */
export function useScanner(onScanned: (scanned: Scanned) => Promise<void>): void {
  const latest = useRef(onScanned);
  useEffect(() => {
    latest.current = onScanned;
  });
  useEffect(() => {
    let burst = '';
    let lastKeyAtMs = -Infinity;
    let takeBack: (() => void) | null = null;
    const hear = (event: KeyboardEvent) => {
      const isAtOnce = event.timeStamp - lastKeyAtMs <= KEY_GAP_MAX_MS;
      if (event.key === 'Enter' && isAtOnce && burst.length >= CODE_CHARS_MIN) {
        // Neither a form to be sent nor a button to be pressed.
        event.preventDefault();
        event.stopImmediatePropagation();
        void latest.current({ code: burst, isInField: takeBack !== null, takeBack: takeBack ?? (() => undefined) });
        burst = '';
      } else if (isCharacter(event)) {
        if (!isAtOnce) {
          burst = '';
          takeBack = restorerOf(document.activeElement);
        }
        burst = (burst + event.key).slice(0, CODE_CHARS_MAX);
        lastKeyAtMs = event.timeStamp;
      } else if (event.key !== 'Shift') {
        burst = '';
        lastKeyAtMs = -Infinity;
      }
    };
    document.addEventListener('keydown', hear, { capture: true });
    return () => document.removeEventListener('keydown', hear, { capture: true });
  }, []);
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;

/** Puts back what is in the field now, as typing does; null where there is no field. */
function restorerOf(element: Element | null): (() => void) | null {
  if (!isField(element)) return null;
  const before = element.value;
  return () => {
    // The prototype's own setter: React would not notice what its own instance's setter was given.
    const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, before);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    // A list that opened over the field closes.
    if (element.getAttribute('role') === 'combobox') element.blur();
  };
}

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'checkbox');
