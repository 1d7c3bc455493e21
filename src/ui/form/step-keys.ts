import type { KeyboardEvent } from 'react';

/** A number as typed goes one step up or down by the arrow keys (C-041). */
export const stepByArrowKeys =
  (onStep: (direction: -1 | 1) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
