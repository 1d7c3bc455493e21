import { describe, expect, test } from 'vitest';
import { firstIdOfBlock, LEASE_SIZE } from '../../../domain/id.ts';
import { HASH_ZERO, mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { addLeases } from '../../../sync/replica/reissue.ts';
import { sealReplica } from '../../../sync/replica/seal.ts';
import { customerArgs, itemArgs, openReplica, outcome, type Replica, saleArgs } from '../../support/replica.ts';
import {
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  paymentMethodRow,
  saleRow,
  USER_ID,
} from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/test-device.ts';

/** Everything that a refused or failed act may not have changed. */
const everything = (replica: Replica) =>
  replica.read(async (tx) => ({
    state: await tx.getState(),
    outbox: await tx.outbox(),
    bases: await tx.allBases(),
    items: await tx.getRows('item', [1, 2]),
  }));

describe.each(DEVICES)('a mutation on the device, $kind', ({ open }) => {
  const shop = () =>
    openReplica(open, {
      item: [itemRow({ id: 1 }), itemRow({ id: 2 })],
      customer: [customerRow({ id: 5 })],
      paymentMethod: [paymentMethodRow({ id: 3, name: 'Cash' })],
      business: [businessRow()],
    });

  test('SYN-1 rows, outbox entry, mid and the ids used are there together once it resolves', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    const first = firstIdOfBlock(100);
    expect(saleId).toBe(first);
    expect(await replica.row('sale', saleId)).toMatchObject({
      version: 0,
      createdByUserId: USER_ID,
      createdAtMs: NOON_MS,
      lines: [{ id: first + 1, movesStock: true }],
    });
    expect(await replica.stock(1)).toBe(700);
    const [entry, ...others] = await replica.outbox();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      seq: 1,
      incarnation: 1,
      state: 'pending',
      outcome: null,
      unfit: null,
      wire: { mid: 1, name: 'sale.create', deps: [], atMs: NOON_MS, actorUserId: USER_ID },
    });
    expect(new Set(entry?.touched.map(({ table, id }) => `${table}/${id}`))).toEqual(
      new Set([`sale/${saleId}`, 'item/1']),
    );
    expect(await replica.state()).toMatchObject({
      nextMid: 2,
      nextSeq: 2,
      lastHash: entry?.wire.h,
      leases: [
        { block: 100, next: 2 },
        { block: 101, next: 0 },
      ],
    });
    expect(await replica.device.tally('sale')).toBe(1);
  });

  test('SYN-1 the draft that an act was made of goes with it, or stays when the act was not saved', async () => {
    const replica = await shop();
    const drafts = () => replica.read(async (tx) => (await tx.drafts()).map(({ key }) => key));
    await replica.write(async (tx) => {
      await tx.putDraft({ key: 'sale/1', content: {} });
      await tx.putDraft({ key: 'sale/2', content: {} });
    });
    const refused = await replica.run('customer.create', (tools) => {
      tools.endsDraft('sale/1');
      return customerArgs(tools, '');
    });
    expect([refused.ok, await drafts()]).toEqual([false, ['sale/1', 'sale/2']]);
    const done = await replica.run('customer.create', (tools) => {
      tools.endsDraft('sale/1');
      return customerArgs(tools);
    });
    expect([done.ok, await drafts()]).toEqual([true, ['sale/2']]);
  });

  test('SYN-1 SYN-6 mids have no holes, also when an act between was refused', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    expect((await replica.run('item.edit', () => ({ id: 99, base: {}, change: { name: 'X' } }))).ok).toBe(false);
    await replica.sell(2, 100);
    await replica.sell(1, 100);
    expect((await replica.outbox()).map(({ wire }) => wire.mid)).toEqual([1, 2, 3]);
  });

  test('SYN-20 every mutation bears the hash of all before it', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    await replica.sell(1, 100);
    let last = HASH_ZERO;
    for (const { wire } of await replica.outbox()) {
      const { h, ...unhashed } = wire;
      expect(h).toBe(mutationHash(last, unhashed));
      last = h;
    }
  });

  test('SYN-1 a refusal leaves nothing behind: no row, no entry, no mid, no id', async () => {
    const replica = await shop();
    const before = await everything(replica);
    expect(await replica.run('item.edit', () => ({ id: 99, base: {}, change: { name: 'X' } }))).toEqual({
      ok: false,
      error: { code: 'item_missing' },
    });
    expect(
      await replica.run('stock.add', (tools) => ({
        id: tools.mintId(),
        itemId: 99,
        quantityHundredths: 100,
        costPriceMinor: null,
        batchId: null,
      })),
    ).toEqual({ ok: false, error: { code: 'item_missing' } });
    expect(await replica.run('sale.create', (tools) => ({ ...saleArgs(tools, 1, 100), lines: [] }))).toMatchObject({
      ok: false,
      error: { code: 'invalid_args', issues: [{ path: 'lines', message: 'Please add at least one item' }] },
    });
    expect(await everything(replica)).toEqual(before);
  });

  test('SYN-1 a write that fails is not saved: it rejects, and the next act takes the same mid and ids', async () => {
    const replica = await shop();
    const before = await everything(replica);
    const failing = replica.run('sale.create', (tools) => {
      replica.device.runOutOfSpace();
      return saleArgs(tools, 1, 100);
    });
    await expect(failing).rejects.toMatchObject({ kind: 'quota' });
    expect(await everything(replica)).toEqual(before);
    expect(await replica.sell(1, 100)).toBe(firstIdOfBlock(100));
    expect((await replica.outbox()).map(({ wire }) => wire.mid)).toEqual([1]);
  });

  test('SYN-1 two acts at once get two mids and different ids', async () => {
    const replica = await shop();
    const ids = await Promise.all([replica.sell(1, 100), replica.sell(1, 100), replica.sell(2, 100)]);
    expect(new Set(ids).size).toBe(3);
    expect((await replica.outbox()).map(({ wire }) => wire.mid)).toEqual([1, 2, 3]);
    expect(await replica.stock(1)).toBe(800);
  });

  test('SYN-2 ids come out of the leases, one block after the other, and when they are used up nothing is saved', async () => {
    const replica = await openReplica(
      open,
      { item: [itemRow({ id: 1 })] },
      {
        leases: [
          { block: 8, next: LEASE_SIZE - 1 },
          { block: 9, next: LEASE_SIZE - 2 },
        ],
      },
    );
    expect(await replica.sell(1, 100)).toBe(firstIdOfBlock(8) + LEASE_SIZE - 1);
    const before = await everything(replica);
    expect(await replica.run('sale.create', (tools) => saleArgs(tools, 1, 100))).toEqual({
      ok: false,
      error: { code: 'no_ids' },
    });
    expect(await everything(replica)).toEqual(before);
    await replica.write((tx) => addLeases(tx, 1, [10]));
    expect(await replica.sell(1, 100)).toBe(firstIdOfBlock(9) + LEASE_SIZE - 1);
    expect((await replica.state()).leases).toEqual([
      { block: 9, next: LEASE_SIZE },
      { block: 10, next: 1 },
    ]);
  });

  test('SYN-2 blocks for another incarnation are dropped, and a block that is here already is not added twice', async () => {
    const replica = await shop();
    await replica.write((tx) => addLeases(tx, 2, [55]));
    await replica.write((tx) => addLeases(tx, 1, [101, 102]));
    await replica.write((tx) => addLeases(tx, 1, [102]));
    expect((await replica.state()).leases.map((lease) => lease.block)).toEqual([100, 101, 102]);
  });

  test('SYN-2 SYN-20 a block that a copy of this profile mints from is given up, and the act is saved all the same', async () => {
    const taken = firstIdOfBlock(8) + 5;
    const leases = [
      { block: 8, next: 5 },
      { block: 9, next: 0 },
    ];
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })], sale: [saleRow({ id: taken })] }, { leases });
    expect(await replica.sell(1, 100)).toBe(firstIdOfBlock(9));
    expect((await replica.state()).leases).toMatchObject([{ block: 8, next: LEASE_SIZE }, { block: 9 }]);
    expect((await replica.row('sale', taken))?.createdByUserId).toBe(saleRow({ id: taken }).createdByUserId);
  });

  test('SYN-2 without an incarnation nothing can be saved', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] }, { incarnation: 0, leases: [] });
    expect(await replica.run('sale.cancel', () => ({ id: 1, reason: 'x' }))).toEqual({
      ok: false,
      error: { code: 'no_ids' },
    });
  });

  test('R-SNEW-27 C-061 sale numbers rise on one device, also within one millisecond and when the clock falls back', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] }, { lastStampMs: NOON_MS + 5_000 });
    const ids = [await replica.sell(1, 100), await replica.sell(1, 100)];
    const numbers = await Promise.all(ids.map(async (id) => (await replica.row('sale', id))?.saleNumber));
    expect(numbers).toEqual([`SALE-${NOON_MS + 5_001}`, `SALE-${NOON_MS + 5_002}`]);
  });

  test('what the role may not do is refused on the device too', async () => {
    const replica = await openReplica(open, {}, { role: 'staff', projection: 'staff' });
    expect(await replica.run('paymentMethod.create', (tools) => ({ id: tools.mintId(), name: 'Cheque' }))).toEqual({
      ok: false,
      error: { code: 'not_permitted' },
    });
    expect(await replica.outbox()).toEqual([]);
  });

  test('SYN-24 on a device whose user has logged out nothing is saved any more', async () => {
    const replica = await shop();
    await replica.write(sealReplica);
    expect(await replica.run('sale.create', (tools) => saleArgs(tools, 1, 100))).toEqual({
      ok: false,
      error: { code: 'not_permitted' },
    });
    expect(await replica.outbox()).toEqual([]);
  });
});

describe.each(DEVICES)('what a mutation depends on, $kind', ({ open }) => {
  const deps = async (replica: Replica) => (await replica.outbox()).map(({ wire }) => wire.deps);

  test('SYN-10 the mids that brought the rows it refers to, while the server lacks them', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const item = await replica.run('item.create', (tools) => itemArgs(tools));
    const customer = await replica.run('customer.create', (tools) => customerArgs(tools));
    if (!item.ok || !customer.ok) throw new Error('refused');
    await replica.sell(item.args.id, 100, { customerId: customer.args.id, customerName: 'Asha' });
    const saleId = await replica.sell(1, 100);
    await replica.run('sale.cancel', () => ({ id: saleId, reason: 'mistake' }));
    expect(await deps(replica)).toEqual([[], [], [1, 2], [], [4]]);
  });

  test('SYN-10 once the server has the row, nothing depends on its creator any more', async () => {
    const replica = await openReplica(open, {});
    const item = await replica.run('item.create', (tools) => itemArgs(tools));
    if (!item.ok) throw new Error('refused');
    await replica.absorb({
      rows: { item: [itemRow({ id: item.args.id, version: 2 })] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    await replica.sell(item.args.id, 100);
    expect(await deps(replica)).toEqual([[]]);
  });

  test('SYN-10 changing a row is not bringing it: an edit does not depend on the edit before it', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.run('item.edit', () => ({ id: 1, base: { name: 'Item 1' }, change: { name: 'Soap' } }));
    await replica.sell(1, 100);
    expect(await deps(replica)).toEqual([[], []]);
  });
});
