import { describe, expect, test } from 'vitest';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { itemArgs, openReplica, outcome, type Replica } from '../../support/device/replica.ts';
import { businessRow, itemRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const SECRET = 77_077;

/** Returns everything stored of the shop as one text, which must not contain what the role may not see. */
const stored = async (replica: Replica): Promise<string> => {
  const ids = (await replica.outbox()).flatMap((entry) => entry.touched.map((key) => key.id));
  return await replica.read(async (tx) =>
    JSON.stringify([
      await tx.rows.get('item', [1, 2, ...ids]),
      await tx.rows.get('stockMovement', [5, ...ids]),
      await tx.rows.get('conflict', [6]),
      await tx.bases.all(),
      await tx.archive.all(),
    ]),
  );
};

const movement = {
  id: 5,
  version: 1,
  itemId: 1,
  type: 'addition' as const,
  quantityHundredths: 100,
  costPriceMinor: SECRET,
  batchId: null,
  notes: null,
  createdByUserId: 70,
  createdAtMs: 1,
  offsetMinutes: 0,
};
const side = (costPriceMinor: number) => ({ values: { costPriceMinor }, userId: 70, atMs: 1 });
const conflict = {
  id: 6,
  version: 1,
  table: 'item' as const,
  rowId: 1,
  group: 'costPriceMinor',
  mine: side(SECRET),
  theirs: side(SECRET),
  status: 'open' as const,
  settled: null,
  createdAtMs: 1,
};

const address = { values: { address: 'Market Street 4', country: 'UG' }, userId: 70, atMs: 1 };

describe.each(DEVICES)('an admin becomes staff, $kind', ({ open }) => {
  const adminShop = () =>
    openReplica(open, {
      item: [itemRow({ id: 1, costPriceMinor: SECRET }), itemRow({ id: 2, costPriceMinor: SECRET })],
      stockMovement: [movement],
      conflict: [conflict],
    });
  const editCost = (replica: Replica) =>
    replica.run('item.edit', () => ({
      id: 1,
      base: { costPriceMinor: SECRET },
      change: { costPriceMinor: SECRET + 1 },
    }));

  test('SYN-13 C-097 with the first page for the new role, rows, bases, staged images, conflicts and archive forget it', async () => {
    const replica = await adminShop();
    await editCost(replica);
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, costPriceMinor: SECRET + 1 })] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    await replica.run('item.edit', () => ({ id: 2, base: { name: 'Item 2' }, change: { name: 'Soap' } }));
    await replica.absorb({ rows: { item: [itemRow({ id: 2, version: 2, costPriceMinor: SECRET })] }, more: true });
    expect(await stored(replica)).toContain(String(SECRET));
    await replica.absorb({ projection: 'staff', kind: 'snapshot', more: true });
    expect(await stored(replica)).not.toContain(String(SECRET).slice(0, 4));
    expect(await replica.state()).toMatchObject({ role: 'staff', projection: 'staff' });
    expect((await replica.row('item', 2))?.name).toBe('Soap');
    expect((await replica.outbox()).length).toBe(1);
  });

  test('SYN-13 SYN-9 the archive keeps the proof of what it may not keep', async () => {
    const replica = await adminShop();
    await editCost(replica);
    await replica.sell(1, 100);
    const [edit, sale] = await replica.outbox();
    await replica.absorb({ confirmed: await replica.confirmed(2, [outcome(1, 'applied'), outcome(2, 'applied')]) });
    await replica.absorb({ projection: 'staff' });
    const archive = await replica.read((tx) => tx.archive.all());
    expect(archive.map(({ wire, proof }) => [wire.mid, wire.h, wire.args, proof.lmid])).toEqual([
      [1, edit?.wire.h, null, 2],
      [2, sale?.wire.h, sale?.wire.args, 2],
    ]);
  });

  test('SYN-13 what leaves the outbox after the change is not archived with it either', async () => {
    const replica = await adminShop();
    await editCost(replica);
    const [edit] = await replica.outbox();
    await replica.absorb({ projection: 'staff', kind: 'snapshot', more: true });
    await replica.absorb({
      projection: 'staff',
      rows: { item: [itemRow({ id: 1, version: 2 })] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect(await replica.read((tx) => tx.archive.all())).toMatchObject([
      { wire: { mid: 1, h: edit?.wire.h, args: null } },
    ]);
    expect(await stored(replica)).not.toContain(String(SECRET).slice(0, 4));
  });

  test('SYN-13 rows that wait are built anew without it', async () => {
    const replica = await adminShop();
    const made = await replica.run('item.create', (tools) =>
      itemArgs(tools, { costPriceMinor: SECRET, initialStockHundredths: 500, openingMovementId: tools.mintId() }),
    );
    if (!made.ok) throw new Error('refused');
    expect(await replica.row('item', made.args.id)).toMatchObject({ costPriceMinor: SECRET });
    await replica.absorb({ projection: 'staff', kind: 'snapshot', more: true });
    expect(await stored(replica)).not.toContain(String(SECRET));
    await replica.absorb({ projection: 'staff', tombstones: [], confirmed: await replica.confirmed(0) });
    expect(await replica.row('item', made.args.id)).not.toHaveProperty('costPriceMinor');
    // The waiting entry keeps its arguments, including the cost price.
    expect(await replica.outbox()).toMatchObject([{ wire: { args: { costPriceMinor: SECRET } } }]);
  });

  test('SYN-13 SYN-24 who comes back as staff after a logout sees nothing of what waited as admin', async () => {
    const replica = await adminShop();
    const made = await replica.run('item.create', (tools) => itemArgs(tools, { costPriceMinor: SECRET }));
    if (!made.ok) throw new Error('refused');
    await replica.write(sealReplica);
    await replica.write(unsealReplica);
    await replica.absorb({ projection: 'staff', kind: 'snapshot', more: true });
    expect(await replica.row('item', made.args.id)).toBeDefined();
    expect(await stored(replica)).not.toContain(String(SECRET));
  });

  test('SYN-13 a device of staff archives its own items as they are: it never held the price', async () => {
    const replica = await openReplica(open, {}, { role: 'staff', projection: 'staff' });
    const made = await replica.run('item.create', (tools) => itemArgs(tools));
    if (!made.ok) throw new Error('refused');
    const [entry] = await replica.outbox();
    await replica.absorb({ projection: 'staff', confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect(await replica.read((tx) => tx.archive.all())).toMatchObject([{ wire: entry?.wire }]);
  });
});

describe.each(DEVICES)('staff becomes admin, $kind', ({ open }) => {
  test('SYN-13 what the server sends again is taken, though its version is not newer', async () => {
    const replica = await openReplica(
      open,
      { item: [itemRow({ id: 1 }), itemRow({ id: 2 })] },
      { role: 'staff', projection: 'staff' },
    );
    await replica.sell(2, 100);
    await replica.absorb({
      projection: 'admin',
      kind: 'snapshot',
      rows: { item: [itemRow({ id: 1, costPriceMinor: SECRET }), itemRow({ id: 2, costPriceMinor: SECRET })] },
      more: true,
    });
    await replica.absorb({ projection: 'admin', confirmed: await replica.confirmed(0) });
    expect(await replica.row('item', 1)).toMatchObject({ costPriceMinor: SECRET });
    expect(await replica.row('item', 2)).toMatchObject({ costPriceMinor: SECRET, currentStockHundredths: 900 });
    expect(await replica.state()).toMatchObject({ role: 'admin', projection: 'admin' });
  });

  test('SYN-13 SYN-3 what did not fit the old role is in view again with the first page for the new one', async () => {
    const open1 = {
      ...conflict,
      table: 'business' as const,
      rowId: businessRow().id,
      group: 'address',
      mine: address,
      theirs: address,
    };
    const replica = await openReplica(open, { business: [businessRow()], conflict: [open1] });
    await replica.run('conflict.settle', () => ({
      id: conflict.id,
      keep: 'theirs',
      mine: address.values,
      theirs: address.values,
    }));
    await replica.absorb({
      projection: 'staff',
      rows: { conflict: [{ ...open1, version: 2 }] },
      confirmed: await replica.confirmed(0),
    });
    expect((await replica.outbox())[0]?.unfit).toBe('not_permitted');
    await replica.absorb({ projection: 'admin', kind: 'snapshot', more: true });
    expect(await replica.row('conflict', conflict.id)).toMatchObject({ status: 'settled', version: 2 });
    expect((await replica.outbox())[0]?.unfit).toBeNull();
  });
});
