import { type Bench, countMainThread, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const WRITES = 40;

/**
 * P2: from the moment that a tap's transaction is on disk to the frame that shows it in a list of the ten newest; in the
 * page that wrote, and in another tab with the same list. The tap is one on an item's switch for the store.
 */
export async function measureWriteToList(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/items');
  const here = phone.page;
  // In a window of its own: a tab behind another one is told late, and draws nothing.
  const opening = phone.context.waitForEvent('page');
  await here.evaluate(() => void window.open('/items', '_blank', 'popup,width=390,height=844'));
  const other = await opening;
  for (const page of [here, other]) {
    await page.getByRole('list', { name: 'Items' }).getByRole('listitem').nth(9).waitFor();
    await page.evaluate(watchSwitches);
  }
  const times: { here: number; other: number }[] = [];
  for (let nth = 0; nth < WRITES; nth += 1) {
    const place = nth % 10;
    await other.evaluate((at) => window.expectSwitch(at), place);
    await here.evaluate((at) => window.expectSwitch(at), place);
    await here.getByRole('switch').nth(place).click({ force: true });
    const shownHere = await here.evaluate(() => window.switched);
    const shownOther = await other.evaluate(() => window.switched);
    const savedAtMs = await here.evaluate(() => window.savedAtMs);
    times.push({ here: shownHere - savedAtMs, other: shownOther - savedAtMs });
  }
  for (const [where, boundMs] of [
    ['here', 16],
    ['other', 60],
  ] as const) {
    const of = times.map((each) => each[where]);
    printFigure('P2', where === 'here' ? 'local write to the list on screen' : 'the same in another tab', {
      p50: rounded(median(of)),
      p95: rounded(quantile(of, 0.95)),
      bound: boundMs,
      writes: WRITES,
    });
  }
  const mainThread = await countMainThread(here);
  const beforeMs = await mainThread.computedMs();
  for (let nth = 0; nth < WRITES; nth += 1) {
    const place = nth % 10;
    await here.evaluate((at) => window.expectSwitch(at), place);
    await here.getByRole('switch').nth(place).click({ force: true });
    await here.evaluate(() => window.switched);
  }
  // The driver's click and the looking at each frame are in it.
  const computedMs = (await mainThread.computedMs()) - beforeMs;
  await mainThread.stop();
  printFigure('P2', 'what the main thread computes for a tap and its list', { cpu: rounded(computedMs / WRITES) });
  await phone.quit();
}

declare global {
  interface Window {
    /** When the first transaction after the tap was on disk, and when the frame stood that shows it: milliseconds since 1970. */
    savedAtMs: number;
    switched: Promise<number>;
    expectSwitch(place: number): void;
  }
}

/** Runs inside the page. */
function watchSwitches(): void {
  const nowMs = () => performance.timeOrigin + performance.now();
  const { put } = IDBObjectStore.prototype;
  const known = new WeakSet<IDBTransaction>();
  IDBObjectStore.prototype.put = function putAndTell(...args) {
    const begun = this.transaction;
    // The first one after the tap is the act's.
    if (!known.has(begun)) begun.addEventListener('complete', () => void (window.savedAtMs ||= nowMs()));
    known.add(begun);
    return put.apply(this, args);
  };
  // The state of a switch is a property, of which no observer is told.
  window.expectSwitch = (place) => {
    const isOn = () => document.querySelectorAll<HTMLInputElement>('main [role=switch]')[place]?.checked;
    const wasOn = isOn();
    window.savedAtMs = 0;
    const next = (look: () => void) => (document.hidden ? setTimeout(look, 1) : requestAnimationFrame(look));
    window.switched = new Promise((resolve) => {
      const look = () => {
        if (isOn() === wasOn) return void next(look);
        // The frame is on screen once a task after it runs.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(nowMs());
        port2.postMessage(null);
      };
      next(look);
    });
  };
}

export const run = (): Promise<void> => withBench(measureWriteToList);
