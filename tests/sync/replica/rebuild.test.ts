import { describe, expect, test, vi } from 'vitest';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import type { TableName } from '../../../sync/protocol/tables.ts';
import { rebuildRows } from '../../../sync/replica/rebuild.ts';
import { itemArgs, openReplica, outcome, type Replica, saleArgs } from '../../support/device/replica.ts';
import {
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  paymentMethodRow,
  purchaseRow,
  saleRow,
  supplierRow,
  USER_ID,
} from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const rename = (replica: Replica, id: number, from: string, to: string) =>
  replica.run('item.edit', () => ({ id, base: { name: from }, change: { name: to } }));

describe.each(DEVICES)('local rows over newer bases, $kind', ({ open }) => {
  test('SYN-3 the image of the server is kept before a row is first changed; of a row made here it is absent', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const saleId = await replica.sell(1, 300);
    await replica.sell(1, 100);
    expect(await replica.base('item', 1)).toMatchObject({
      key: 'item/1',
      row: { currentStockHundredths: 1_000, version: 1 },
      seqs: [1, 2],
      next: null,
      staged: 0,
    });
    expect(await replica.base('sale', saleId)).toMatchObject({ row: null, seqs: [1] });
  });

  test('SYN-3 what waits lies over a new base in the order in which it was done', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, name: 'Soap' })] });
    await rename(replica, 1, 'Soap', 'Soap bar');
    await replica.run('item.edit', () => ({ id: 1, base: { priceMinor: 150_000 }, change: { priceMinor: 160_000 } }));
    await rename(replica, 1, 'Soap bar', 'Soap bar 100g');
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, name: 'Savon', category: 'Home', currentStockHundredths: 400 })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.row('item', 1)).toMatchObject({
      name: 'Soap bar 100g',
      priceMinor: 160_000,
      category: 'Home',
      currentStockHundredths: 400,
      version: 2,
    });
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 3, name: 'Soap bar', category: 'Home' })] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect(await replica.row('item', 1)).toMatchObject({ name: 'Soap bar 100g', priceMinor: 160_000 });
    expect(await replica.base('item', 1)).toMatchObject({ row: { name: 'Soap bar', version: 3 }, seqs: [2, 3] });
  });

  test('SYN-3 SYN-3a a changed base rebuilds its rows and those tied to them through what waits, and no others', async () => {
    const items = [1, 2, 3, 4].map((id) => itemRow({ id }));
    const replica = await openReplica(open, { item: items });
    // Sales connect 1 with 2 and 2 with 3; 4 is separate.
    const pair = (a: number, b: number) =>
      replica.run('sale.create', (tools) => {
        const first = saleArgs(tools, a, 100);
        const second = saleArgs(tools, b, 100);
        return { ...first, lines: [...first.lines, ...second.lines], totalMinor: 300_000, finalMinor: 300_000 };
      });
    await pair(1, 2);
    await pair(2, 3);
    await replica.sell(4, 100);
    const apply = vi.spyOn(MUTATIONS['sale.create'], 'apply');
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, currentStockHundredths: 5_000 })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await Promise.all([1, 2, 3, 4].map(replica.stock))).toEqual([4_900, 800, 900, 900]);
    expect(apply.mock.calls.map(([, args]) => args.lines.map((line) => line.itemId))).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('SYN-3 when nothing of ours is touched, nothing is applied again', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 }), itemRow({ id: 2 })] });
    await replica.sell(1, 100);
    const apply = vi.spyOn(MUTATIONS['sale.create'], 'apply');
    await replica.absorb({ rows: { item: [itemRow({ id: 2, version: 2 })] }, confirmed: await replica.confirmed(0) });
    expect(apply).not.toHaveBeenCalled();
  });

  test('SYN-3 SYN-3a a mutation that no longer fits never throws: it is marked, counted, and fits again when it can', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, name: 'Soap' })] });
    await rename(replica, 1, 'Soap', 'Soap bar');
    await replica.absorb({ tombstones: [{ table: 'item', id: 1, version: 2 }], confirmed: await replica.confirmed(0) });
    expect((await replica.outbox()).map(({ state, unfit }) => [state, unfit])).toEqual([['pending', 'item_missing']]);
    expect(await replica.read((tx) => tx.outbox.countAttention())).toBe(1);
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 3, name: 'Soap', currentStockHundredths: 50 })] },
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual([null]);
    expect(await replica.row('item', 1)).toMatchObject({ name: 'Soap bar', currentStockHundredths: 50 });
    expect(await replica.read((tx) => tx.outbox.countAttention())).toBe(0);
  });

  test('SYN-3 SYN-21 it fits again also when what it only reads is back: a method that returned as an alias', async () => {
    const wallet = { name: 'Wallet', icon: 'Phone' } as const;
    const replica = await openReplica(open, {
      business: [businessRow()],
      paymentMethod: [paymentMethodRow({ id: 8, ...wallet }), paymentMethodRow({ id: 9, ...wallet, aliasOfId: 8 })],
    });
    const { id: businessId } = businessRow();
    await replica.run('paymentMethod.setDefault', () => ({ businessId, id: 9 }));
    expect((await replica.row('business', businessId))?.defaultPaymentMethodId).toBe(8);
    await replica.absorb({
      rows: { business: [businessRow({ version: 2 })] },
      tombstones: [{ table: 'paymentMethod', id: 9, version: 2 }],
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual(['not_found']);
    await replica.absorb({
      rows: { paymentMethod: [paymentMethodRow({ id: 9, ...wallet, aliasOfId: 8, version: 3 })] },
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual([null]);
    expect((await replica.row('business', businessId))?.defaultPaymentMethodId).toBe(8);
  });

  test('SYN-3 M28 M30 the default that was set to a new method follows it, when another of its name came first', async () => {
    const replica = await openReplica(open, { business: [businessRow()] });
    const { id: businessId } = businessRow();
    const wallet = { name: 'Wallet', icon: 'Phone' } as const;
    const made = await replica.run('paymentMethod.create', (tools) => ({ id: tools.mintId(), businessId, ...wallet }));
    if (!made.ok) throw new Error(made.error.code);
    await replica.run('paymentMethod.setDefault', () => ({ businessId, id: made.args.id }));
    expect((await replica.row('business', businessId))?.defaultPaymentMethodId).toBe(made.args.id);
    await replica.absorb({
      rows: {
        paymentMethod: [
          paymentMethodRow({ id: 8, ...wallet, version: 2 }),
          paymentMethodRow({ id: made.args.id, ...wallet, aliasOfId: 8, version: 3 }),
        ],
      },
      confirmed: await replica.confirmed(1, [outcome(1, 'merged')]),
    });
    expect((await replica.outbox()).map(({ wire }) => wire.name)).toEqual(['paymentMethod.setDefault']);
    expect((await replica.row('business', businessId))?.defaultPaymentMethodId).toBe(8);
  });

  test('SYN-3 M23 C-112 two suppliers that are seen as each other’s alias between two pages are edited all the same', async () => {
    const named = { name: 'Default Supplier', phone: null };
    const replica = await openReplica(open, {
      supplier: [supplierRow({ id: 1, ...named, aliasOfId: 2 }), supplierRow({ id: 2, ...named, aliasOfId: 1 })],
    });
    const base = { phone: null };
    const edited = await replica.run('supplier.edit', () => ({ id: 1, base, change: { phone: '0700 000001' } }));
    expect(edited.ok).toBe(true);
    expect(await replica.row('supplier', 1)).toMatchObject({ phone: '0700 000001' });
  });

  test('SYN-3 M29 M30 what a later act removes was there for the one before it, however often it is rebuilt', async () => {
    const wallet = { name: 'Wallet', icon: 'Phone' } as const;
    const replica = await openReplica(open, {
      business: [businessRow()],
      paymentMethod: [paymentMethodRow({ id: 8, ...wallet }), paymentMethodRow({ id: 9, ...wallet, aliasOfId: 8 })],
    });
    const { id: businessId } = businessRow();
    await replica.run('paymentMethod.setDefault', () => ({ businessId, id: 9 }));
    await replica.run('paymentMethod.remove', () => ({ businessId, id: 9 }));
    await replica.absorb({
      rows: { business: [businessRow({ version: 2, phone: '0700 000002' })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.row('business', businessId)).toMatchObject({
      defaultPaymentMethodId: 8,
      phone: '0700 000002',
    });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual([null, null]);
    expect(await replica.row('paymentMethod', 9)).toBeUndefined();
  });

  test('SYN-3 M13 a conflict that a waiting edit joined says what stands on the server now', async () => {
    const side = { userId: USER_ID, atMs: NOON_MS };
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1, name: 'Soap' })],
      conflict: [
        {
          ...{ id: 5, version: 1, table: 'item', rowId: 1, group: 'name', status: 'open', settled: null },
          mine: { values: { name: 'Soap bar' }, ...side },
          theirs: { values: { name: 'Soap' }, userId: 71, atMs: NOON_MS },
          createdAtMs: NOON_MS,
        },
      ],
    });
    await rename(replica, 1, 'Soap', 'Soap bar 100g');
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, name: 'Savon' })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.row('conflict', 5)).toMatchObject({
      mine: { values: { name: 'Soap bar 100g' } },
      theirs: { values: { name: 'Savon' } },
    });
    expect((await replica.row('item', 1))?.name).toBe('Savon');
  });

  test('SYN-3 SYN-3a what a mutation that no longer fits had brought stays visible', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const added = await replica.run('stock.add', (tools) => ({
      id: tools.mintId(),
      itemId: 1,
      quantityHundredths: 500,
      costPriceMinor: null,
      batchId: null,
    }));
    if (!added.ok) throw new Error('refused');
    // The item became a service, which has no stock.
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, type: 'service', trackStock: false })] },
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual(['item_missing']);
    expect(await replica.row('stockMovement', added.args.id)).toMatchObject({ quantityHundredths: 500 });
    expect(await replica.row('item', 1)).toMatchObject({ type: 'service' });
  });

  test('SYN-3 an entry of a newer format, or with arguments that nobody can read, is marked and stays', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, name: 'Soap' })] });
    await rename(replica, 1, 'Soap', 'Soap bar');
    await rename(replica, 1, 'Soap bar', 'Soap 100g');
    await replica.write(async (tx) => {
      const [first, second] = await tx.outbox.all();
      if (!first || !second) throw new Error('no entries');
      await tx.outbox.put([
        { ...first, wire: { ...first.wire, format: 99 } },
        { ...second, wire: { ...second.wire, args: 'gibberish' } },
      ]);
    });
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, name: 'Savon' })] },
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox()).map(({ unfit, state }) => [unfit, state])).toEqual([
      ['unknown_format', 'pending'],
      ['invalid', 'pending'],
    ]);
    expect((await replica.row('item', 1))?.name).toBe('Savon');
  });

  test('SYN-3 SYN-4 an item that was away while a sale of it waited comes back with the sale counted', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const saleId = await replica.sell(1, 300);
    await replica.absorb({ tombstones: [{ table: 'item', id: 1, version: 2 }], confirmed: await replica.confirmed(0) });
    expect([await replica.row('item', 1), (await replica.row('sale', saleId))?.id]).toEqual([undefined, saleId]);
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 3, currentStockHundredths: 1_000 })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.stock(1)).toBe(700);
  });

  test('SYN-3 a sale that could not be cancelled again keeps the log of both and gives stock back once', async () => {
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1, currentStockHundredths: 700 })],
      sale: [saleRow({ id: 9, lines: [line(300)] })],
    });
    await replica.run('sale.cancel', () => ({ id: 9, reason: 'mine', refunds: [] }));
    expect(await replica.stock(1)).toBe(1_000);
    const theirs = { reason: 'theirs', byUserId: 71, atMs: 5 };
    await replica.absorb({
      rows: {
        item: [itemRow({ id: 1, version: 2, currentStockHundredths: 1_000 })],
        sale: [saleRow({ id: 9, version: 2, lines: [line(300)], status: 'cancelled', cancellations: [theirs] })],
      },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.stock(1)).toBe(1_000);
    expect((await replica.row('sale', 9))?.cancellations.map(({ reason }) => reason)).toEqual(['theirs', 'mine']);
  });

  test('SYN-3 a disk that fails under a replay is no mutation that does not fit: the whole page fails', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    const failure = new Error('the disk');
    const apply = vi.spyOn(MUTATIONS['sale.create'], 'apply').mockImplementationOnce(async (tx) => {
      // An id that was not read before is read from the disk.
      await tx.get('item', 555);
      return { kind: 'applied' };
    });
    const page = replica.write(async (tx) => {
      const broken = {
        ...tx,
        rows: {
          ...tx.rows,
          get: <T extends TableName>(table: T, ids: readonly number[]) =>
            ids.includes(555) ? Promise.reject(failure) : tx.rows.get(table, ids),
        },
      };
      await rebuildRows(broken, await tx.meta.getState(), [{ table: 'item', id: 1 }]);
    });
    await expect(page).rejects.toBe(failure);
    expect(apply).toHaveBeenCalledTimes(1);
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual([null]);
  });

  test('SYN-3 SYN-10 rows that only refused entries wrote go on being rebuilt over what others do', async () => {
    const replica = await openReplica(open, {});
    const made = await replica.run('item.create', (tools) => itemArgs(tools, { name: 'Matches' }));
    if (!made.ok) throw new Error('refused');
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'refused', ['invalid'])]) });
    expect((await replica.row('item', made.args.id))?.name).toBe('Matches');
    await rename(replica, made.args.id, 'Matches', 'Long matches');
    const [first, second] = await replica.outbox();
    expect([first?.wire.deps, second?.wire.deps]).toEqual([[], [first?.wire.act]]);
    await replica.absorb({ confirmed: await replica.confirmed(2, [outcome(2, 'refused', ['parent_refused'])]) });
    expect((await replica.row('item', made.args.id))?.name).toBe('Long matches');
    expect((await replica.outbox()).map(({ state }) => state)).toEqual(['refused', 'refused']);
  });

  test('SYN-3 a row that an edit writes only since a newer image came stays tied to it, and is told anew with it', async () => {
    const conflict: Conflict = {
      id: 80,
      version: 4,
      table: 'customer',
      rowId: 9,
      group: 'name',
      mine: { values: { name: 'Mine' }, userId: USER_ID, atMs: NOON_MS },
      theirs: { values: { name: 'Theirs' }, userId: 71, atMs: NOON_MS },
      status: 'open',
      settled: null,
      createdAtMs: NOON_MS,
    };
    const replica = await openReplica(open, { customer: [customerRow({ id: 9, name: 'Old' })] });
    await replica.run('customer.edit', () => ({ id: 9, base: { name: 'Old' }, change: { name: 'New' } }));
    const theirs = customerRow({ id: 9, name: 'Theirs', version: 4 });
    const none = await replica.confirmed(0);
    await replica.absorb({ version: 4, rows: { customer: [theirs], conflict: [conflict] }, confirmed: none });
    // An edit joins the open conflict of its author.
    expect((await replica.row('conflict', 80))?.mine.values).toEqual({ name: 'New' });
    expect((await replica.row('customer', 9))?.name).toBe('Theirs');
    expect((await replica.outbox()).map(({ touched }) => touched)).toEqual([
      [
        { table: 'customer', id: 9 },
        { table: 'conflict', id: 80 },
      ],
    ]);
    const settled: Conflict = {
      ...conflict,
      version: 5,
      status: 'settled',
      settled: { kept: 'theirs', byUserId: 71, atMs: NOON_MS },
    };
    await replica.absorb({ version: 5, rows: { conflict: [settled] }, confirmed: none });
    expect((await replica.row('conflict', 80))?.status).toBe('settled');
    expect((await replica.row('customer', 9))?.name).toBe('New');
  });

  test('SYN-5 SYN-5a a refused removal of a purchase gives the purchase and its stock back at once', async () => {
    const bought = {
      id: 90,
      itemId: 1,
      itemName: 'Item 1',
      quantityHundredths: 250,
      unitCostMinor: 100,
      totalCostMinor: 250,
      ...{ batchNumber: null, expiryDate: null, notes: null },
      movesStock: true,
    };
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1, currentStockHundredths: 1_000 })],
      supplier: [supplierRow({ id: 2 })],
      purchase: [purchaseRow({ id: 3, supplierId: 2, status: 'completed', lines: [bought] })],
    });
    await replica.run('purchase.remove', () => ({ id: 3 }));
    expect([await replica.row('purchase', 3), await stockOf(replica)]).toEqual([undefined, 750]);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'refused', ['actor_disabled'])]) });
    expect([(await replica.row('purchase', 3))?.status, await stockOf(replica)]).toEqual(['completed', 1_000]);
    expect((await replica.outbox()).map(({ state }) => state)).toEqual(['refused']);
  });
});

const stockOf = async (replica: Replica) => (await replica.row('item', 1))?.currentStockHundredths;

const line = (quantityHundredths: number) => ({
  id: 90,
  itemId: 1,
  itemName: 'Item 1',
  itemSku: null,
  quantityHundredths,
  unitPriceMinor: 150_000,
  listPriceMinor: 150_000,
  discountMinor: 0,
  totalMinor: 450_000,
  movesStock: true,
});
