import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type Bench, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const SALES = 20;
const BOUND_MS = 2_000;

/**
 * Measures P13: two phones are online, each with the reference shop; the second shows the list of sales. From the tap
 * on 'Create sale' on the first to the frame of the second that shows the sale. Both use the same clock.
 */
export async function measureLive(bench: Bench): Promise<void> {
  const [seller, watcher] = [await bench.signedInPhone(), await bench.signedInPhone()];
  const list = await watcher.open('/sales');
  await list.sales.cards.first().waitFor();
  await watcher.page.evaluate(defineWatch);
  await seller.open('/sales/new');
  await seller.page.evaluate(noteTaps);
  const times: number[] = [];
  for (let nth = 1; nth <= SALES; nth += 1) {
    const notes = `Live ${nth}`;
    await fillForm(seller, notes);
    await watcher.page.evaluate((text) => window.watch(text), notes);
    await seller.app.newSale.submit();
    const shownAtMs = await watcher.page.evaluate(() => window.shown);
    times.push(shownAtMs - (await seller.page.evaluate(() => window.tappedAtMs)));
    await seller.app.closeToast();
  }
  printFigure('P13', 'a sale on one phone to the list on another, both online', {
    p50: rounded(median(times)),
    p95: rounded(quantile(times, 0.95)),
    bound: BOUND_MS,
    goal: 500,
    sales: SALES,
  });
  for (const phone of [seller, watcher]) await phone.quit();
}

async function fillForm({ app, page }: PhoneWithProfile, notes: string): Promise<void> {
  if (!new URL(page.url()).pathname.endsWith('/sales/new')) await app.sales.startNewSale();
  const field = app.newSale.lineField(1, 'Item');
  await field.click();
  await field.fill('1000');
  await app.newSale.line(1).getByRole('option').filter({ hasText: /\d{4}/ }).first().click();
  await app.newSale.notes.fill(notes);
}

declare global {
  interface Window {
    /** The time of the last tap on a form's button, in milliseconds since 1970. */
    tappedAtMs: number;
    /** The time of the frame that shows the expected text, in milliseconds since 1970. */
    shown: Promise<number>;
    watch(text: string): void;
  }
}

/** Runs inside the page of the phone that sells. */
function noteTaps(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('button[type=submit]')) return;
      window.tappedAtMs = performance.timeOrigin + event.timeStamp;
    },
    { capture: true },
  );
}

/** Runs inside the page of the other phone. */
function defineWatch(): void {
  window.watch = (text) => {
    window.shown = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector('main')?.textContent?.includes(text) !== true)
          return void requestAnimationFrame(look);
        // The frame has been painted when the next task runs.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      };
      look();
    });
  };
}

export const run = (): Promise<void> => withBench(measureLive);
