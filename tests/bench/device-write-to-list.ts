import type { Page } from 'playwright/test';
import { type Bench, countMainThread, putDevice, withBench } from './device-phone.ts';
import { REFERENCE } from './reference-shop.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const WRITES = 40;

/**
 * P2: from the moment that a tap's transaction is on disk to the list of the ten newest that shows it, and to the frame
 * with that; in the page that wrote, and in another tab with the same list. The tap is one on an item's switch for the
 * store. A screen shows a frame every 16.7 ms: what a frame costs for which nothing is left to do is measured beside it.
 */
export async function measureWriteToList(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/items');
  const here = phone.page;
  await watch(here);
  // A new phone sums up its days for the reports once; that is no part of a write.
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
  // The driver's click is in it.
  const computedMs = (await mainThread.computedMs()) - beforeMs;
  await mainThread.stop();
  printFigure('P2', 'what the main thread computes for a tap and its list', { cpu: rounded(computedMs / WRITES) });

  // In a window of its own: a tab behind another one is told late, and draws nothing.
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

/** So long a thumb takes from one switch to the next: what the tap before set going is its own. */
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
    /** When the first transaction after the tap was on disk, and when the list and the frame stood that show it. */
    savedAtMs: number;
    switched: Promise<Shown>;
    expectSwitch(place: number): void;
    /** How long the frame takes for which nothing but a word changes once a bare transaction is on disk, in ms. */
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
    // The first one after the tap is the act's.
    if (!known.has(begun)) begun.addEventListener('complete', () => void (window.savedAtMs ||= nowMs()));
    known.add(begun);
    return put.apply(this, args);
  };
  /** The frame is on screen once a task after it runs. */
  const afterFrame = () =>
    new Promise<number>((resolve) => {
      const next = (look: () => void) => (document.hidden ? setTimeout(look, 1) : requestAnimationFrame(look));
      next(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(nowMs());
        port2.postMessage(null);
      });
    });
  // The state of a switch is a property, of which no observer is told: it is listened to where React sets it.
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
          // After a tap React first turns it back: nothing is saved yet.
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
