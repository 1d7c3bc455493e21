import { describe, expect, test } from 'vitest';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { dismissReplica } from '../../../sync/replica/dismissal.ts';
import { beginQueue } from '../../../sync/replica/new-queue.ts';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { customerArgs, openReplica, outcome, type Replica } from '../../support/device/replica.ts';
import { itemRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const NEW_CLIENT = 'fedcba9876543210';
const renew = (replica: Replica, clientId = NEW_CLIENT) => replica.write((tx) => beginQueue(tx, clientId));

describe.each(DEVICES)('a new queue, $kind', (device) => {
  const shop = () => openReplica(device.open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });

  test('SYN-20 has all that waits from mid 1 on, in the old order, with a chain of hashes of its own', async () => {
    const replica = await shop();
    const before = await replica.state();
    const sold = await replica.sell(1, 100);
    for (const quantity of [200, 300]) await replica.sell(1, quantity);
    await replica.absorb({
      rows: {
        item: [itemRow({ id: 1, version: 2, currentStockHundredths: 900 })],
        sale: [saleRow({ id: sold, version: 2 })],
      },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    const waiting = await replica.outbox();
    await renew(replica);
    const placed = await replica.outbox();
    let last = HASH_ZERO;
    placed.forEach(({ wire }, index) => {
      const { h, ...open } = wire;
      expect([wire.mid, h]).toEqual([index + 1, mutationHash(last, open)]);
      last = h;
    });
    expect(await replica.state()).toMatchObject({
      ...{ clientId: NEW_CLIENT, formerClientId: before.clientId, nextMid: 3, lastHash: last },
      ...{ confirmedMid: 0, confirmedHash: HASH_ZERO },
    });
    // Only their mids and hashes differ.
    const withoutPlaces = (entries: typeof placed) =>
      entries.map(({ wire: { mid: _mid, h: _h, ...wire }, ...entry }) => ({ ...entry, wire }));
    expect(withoutPlaces(placed)).toEqual(withoutPlaces(waiting));
    expect([await replica.stock(1), await replica.device.rowCount('sale')]).toEqual([400, 3]);
  });

  test('SYN-20 SYN-5 what a person must decide stays as it is', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'quarantined')]) });
    const [before] = await replica.outbox();
    await replica.sell(1, 200);
    await renew(replica);
    expect((await replica.outbox()).map(({ state, wire }) => [state, wire.mid])).toEqual([
      ['quarantined', 1],
      ['pending', 1],
    ]);
    expect((await replica.outbox())[0]).toEqual(before);
    expect(await replica.stock(1)).toBe(700);
  });

  test('SYN-20 SYN-9 an outcome of the new queue is not taken for the same mid of what stayed refused', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'refused', ['invalid'])]) });
    await replica.sell(1, 200);
    await renew(replica);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect((await replica.outbox()).map(({ seq, state }) => [seq, state])).toEqual([[1, 'refused']]);
    expect((await replica.read((tx) => tx.archive.all())).map(({ seq, outcome: told }) => [seq, told?.kind])).toEqual([
      [2, 'applied'],
    ]);
  });

  test('SYN-20 what names an act that waits still names it', async () => {
    const replica = await shop();
    const customer = await replica.run('customer.create', (tools) => customerArgs(tools));
    const id = customer.ok ? customer.args.id : 0;
    await replica.sell(1, 100, { customerId: id, customerName: 'Asha' });
    await renew(replica);
    const [made, sale] = (await replica.outbox()).map(({ wire }) => wire);
    expect([sale?.deps, sale?.args]).toMatchObject([[made?.act], { customerId: id }]);
  });

  test('SYN-20 a second new queue takes the place of the first, and what waited is still one act', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    const [first] = await replica.outbox();
    await renew(replica);
    await replica.sell(1, 200);
    await renew(replica, '00000000000000aa');
    const wires = (await replica.outbox()).map(({ wire }) => wire);
    expect([wires.map(({ mid }) => mid), wires[0]?.act]).toEqual([[1, 2], first?.wire.act]);
    expect([await replica.stock(1), await replica.device.rowCount('sale')]).toEqual([700, 2]);
  });

  test('SYN-20 an entry that this build cannot read is placed anew as it is', async () => {
    const replica = await shop();
    await replica.sell(1, 100);
    await replica.write(async (tx) => {
      const [entry] = await tx.outbox.all();
      await tx.outbox.put([{ ...entry!, wire: { ...entry!.wire, name: 'sale.ofTheFuture', args: { some: 'thing' } } }]);
    });
    await renew(replica);
    expect(await replica.outbox()).toMatchObject([
      { state: 'pending', wire: { mid: 1, name: 'sale.ofTheFuture', args: { some: 'thing' } } },
    ]);
  });

  test('SYN-20 SYN-24 one that begins while the author is logged out brings nothing into view, and loses nothing', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    await replica.write(sealReplica);
    await renew(replica);
    expect(await replica.row('item', 1)).toBeUndefined();
    await replica.write(unsealReplica);
    expect((await replica.row('sale', saleId))?.lines[0]?.quantityHundredths).toBe(300);
  });

  test('SYN-20 SYN-25 on a dismissed user’s device all of it is still to be sent', async () => {
    const replica = await shop();
    await replica.sell(1, 300);
    await replica.write(dismissReplica);
    await replica.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), dismissal: { sentMid: 1 } });
    });
    await renew(replica);
    expect((await replica.state()).dismissal).toEqual({ sentMid: 0 });
  });

  test('SYN-20 SYN-4 what the server has of the old queue already comes with a page, and counts once', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    await renew(replica);
    // A copy has sent it, so the server knows the act. This page comes before the server has said so.
    await replica.absorb({
      version: 5,
      rows: {
        sale: [saleRow({ id: saleId, version: 5 })],
        item: [itemRow({ id: 1, version: 5, currentStockHundredths: 700 })],
      },
      confirmed: await replica.confirmed(0),
    });
    expect([await replica.stock(1), await replica.device.rowCount('sale')]).toEqual([700, 1]);
    await replica.absorb({ version: 5, confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect([await replica.outbox(), await replica.stock(1), await replica.device.rowCount('sale')]).toEqual([
      [],
      700,
      1,
    ]);
  });
});
