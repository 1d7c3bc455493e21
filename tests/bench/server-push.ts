import type { Item } from '../../domain/items/item.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { seededRandom, type SeededRandom } from '../../scripts/demo/seeded-random.ts';
import { takeNextVersion } from '../../server/db/queries/business.ts';
import { insertOutcomes, writeClient } from '../../server/db/queries/client.ts';
import { writeRows } from '../../server/db/queries/row.ts';
import { HASH_ZERO } from '../../sync/protocol/constants.ts';
import { type WireMutation } from '../../sync/protocol/push.ts';
import { itemArgs, saleArgs } from '../support/mutation-args.ts';
import { PushDevice } from '../support/device/push-device.ts';
import { registerShop, type TestServer } from '../support/server/server.ts';
import { itemRow, saleRow } from '../support/shop-rows.ts';
import type { Engine } from '../support/server/test-database.ts';
import { benchEngines, cpuMillisecondsOf, millisecondsOf, withBenchServer } from './bench-server.ts';
import { median, printFigure } from './figure.ts';

const SHOPS = 8;
const ITEMS = 300;
const BATCH = 50;
const BATCHES_PER_ROUND = 5;
const ROUNDS = 5;
const LINES = 2;

/**
 * Measures P10: 8 shops push at once, 50 mutations in a batch: sales of two lines. In turn with it the floor: the same
 * rows written by the same statements, with nothing read, checked or hashed.
 */
export async function benchPush(): Promise<void> {
  for (const engine of benchEngines()) await withBenchServer(engine, (server) => measure(engine, server));
}

interface PushingShop {
  device: PushDevice;
  items: Pick<Item, 'id' | 'name' | 'priceMinor'>[];
}

async function measure(engine: Engine, server: TestServer): Promise<void> {
  const random = seededRandom(1);
  const shops: PushingShop[] = [];
  for (let nth = 0; nth < SHOPS; nth += 1) shops.push(await newShop(server));
  const perRound = SHOPS * BATCHES_PER_ROUND * BATCH;
  const [pushed, bare]: [number[], number[]] = [[], []];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const batches = shops.map((shop) => newBatches(shop, random));
    const push = () => Promise.all(shops.map((shop, nth) => pushAll(shop, batches[nth] ?? [])));
    const spent = await cpuMillisecondsOf(async () => pushed.push(perRound / (await millisecondsOf(push))));
    cpu.push(spent / perRound);
    bare.push(
      perRound /
        (await millisecondsOf(() => Promise.all(shops.map((_, nth) => writeBare(server, 900_000 + nth, round))))),
    );
  }
  await verify(server, shops);
  const [perSecond, floor] = [1_000 * median(pushed), 1_000 * median(bare)];
  printFigure('P10', `pushed mutations per second, batches of ${BATCH}, ${SHOPS} shops, ${engine}`, {
    perSecond: Math.round(perSecond),
    floorPerSecond: Math.round(floor),
    ofFloor: Math.round((100 * perSecond) / floor) / 100,
    cpuMsEach: Math.round(100 * median(cpu)) / 100,
    rounds: ROUNDS,
    mutations: perRound * ROUNDS,
    verified: true,
  });
}

async function newShop(server: TestServer): Promise<PushingShop> {
  const device = PushDevice.of(server, await registerShop(server));
  const items = Array.from({ length: ITEMS }, (_, index) =>
    itemArgs(device, { name: `Item ${index}`, initialStockHundredths: 9_000_000 }),
  );
  for (let from = 0; from < ITEMS; from += 100)
    await device.push(items.slice(from, from + 100).map((item) => device.wire('item.create', item)));
  return { device, items };
}

function newBatches({ device, items }: PushingShop, random: SeededRandom): WireMutation[][] {
  return Array.from({ length: BATCHES_PER_ROUND }, () =>
    Array.from({ length: BATCH }, () => {
      const sold = Array.from({ length: LINES }, () => random.pick(items));
      return device.wire('sale.create', saleArgs(device, sold));
    }),
  );
}

async function pushAll({ device }: PushingShop, batches: readonly WireMutation[][]): Promise<void> {
  for (const batch of batches) {
    const { lmid } = await device.push(batch);
    if (lmid !== batch.at(-1)?.mid) throw new Error('A batch was not taken whole');
  }
}

/** Writes the rows of the same number of batches, by the same statements and nothing else. */
async function writeBare({ deps }: TestServer, businessId: number, round: number): Promise<void> {
  const { database, random, clock } = deps;
  const clientId = '00000000000000bb';
  const line = {
    itemId: 1,
    itemName: 'Item 1',
    itemSku: null,
    quantityHundredths: 200,
    unitPriceMinor: 150_000,
    listPriceMinor: 150_000,
    discountMinor: 0,
    totalMinor: 300_000,
    movesStock: true,
  };
  if (round === 0)
    await database.transaction({ businessId }, (sql) =>
      sql.query(
        `insert into business (id, slug, name, epoch, doc, created_at_ms) values ($1, $2, 'Bare', 'e', '{}', 0)`,
        [businessId, `bare-${businessId}`],
      ),
    );
  for (let batch = 0; batch < BATCHES_PER_ROUND; batch += 1) {
    const firstId = 1 + (round * BATCHES_PER_ROUND + batch) * BATCH;
    const ids = Array.from({ length: BATCH }, (_, index) => firstId + index);
    const sales: Sale[] = ids.map((id) =>
      saleRow({ id, lines: Array.from({ length: LINES }, (_, nth) => ({ ...line, id: 10 * id + nth })) }),
    );
    const items: Item[] = Array.from({ length: BATCH * LINES }, (_, index) =>
      itemRow({ id: 1 + ((firstId + index) % ITEMS) }),
    );
    await database.transaction({ businessId }, async (sql) => {
      const { version } = await takeNextVersion(sql, businessId, random);
      await writeRows(sql, businessId, 'item', version, items);
      await writeRows(sql, businessId, 'sale', version, sales);
      const decided = ids.map((mid) => ({
        ...{ act: mid.toString(16).padStart(32, '0'), attempt: 0 },
        outcome: { mid, h: HASH_ZERO, kind: 'applied' as const, codes: [], detail: {} },
      }));
      await insertOutcomes(sql, businessId, clientId, decided, { version, atMs: clock.nowMs() });
      await writeClient(
        sql,
        businessId,
        { clientId, userId: 1, lmid: ids.at(-1) ?? 0, hash: HASH_ZERO },
        clock.nowMs(),
        null,
      );
    });
  }
}

/** Checks that every sale exists once, and that the stock is right after them. */
async function verify({ deps }: TestServer, shops: readonly PushingShop[]): Promise<void> {
  const sales = ROUNDS * BATCHES_PER_ROUND * BATCH;
  for (const { device } of shops) {
    const { businessId } = device.user;
    const [found] = await deps.database.transaction({ businessId }, (sql) =>
      sql.query<{ sales: number; outcomes: number; stock: string }>(
        `select (select count(*) from sale) as sales, (select count(*) from outcome where outcome = 'applied') as outcomes, (select sum(current_stock_hundredths) from item) as stock`,
      ),
    );
    const stock = ITEMS * 9_000_000 - sales * LINES * 200;
    if (found?.sales !== sales || found.outcomes !== sales + ITEMS || Number(found.stock) !== stock)
      throw new Error(`The pushes did not leave what they should: ${JSON.stringify(found)}`);
  }
}
