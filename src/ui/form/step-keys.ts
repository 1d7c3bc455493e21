import type { KeyboardEvent } from 'react';

/** Changes a typed number by one step with the arrow keys (C-041). */
export const stepByArrowKeys =
  (onStep: (direction: -1 | 1) => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
