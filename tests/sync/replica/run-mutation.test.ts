import { describe, expect, test } from 'vitest';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { retryAct } from '../../../sync/replica/decide.ts';
import { rowIdOf, sourceOf } from '../../../sync/protocol/act.ts';
import { sealReplica } from '../../../sync/replica/seal.ts';
import { customerArgs, itemArgs, openReplica, outcome, Replica, saleArgs } from '../../support/device/replica.ts';
import {
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  paymentMethodRow,
  saleRow,
  USER_ID,
} from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const DAY_MS = 86_400_000;

/** Returns everything that a refused or failed act must not change. */
const everything = (replica: Replica) =>
  replica.read(async (tx) => ({
    state: await tx.meta.getState(),
    outbox: await tx.outbox.all(),
    bases: await tx.bases.all(),
    items: await tx.rows.get('item', [1, 2]),
  }));

describe.each(DEVICES)('a mutation on the device, $kind', ({ open }) => {
  const shop = () =>
    openReplica(open, {
      item: [itemRow({ id: 1 }), itemRow({ id: 2 })],
      customer: [customerRow({ id: 5 })],
      paymentMethod: [paymentMethodRow({ id: 3, name: 'Cash' })],
      business: [businessRow()],
    });

  test('SYN-23 R-LIM-02 a device that knows how wrong its clock is dates a sale as the server will; what travels is what its clock said', async () => {
    const replica = await shop();
    await replica.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), clockOffsetMs: -400 * DAY_MS });
    });
    const saleId = await replica.sell(1, 300);
    const counted = { createdAtMs: NOON_MS - 400 * DAY_MS, deviceAtMs: NOON_MS };
    expect(await replica.row('sale', saleId)).toMatchObject({
      ...counted,
      payments: [{ atMs: counted.createdAtMs, deviceAtMs: NOON_MS }],
    });
    const [entry] = await replica.outbox();
    expect(entry?.wire).toMatchObject({ atMs: NOON_MS, clockOffsetMs: -400 * DAY_MS });
    // The clock was measured again; earlier acts keep their times.
    await replica.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), clockOffsetMs: 0 });
    });
    await replica.absorb({ version: 2, rows: { item: [itemRow({ id: 1, version: 2, name: 'Other' })] } });
    expect(await replica.row('sale', saleId)).toMatchObject(counted);
  });

  test('SYN-1 SYN-2 rows, outbox entry and mid are there together once it resolves, the rows under ids that follow from the act', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    const [entry, ...others] = await replica.outbox();
    const act = entry?.wire.act ?? '';
    expect(saleId).toBe(rowIdOf(act, 0));
    expect(await replica.row('sale', saleId)).toMatchObject({
      version: 0,
      createdByUserId: USER_ID,
      createdAtMs: NOON_MS,
      lines: [{ id: rowIdOf(act, 1), movesStock: true }],
    });
    expect(await replica.stock(1)).toBe(700);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      seq: 1,
      state: 'pending',
      outcome: null,
      unfit: null,
      wire: { attempt: 0, mid: 1, name: 'sale.create', deps: [], atMs: NOON_MS, actorUserId: USER_ID },
    });
    expect(new Set(entry?.touched.map(({ table, id }) => `${table}/${id}`))).toEqual(
      new Set([`sale/${saleId}`, 'item/1']),
    );
    expect(await replica.state()).toMatchObject({
      nextMid: 2,
      nextSeq: 2,
      lastHash: entry?.wire.h,
      source: sourceOf(act),
    });
    expect(await replica.device.rowCount('sale')).toBe(1);
  });

  test('SYN-1 the draft that an act was made of goes with it, or stays when the act was not saved', async () => {
    const replica = await shop();
    const drafts = () => replica.read(async (tx) => (await tx.drafts.all()).map(({ key }) => key));
    await replica.write(async (tx) => {
      await tx.drafts.put({ key: 'sale/1', content: {} });
      await tx.drafts.put({ key: 'sale/2', content: {} });
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

  test('SYN-1 a form saved twice is one act: the second time answers what the first did, and writes nothing', async () => {
    const replica = await shop();
    const save = () => replica.run('sale.create', (tools) => saleArgs(tools, 1, 300), 'opening-1');
    const first = await save();
    const before = await everything(replica);
    expect(await save()).toEqual(first);
    expect(await everything(replica)).toEqual(before);
    expect(before.outbox.map(({ opening }) => opening)).toEqual(['opening-1']);
    expect(await replica.stock(1)).toBe(700);
    const other = await replica.run('sale.create', (tools) => saleArgs(tools, 1, 300), 'opening-2');
    expect([other.ok && first.ok && other.args.id !== first.args.id, await replica.stock(1)]).toEqual([true, 400]);
  });

  test('SYN-1 two saves of a form at once are one act', async () => {
    const replica = await shop();
    const save = () => replica.run('sale.create', (tools) => saleArgs(tools, 1, 300), 'opening-1');
    const [one, two] = await Promise.all([save(), save()]);
    expect(one).toEqual(two);
    expect([(await replica.outbox()).length, await replica.stock(1)]).toEqual([1, 700]);
  });

  test('SYN-1 what the server has by now is still the act of its form; its draft that came back goes', async () => {
    const replica = await shop();
    const save = () =>
      replica.run(
        'sale.create',
        (tools) => {
          tools.endsDraft('sale/1');
          return saleArgs(tools, 1, 300);
        },
        'opening-1',
      );
    const first = await save();
    await replica.absorb({ version: 7, confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect(await replica.outbox()).toEqual([]);
    // A save that may have failed keeps its draft, so that it can be saved again.
    await replica.write((tx) => tx.drafts.put({ key: 'sale/1', content: { act: 'opening-1' } }));
    expect(await save()).toEqual(first);
    expect([await replica.outbox(), await replica.read((tx) => tx.drafts.all())]).toEqual([[], []]);
  });

  test('SYN-1 a form that says something else than when it saved is refused, and told so', async () => {
    const replica = await shop();
    await replica.run('sale.create', (tools) => saleArgs(tools, 1, 300), 'opening-1');
    const before = await everything(replica);
    for (const again of [
      await replica.run('sale.create', (tools) => saleArgs(tools, 1, 200), 'opening-1'),
      await replica.run('sale.create', (tools) => ({ ...saleArgs(tools, 1, 300), notes: 'more' }), 'opening-1'),
      await replica.run('customer.create', (tools) => customerArgs(tools), 'opening-1'),
    ])
      expect(again).toEqual({ ok: false, error: { code: 'saved_before' } });
    expect(await everything(replica)).toEqual(before);
  });

  test('SYN-1 what was refused and corrected is the same act, saved once', async () => {
    const replica = await shop();
    const save = (name: string) => replica.run('customer.create', (tools) => customerArgs(tools, name), 'opening-1');
    expect([(await save('')).ok, (await save('Joan')).ok, (await save('Joan')).ok]).toEqual([false, true, true]);
    expect((await replica.outbox()).length).toBe(1);
  });

  test('SYN-1 SYN-5 what was sent again is still the act of its form', async () => {
    const replica = await shop();
    const save = () => replica.run('sale.create', (tools) => saleArgs(tools, 1, 300), 'opening-1');
    await save();
    await replica.absorb({
      version: 7,
      confirmed: await replica.confirmed(1, [outcome(1, 'refused', ['not_found'])]),
    });
    await replica.write((tx) => retryAct(tx, 1, NOON_MS, replica.acts));
    expect((await save()).ok).toBe(true);
    expect((await replica.outbox()).length).toBe(1);
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

  test('SYN-1 a write that fails is not saved: it rejects, and the next act takes the same mid', async () => {
    const replica = await shop();
    const before = await everything(replica);
    const failing = replica.run('sale.create', (tools) => {
      replica.device.runOutOfSpace();
      return saleArgs(tools, 1, 100);
    });
    await expect(failing).rejects.toMatchObject({ kind: 'quota' });
    expect(await everything(replica)).toEqual(before);
    await replica.sell(1, 100);
    expect((await replica.outbox()).map(({ wire }) => wire.mid)).toEqual([1]);
  });

  test('SYN-1 two acts at once get two mids and different ids', async () => {
    const replica = await shop();
    const ids = await Promise.all([replica.sell(1, 100), replica.sell(1, 100), replica.sell(2, 100)]);
    expect(new Set(ids).size).toBe(3);
    expect((await replica.outbox()).map(({ wire }) => wire.mid)).toEqual([1, 2, 3]);
    expect(await replica.stock(1)).toBe(800);
  });

  test('SYN-2 the acts of a page are different, and their rows stand in a row', async () => {
    const replica = await shop();
    const ids = [await replica.sell(1, 100), await replica.sell(1, 100)];
    const acts = (await replica.outbox()).map(({ wire }) => wire.act);
    // A sale of one line has the ids of two rows.
    expect(ids).toEqual([rowIdOf(acts[0] ?? '', 0), rowIdOf(acts[0] ?? '', 2)]);
    expect(new Set(acts).size).toBe(2);
    expect(new Set(acts.map(sourceOf)).size).toBe(1);
  });

  test('SYN-2 a copy of the profile that is opened in another page mints no id that this one mints', async () => {
    const replica = await shop();
    const twin = new Replica(replica.device);
    const ids = [await replica.sell(1, 100), await twin.sell(1, 100), await replica.sell(1, 100)];
    expect(new Set(ids).size).toBe(3);
    const sources = (await replica.outbox()).map(({ wire }) => sourceOf(wire.act));
    expect([sources[0] === sources[2], sources[0] === sources[1]]).toEqual([true, false]);
  });

  test('SYN-2 SYN-22 a fresh id that is taken already: the act is drawn anew and saved all the same', async () => {
    const replica = await shop();
    const next = replica.acts.draw(({ act }) => act);
    const taken = rowIdOf(next, 1);
    await replica.absorb({ version: 2, rows: { sale: [saleRow({ id: taken, version: 2 })] } });
    const id = await replica.sell(1, 100);
    expect(id).not.toBe(taken);
    const [entry] = await replica.outbox();
    expect(rowIdOf(entry?.wire.act ?? '', 0)).toBe(id);
    expect((await replica.row('sale', taken))?.version).toBe(2);
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
      error: { code: 'sealed' },
    });
    expect(await replica.outbox()).toEqual([]);
  });
});

describe.each(DEVICES)('what a mutation depends on, $kind', ({ open }) => {
  const deps = async (replica: Replica) => (await replica.outbox()).map(({ wire }) => wire.deps);

  test('SYN-10 the acts that brought the rows it refers to, while the server lacks them', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const item = await replica.run('item.create', (tools) => itemArgs(tools));
    const customer = await replica.run('customer.create', (tools) => customerArgs(tools));
    if (!item.ok || !customer.ok) throw new Error('refused');
    await replica.sell(item.args.id, 100, { customerId: customer.args.id, customerName: 'Asha' });
    const saleId = await replica.sell(1, 100);
    await replica.run('sale.cancel', () => ({ id: saleId, reason: 'mistake', refunds: [] }));
    const acts = (await replica.outbox()).map(({ wire }) => wire.act);
    expect(await deps(replica)).toEqual([[], [], [acts[0], acts[1]], [], [acts[3]]]);
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
