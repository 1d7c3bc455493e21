import { describe, expect, test } from 'vitest';
import { blockOfId, firstIdOfBlock } from '../../../domain/id.ts';
import { HASH_ZERO, mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { adoptIncarnation } from '../../../sync/replica/reissue.ts';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { MemoryDatabase } from '../../support/memory-database.ts';
import { customerArgs, itemArgs, openReplica, outcome, readyState, Replica } from '../../support/replica.ts';
import { businessRow, itemRow, paymentMethodRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES, memoryDeviceOf } from '../../support/test-device.ts';

const answer = (incarnation: number, commonMid: number, blocks = [200 + incarnation, 300 + incarnation]) => ({
  epoch: 'e1',
  serverTimeMs: 0,
  incarnation,
  commonMid,
  blocks,
});
const adopt = (replica: Replica, incarnation: number, commonMid: number) =>
  replica.write((tx) => adoptIncarnation(tx, answer(incarnation, commonMid)));

describe.each(DEVICES)('a new incarnation, $kind', ({ open }) => {
  test('SYN-2 the first one is simply taken, with its leases', async () => {
    const replica = await openReplica(
      open,
      { item: [itemRow({ id: 1 })] },
      { incarnation: 0, leases: [], epoch: null },
    );
    expect(await adopt(replica, 1, 0)).toEqual({ reissued: 0 });
    expect(await replica.state()).toMatchObject({
      incarnation: 1,
      epoch: 'e1',
      leases: [
        { block: 201, next: 0 },
        { block: 301, next: 0 },
      ],
      nextMid: 1,
    });
    expect(blockOfId(await replica.sell(1, 100))).toBe(201);
  });

  test('SYN-20 after a fork what the server lacks is issued again: new mids from 1, a new chain of hashes, new ids', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const oldIds = [await replica.sell(1, 100), await replica.sell(1, 200), await replica.sell(1, 300)];
    expect(await adopt(replica, 2, 1)).toEqual({ reissued: 2 });
    const outbox = await replica.outbox();
    expect(outbox.map(({ seq, incarnation, state, wire }) => [seq, incarnation, state, wire.mid])).toEqual([
      [1, 1, 'settled', 1],
      [2, 2, 'pending', 1],
      [3, 2, 'pending', 2],
    ]);
    let last = HASH_ZERO;
    for (const { wire } of outbox.slice(1)) {
      const { h, ...unhashed } = wire;
      expect(h).toBe(mutationHash(last, unhashed));
      last = h;
    }
    const state = await replica.state();
    expect(state).toMatchObject({
      incarnation: 2,
      nextMid: 3,
      lastHash: last,
      confirmedMid: 0,
      confirmedHash: HASH_ZERO,
      leases: [
        { block: 202, next: 2 },
        { block: 302, next: 0 },
      ],
    });
    const newIds = [firstIdOfBlock(202), firstIdOfBlock(202) + 1];
    expect(
      (await replica.read((tx) => tx.getRows('sale', [...oldIds, ...newIds]))).map(
        (sale) => sale?.lines[0]?.quantityHundredths,
      ),
    ).toEqual([100, undefined, undefined, 200, 300]);
    expect([await replica.stock(1), await replica.device.tally('sale')]).toEqual([400, 3]);
  });

  test('SYN-20 references follow: rows of new ids are meant by what came after them', async () => {
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1 })],
      business: [businessRow()],
      paymentMethod: [paymentMethodRow({ id: 3, name: 'Cash' })],
    });
    const item = await replica.run('item.create', (tools) =>
      itemArgs(tools, { initialStockHundredths: 1_000, openingMovementId: tools.mintId() }),
    );
    const customer = await replica.run('customer.create', (tools) => customerArgs(tools));
    const method = await replica.run('paymentMethod.create', (tools) => ({ id: tools.mintId(), name: 'Cheque' }));
    if (!item.ok || !customer.ok || !method.ok) throw new Error('refused');
    const saleId = await replica.sell(item.args.id, 300, {
      customerId: customer.args.id,
      customerName: 'Asha',
      paymentMethodId: method.args.id,
      paymentMethodName: 'Cheque',
    });
    await replica.run('sale.cancel', () => ({ id: saleId, reason: 'mistake' }));
    await replica.run('paymentMethod.setDefault', () => ({ businessId: businessRow().id, id: method.args.id }));
    await adopt(replica, 2, 0);

    const [made, movement, asha, cheque, sale] = [0, 1, 2, 3, 4].map((place) => firstIdOfBlock(202) + place);
    const outbox = await replica.outbox();
    expect(outbox.map(({ wire }) => wire.deps)).toEqual([[], [], [], [1, 2, 3], [4], [3]]);
    expect(outbox.map(({ unfit }) => unfit)).toEqual([null, null, null, null, null, null]);
    expect(outbox[3]?.wire.args).toMatchObject({
      id: sale,
      customerId: asha,
      paymentMethodId: cheque,
      lines: [{ itemId: made }],
    });
    expect(outbox[4]?.wire.args).toMatchObject({ id: sale });
    expect(await replica.row('item', made ?? 0)).toMatchObject({ currentStockHundredths: 1_000 });
    expect(await replica.row('stockMovement', movement ?? 0)).toMatchObject({ itemId: made });
    expect(await replica.row('sale', sale ?? 0)).toMatchObject({ status: 'cancelled', customerId: asha });
    // M28: applied again, it must not meet its own old self.
    expect(await replica.row('paymentMethod', cheque ?? 0)).toMatchObject({ name: 'Cheque', aliasOfId: null });
    expect(await replica.row('business', businessRow().id)).toMatchObject({ defaultPaymentMethodId: cheque });
    for (const [table, id] of [
      ['item', item.args.id],
      ['customer', customer.args.id],
      ['paymentMethod', method.args.id],
      ['sale', saleId],
    ] as const) {
      expect([await replica.row(table, id), await replica.base(table, id)]).toEqual([undefined, undefined]);
    }
  });

  test('SYN-20 SYN-5 what the server has of the old incarnation leaves with the next complete page, and not before', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const kept = await replica.sell(1, 100);
    await replica.sell(1, 200);
    await adopt(replica, 2, 1);
    await replica.absorb({ rows: { sale: [saleRow({ id: kept, version: 2 })] }, more: true });
    expect((await replica.outbox()).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await replica.read((tx) => tx.countPending())).toMatchObject({ count: 2 });
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, currentStockHundredths: 900 })] },
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox()).map(({ seq }) => seq)).toEqual([2]);
    expect(await replica.read((tx) => tx.archive())).toMatchObject([{ seq: 1, incarnation: 1, state: 'settled' }]);
    expect([await replica.row('sale', kept), await replica.stock(1)]).toMatchObject([{ version: 2 }, 700]);
  });

  test('SYN-20 an outcome of the new incarnation is not taken for the same mid of the old one', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.sell(1, 200);
    await adopt(replica, 2, 1);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'refused', ['invalid'])]) });
    expect((await replica.outbox()).map(({ seq, state }) => [seq, state])).toEqual([[2, 'refused']]);
    expect(await replica.read((tx) => tx.archive())).toMatchObject([{ seq: 1, outcome: null }]);
  });

  test('SYN-20 what a person must decide stays as it is', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'quarantined')]) });
    const before = await replica.outbox();
    await replica.sell(1, 200);
    await adopt(replica, 2, 1);
    expect((await replica.outbox())[0]).toEqual(before[0]);
    expect(await replica.stock(1)).toBe(700);
  });

  test('SYN-20 what one fork issued again, another fork issues again', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await adopt(replica, 2, 0);
    await replica.sell(1, 200);
    await adopt(replica, 3, 0);
    expect((await replica.outbox()).map(({ incarnation, wire }) => [incarnation, wire.mid])).toEqual([
      [3, 1],
      [3, 2],
    ]);
    expect([await replica.stock(1), await replica.device.tally('sale')]).toEqual([700, 2]);
  });

  test('SYN-20 SYN-21 what a restored server lost, and can take no more because a twin went on first, is issued again out of the archive', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    const lost = await replica.sell(1, 200);
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, currentStockHundredths: 700 })] },
      confirmed: await replica.confirmed(2, [outcome(1, 'applied'), outcome(2, 'applied')]),
    });
    await replica.sell(1, 300);
    // Nothing else tells of the restore: the fork is all that this device hears of it.
    expect(await adopt(replica, 2, 1)).toEqual({ reissued: 2 });
    expect((await replica.outbox()).map(({ seq, state, wire }) => [seq, state, wire.mid])).toEqual([
      [2, 'pending', 1],
      [3, 'pending', 2],
    ]);
    expect((await replica.read((tx) => tx.archive())).map(({ seq }) => seq)).toEqual([1]);
    expect(await replica.row('sale', lost)).toBeUndefined();
    expect((await replica.row('sale', firstIdOfBlock(202)))?.lines[0]?.quantityHundredths).toBe(200);
  });

  test('SYN-20 an entry that this build cannot read is issued again as it is', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.write(async (tx) => {
      const [entry] = await tx.outbox();
      if (entry)
        await tx.putEntries([{ ...entry, wire: { ...entry.wire, name: 'sale.ofTheFuture', args: { some: 'thing' } } }]);
    });
    await adopt(replica, 2, 0);
    expect(await replica.outbox()).toMatchObject([
      {
        incarnation: 2,
        state: 'pending',
        unfit: 'unknown_format',
        wire: { mid: 1, name: 'sale.ofTheFuture', args: { some: 'thing' } },
      },
    ]);
  });

  test('SYN-20 SYN-24 a fork found while the author is logged out brings nothing into view, and loses nothing', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const oldId = await replica.sell(1, 300);
    await replica.write(sealReplica);
    await adopt(replica, 2, 0);
    const newId = firstIdOfBlock(202);
    const hidden = await replica.read(async (tx) => [
      await tx.getRows('item', [1]),
      await tx.getRows('sale', [oldId, newId]),
      await tx.allBases(),
    ]);
    // What waits stays with its author, under its new id; nothing else of the shop is here.
    expect(hidden).toMatchObject([[undefined], [undefined, { id: newId }], []]);
    await replica.write(unsealReplica);
    expect((await replica.row('sale', newId))?.lines[0]?.quantityHundredths).toBe(300);
    expect(await replica.row('sale', oldId)).toBeUndefined();
  });

  test('SYN-24 SYN-20 what such a fork gave new ids is meant by what names it, once its author is back', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const customer = await replica.run('customer.create', (tools) => customerArgs(tools));
    if (!customer.ok) throw new Error('refused');
    await replica.sell(1, 300, { customerId: customer.args.id, customerName: 'Asha' });
    await replica.write(sealReplica);
    await adopt(replica, 2, 0);
    await replica.write(unsealReplica);
    const [asha, sale] = [firstIdOfBlock(202), firstIdOfBlock(202) + 1];
    expect(await replica.row('customer', asha)).toMatchObject({ name: 'Asha' });
    expect(await replica.row('sale', sale)).toMatchObject({ customerId: asha });
  });
});

describe('a copied profile', () => {
  test('SYN-20 both copies keep the sales that they made since, under different ids', async () => {
    const database = new MemoryDatabase(readyState());
    const first = await openReplica(() => Promise.resolve(memoryDeviceOf(database)), { item: [itemRow({ id: 1 })] });
    const common = await first.sell(1, 100);
    const twin = new Replica(memoryDeviceOf(database.clone()));
    const mine = await first.sell(1, 200);
    const theirs = await twin.sell(1, 300);
    expect(theirs).toBe(mine);

    // The first one was quicker. The twin hears of a sale under the id of its own, and that its mid 2 is another's.
    const [, firstSale] = await first.outbox();
    await twin.absorb({
      rows: {
        sale: [saleRow({ id: common, version: 2 }), saleRow({ id: mine, version: 3, notes: 'of the first' })],
        item: [itemRow({ id: 1, version: 3, currentStockHundredths: 700 })],
      },
      more: true,
    });
    expect(
      await twin.absorb({
        confirmed: { lmid: 2, hash: firstSale?.wire.h ?? '', outcomes: [outcome(1, 'applied'), outcome(2, 'applied')] },
      }),
    ).toEqual({ kind: 'fork' });
    await adopt(twin, 2, 1);
    const again = firstIdOfBlock(202);
    expect(
      (await twin.read((tx) => tx.getRows('sale', [again, mine]))).map(
        (sale) => sale?.notes ?? sale?.lines[0]?.quantityHundredths,
      ),
    ).toEqual([300, 'of the first']);
    await twin.absorb({ confirmed: await twin.confirmed(0) });
    expect([await twin.stock(1), await twin.device.tally('sale')]).toEqual([400, 3]);
    expect(await twin.row('sale', common)).toMatchObject({ version: 2 });
  });
});
