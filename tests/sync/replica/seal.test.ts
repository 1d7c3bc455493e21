import { describe, expect, test } from 'vitest';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { itemArgs, openReplica, outcome, type Replica } from '../../support/device/replica.ts';
import { customerRow, itemRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const logOut = (replica: Replica) => replica.write(sealReplica);
const comeBack = (replica: Replica) => replica.write(unsealReplica);

describe.each(DEVICES)('logout with changes waiting, $kind', ({ open }) => {
  const shop = () =>
    openReplica(open, {
      item: [itemRow({ id: 1, currentStockHundredths: 1_000 }), itemRow({ id: 2 })],
      customer: [customerRow({ id: 5 })],
      sale: [saleRow({ id: 9 })],
    });

  test('SYN-24 SYN-5 the rows, their bases and counts go; the outbox, what it brought, its mids and its proofs stay', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    const saleId = await replica.sell(1, 300);
    const before = {
      outbox: await replica.outbox(),
      archive: await replica.read((tx) => tx.archive.all()),
      state: await replica.state(),
    };
    await logOut(replica);
    const rows = await replica.read(async (tx) => [
      ...(await tx.rows.get('item', [1, 2])),
      ...(await tx.rows.get('customer', [5])),
      ...(await tx.rows.get('sale', [9, saleId])),
      ...(await tx.bases.all()),
    ]);
    expect(rows.filter((row) => row !== undefined)).toMatchObject([{ id: saleId, finalMinor: 450_000 }]);
    expect([await replica.device.rowCount('sale'), await replica.device.rowCount('item')]).toEqual([1, 0]);
    expect([await replica.outbox(), await replica.read((tx) => tx.archive.all())]).toEqual([
      before.outbox,
      before.archive,
    ]);
    const { nextMid, nextSeq, lastHash, confirmedMid, confirmedHash, clientId } = before.state;
    expect(await replica.state()).toMatchObject({
      sealed: true,
      cookie: null,
      version: 0,
      snapshotComplete: false,
      nextMid,
      nextSeq,
      lastHash,
      confirmedMid,
      confirmedHash,
      clientId,
    });
  });

  test('SYN-24 while it is sealed no page is stored', async () => {
    const replica = await shop();
    await replica.sell(1, 300);
    await logOut(replica);
    expect(await replica.absorb({ rows: { item: [itemRow({ id: 1, version: 5 })] } })).toEqual({ kind: 'stale' });
    expect(await replica.row('item', 1)).toBeUndefined();
  });

  test('SYN-24 what waits can still be sent: it is in the outbox from where the server stands', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    await replica.sell(1, 100);
    await logOut(replica);
    expect((await replica.read((tx) => tx.outbox.pendingFrom(1, 100))).map(({ wire }) => wire.mid)).toEqual([1, 2]);
    expect(await replica.read((tx) => tx.outbox.countPending())).toMatchObject({ count: 2 });
  });

  test('SYN-24 at the next sign-in what waits is in view at once, and over whatever the next pull brings', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    await replica.run('item.edit', () => ({ id: 2, base: { name: 'Item 2' }, change: { name: 'Soap' } }));
    const made = await replica.run('item.create', (tools) => itemArgs(tools));
    if (!made.ok) throw new Error('refused');
    await logOut(replica);
    await comeBack(replica);
    expect((await replica.state()).sealed).toBe(false);
    expect([
      (await replica.row('sale', saleId))?.finalMinor,
      (await replica.row('item', made.args.id))?.name,
      await replica.row('item', 1),
    ]).toEqual([450_000, 'Matches', undefined]);

    await replica.absorb({
      kind: 'snapshot',
      rows: {
        item: [
          itemRow({ id: 1, version: 4, currentStockHundredths: 800 }),
          itemRow({ id: 2, version: 2, name: 'Savon' }),
        ],
      },
      more: true,
    });
    await replica.absorb({ confirmed: await replica.confirmed(0) });
    expect(await replica.stock(1)).toBe(500);
    expect(await replica.row('item', 2)).toMatchObject({ name: 'Soap', version: 2 });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual([null, null, null]);
    expect(await replica.device.rowCount('item')).toBe(3);
  });

  test('SYN-24 SYN-3 what no longer fits when its author comes back still shows what it brought', async () => {
    const replica = await shop();
    const added = await replica.run('stock.add', (tools) => ({
      id: tools.mintId(),
      itemId: 1,
      quantityHundredths: 500,
      costPriceMinor: null,
      batchId: null,
    }));
    if (!added.ok) throw new Error('refused');
    await logOut(replica);
    await comeBack(replica);
    const service = itemRow({ id: 1, version: 4, type: 'service', trackStock: false });
    await replica.absorb({ rows: { item: [service] }, confirmed: await replica.confirmed(0) });
    expect((await replica.outbox()).map(({ unfit }) => unfit)).toEqual(['item_missing']);
    expect(await replica.row('stockMovement', added.args.id)).toMatchObject({ quantityHundredths: 500 });
    expect(await replica.read((tx) => tx.outbox.countAttention())).toBe(1);
  });

  test('SYN-24 SYN-4 a sale that was sent while nobody was signed in is counted once', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    await logOut(replica);
    await comeBack(replica);
    await replica.absorb({
      kind: 'snapshot',
      rows: { item: [itemRow({ id: 1, version: 4, currentStockHundredths: 700 })] },
      more: true,
    });
    await replica.absorb({
      rows: { sale: [saleRow({ id: saleId, version: 4 })] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect([
      await replica.stock(1),
      await replica.device.rowCount('sale'),
      await replica.outbox(),
      await replica.read((tx) => tx.bases.all()),
    ]).toEqual([700, 1, [], []]);
  });

  test('SYN-24 SYN-10 after coming back, a row that the server has long had depends on nothing', async () => {
    const replica = await shop();
    await replica.sell(1, 300);
    await logOut(replica);
    await comeBack(replica);
    await replica.sell(1, 100);
    expect((await replica.outbox()).map(({ wire }) => wire.deps)).toEqual([[], []]);
  });

  test('SYN-24 coming back to a device that was not sealed changes nothing', async () => {
    const replica = await shop();
    await replica.sell(1, 300);
    const before = await replica.read(async (tx) => [
      await tx.meta.getState(),
      await tx.bases.all(),
      await tx.outbox.all(),
    ]);
    await comeBack(replica);
    expect(
      await replica.read(async (tx) => [await tx.meta.getState(), await tx.bases.all(), await tx.outbox.all()]),
    ).toEqual(before);
  });
});
