import { fireEvent } from '@testing-library/react';

/** Types a code as a scanner does, with this time between two keys, into the focused element. */
export function typeKeys(code: string, gapMs: number | ((nth: number) => number), ending = 'Enter') {
  const keys = [...code, ending];
  const gapBefore = typeof gapMs === 'number' ? () => gapMs : gapMs;
  // With a pause after whatever was typed before.
  let atMs = new Event('keydown').timeStamp + 1_000;
  keys.forEach((key, nth) => {
    atMs += gapBefore(nth);
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: atMs });
    const isLetIn = fireEvent(target, event);
    if (isLetIn && key.length === 1 && target instanceof HTMLInputElement)
      fireEvent.change(target, { target: { value: target.value + key } });
  });
}
