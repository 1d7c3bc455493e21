import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packPull, unpackPull } from '../../sync/protocol/pull-wire.ts';
import type { PullAnswer } from '../../sync/protocol/pull.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { customerArgs, itemArgs } from '../support/mutation-args.ts';
import { PushDevice } from '../support/device/push-device.ts';
import { registerShop } from '../support/server/server.ts';
import { millisecondsOf, withBenchServer } from './bench-server.ts';
import { median, printFigure, rounded } from './figure.ts';
import { saleArgs } from './reference-shop.ts';

const ITEMS = 500;
const CUSTOMERS = 100;
const SALES = 2_000;
const AT_ONCE = 50;
const ROUNDS = 15;
/** One week before the time at which the test server's clock starts. */
const BEGAN_MS = Date.UTC(2026, 5, 8, 8);
const MINUTE_MS = 60_000;

/**
 * Compares the pages of a pull, coded column by column, with the same rows as plain JSON: the compressed bytes (Brotli
 * 4, gzip 6), and the time of compressing and decompressing, in turn.
 */
export async function run(): Promise<void> {
  await withBenchServer('embedded', async (server) => {
    const device = PushDevice.of(server, await registerShop(server));
    await fill(device);
    const snapshot = await device.pullAll(null, 'changes', 2_000);
    const history = await device.pullAll(snapshot.cookie, 'history', 2_000);
    const pages = [...snapshot.pages, ...history.pages];
    const sales = [...history.rows.keys()].filter((key) => key.startsWith('sale/')).length;
    if (sales !== SALES) throw new Error(`The pull brought ${sales} sales, not ${SALES}`);
    const columns = { bytes: { br: 0, gzip: 0 }, packMs: [] as number[], unpackMs: [] as number[] };
    const rows = { bytes: { br: 0, gzip: 0 }, packMs: [] as number[], unpackMs: [] as number[] };
    for (const page of pages) {
      add(columns.bytes, JSON.stringify(packPull(page)));
      add(rows.bytes, JSON.stringify(page));
      const back = unpackPull(JSON.parse(JSON.stringify(packPull(page))) as ReturnType<typeof packPull>);
      if (!isDeepStrictEqual(back.pages, page.pages)) throw new Error('A page came back otherwise');
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      columns.packMs.push(await timeOf(pages, (page) => JSON.stringify(packPull(page))));
      rows.packMs.push(await timeOf(pages, (page) => JSON.stringify(page)));
      const [packed, plain] = [
        pages.map((page) => JSON.stringify(packPull(page))),
        pages.map((page) => JSON.stringify(page)),
      ];
      columns.unpackMs.push(
        await timeOf(packed, (text) => unpackPull(JSON.parse(text) as ReturnType<typeof packPull>)),
      );
      rows.unpackMs.push(await timeOf(plain, (text) => JSON.parse(text) as PullAnswer));
    }
    for (const [what, { bytes, packMs, unpackMs }] of Object.entries({ columns, rows }))
      printFigure('P7', `pages of a pull of ${ITEMS} items and ${SALES} sales as ${what}`, {
        brotliBytes: bytes.br,
        gzipBytes: bytes.gzip,
        packMs: rounded(median(packMs)),
        unpackMs: rounded(median(unpackMs)),
        verified: true,
      });
  });
}

function add(bytes: { br: number; gzip: number }, text: string): void {
  bytes.br += brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  bytes.gzip += gzipSync(text, { level: 6 }).length;
}

const timeOf = <T>(all: readonly T[], work: (one: T) => unknown): Promise<number> =>
  millisecondsOf(async () => {
    for (const one of all) work(one);
  });

/** Creates items and sales like those of the reference shop. */
async function fill(device: PushDevice): Promise<void> {
  const random = seededRandom(1);
  const items = Array.from({ length: ITEMS }, (_, nth) =>
    itemArgs(device, { name: `Item ${nth} of the shelf`, priceMinor: 10_000 * (1 + random.below(100)) }),
  );
  for (let from = 0; from < ITEMS; from += AT_ONCE)
    await device.push(items.slice(from, from + AT_ONCE).map((item) => device.wire('item.create', item)));
  const customers = Array.from({ length: CUSTOMERS }, (_, nth) => customerArgs(device, { name: `Customer ${nth}` }));
  await device.push(customers.map((customer) => device.wire('customer.create', customer)));
  let stampMs = BEGAN_MS;
  const minter = { mintId: () => device.mintId(), nextStampMs: () => (stampMs += 1) };
  for (let from = 0; from < SALES; from += AT_ONCE)
    await device.push(
      Array.from({ length: AT_ONCE }, (_, nth) => {
        const atMs = BEGAN_MS + (from + nth) * 5 * MINUTE_MS;
        stampMs = Math.max(stampMs, atMs);
        return device.wire('sale.create', saleArgs(minter, random, items, customers, atMs), { atMs });
      }),
    );
}
