import type { Page } from 'playwright/test';
import { type Bench, countMainThread, putDevice, withBench } from './device-phone.ts';
import { REFERENCE } from './reference-shop.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const WRITES = 40;

/**
 * Measures P2: from a tap's transaction on disk to the list of the ten newest that shows it, and to the frame with it;
 * in the page that wrote, and in another tab with the same list. The tap is on an item's 'Show in store' switch. A
 * screen has a frame every 16.7 ms, so the wait for a frame without any work is measured too.
 */
export async function measureWriteToList(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/items');
  const here = phone.page;
  await watch(here);
  // A new phone computes the sums of its days once, for the reports. That does not belong to a write.
  await putDevice(here);
  await here.evaluate((days) => window.device.hasSummaries(days), REFERENCE.days);
  const [inList, inFrame, floor]: [number[], number[], number[]] = [[], [], []];
  for (let nth = 0; nth < WRITES; nth += 1) {
    const { inListAtMs, inFrameAtMs } = await turnSwitch(here, nth % 10);
    const savedAtMs = await here.evaluate(() => window.savedAtMs);
    inList.push(inListAtMs - savedAtMs);
    inFrame.push(inFrameAtMs - savedAtMs);
    floor.push(await here.evaluate(() => window.writeBare()));
  }
  print('local write to the list', inList, 16);
  print('to the frame that shows it', inFrame);
  print('floor: a bare transaction to the frame of one changed word', floor);

  const mainThread = await countMainThread(here);
  const beforeMs = await mainThread.computedMs();
  for (let nth = 0; nth < WRITES; nth += 1) await turnSwitch(here, nth % 10);
  // The click of the test driver is included.
  const computedMs = (await mainThread.computedMs()) - beforeMs;
  await mainThread.stop();
  printFigure('P2', 'what the main thread computes for a tap and its list', { cpu: rounded(computedMs / WRITES) });

  // In a window of its own, because a hidden tab gets news late and paints nothing.
  const opening = phone.context.waitForEvent('page');
  await here.evaluate(() => void window.open('/items', '_blank', 'popup,width=390,height=844'));
  const other = await opening;
  await watch(other);
  const elsewhere: number[] = [];
  for (let nth = 0; nth < WRITES; nth += 1) {
    await other.evaluate((at) => window.expectSwitch(at), nth % 10);
    await turnSwitch(here, nth % 10);
    const { inFrameAtMs } = await other.evaluate(() => window.switched);
    elsewhere.push(inFrameAtMs - (await here.evaluate(() => window.savedAtMs)));
  }
  print('local write to the frame in another tab', elsewhere, 60);
  await phone.quit();
}

const print = (what: string, of: number[], bound?: number): void =>
  printFigure('P2', what, {
    p50: rounded(median(of)),
    p95: rounded(quantile(of, 0.95)),
    ...(bound === undefined ? {} : { bound }),
    writes: WRITES,
  });

async function watch(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Items' }).getByRole('listitem').nth(9).waitFor();
  await page.evaluate(watchSwitches);
}

/** The time from one switch to the next, so that the work of the tap before is over. */
const THUMB_MS = 500;

async function turnSwitch(page: Page, place: number): Promise<Shown> {
  await page.waitForTimeout(THUMB_MS);
  await page.evaluate((at) => window.expectSwitch(at), place);
  await page.getByRole('switch').nth(place).click({ force: true });
  return await page.evaluate(() => window.switched);
}

/** Milliseconds since 1970, or since the write. */
interface Shown {
  inListAtMs: number;
  inFrameAtMs: number;
}

declare global {
  interface Window {
    /**
     * The times when the first transaction after the tap was on disk, when the list showed it, and when the frame did.
     */
    savedAtMs: number;
    switched: Promise<Shown>;
    expectSwitch(place: number): void;
    /** Milliseconds from a bare transaction on disk to a frame in which only one word changes. */
    writeBare(): Promise<number>;
  }
}

/** Runs inside the page. */
function watchSwitches(): void {
  const nowMs = () => performance.timeOrigin + performance.now();
  const { put } = IDBObjectStore.prototype;
  const known = new WeakSet<IDBTransaction>();
  IDBObjectStore.prototype.put = function putAndTell(...args) {
    const begun = this.transaction;
    // The first transaction after the tap is that of the act.
    if (!known.has(begun)) begun.addEventListener('complete', () => void (window.savedAtMs ||= nowMs()));
    known.add(begun);
    return put.apply(this, args);
  };
  /** The frame has been painted when the next task runs. */
  const afterFrame = () =>
    new Promise<number>((resolve) => {
      const next = (look: () => void) => (document.hidden ? setTimeout(look, 1) : requestAnimationFrame(look));
      next(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(nowMs());
        port2.postMessage(null);
      });
    });
  // The state of a switch is a property, which no observer reports. So its setter is replaced, which React calls.
  window.expectSwitch = (place) => {
    const input = document.querySelectorAll<HTMLInputElement>('main [role=switch]')[place];
    const own = input && Object.getOwnPropertyDescriptor(input, 'checked');
    if (!input || !own) throw new Error('React keeps the state of a switch in another way now');
    const wasOn = input.checked;
    window.savedAtMs = 0;
    window.switched = new Promise((resolve) => {
      Object.defineProperty(input, 'checked', {
        ...own,
        set(isOn: boolean) {
          own.set?.call(input, isOn);
          // After a tap React first sets it back, because nothing is saved yet.
          if (isOn === wasOn) return;
          const inListAtMs = nowMs();
          Object.defineProperty(input, 'checked', own);
          void afterFrame().then((inFrameAtMs) => resolve({ inListAtMs, inFrameAtMs }));
        },
      });
    });
  };
  window.writeBare = async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('floor', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('The floor has no database'));
    });
    const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
    transaction.objectStore('rows').put({ word: nowMs() }, 1);
    return await new Promise<number>((resolve) => {
      transaction.oncomplete = () => {
        const startedMs = nowMs();
        document.title = String(startedMs);
        void afterFrame().then((shownAtMs) => {
          database.close();
          resolve(shownAtMs - startedMs);
        });
      };
    });
  };
}

export const run = (): Promise<void> => withBench(measureWriteToList);
