import { describe, expect, test } from 'vitest';
import type { Purchase } from '../../../domain/items/purchase.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import type { SalePayment } from '../../../domain/sales/sale-payment.ts';
import type { KeptWindow, ReplicaState } from '../../../sync/ports.ts';
import { HISTORY_MONTH_MS, HISTORY_TABLES, type HistoryTable } from '../../../sync/protocol/tables.ts';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { dueWindow, type EvictionPlace, leaveSome, shorterWindow } from '../../../sync/replica/window.ts';
import { openReplica, readyState, type Replica } from '../../support/device/replica.ts';
import { customerRow, itemRow, NOON_MS, purchaseRow, saleRow, supplierRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const OLD_MS = NOON_MS - 14 * HISTORY_MONTH_MS;
const BEFORE_MS = NOON_MS - 13 * HISTORY_MONTH_MS;

const oldSale = (id: number, fields: Partial<Sale> = {}): Sale =>
  saleRow({ id, createdAtMs: OLD_MS + id, status: 'completed', ...fields });

const money = (amountMinor: number, atMs: number): SalePayment => ({
  ...{ id: 1, amountMinor, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: 7, atMs },
});

const receivedAt = (id: number, atMs: number): Purchase => {
  const changedFields = { status: { from: 'pending', to: 'completed' } };
  const history = [{ action: 'received', changedFields, atMs, byUserId: 7, notes: null }];
  return purchaseRow({ id, supplierId: 3, createdAtMs: OLD_MS, history });
};

const movement = (id: number, itemId: number, createdAtMs: number) => ({
  ...{
    id,
    version: 1,
    itemId,
    type: 'addition' as const,
    quantityHundredths: 100,
    batchId: null,
    notes: null,
  },
  ...{ createdByUserId: 7, createdAtMs, offsetMinutes: 180 },
});

/** Removes rows outside the window as the engine does, in several transactions. */
async function leave(replica: Replica, table: HistoryTable, beforeMs = BEFORE_MS): Promise<number> {
  let [count, place]: [number, EvictionPlace | null] = [0, null];
  do {
    const from: EvictionPlace | null = place;
    const left: Awaited<ReturnType<typeof leaveSome>> = await replica.write((tx) =>
      leaveSome(tx, table, beforeMs, from),
    );
    [count, place] = [count + left.count, left.next];
  } while (place !== null);
  return count;
}

describe.each(DEVICES)('what leaves the window of a device, $kind', ({ open }) => {
  const idsOf = async (replica: Replica, table: HistoryTable) => (await replica.device.rows(table)).map(({ id }) => id);

  test('SYN-12 settled history of any table leaves, and the counts with it; what is younger stays', async () => {
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1 }), itemRow({ id: 2 })],
      supplier: [supplierRow({ id: 3 })],
      sale: [oldSale(90), oldSale(91), saleRow({ id: 92, createdAtMs: BEFORE_MS })],
      purchase: [
        purchaseRow({ id: 80, supplierId: 3, createdAtMs: OLD_MS }),
        purchaseRow({ id: 81, supplierId: 3, createdAtMs: NOON_MS }),
      ],
      stockMovement: [movement(70, 1, OLD_MS), movement(71, 1, NOON_MS), movement(72, 2, OLD_MS)],
    });
    for (const table of HISTORY_TABLES) await leave(replica, table);
    expect(await idsOf(replica, 'sale')).toEqual([92]);
    expect(await idsOf(replica, 'purchase')).toEqual([81]);
    expect(await idsOf(replica, 'stockMovement')).toEqual([71]);
    expect(await replica.device.rowCount(COUNT_KEYS.sales)).toBe(1);
    // Stock is a figure of the item, not a sum of the rows on the device.
    expect(await replica.stock(1)).toBe(itemRow({ id: 1 }).currentStockHundredths);
  });

  test('SYN-12 what is unpaid, paid twice or not received yet stays whatever its age', async () => {
    const replica = await openReplica(open, {
      supplier: [supplierRow({ id: 3 })],
      sale: [oldSale(90, { status: 'pending' }), oldSale(91, { flags: ['overpaid'] }), oldSale(92)],
      purchase: [
        purchaseRow({ id: 80, supplierId: 3, createdAtMs: OLD_MS, paymentStatus: 'partial' }),
        purchaseRow({ id: 81, supplierId: 3, createdAtMs: OLD_MS, paymentStatus: 'paid' }),
        purchaseRow({ id: 82, supplierId: 3, createdAtMs: OLD_MS, paymentStatus: 'paid', status: 'pending' }),
      ],
    });
    await leave(replica, 'sale');
    await leave(replica, 'purchase');
    expect(await idsOf(replica, 'sale')).toEqual([90, 91]);
    expect(await idsOf(replica, 'purchase')).toEqual([80, 82]);
  });

  test('SYN-12 SYN-12a an old sale stays while the window has the day on which it was paid, refunded or cancelled, an old purchase while it has that of its receipt', async () => {
    const cancelled: Partial<Sale> = { status: 'cancelled', finalMinor: 500, payments: [money(500, OLD_MS)] };
    const activeAt = (atMs: number): Partial<Sale>[] => [
      { finalMinor: 500, payments: [money(200, OLD_MS), money(300, atMs)] },
      { ...cancelled, refunds: [{ ...money(500, atMs), way: 'refunded' }] },
      { ...cancelled, payments: [], cancellations: [{ reason: 'Wrong item', byUserId: 7, atMs }] },
    ];
    const within = activeAt(BEFORE_MS).map((fields, nth) => oldSale(90 + nth, fields));
    const beyond = activeAt(BEFORE_MS - 1).map((fields, nth) => oldSale(95 + nth, fields));
    const replica = await openReplica(open, {
      supplier: [supplierRow({ id: 3 })],
      sale: [...within, ...beyond],
      purchase: [receivedAt(80, BEFORE_MS), receivedAt(81, BEFORE_MS - 1)],
    });
    for (const table of HISTORY_TABLES) await leave(replica, table);
    expect(await idsOf(replica, 'sale')).toEqual([90, 91, 92]);
    expect(await idsOf(replica, 'purchase')).toEqual([80]);
    for (const table of HISTORY_TABLES) await leave(replica, table, BEFORE_MS + 1);
    expect(await idsOf(replica, 'sale')).toEqual([]);
    expect(await idsOf(replica, 'purchase')).toEqual([]);
  });

  test('SYN-12 SYN-12a M6 G23 what is due to a customer, kept as credit or given back twice stays whatever its age, until it is settled', async () => {
    const paid: Partial<Sale> = { finalMinor: 500, payments: [money(500, OLD_MS)] };
    const twice: Partial<Sale> = { finalMinor: 500, payments: [money(500, OLD_MS), money(500, OLD_MS)] };
    const back = (amountMinor: number) => ({ ...money(amountMinor, OLD_MS), way: 'refunded' as const });
    const credit = { ...money(500, OLD_MS), way: 'kept' as const };
    const replica = await openReplica(open, {
      sale: [
        oldSale(90, { ...paid, status: 'cancelled' }),
        oldSale(91, { ...paid, status: 'cancelled', refunds: [credit] }),
        oldSale(92, { ...twice, refunds: [credit] }),
        oldSale(93, { ...paid, status: 'cancelled', refunds: [back(700)] }),
        oldSale(94, { ...paid, status: 'cancelled', refunds: [back(200), back(300)] }),
        oldSale(95, { ...twice, refunds: [credit, back(500)] }),
        oldSale(96, paid),
        // A row of an older build does not say what was paid for it before it was cancelled.
        oldSale(97, { status: 'cancelled', finalMinor: 500 }),
      ],
    });
    await leave(replica, 'sale');
    expect(await idsOf(replica, 'sale')).toEqual([90, 91, 92, 93]);
  });

  test('SYN-12 SYN-12a what waits to be sent stays, and what was sent in the days that a restored server is healed from', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })], sale: [oldSale(90), oldSale(91)] });
    const cancel = (id: number) => replica.run('sale.cancel', () => ({ id, reason: 'brought back', refunds: [] }));
    expect(await cancel(90)).toMatchObject({ ok: true });
    await leave(replica, 'sale');
    expect(await idsOf(replica, 'sale')).toEqual([90]);

    await replica.absorb({ confirmed: await replica.confirmed(1), rows: { sale: [oldSale(90, { version: 2 })] } });
    expect(await replica.outbox()).toEqual([]);
    await leave(replica, 'sale');
    expect(await idsOf(replica, 'sale')).toEqual([90]);
    await replica.write((tx) => tx.archive.prune(Number.MAX_SAFE_INTEGER));
    await leave(replica, 'sale');
    expect(await idsOf(replica, 'sale')).toEqual([]);
  });

  test('SYN-12 thousands of rows leave some at a time, past those that stay', async () => {
    const sales = Array.from({ length: 1_300 }, (_, nth) =>
      oldSale(1_000 + nth, nth % 3 === 0 ? { status: 'pending' } : {}),
    );
    const movements = Array.from({ length: 2_600 }, (_, nth) =>
      movement(5_000 + nth, 1 + (nth % 7), nth % 2 === 0 ? OLD_MS : NOON_MS),
    );
    const replica = await openReplica(open, { sale: sales, stockMovement: movements });
    expect(await leave(replica, 'sale')).toBe(866);
    expect(await leave(replica, 'stockMovement')).toBe(1_300);
    expect(await replica.device.rowCount(COUNT_KEYS.sales)).toBe(434);
    expect((await replica.device.rows('stockMovement')).every(({ createdAtMs }) => createdAtMs === NOON_MS)).toBe(true);
  });

  test('SYN-26 SYN-12 SYN-12b a window that space made shorter is not filled again by the past, but by what is unpaid', async () => {
    const window: KeptWindow = { sinceMs: NOON_MS - HISTORY_MONTH_MS, months: 1, older: {} };
    const state = { serverTimeMs: NOON_MS, window, historyLeft: true };
    const replica = await openReplica(open, { customer: [customerRow({ id: 5 })] }, state);
    const rows = { sale: [oldSale(90), oldSale(91, { status: 'pending' }), saleRow({ id: 92, createdAtMs: NOON_MS })] };
    await replica.absorb({ kind: 'history', rows });
    expect(await idsOf(replica, 'sale')).toEqual([91, 92]);
    // Older rows that a person asks for are accepted.
    await replica.absorb({ kind: 'older', rows: { sale: [oldSale(90)] } });
    expect(await idsOf(replica, 'sale')).toEqual([90, 91, 92]);
  });

  test('SYN-26 SYN-12 a shorter window takes from the past what was paid or received within it', async () => {
    const window: KeptWindow = { sinceMs: NOON_MS - HISTORY_MONTH_MS, months: 1, older: {} };
    const replica = await openReplica(open, { supplier: [supplierRow({ id: 3 })] }, { window, historyLeft: true });
    const paidAt = (id: number, atMs: number) => oldSale(id, { finalMinor: 500, payments: [money(500, atMs)] });
    const rows = {
      sale: [paidAt(90, window.sinceMs), paidAt(91, window.sinceMs - 1)],
      purchase: [receivedAt(80, window.sinceMs), receivedAt(81, window.sinceMs - 1)],
    };
    await replica.absorb({ kind: 'history', rows });
    expect(await idsOf(replica, 'sale')).toEqual([90]);
    expect(await idsOf(replica, 'purchase')).toEqual([80]);
  });

  test('SYN-26 SYN-15 nor by a new copy of the shop', async () => {
    const window: KeptWindow = { sinceMs: NOON_MS - HISTORY_MONTH_MS, months: 1, older: {} };
    const replica = await openReplica(open, {}, { serverTimeMs: NOON_MS, window });
    await replica.absorb({ kind: 'resync' });
    const rows = { sale: [oldSale(90), saleRow({ id: 92, createdAtMs: NOON_MS })] };
    await replica.absorb({ kind: 'history', baseCookie: null, rows, historyLeft: false });
    const { resync } = await replica.state();
    await replica.absorb({ baseCookie: resync?.cookie ?? null, confirmed: await replica.confirmed(0) });
    expect((await replica.state()).resync).toBeNull();
    expect(await idsOf(replica, 'sale')).toEqual([92]);
  });

  test('SYN-26 SYN-15 what changes while a new copy arrives is in it, whatever its age', async () => {
    const window: KeptWindow = { sinceMs: NOON_MS - HISTORY_MONTH_MS, months: 1, older: {} };
    const unpaid = oldSale(90, { status: 'pending' });
    const replica = await openReplica(open, { sale: [unpaid] }, { serverTimeMs: NOON_MS, window });
    await replica.absorb({ kind: 'resync' });
    await replica.absorb({ kind: 'history', baseCookie: null, rows: { sale: [unpaid] }, historyLeft: false });
    const { resync } = await replica.state();
    const paid = oldSale(90, { version: 2 });
    const last = { baseCookie: resync?.cookie ?? null, version: 2, confirmed: await replica.confirmed(0) };
    await replica.absorb({ ...last, rows: { sale: [paid] } });
    expect(await replica.row('sale', 90)).toEqual(paid);
  });
});

describe('when a window is due', () => {
  const state = (fields: Partial<ReplicaState> = {}) => readyState({ serverTimeMs: NOON_MS, ...fields });
  const kept = (sinceMs: number, months = 13): Partial<ReplicaState> => ({ window: { sinceMs, months, older: {} } });

  test('SYN-12 SYN-12a SYN-23 once a day of the server, whatever the clock of the device says', () => {
    const due = dueWindow(state());
    expect(due).toEqual({ sinceMs: BEFORE_MS, months: 13, older: {} });
    expect(dueWindow(state(kept(BEFORE_MS)))).toBeNull();
    expect(dueWindow(state({ ...kept(BEFORE_MS), serverTimeMs: NOON_MS + 86_399_999 }))).toBeNull();
    expect(dueWindow(state({ ...kept(BEFORE_MS), serverTimeMs: NOON_MS + 86_400_000 }))).not.toBeNull();
    expect(dueWindow(readyState())).toBeNull();
  });

  test('SYN-12 SYN-24 not while the past still arrives, nor over a sealed device', () => {
    expect(dueWindow(state({ historyLeft: true }))).toBeNull();
    expect(dueWindow(state({ snapshotComplete: false }))).toBeNull();
    expect(dueWindow(state({ sealed: true }))).toBeNull();
  });

  test('SYN-26 fewer months each time that space runs out, down to one; a shorter window moves on by the day too', () => {
    expect([13, 6, 3, 1].map((months) => shorterWindow(state(kept(0, months)))?.months ?? null)).toEqual([
      6,
      3,
      1,
      null,
    ]);
    expect(shorterWindow(readyState())).toBeNull();
    expect(dueWindow(state(kept(NOON_MS - 4 * HISTORY_MONTH_MS, 3)))?.sinceMs).toBe(NOON_MS - 3 * HISTORY_MONTH_MS);
  });
});
