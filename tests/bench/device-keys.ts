import type { Page } from 'playwright/test';
import { countMainThread } from './device-phone.ts';

export interface KeyTimes {
  /** Milliseconds from each key to the frame that shows it. */
  times: number[];
  /** Processor time of the main thread for each key. */
  cpuMsEach: number;
}

declare global {
  interface Window {
    /** Milliseconds from the last key to the frame after it. */
    keyShown: Promise<number>;
  }
}

/** Runs inside the page: notes how long each key takes until its frame. */
export function watchKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      window.keyShown = new Promise((resolve) => {
        // The frame has been painted when the next task runs.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          port2.postMessage(null);
        });
      });
    },
    { capture: true },
  );
}

/**
 * Types a digit and takes it away again, so many keys in all, into the field that has the focus. The page must run
 * `watchKeys`. Processor time is counted for as many keys again, which are not timed.
 */
export async function keyTimes(page: Page, keys: number): Promise<KeyTimes> {
  const press = async () => {
    const times: number[] = [];
    for (let nth = 0; nth < keys; nth += 1) {
      await page.keyboard.press(nth % 2 === 0 ? '7' : 'Backspace');
      times.push(await page.evaluate(() => window.keyShown));
    }
    return times;
  };
  const times = await press();
  const mainThread = await countMainThread(page);
  const beforeMs = await mainThread.computedMs();
  await press();
  const cpuMsEach = ((await mainThread.computedMs()) - beforeMs) / keys;
  await mainThread.stop();
  return { times, cpuMsEach };
}
