import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import type { PushAnswer } from '../../sync/protocol/push.ts';
import { type Bench, goTo, hasEverything, withBench } from './device-phone.ts';
import { printFigure, rounded } from './figure.ts';
import { type LongestTasks, recordTasks, TASK_BOUND_MS } from './main-thread-tasks.ts';
import { changeItem, signInToServer } from './server-list.ts';

const SALES = 1_000;
const PUSH = /\/sync\/push/;
const SCREENS = ['/dashboard', '/sales', '/items'];
const SHARES = [0.01, 1];

/**
 * Measures P9: a thousand sales wait, and a pull brings newer images of rows that they changed; then all are sent.
 * Neither may block the page. Before that, the server answers each push with a temporary failure, so that the sales go
 * on waiting.
 */
export async function measureRebase(bench: Bench): Promise<void> {
  const phone = await bench.signedInPhone();
  await phone.loseSignal();
  await phone.page.evaluate(async (count) => void (await window.device.sell(count, 70)), SALES);
  bench.line.breakFor(PUSH, { answer: heldBack });
  for (const share of SHARES) for (const path of SCREENS) await measureOn(bench, phone, path, share);
  bench.line.heal();
  await measureSending(phone);
  await phone.quit();
}

async function measureOn(bench: Bench, phone: PhoneWithProfile, path: string, share: number): Promise<void> {
  const { page } = phone;
  await phone.loseSignal();
  const sold = await page.evaluate(() => window.device.soldItems());
  const changed = sold.slice(0, Math.max(1, Math.round(share * (sold.length + SALES))));
  const token = await signInToServer(bench.server);
  const reorderLevel = String(Date.now() % 10_000);
  for (const id of changed) await changeItem(bench.server, token, id, { reorderLevel });
  await goTo(page, path);
  await phone.app.isShown();
  // The work of the opening screen does not belong to the rebase.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));

  const recording = await recordTasks(page);
  const startedMs = performance.now();
  await phone.findSignal();
  const wanted = { ids: changed, reorderLevelHundredths: Number(reorderLevel) * 100 };
  await page.evaluate((asked) => window.device.hasReorderLevels(asked), wanted);
  const tookMs = performance.now() - startedMs;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const tasks = await recording.stop();

  const waiting = await page.evaluate(() => window.device.countWaiting());
  if (waiting !== SALES) throw new Error(`${waiting} sales wait, not ${SALES}`);
  const rows = SALES + sold.length;
  printTasks(`${SALES} wait, a pull changes ${changed.length} of ${rows} rows, at ${path}`, tasks, {
    untilRebasedMs: rounded(tookMs),
  });
}

export async function measureSending(phone: PhoneWithProfile): Promise<void> {
  const { page } = phone;
  await phone.loseSignal();
  // Home opens after the selling, because nobody sells there.
  await goTo(page, '/sales');
  await phone.app.header.title.getByText('Sales').waitFor();
  await goTo(page, '/dashboard');
  await phone.app.header.title.getByText('Home').waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const recording = await recordTasks(page);
  const startedMs = performance.now();
  await phone.findSignal();
  await hasEverything(page);
  await phone.app.header.syncStatus.getByText('All changes synced').waitFor();
  const tookMs = performance.now() - startedMs;
  printTasks(`${SALES} sales are sent, at /dashboard`, await recording.stop(), { untilSentMs: rounded(tookMs) });
}

function printTasks(what: string, tasks: LongestTasks, figure: Record<string, number>): void {
  printFigure('P9', what, {
    longestTaskMs: rounded(tasks.longestMs),
    longestTaskComputedMs: rounded(tasks.longestComputedMs),
    bound: TASK_BOUND_MS,
    overBound: tasks.overBound,
    overBoundComputed: tasks.overBoundComputed,
    ...figure,
  });
}

const batchSchema = v.object({ batchId: v.string(), mutations: v.array(v.object({ mid: v.number() })) });

/** The server's answer to a batch whose first change failed temporarily (SYN-10). */
function heldBack(body: Buffer): PushAnswer {
  const { batchId, mutations } = v.parse(batchSchema, JSON.parse(gunzipSync(body).toString()));
  const mid = mutations[0]?.mid ?? 1;
  return {
    batchId,
    epoch: 'held',
    serverTimeMs: Date.now(),
    result: 'taken',
    lmid: mid - 1,
    outcomes: [],
    stopped: { mid, reason: 'failed' },
  };
}

export const run = (): Promise<void> => withBench(measureRebase);
