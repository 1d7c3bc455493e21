import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangePosition, ChangeTx, SnapshotTx, StoredRow } from '../../../../server/mutate/server-store.ts';
import type { RowChange } from '../../../../sync/mutation/overlay.ts';
import { type Rows, TABLE_NAMES, type TableName } from '../../../../sync/protocol/tables.ts';
import { customerRow, itemRow, purchaseRow, saleRow, supplierRow } from '../../../support/shop-rows.ts';
import { EPOCH, type OpenedStore, openStore, type Shop, STORES } from './opened-store.ts';

const put = (table: TableName, row: Rows[TableName]): RowChange => ({
  table,
  id: row.id,
  before: undefined,
  after: row,
});
const remove = (table: TableName, id: number): RowChange => ({ table, id, before: undefined, after: undefined });
const placeOf = (row: StoredRow) => ({ version: row.version, tableIndex: TABLE_NAMES.indexOf(row.table), id: row.id });
const EVERYTHING: ChangePosition = { version: 0, tableIndex: TABLE_NAMES.length, id: 0 };

describe.each(STORES)('reading a business in the store over %s', (kind) => {
  let opened: OpenedStore;
  const snapshot = <T>(shop: Shop, work: (tx: SnapshotTx) => Promise<T>): Promise<T> =>
    opened.store.snapshot(shop.businessId, work);
  const change = <T>(shop: Shop, work: (tx: ChangeTx) => Promise<T>): Promise<T> =>
    opened.store.change(shop.businessId, work);
  const write = (shop: Shop, changes: RowChange[]) =>
    change(shop, async (tx) => {
      await tx.writeRows(changes);
      return tx.version;
    });

  beforeAll(async () => {
    opened = await openStore(kind);
  });
  afterAll(() => opened.close());

  it('SYN-14 names living rows by when they were created, oldest first, with the version of their last change', async () => {
    const shop = await opened.newShop();
    const first = await write(shop, [
      put('customer', customerRow({ id: 3, createdAtMs: 1_000 })),
      put('customer', customerRow({ id: 2, createdAtMs: 2_000 })),
      put('customer', customerRow({ id: 1, createdAtMs: 2_000 })),
      put('customer', customerRow({ id: 4, createdAtMs: 3_000 })),
    ]);
    const second = await write(shop, [
      put('customer', customerRow({ id: 1, createdAtMs: 2_000 })),
      remove('customer', 4),
    ]);
    const from = (fromMs: number, countMax: number) =>
      snapshot(shop, (tx) => tx.createdFrom('customer', fromMs, countMax));
    expect(await from(0, 10)).toEqual([
      { id: 3, version: first, createdAtMs: 1_000 },
      { id: 1, version: second, createdAtMs: 2_000 },
      { id: 2, version: first, createdAtMs: 2_000 },
    ]);
    expect((await from(1_001, 1)).map(({ id }) => id)).toEqual([1]);
    expect((await snapshot(shop, (tx) => tx.createdFrom('business', 0, 10))).map(({ id }) => id)).toEqual([
      shop.businessId,
    ]);
  });

  it('SYN-11 reads one moment: what commits meanwhile is not seen', async () => {
    const shop = await opened.newShop();
    await write(shop, [put('item', itemRow({ id: 1, name: 'before' }))]);
    const [begun, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = snapshot(shop, async (tx) => {
      const first = await tx.rowsOf([{ table: 'item', id: 1 }]);
      begun.resolve();
      // With one connection the writer waits for this transaction instead.
      if (opened.isConcurrent) await committed.promise;
      return {
        first,
        again: await tx.rowsAfter('item', 0, 10),
        changes: await tx.changesAfter(EVERYTHING, 100),
        version: tx.version,
      };
    });
    await begun.promise;
    const version = await write(shop, [
      put('item', itemRow({ id: 1, name: 'after' })),
      put('item', itemRow({ id: 2 })),
    ]);
    committed.resolve();
    const read = await reading;
    expect(read.version).toBe(version - 1);
    expect(read.again).toEqual(read.first);
    expect(read.changes.filter((row) => row.table === 'item')).toEqual(read.first);
    expect(await snapshot(shop, async (tx) => tx.version)).toBe(version);
  });

  it('answers version, epoch, who acts, the client and its outcomes', async () => {
    const shop = await opened.newShop();
    const clientId = '00000000000000aa';
    const hashOf = (mid: number) => String(mid).padStart(32, '0');
    await change(shop, async (tx) => {
      await tx.putClient({ clientId, userId: shop.userId, lmid: 3, hash: hashOf(3) }, 1, null);
      await tx.addOutcomes(
        clientId,
        [3, 1, 2].map((mid) => ({
          act: hashOf(mid),
          attempt: 0,
          outcome: { mid, h: hashOf(mid), kind: 'applied' as const, codes: [], detail: {} },
        })),
        1,
      );
    });
    const read = await snapshot(shop, async (tx) => ({
      epoch: tx.epoch,
      actor: await tx.actor(shop.userId),
      nobody: await tx.actor(1),
      client: await tx.client(clientId),
      none: await tx.client('00000000000000ab'),
      mids: (await tx.outcomesAfter(clientId, 1)).map(({ mid }) => mid),
    }));
    expect(read).toEqual({
      epoch: EPOCH,
      actor: { userId: shop.userId, role: 'admin', isActive: true },
      nobody: null,
      client: { clientId, userId: shop.userId, lmid: 3, hash: hashOf(3) },
      none: null,
      mids: [2, 3],
    });
  });

  it('SYN-11 goes through rows and tombstones in the order (version, table, id), from any place, in pages of any size', async () => {
    const written = fc.record({
      table: fc.constantFrom<TableName>('item', 'customer', 'sale'),
      id: fc.integer({ min: 1, max: 12 }),
      leaves: fc.boolean(),
    });
    const runs = kind === 'memory' ? 60 : 15;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(written, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (batches, pageSize) => {
          const shop = await opened.newShop();
          const model = new Map<string, StoredRow>();
          for (const batch of batches) {
            const changes = new Map(
              batch.map((each) => [
                `${each.table}/${each.id}`,
                each.leaves ? remove(each.table, each.id) : put(each.table, anyRow(each.table, each.id)),
              ]),
            );
            const version = await write(shop, [...changes.values()]);
            for (const [key, { table, id, after }] of changes) {
              if (after || model.get(key)?.row)
                model.set(key, { table, id, version, row: after ? { ...after, version } : null });
            }
          }
          const expected = [...model.values()].sort(
            (a, b) =>
              a.version - b.version || TABLE_NAMES.indexOf(a.table) - TABLE_NAMES.indexOf(b.table) || a.id - b.id,
          );
          await snapshot(shop, async (tx) => {
            let place = { ...EVERYTHING, version: 1 };
            const paged: StoredRow[] = [];
            for (;;) {
              const page = await tx.changesAfter(place, pageSize);
              expect(page.length).toBeLessThanOrEqual(pageSize);
              paged.push(...page);
              const last = page.at(-1);
              if (!last) break;
              place = placeOf(last);
            }
            expect(paged).toEqual(expected);
            for (const [index, row] of expected.entries())
              expect(await tx.changesAfter(placeOf(row), 100)).toEqual(expected.slice(index + 1));
          });
        },
      ),
      { numRuns: runs },
    );
  });

  it('SYN-11 a change’s own business and user rows come before what refers to them', async () => {
    const shop = await opened.newShop();
    const all = await snapshot(shop, (tx) => tx.changesAfter(EVERYTHING, 10));
    expect(all.map(({ table, version }) => [table, version])).toEqual([
      ['business', 1],
      ['user', 1],
    ]);
  });

  it('SYN-12 gives whole tables by id, without what was removed', async () => {
    const shop = await opened.newShop();
    await write(
      shop,
      [5, 3, 9, 7].map((id) => put('customer', customerRow({ id }))),
    );
    await write(shop, [remove('customer', 5)]);
    const ids = await snapshot(shop, async (tx) => [
      await tx.rowsAfter('customer', 0, 2),
      await tx.rowsAfter('customer', 7, 2),
      await tx.rowsAfter('customer', 9, 2),
    ]);
    expect(ids.map((rows) => rows.map(({ id }) => id))).toEqual([[3, 7], [9], []]);
    expect((await snapshot(shop, (tx) => tx.rowsAfter('user', 0, 5))).map(({ id }) => id)).toEqual([shop.userId]);
    expect((await snapshot(shop, (tx) => tx.rowsAfter('business', 0, 5))).map(({ id }) => id)).toEqual([
      shop.businessId,
    ]);
  });

  it('SYN-12 gives the past newest first: what is recent, and what is unpaid however old', async () => {
    const shop = await opened.newShop();
    const sale = (id: number, createdAtMs: number, status: 'completed' | 'pending' = 'completed') =>
      put('sale', saleRow({ id, createdAtMs, status }));
    await write(shop, [
      sale(1, 100),
      sale(2, 200),
      sale(3, 200),
      sale(4, 300),
      sale(5, 40, 'pending'),
      sale(6, 50),
      sale(7, 60, 'pending'),
      sale(8, 250),
    ]);
    await write(shop, [remove('sale', 8)]);
    const versionMax = await write(shop, []);
    await write(shop, [sale(9, 400)]);
    const bounds = { sinceMs: 100, versionMax };
    const ids = async (place: { createdAtMs: number; id: number } | null, countMax: number) =>
      (await snapshot(shop, (tx) => tx.historyBefore('sale', place, bounds, countMax))).map(({ id }) => id);
    expect(await ids(null, 10)).toEqual([4, 3, 2, 1, 7, 5]);
    expect(await ids(null, 3)).toEqual([4, 3, 2]);
    expect(await ids({ createdAtMs: 200, id: 3 }, 2)).toEqual([2, 1]);
    expect(await ids({ createdAtMs: 100, id: 1 }, 10)).toEqual([7, 5]);
    expect(await ids({ createdAtMs: 60, id: 7 }, 10)).toEqual([5]);
    expect(await ids({ createdAtMs: 40, id: 5 }, 10)).toEqual([]);
    expect(await snapshot(shop, (tx) => tx.historyBefore('stockMovement', null, bounds, 5))).toEqual([]);
    expect(await snapshot(shop, (tx) => tx.historyBefore('feedback', null, bounds, 5))).toEqual([]);
    expect(await snapshot(shop, (tx) => tx.historyBefore('cashCount', null, bounds, 5))).toEqual([]);
  });

  it('SYN-12 M6 G23 gives old sales with a payment, a refund or a cancellation since the instant, and those with money to settle', async () => {
    const shop = await opened.newShop();
    const money = (amountMinor: number, atMs: number) => ({
      ...{ id: atMs, amountMinor, paymentMethodId: null, paymentMethodName: null, transactionId: null },
      ...{ byUserId: 7, atMs },
    });
    const sale = (id: number, createdAtMs: number, fields: Partial<Rows['sale']>) =>
      put('sale', saleRow({ id, createdAtMs, finalMinor: 500, ...fields }));
    const cancelled = { status: 'cancelled' as const, payments: [money(500, 20)] };
    const cancelledAt = (atMs: number) => [{ reason: 'Wrong item', byUserId: 7, atMs }];
    await write(shop, [
      sale(1, 200, {}),
      sale(2, 90, {}),
      sale(3, 80, { payments: [money(200, 80), money(300, 100)] }),
      sale(4, 79, { payments: [money(200, 79), money(300, 99)] }),
      sale(5, 70, { ...cancelled, refunds: [{ ...money(500, 100), way: 'refunded' }] }),
      sale(6, 69, { ...cancelled, refunds: [{ ...money(500, 99), way: 'refunded' }] }),
      sale(7, 60, { ...cancelled, payments: [], cancellations: cancelledAt(100) }),
      sale(8, 59, { ...cancelled, payments: [], cancellations: cancelledAt(99) }),
      sale(9, 50, cancelled),
      sale(10, 40, { ...cancelled, refunds: [{ ...money(500, 40), way: 'kept' }] }),
      sale(11, 30, { flags: ['overpaid'] }),
      sale(12, 20, { status: 'cancelled' }),
    ]);
    const bounds = { sinceMs: 100, versionMax: 1_000 };
    const ids = async (place: { createdAtMs: number; id: number } | null, countMax: number) =>
      (await snapshot(shop, (tx) => tx.historyBefore('sale', place, bounds, countMax))).map(({ id }) => id);
    expect(await ids(null, 20)).toEqual([1, 3, 5, 7, 9, 10, 11]);
    expect(await ids(null, 3)).toEqual([1, 3, 5]);
    expect(await ids({ createdAtMs: 70, id: 5 }, 2)).toEqual([7, 9]);
    // Once its money is given back, it belongs to the windows that have that day.
    await write(shop, [sale(9, 50, { ...cancelled, refunds: [{ ...money(500, 60), way: 'refunded' }] })]);
    expect(await ids({ createdAtMs: 70, id: 5 }, 2)).toEqual([7, 10]);
  });

  it('SYN-12 answers purchases since the instant, those changed since, and those not received or not wholly paid of any age', async () => {
    const shop = await opened.newShop();
    const purchase = (id: number, createdAtMs: number, fields: Partial<Rows['purchase']>) =>
      put('purchase', purchaseRow({ id, supplierId: 9, createdAtMs, ...fields }));
    const changedAt = (atMs: number) => [{ action: 'received', changedFields: {}, atMs, byUserId: 7, notes: null }];
    await write(shop, [
      put('supplier', supplierRow({ id: 9 })),
      purchase(1, 200, {}),
      purchase(2, 50, {}),
      purchase(3, 40, { paymentStatus: 'pending' }),
      purchase(4, 60, { paymentStatus: 'partial' }),
      purchase(5, 30, { status: 'pending' }),
      purchase(6, 70, { history: changedAt(100) }),
      purchase(7, 80, { history: changedAt(99) }),
    ]);
    const bounds = { sinceMs: 100, versionMax: 1_000 };
    const found = await snapshot(shop, (tx) => tx.historyBefore('purchase', null, bounds, 10));
    expect(found.map(({ id }) => id)).toEqual([1, 6, 4, 3, 5]);
  });

  it('finds rows by their keys, tombstones too', async () => {
    const shop = await opened.newShop();
    await write(shop, [put('item', itemRow({ id: 1 })), put('customer', customerRow({ id: 1 }))]);
    const version = await write(shop, [remove('item', 1)]);
    const found = await snapshot(shop, (tx) =>
      tx.rowsOf([
        { table: 'customer', id: 1 },
        { table: 'item', id: 1 },
        { table: 'item', id: 2 },
      ]),
    );
    expect(
      found.toSorted((a, b) => a.table.localeCompare(b.table)).map(({ table, row }) => [table, row === null]),
    ).toEqual([
      ['customer', false],
      ['item', true],
    ]);
    expect(found.find(({ table }) => table === 'item')?.version).toBe(version);
  });

  it('R-GEN-17 shows nothing of another business', async () => {
    const [ours, theirs] = [await opened.newShop(), await opened.newShop()];
    await write(theirs, [put('item', itemRow({ id: 1 })), put('sale', saleRow({ id: 2 }))]);
    const seen = await snapshot(ours, async (tx) => [
      ...(await tx.changesAfter(EVERYTHING, 100)),
      ...(await tx.rowsAfter('item', 0, 10)),
      ...(await tx.historyBefore('sale', null, { sinceMs: 0, versionMax: 1_000 }, 10)),
      ...(await tx.rowsOf([
        { table: 'item', id: 1 },
        { table: 'user', id: theirs.userId },
      ])),
    ]);
    expect(seen.filter(({ table }) => table !== 'business' && table !== 'user')).toEqual([]);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set([ours.businessId, ours.userId]));
  });
});

function anyRow(table: TableName, id: number): Rows[TableName] {
  if (table === 'item') return itemRow({ id });
  return table === 'customer' ? customerRow({ id }) : saleRow({ id });
}
