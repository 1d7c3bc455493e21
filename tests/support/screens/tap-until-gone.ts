import { fireEvent } from '@testing-library/react';

/** Longer than any save of a test takes. */
const TAPS_MAX = 200;

/** Taps one button again and again, as long as it is there, like a nervous thumb. */
export async function tapUntilGone(button: HTMLElement): Promise<void> {
  for (let taps = 0; taps < TAPS_MAX && button.isConnected; taps += 1) {
    fireEvent.click(button);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
