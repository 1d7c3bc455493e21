import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeTx, ClientRow, DecidedAct } from '../../../../server/mutate/server-store.ts';
import type { RowChange } from '../../../../sync/mutation/overlay.ts';
import type { Outcome } from '../../../../sync/protocol/outcome.ts';
import type { Rows, TableName } from '../../../../sync/protocol/tables.ts';
import {
  cashCountRow,
  customerRow,
  itemRow,
  orderRow,
  paymentMethodRow,
  purchaseRow,
  saleRow,
  supplierRow,
} from '../../../support/shop-rows.ts';
import { EPOCH, type OpenedStore, openStore, type Shop, STORES } from './opened-store.ts';

const CLIENT = '00000000000000aa';
const put = (table: TableName, row: Rows[TableName]): RowChange => ({
  table,
  id: row.id,
  before: undefined,
  after: row,
});
const remove = (table: TableName, id: number): RowChange => ({ table, id, before: undefined, after: undefined });
const hex = (n: number) => n.toString(16).padStart(32, '0');
const outcome = (mid: number, fields: Partial<Outcome> = {}): Outcome => ({
  mid,
  h: hex(mid),
  kind: 'applied',
  codes: [],
  detail: {},
  ...fields,
});
/** Returns the decision about the act that a client sent under this mid. */
const decided = (mid: number, fields: Partial<Outcome> = {}, act = hex(mid), attempt = 0): DecidedAct => ({
  act,
  attempt,
  outcome: outcome(mid, fields),
});

// All stores of the server must behave the same.
describe.each(STORES)('changing a business in the store over %s', (kind) => {
  let opened: OpenedStore;
  let shop: Shop;
  const change = <T>(work: (tx: ChangeTx) => Promise<T>, of: Shop = shop): Promise<T> =>
    opened.store.change(of.businessId, work);
  const write = (changes: RowChange[], of: Shop = shop) => change((tx) => tx.writeRows(changes), of);
  const getMany = <T extends TableName>(table: T, ids: number[], of: Shop = shop) =>
    change((tx) => tx.getMany(table, ids), of);

  beforeAll(async () => {
    opened = await openStore(kind);
    shop = await opened.newShop();
  });
  afterAll(() => opened.close());

  it('SYN-7 takes the next version first, and answers the epoch', async () => {
    const first = await change(async ({ version, epoch }) => ({ version, epoch }));
    const second = await change(async ({ version, epoch }) => ({ version, epoch }));
    expect([first.epoch, second.epoch]).toEqual([EPOCH, EPOCH]);
    expect(second.version).toBe(first.version + 1);
  });

  it('SYN-7 leaves nothing of a change that throws, its version neither', async () => {
    const before = await change(async (tx) => tx.version);
    const failed = change(async (tx) => {
      await tx.writeRows([put('item', itemRow({ id: 901 }))]);
      await tx.putClient({ clientId: '0000000000000077', userId: shop.userId, lmid: 0, hash: '' }, 1, null);
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await getMany('item', [901])).toEqual([undefined]);
    expect(await change((tx) => tx.client('0000000000000077'))).toBeNull();
    expect(await change(async (tx) => tx.version)).toBe(before + 3);
  });

  it('SYN-7 lets one change of a business run at a time, each seeing what the one before it wrote', async () => {
    const own = await opened.newShop();
    await write([put('item', itemRow({ id: 1, currentStockHundredths: 0 }))], own);
    const addOne = () =>
      change(async (tx) => {
        const [item] = await tx.getMany('item', [1]);
        if (!item) throw new Error('gone');
        await tx.writeRows([put('item', { ...item, currentStockHundredths: item.currentStockHundredths + 1 })]);
        return tx.version;
      }, own);
    const versions = await Promise.all(Array.from({ length: 12 }, addOne));
    expect(new Set(versions).size).toBe(12);
    expect((await getMany('item', [1], own))[0]?.currentStockHundredths).toBe(12);
  });

  it('R-GEN-17 keeps two businesses apart that use the same ids', async () => {
    const [ours, theirs] = [await opened.newShop(), await opened.newShop()];
    await write([put('item', itemRow({ id: 5, name: 'Ours' }))], ours);
    expect(await getMany('item', [5], theirs)).toEqual([undefined]);
    await write([put('item', itemRow({ id: 5, name: 'Theirs' }))], theirs);
    expect((await getMany('item', [5], ours))[0]?.name).toBe('Ours');
    expect(await getMany('business', [ours.businessId], theirs)).toEqual([undefined]);
    expect(await change((tx) => tx.actor(ours.userId), theirs)).toBeNull();
    await change((tx) => tx.putClient({ clientId: CLIENT, userId: ours.userId, lmid: 3, hash: 'x' }, 1, null), ours);
    expect(await change((tx) => tx.client(CLIENT), theirs)).toBeNull();
    await change((tx) => tx.addOutcomes(CLIENT, [decided(1)], 1), ours);
    expect(await change((tx) => tx.decided([hex(1)]), theirs)).toEqual([]);
    expect(await opened.store.snapshot(theirs.businessId, (tx) => tx.decided([hex(1)]))).toEqual([]);
  });

  it('refuses a business that there is not', async () => {
    await expect(opened.store.change(4_999, async (tx) => tx.version)).rejects.toThrow('no business');
  });

  it('writes rows of every table, in one go, with the version of the change', async () => {
    const own = await opened.newShop();
    const [business] = await getMany('business', [own.businessId], own);
    const [user] = await getMany('user', [own.userId], own);
    if (!business || !user) throw new Error('a new shop has both');
    const rows: { [T in TableName]: Rows[T] } = {
      business: { ...business, name: 'New Name', defaultPaymentMethodId: 11 },
      user: { ...user, role: 'staff', isActive: false },
      paymentMethod: paymentMethodRow({ id: 11 }),
      item: itemRow({ id: 12, customFields: { brand: 'ACME "quoted" \\ ünï' } }),
      customer: customerRow({ id: 13, name: "O'Hara; drop table" }),
      supplier: supplierRow({ id: 18, email: 'a@b.example' }),
      order: orderRow({ id: 14 }),
      sale: saleRow({ id: 15, paymentMethodId: 11, flags: ['oversold'] }),
      purchase: purchaseRow({ id: 19, supplierId: 18, paymentStatus: 'partial', amountPaidMinor: 5 }),
      feedback: {
        id: 20,
        version: 0,
        rating: 5,
        message: 'Good',
        createdByUserId: own.userId,
        createdAtMs: 5,
        offsetMinutes: 0,
      },
      cashCount: cashCountRow({ id: 21 }),
      stockMovement: {
        id: 16,
        version: 0,
        itemId: 12,
        type: 'addition',
        quantityHundredths: 5,
        costPriceMinor: null,
        batchId: null,
        notes: null,
        createdByUserId: own.userId,
        createdAtMs: 5,
        offsetMinutes: 0,
      },
      conflict: {
        id: 17,
        version: 0,
        table: 'item',
        rowId: 12,
        group: 'name',
        mine: { values: { name: 'a' }, userId: 1, atMs: 1 },
        theirs: { values: { name: 'b' }, userId: null, atMs: 1 },
        status: 'open',
        settled: null,
        createdAtMs: 1,
      },
    };
    const tables = Object.keys(rows) as TableName[];
    const version = await change(async (tx) => {
      await tx.writeRows(tables.map((table) => put(table, rows[table])));
      return tx.version;
    }, own);
    for (const table of tables)
      expect(await getMany(table, [rows[table].id], own), table).toEqual([{ ...rows[table], version }]);
    expect(await change((tx) => tx.actor(own.userId), own)).toEqual({
      userId: own.userId,
      role: 'staff',
      isActive: false,
    });
    expect(await change((tx) => tx.paymentMethods(), own)).toEqual([{ ...rows.paymentMethod, version }]);
  });

  it('answers rows in the order of the ids that were asked for, with holes where there is none', async () => {
    await write([21, 22, 23].map((id) => put('customer', customerRow({ id }))));
    const found = await getMany('customer', [23, 999, 21]);
    expect(found.map((row) => row?.id)).toEqual([23, undefined, 21]);
    expect(await getMany('customer', [])).toEqual([]);
  });

  it('hides a removed row, and has it again when it is written anew', async () => {
    await write([
      put('paymentMethod', paymentMethodRow({ id: 31, name: 'Voucher' })),
      put('paymentMethod', paymentMethodRow({ id: 32 })),
    ]);
    await write([remove('paymentMethod', 31), put('paymentMethod', paymentMethodRow({ id: 33 }))]);
    expect((await getMany('paymentMethod', [31, 32])).map((row) => row?.id)).toEqual([undefined, 32]);
    expect((await change((tx) => tx.paymentMethods())).map((method) => method.id)).not.toContain(31);
    await write([put('paymentMethod', paymentMethodRow({ id: 31, name: 'Voucher' }))]);
    expect((await getMany('paymentMethod', [31]))[0]?.name).toBe('Voucher');
  });

  it('M21 keeps in the tombstone what the change that removed the row had made of it', async () => {
    await write([put('customer', customerRow({ id: 34, phone: '0700' }))]);
    const removed = customerRow({ id: 34, phone: '0772' });
    await write([{ ...remove('customer', 34), removed }, remove('customer', 35)]);
    expect(await change((tx) => tx.getDeleted('customer', 34))).toMatchObject({ id: 34, phone: '0772' });
    expect(await getMany('customer', [34])).toEqual([undefined]);
    await write([put('customer', customerRow({ id: 36 }))]);
    const keys = [34, 35, 36].map((id) => ({ table: 'customer' as const, id }));
    expect(await change((tx) => tx.tombstones(keys))).toEqual(new Set(['customer/34']));
  });

  it('M21 keeps in the tombstone also what a change made of a row that it restored and removed again', async () => {
    await write([put('customer', customerRow({ id: 37, phone: '0700' }))]);
    await write([remove('customer', 37)]);
    await write([{ ...remove('customer', 37), removed: customerRow({ id: 37, phone: '0772' }) }]);
    expect(await change((tx) => tx.getDeleted('customer', 37))).toMatchObject({ id: 37, phone: '0772' });
    // Removing it again without a new fact changes nothing.
    await write([remove('customer', 37)]);
    expect(await change((tx) => tx.getDeleted('customer', 37))).toMatchObject({ id: 37, phone: '0772' });
  });

  it('removes a row that never was without a trace', async () => {
    await write([remove('item', 40)]);
    expect(await opened.store.snapshot(shop.businessId, (tx) => tx.rowsOf([{ table: 'item', id: 40 }]))).toEqual([]);
  });

  it('writes two thousand rows in one change', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) =>
      put('item', itemRow({ id: 100_000 + index, description: 'x'.repeat(200) })),
    );
    await write(rows);
    const found = await getMany(
      'item',
      rows.map((row) => row.id),
    );
    expect(found.filter((row) => row !== undefined)).toHaveLength(2_000);
  });

  it('keeps clients by their id', async () => {
    const clientId = '00000000000000c1';
    const first: ClientRow = { clientId, userId: shop.userId, lmid: 4, hash: 'abc' };
    const device = {
      pendingCount: 2 ** 40,
      oldestPendingAtMs: 9,
      appVersion: 'a\0b',
      clockOffsetMs: -5,
      storagePersistent: true,
      formerClientId: '00000000000000c0',
    };
    await change((tx) => tx.putClient(first, 10, device));
    expect(await change((tx) => tx.client(clientId))).toEqual(first);
    await change((tx) => tx.putClient({ ...first, lmid: 5, hash: 'def' }, 11, null));
    expect(await change((tx) => tx.client(clientId))).toEqual({ ...first, lmid: 5, hash: 'def' });
    for (const other of ['00000000000000c0', '00000000000000c2'])
      expect(await change((tx) => tx.client(other))).toBeNull();
  });

  it('SYN-7 keeps outcomes, each once, and answers those asked for in the order of their mids', async () => {
    const refusal = {
      kind: 'refused' as const,
      codes: ['item_missing'],
      detail: { by: 'Amina', atMs: 3, other: null },
    };
    await change((tx) => tx.addOutcomes(CLIENT, [decided(3), decided(2, refusal), decided(1)], 5));
    await change((tx) => tx.addOutcomes('00000000000000ab', [decided(1, { h: hex(99) })], 5));
    expect(await change((tx) => tx.outcomes(CLIENT, [3, 2, 9]))).toEqual([outcome(2, refusal), outcome(3)]);
    expect(await change((tx) => tx.outcomes(CLIENT, []))).toEqual([]);
    await expect(change((tx) => tx.addOutcomes(CLIENT, [decided(4), decided(3)], 6))).rejects.toThrow();
    expect(await change((tx) => tx.outcomes(CLIENT, [4]))).toEqual([]);
    await change((tx) => tx.addOutcomes(CLIENT, [], 6));
  });

  it('SYN-2 SYN-5 answers what was decided of an act, of each of its attempts, whoever brought it', async () => {
    const [one, two] = ['00000000000000d1', '00000000000000d2'];
    const act = `${'d'.repeat(24)}00000001`;
    const other = `${'d'.repeat(24)}00000002`;
    const refused = decided(1, { kind: 'refused', codes: ['not_found'], detail: { by: null } }, act);
    const accepted = decided(1, {}, act, 1);
    await change((tx) => tx.addOutcomes(one, [refused, decided(2, {}, other)], 5));
    await change(async (tx) => {
      await tx.addOutcomes(two, [accepted, decided(2, {}, act, 1)], 6);
      // Its own transaction already sees them.
      expect(await tx.decided([act])).toHaveLength(3);
    });
    const known = await change((tx) => tx.decided([act, hex(0)]));
    expect(known.toSorted((a, b) => a.attempt - b.attempt || a.outcome.mid - b.outcome.mid)).toEqual([
      refused,
      accepted,
      decided(2, {}, act, 1),
    ]);
    expect(await change((tx) => tx.decided([other, other]))).toEqual([decided(2, {}, other)]);
    expect(await change((tx) => tx.decided([]))).toEqual([]);
    expect(await opened.store.snapshot(shop.businessId, (tx) => tx.decided([other]))).toEqual([decided(2, {}, other)]);
  });

  it('SYN-10 counts failures of a mutation and keeps the bytes of what is set aside, whatever they are', async () => {
    expect(await change((tx) => tx.failure(CLIENT, 50))).toBeNull();
    const reason = `Expected "a\0b" but received ${'x'.repeat(5_000)} \ud800`;
    await change((tx) => tx.putFailure(CLIENT, 50, { count: 1, firstAtMs: 7 }, reason, 7));
    await change((tx) => tx.putFailure(CLIENT, 50, { count: 2, firstAtMs: 7 }, 'again', 8));
    expect(await change((tx) => tx.failure(CLIENT, 50))).toEqual({ count: 2, firstAtMs: 7 });
    expect(await change((tx) => tx.failure('00000000000000ab', 50))).toBeNull();
    await change((tx) => tx.quarantine(CLIENT, 50, '{"raw":"\\u0000"}', reason, 9));
  });
});
