import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInTableSet, TABLE_NAMES, TABLE_SET } from '../../../sync/protocol/tables.ts';
import { type ApiClient, apiClient } from '../../support/server/api-client.ts';
import { SellingDevice } from '../../support/device/selling-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ENGINES } from '../../support/server/test-database.ts';

/** Makes a pull like those of the first builds, without cash counts and without a table set. */
const asFirstBuild = (path: string): string => {
  const [place = '', query] = path.split('?');
  const fields = new URLSearchParams(query);
  fields.delete('tableSet');
  return query === undefined ? path : `${place}?${fields}`;
};
const COUNT = { day: '2026-11-21', expectedAmount: 500, countedAmount: 400 };

it('SYN-11 the first builds know these tables, and this one all', () => {
  const known = (set: number) => TABLE_NAMES.filter((table) => isInTableSet(table, set));
  const first = ['business', 'user', 'paymentMethod', 'item', 'customer', 'supplier', 'order'];
  expect(known(1)).toEqual([...first, 'sale', 'purchase', 'stockMovement', 'conflict', 'feedback']);
  expect(known(TABLE_SET)).toEqual([...TABLE_NAMES]);
});

describe.each(ENGINES)('phones of two versions in one shop, on %s', (engine) => {
  let server: TestServer;
  let owner: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    owner = await registerShop(server);
    api = apiClient(server, owner);
  });
  afterAll(() => server.close());
  const counts = (device: SellingDevice) =>
    device.database
      .rows('cashCount')
      .map(({ countedMinor }) => countedMinor)
      .sort((a, b) => a - b);

  it('SYN-11 SYN-11b SYN-14 the older one sells and hears of everything but what it cannot read, and has that with its update', async () => {
    const [older, newer] = ['a1'.repeat(8), 'b2'.repeat(8)].map((id) => new SellingDevice(server, owner, id));
    if (!older || !newer) throw new Error('There are two');
    older.asks = asFirstBuild;
    await api.post('/cash-counts', COUNT);
    for (const device of [older, newer]) await device.sync();
    const tea = await newer.addItem('Tea');
    await newer.sync();
    await api.post('/cash-counts', { ...COUNT, countedAmount: 300 });
    await older.sync();
    await older.sell(tea);
    await older.sync();
    await newer.sync();
    expect([counts(older), counts(newer)]).toEqual([[], [30_000, 40_000]]);
    expect([older.saleIds(), older.stock(tea)]).toEqual([newer.saleIds(), newer.stock(tea)]);
    const state = () => older.database.inspect().state;
    expect([state().version, state().confirmedMid]).toEqual([newer.database.inspect().state.version, 1]);
    expect(state().audit?.rounds).toBe(1);

    older.asks = (path) => path;
    await older.sync();
    expect(counts(older)).toEqual([30_000, 40_000]);
    expect([older.saleIds(), older.stock(tea), state().historyLeft]).toEqual([
      newer.saleIds(),
      newer.stock(tea),
      false,
    ]);

    // Back to the older build, as after a downgrade of the server, and forward again.
    older.asks = asFirstBuild;
    await api.post('/cash-counts', { ...COUNT, countedAmount: 200 });
    await older.sync();
    expect(counts(older)).toHaveLength(2);
    older.asks = (path) => path;
    await older.sync();
    expect(counts(older)).toEqual([20_000, 30_000, 40_000]);
  });
});
