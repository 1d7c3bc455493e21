import { readChangesAfter } from '../../server/db/queries/changed-row.ts';
import { createSqlStore } from '../../server/db/sql-store.ts';
import { PROTOCOL_VERSION } from '../../sync/protocol/constants.ts';
import { TABLE_NAMES } from '../../sync/protocol/tables.ts';
import { itemArgs, saleArgs } from '../support/mutation-args.ts';
import { PushDevice } from '../support/device/push-device.ts';
import { registerShop, type TestServer } from '../support/server/server.ts';
import { saleRow } from '../support/shop-rows.ts';
import type { Engine } from '../support/server/test-database.ts';
import { benchEngines, cpuMillisecondsOf, millisecondsOf, withBenchServer } from './bench-server.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const HISTORIES = [1_000, 100_000];
const ROWS = 500;
const PULLS = 80;
const SALES_AT_ONCE = 2_000;
const MINUTE_MS = 60_000;

/**
 * Measures P11: a pull of 500 changed rows, for a shop with a long history and one with a short history. In turn with
 * it the floor: the query for these rows in a snapshot of its own.
 */
export async function benchPull(): Promise<void> {
  for (const engine of benchEngines()) {
    const medians: number[] = [];
    for (const sales of HISTORIES)
      await withBenchServer(engine, async (server) => void medians.push(await measure(engine, server, sales)));
    const [short = 0, long = 0] = medians;
    printFigure('P11', `growth of that pull from ${HISTORIES[0]} to ${HISTORIES[1]} sales, ${engine}`, {
      ratio: Math.round(100 * (long / short)) / 100,
    });
  }
}

async function measure(engine: Engine, server: TestServer, sales: number): Promise<number> {
  const shop = await registerShop(server);
  const device = PushDevice.of(server, shop);
  await fillPast(server, shop.businessId, sales);
  const { cookie } = await device.pullAll();
  const from = (await device.pull(cookie)).version;
  await changeRows(device);
  await server.deps.database.asOwner((sql) => sql.script('analyze'));

  const query = new URLSearchParams({
    protocol: String(PROTOCOL_VERSION),
    clientId: device.clientId,
    cookie,
    confirmedMid: String(device.mid),
    want: 'changes',
    rowsMax: '2000',
  });
  const headers = { authorization: `Bearer ${shop.token}`, 'accept-encoding': 'gzip, br' };
  let bytes = 0;
  const pull = async () => {
    const response = await server.app.request(`/api/v1/sync/pull?${query.toString()}`, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    if (response.status !== 200) throw new Error(`The pull was answered ${response.status}`);
  };
  const place = { version: from, tableIndex: TABLE_NAMES.length, id: 0 };
  const bare = () =>
    server.deps.database.transaction(
      { businessId: shop.businessId, isolation: 'repeatable read', readOnly: true },
      (sql) => readChangesAfter(sql, shop.businessId, place, 2_001),
    );
  const [pulls, floor]: [number[], number[]] = [[], []];
  const cpu: number[] = [];
  for (let nth = 0; nth < PULLS; nth += 1) {
    cpu.push(await cpuMillisecondsOf(async () => pulls.push(await millisecondsOf(pull))));
    floor.push(await millisecondsOf(bare));
  }
  const { rows } = await device.pullAll(cookie);
  if (rows.size !== ROWS || (await bare()).length !== ROWS)
    throw new Error(`The pull brought ${rows.size} rows, not ${ROWS}`);
  printFigure('P11', `delta pull of ${ROWS} rows, shop with ${sales} sales, ${engine}`, {
    p50Ms: rounded(median(pulls)),
    p95Ms: rounded(quantile(pulls, 0.95)),
    cpuP50Ms: rounded(median(cpu)),
    floorP50Ms: rounded(median(floor)),
    floorP95Ms: rounded(quantile(floor, 0.95)),
    ofFloor: rounded(median(pulls) / median(floor)),
    bytes,
    pulls: PULLS,
    verified: true,
  });
  return median(pulls);
}

/** Writes old sales directly into the database, because only the pull is measured. */
async function fillPast({ deps }: TestServer, businessId: number, count: number): Promise<void> {
  const store = createSqlStore(deps.database, deps);
  const line = {
    itemId: 1,
    itemName: 'Sugar',
    itemSku: null,
    quantityHundredths: 200,
    unitPriceMinor: 150_000,
    listPriceMinor: 150_000,
    discountMinor: 0,
    totalMinor: 300_000,
    movesStock: true,
  };
  const beganMs = deps.clock.nowMs() - count * 5 * MINUTE_MS;
  for (let from = 1; from <= count; from += SALES_AT_ONCE) {
    const ids = Array.from({ length: Math.min(SALES_AT_ONCE, count - from + 1) }, (_, index) => from + index);
    const changes = ids.map((id) => ({
      table: 'sale' as const,
      id,
      before: undefined,
      after: saleRow({
        id,
        createdAtMs: beganMs + id * 5 * MINUTE_MS,
        lines: [0, 1, 2].map((nth) => ({ ...line, id: 10_000_000 + 4 * id + nth })),
        totalMinor: 900_000,
        finalMinor: 900_000,
      }),
    }));
    await store.change(businessId, (tx) => tx.writeRows(changes));
  }
}

/** Changes 500 rows at several versions: 100 items with their opening stock, changed by 300 sales. */
async function changeRows(device: PushDevice): Promise<void> {
  const items = Array.from({ length: 100 }, (_, index) => itemArgs(device, { name: `Item ${index}` }));
  await device.push(items.map((item) => device.wire('item.create', item)));
  for (let batch = 0; batch < 6; batch += 1)
    await device.push(
      Array.from({ length: 50 }, (_, index) =>
        device.wire('sale.create', saleArgs(device, [items[(7 * index + batch) % 100]!, items[(11 * index) % 100]!])),
      ),
    );
}
