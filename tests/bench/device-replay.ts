import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type Bench, hasEverything, withBench } from './device-phone.ts';
import { printFigure, rounded } from './figure.ts';
import { serverList, signInToServer } from './server-list.ts';

const SALES = 1_000;
const REQUESTS_MAX = 25;
const ROUND_TRIPS = [
  { delayMs: 0, boundMs: 6_000 },
  { delayMs: 100, boundMs: 8_000 },
  { delayMs: 300, boundMs: 12_000 },
];
const CALLS = /\/api\/v1\/sync\//;

/**
 * Measures P8: a thousand sales made with no signal, from its return to 'All changes synced'. Checks that none is lost
 * or doubled. It also measures the server's memory (P12).
 */
export async function measureReplay(bench: Bench): Promise<void> {
  await bench.server.idle();
  const started = bench.server.memory();
  bench.server.forgetMost();
  const phone = await bench.signedInPhone();
  for (const [nth, { delayMs, boundMs }] of ROUND_TRIPS.entries()) {
    const { tookMs, requests } = await replay(bench, phone, nth, delayMs);
    printFigure('P8', `replay of ${SALES} sales at a round trip of ${delayMs} ms`, {
      ms: rounded(tookMs),
      bound: boundMs,
      requests,
      boundRequests: REQUESTS_MAX,
      lost: 0,
      doubled: 0,
    });
  }
  await phone.quit();
  printFigure('P12', 'the server, idle after its start', { megabytes: started.nowMegabytes, bound: 250 });
  printFigure('P12', 'the server, at most, until then', { megabytes: started.mostMegabytes });
  printFigure('P12', `the server, at most, over a first pull and ${ROUND_TRIPS.length * SALES} sales replayed`, {
    megabytes: bench.server.memory().mostMegabytes,
    bound: 400,
  });
}

async function replay(
  { server, line }: Bench,
  phone: PhoneWithProfile,
  nth: number,
  delayMs: number,
): Promise<{ tookMs: number; requests: number }> {
  const token = await signInToServer(server);
  const { total: before } = await serverList(server, token, '/sales', 1);
  await phone.loseSignal();
  const sales = await phone.page.evaluate(([count, seed]) => window.device.sell(count, seed), [
    SALES,
    40 + nth,
  ] as const);
  if (delayMs > 0) line.breakFor(/\/api\//, { delayMs });
  const callsBefore = line.requestsTo(CALLS).length;

  const startedMs = performance.now();
  await phone.findSignal();
  await hasEverything(phone.page);
  await phone.app.header.syncStatus.getByText('All changes synced').waitFor();
  const tookMs = performance.now() - startedMs;

  const requests = line.requestsTo(CALLS).length - callsBefore;
  line.heal();
  const { ids, total } = await serverList(server, token, '/sales', SALES);
  const arrived = new Set(ids);
  const lost = sales.filter(({ id }) => !arrived.has(id)).length;
  if (lost > 0 || total !== before + SALES)
    throw new Error(`${lost} sales are lost, ${total - before - SALES} are too many`);
  return { tookMs, requests };
}

export const run = (): Promise<void> => withBench(measureReplay);
