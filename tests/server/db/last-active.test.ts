import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PURCHASE_PAYMENT_STATUSES, PURCHASE_STATUSES, type Purchase } from '../../../domain/items/purchase.ts';
import { SALE_STATUSES, type Sale, type SaleFlag } from '../../../domain/sales/sale.ts';
import { REFUND_WAYS } from '../../../domain/sales/sale-payment.ts';
import type { Database, SqlParam } from '../../../server/db/database.ts';
import { migrate, readMigrations } from '../../../server/db/migrate.ts';
import { lastActiveMs } from '../../../sync/protocol/last-active.ts';
import { purchaseRow, saleRow } from '../../support/shop-rows.ts';
import { ENGINES, openEmptyDatabase } from '../../support/server/test-database.ts';

// The rule of the window in SQL (migrations 18 and 19) and the device's own.

const SHOP = 81;
const BEFORE = 17;
const CREATED_MS = 50;

// Few amounts and times, so that sums are often equal and dates too.
const amountMinor = fc.integer({ min: 0, max: 3 });
const atMs = fc.integer({ min: CREATED_MS - 5, max: CREATED_MS + 20 });
const money = fc.record({ amountMinor, atMs }).map((moment) => ({
  ...{ id: 1, paymentMethodId: null, paymentMethodName: null, transactionId: null, byUserId: 7 },
  ...moment,
}));
const payments = fc.array(money, { maxLength: 3 });
const refunds = fc.array(
  fc.tuple(money, fc.constantFrom(...REFUND_WAYS)).map(([refund, way]) => ({ ...refund, way })),
  { minLength: 1, maxLength: 2 },
);
/** Among them what older builds have stored: a day that does not exist, a year of two digits. */
const EXPIRIES = [
  ...[null, null, '1970-01-01', '2026-02-28', '2028-02-29', '2026-12-31', '2999-12-31'],
  ...['2026-02-31', '2026-13-01', '2026-00-10', '0026-08-01', '2026-8-1', '31/12/2026', '', 'soon', '2026-08-01T10:00'],
];
const saleFields: fc.Arbitrary<Partial<Sale>> = fc.record(
  {
    payments,
    refunds,
    status: fc.constantFrom(...SALE_STATUSES),
    finalMinor: fc.integer({ min: 0, max: 4 }),
    flags: fc.subarray<SaleFlag>(['overpaid', 'over_refunded', 'oversold', 'recount'], { maxLength: 2 }),
    cancellations: fc.array(
      atMs.map((cancelledMs) => ({ reason: 'Wrong item', byUserId: 7, atMs: cancelledMs })),
      { maxLength: 2 },
    ),
    // Being printed is no activity: no figure counts it.
    receiptPrint: fc.constant({ byUserId: 7, atMs: CREATED_MS + 100 }),
  },
  { requiredKeys: ['status', 'finalMinor'] },
);
const purchaseFields: fc.Arbitrary<Partial<Purchase>> = fc.record({
  status: fc.constantFrom(...PURCHASE_STATUSES),
  paymentStatus: fc.constantFrom(...PURCHASE_PAYMENT_STATUSES),
  history: fc.array(
    atMs.map((changedMs) => ({ action: 'updated', changedFields: {}, atMs: changedMs, byUserId: 7, notes: null })),
    { maxLength: 3 },
  ),
  lines: fc.array(
    fc.constantFrom(...EXPIRIES).map((expiryDate) => ({
      ...{ id: 1, itemId: 11, itemName: 'Milk', quantityHundredths: 100, unitCostMinor: 1, totalCostMinor: 1 },
      ...{ batchNumber: null, expiryDate, notes: null, movesStock: true },
    })),
    { maxLength: 3 },
  ),
});

const sales = fc
  .sample(saleFields, { numRuns: 600, seed: 18 })
  .map((fields, nth) => saleRow({ id: 1 + nth, createdAtMs: CREATED_MS, ...fields }));
const purchases = fc
  .sample(purchaseFields, { numRuns: 200, seed: 18 })
  .map((fields, nth) => purchaseRow({ id: 1 + nth, supplierId: 3, createdAtMs: CREATED_MS, ...fields }));

describe.each(ENGINES)('when a row was last active, on %s', (engine) => {
  let database: Database;
  const inShop = <Row extends object>(text: string, params: readonly SqlParam[] = []) =>
    database.transaction({ businessId: SHOP }, (sql) => sql.query<Row>(text, params));
  const write = (table: 'sale' | 'purchase', rows: readonly object[]) =>
    inShop(
      `insert into ${table} (business_id, id, version, doc) select $1, (doc ->> 'id')::bigint, 1, doc
        from jsonb_array_elements($2::jsonb) as doc
        on conflict (business_id, id) do update set doc = excluded.doc`,
      [SHOP, JSON.stringify(rows)],
    );
  const stored = async (table: 'sale' | 'purchase') =>
    (await inShop<{ id: number; ms: number }>(`select id, last_active_ms as ms from ${table} order by id`)).map(
      ({ id, ms }) => [id, ms],
    );

  beforeAll(async () => {
    database = await openEmptyDatabase(engine);
    await migrate(database, readMigrations().slice(0, BEFORE));
    await write('sale', sales);
    await write('purchase', purchases);
    await migrate(database);
  });
  afterAll(() => database.close());

  it('SYN-12 the database says the same of each sale as a device, also of those from before it had the rule', async () => {
    expect(await stored('sale')).toEqual(sales.map((sale) => [sale.id, lastActiveMs('sale', sale)]));
  });

  it('SYN-12 and of each purchase', async () => {
    expect(await stored('purchase')).toEqual(purchases.map((row) => [row.id, lastActiveMs('purchase', row)]));
  });

  it('SYN-12 and again when the row changes', async () => {
    const turned = sales.toReversed().map((sale, at) => ({ ...sale, id: 1 + at }));
    await write('sale', turned);
    expect(await stored('sale')).toEqual(turned.map((sale) => [sale.id, lastActiveMs('sale', sale)]));
  });
});

it('SYN-12 G48 a purchase is active until the last of its goods expires', () => {
  const bought = (...expiryDates: (string | null)[]) =>
    lastActiveMs(
      'purchase',
      purchaseRow({
        ...{ id: 1, supplierId: 3, createdAtMs: CREATED_MS },
        lines: expiryDates.map((expiryDate, nth) => ({
          ...{ id: nth, itemId: 11, itemName: 'Milk', quantityHundredths: 100, unitCostMinor: 1, totalCostMinor: 1 },
          ...{ batchNumber: null, expiryDate, notes: null, movesStock: true },
        })),
      }),
    );
  expect(bought('2028-02-29', null, '2027-08-01')).toBe(Date.UTC(2028, 1, 29));
  expect(bought('2026-02-31')).toBe(Date.UTC(2026, 2, 3));
  expect(bought(null, '0026-08-01', 'soon')).toBe(CREATED_MS);
});

it('SYN-12 these rows are open, or were active last when created, or later', () => {
  const kindOf = (ms: number) => (ms === Number.MAX_SAFE_INTEGER ? 'open' : Math.sign(ms - CREATED_MS));
  const kinds = (instants: readonly number[]) => new Set(instants.map(kindOf));
  expect(kinds(sales.map((sale) => lastActiveMs('sale', sale)))).toEqual(new Set(['open', 0, 1]));
  expect(kinds(purchases.map((row) => lastActiveMs('purchase', row)))).toEqual(new Set(['open', 0, 1]));
});
