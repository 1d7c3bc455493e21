import { type Bench, goTo, hasEverything, putDevice, withBench } from './device-phone.ts';
import { median, printFigure, rounded } from './figure.ts';
import { REFERENCE } from './reference-shop.ts';
import { serverList, signInToServer } from './server-list.ts';

const RUNS = 3;
/** Rows in each transaction of the floor, as in a page of a pull while the app is visible. */
const FLOOR_ROWS = 500;
const PULLS = /\/api\/v1\/sync\/pull/;

interface FirstPull {
  usableMs: number;
  completeMs: number;
  bytes: number;
  requests: number;
  floorMs: number;
  rows: number;
}

/**
 * Measures P7: from the tap on 'Login' on an empty phone to a sale form whose picker offers items, and to the whole
 * window of the shop. The floor is the time that bare IndexedDB takes to write the same rows.
 */
export async function measureFirstPull(bench: Bench): Promise<void> {
  const runs: FirstPull[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) runs.push(await firstPull(bench));
  const of = (figure: keyof FirstPull) => median(runs.map((run) => run[figure]));
  printFigure('P7', 'first pull to the first usable screen', { ms: rounded(of('usableMs')), bound: 2_000 });
  printFigure('P7', 'first pull, complete', {
    ms: rounded(of('completeMs')),
    bound: 25_000,
    floorMs: rounded(of('floorMs')),
    timesFloor: rounded(median(runs.map((run) => run.completeMs / run.floorMs))),
    rows: of('rows'),
    requests: of('requests'),
  });
  printFigure('P7', 'first pull, bytes on the wire', { bytes: of('bytes'), bound: 3_000_000 });
}

async function firstPull(bench: Bench): Promise<FirstPull> {
  const phone = await bench.newPhone();
  const app = await phone.open('/login');
  await phone.isReadyForOffline();
  const before = bench.line.requestsTo(PULLS).length;
  await app.login.phone.fill(bench.server.login.phone);
  await app.login.pin.fill(bench.server.login.pin);

  const startedMs = performance.now();
  await app.login.submitButton.click();
  await app.header.title.waitFor();
  await goTo(phone.page, '/sales/new');
  await app.newSale.lineField(1, 'Item').click();
  await app.newSale.line(1).getByRole('option').first().waitFor();
  const usableMs = performance.now() - startedMs;
  await putDevice(phone.page);
  await hasEverything(phone.page);
  await app.header.syncStatus.getByText('All changes synced').waitFor();
  const completeMs = performance.now() - startedMs;

  await hasWhatTheServerHas(bench, await phone.page.evaluate(() => window.device.countRows()));
  const pulls = bench.line.requestsTo(PULLS).slice(before);
  const bytes = pulls.reduce((sum, pull) => sum + pull.receivedBytes, 0);
  const floor = await phone.page.evaluate((rowsEach) => window.device.copyAll(rowsEach), FLOOR_ROWS);
  await phone.quit();
  return { usableMs, completeMs, bytes, requests: pulls.length, floorMs: floor.tookMs, rows: floor.rows };
}

async function hasWhatTheServerHas({ server }: Bench, counts: Record<string, number>): Promise<void> {
  const token = await signInToServer(server);
  for (const [table, path] of [
    ['sale', '/sales'],
    ['item', '/items'],
    ['customer', '/customers'],
  ] as const) {
    const { total } = await serverList(server, token, path, 1);
    if (counts[table] !== total)
      throw new Error(`The device has ${counts[table]} rows of ${table}, the server ${total}`);
  }
  // Each item of the reference shop was created with its opening stock, which is a movement.
  if (counts['stockMovement'] !== REFERENCE.items)
    throw new Error(`The device has ${counts['stockMovement']} movements`);
}

export const run = (): Promise<void> => withBench(measureFirstPull);
