import { expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import type { Transport } from '../../../sync/ports.ts';
import { ACTS_ASKED_MAX } from '../../../sync/protocol/known-acts.ts';
import type { RowKey } from '../../../sync/protocol/tables.ts';
import { beginQueue } from '../../../sync/replica/new-queue.ts';
import { rebuildRows } from '../../../sync/replica/rebuild.ts';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID } from '../../support/shop-rows.ts';
import { AMINA, BRIAN, openTwoPhones, type Phone, type Shop } from '../../support/device/two-phones.ts';
import { changeUser, forgetProofs, meet, namesAtServer, namesOn } from '../../support/device/two-phones-people.ts';

/** The arguments of an act that only an admin may do. */
const bank = ({ mintId }: ArgumentTools) => ({ id: mintId(), name: 'Bank', icon: 'Building' as const });
const demoteAmina = (shop: Shop): Promise<void> => changeUser(shop, AMINA, { role: 'staff' });
const journalOf = (phone: Phone) => phone.database.journal().map(({ what }) => what);

test.each(['another epoch', null])(
  'SYN-21 what a restored server lost is given back out of the archive, in front of what waits: epoch %s',
  async (epoch) => {
    const shop = await openTwoPhones();
    await meet(shop.amina, 'Ada');
    await shop.amina.sync();
    const backup = shop.store.backup(BUSINESS_ID);
    const { id } = await meet(shop.amina, 'Joan');
    await shop.amina.edit('customer', id, { phone: '0772' });
    await shop.amina.sync();
    await meet(shop.amina, 'Kato');
    shop.store.restore(BUSINESS_ID, backup, epoch);
    for (const phone of [shop.amina, shop.brian]) await phone.sync();
    for (const phone of [shop.amina, shop.brian]) {
      expect(namesOn(phone)).toEqual(['Ada', 'Grace', 'Joan', 'Kato']);
      expect(phone.row('customer', id)).toMatchObject({ phone: '0772' });
      expect(phone.outbox()).toEqual([]);
    }
    // Ada was in the backup, so she is not sent again.
    const { clientId } = shop.amina.database.inspect().state;
    expect(shop.store.committed(BUSINESS_ID).outcomesOf({ clientId })).toHaveLength(3);
    expect(journalOf(shop.amina)).toEqual(expect.arrayContaining(['restored', 'healed']));
  },
);

test('SYN-21 SYN-21b SYN-4 while it is given back the phone shows it as before, counted once, and so after a kill in between', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await shop.amina.act('stock.add', ({ mintId }) => ({
    ...{ id: mintId(), itemId: 1, quantityHundredths: 500, costPriceMinor: null, batchId: null, notes: null },
  }));
  await shop.amina.sync();
  const stock = () => shop.amina.row('item', 1)?.currentStockHundredths;
  const before = stock();
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  const ports = shop.amina.ports();
  const push: Transport['push'] = async (request) =>
    request.mutations.some(({ args }) => (args as { id?: number }).id === id)
      ? { kind: 'unreachable' }
      : await ports.transport.push(request);
  await runEngine({ ...ports, transport: { ...ports.transport, push } }, true);
  expect([stock(), shop.amina.outbox().map(({ isLost }) => isLost)]).toEqual([before, [true]]);
  // An act between is added on top of it.
  await shop.amina.act('stock.add', ({ mintId }) => ({
    ...{ id: mintId(), itemId: 1, quantityHundredths: 100, costPriceMinor: null, batchId: null, notes: null },
  }));
  // Nor after the rows are rebuilt, as when a change is discarded.
  const item: RowKey = { table: 'item', id: 1 };
  await shop.amina.database.write(async (tx) => rebuildRows(tx, await tx.meta.getState(), [item]));
  expect([stock(), shop.amina.outbox().map(({ unfit }) => unfit)]).toEqual([(before ?? 0) + 100, [null, null]]);
  const again = shop.amina.copy();
  for (const phone of [again, shop.brian]) await phone.sync();
  expect([stock(), shop.server('item', 1)?.currentStockHundredths]).toEqual([(before ?? 0) + 100, (before ?? 0) + 100]);
  expect(again.row('item', 1)?.currentStockHundredths).toBe((before ?? 0) + 100);
});

test('SYN-21 a server that is restored once more while it is healed gets it all the same', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  for (const name of ['Joan', 'Kato', 'Mary']) await meet(shop.amina, name);
  await shop.amina.sync();
  shop.store.restore(BUSINESS_ID, backup, 'second epoch');
  const ports = shop.amina.ports();
  const knownActs: Transport['knownActs'] = async (request) => {
    const answer = await ports.transport.knownActs(request);
    shop.store.restore(BUSINESS_ID, backup, 'third epoch');
    return answer;
  };
  await runEngine({ ...ports, transport: { ...ports.transport, knownActs } }, true);
  await shop.amina.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
  expect([namesOn(shop.amina), shop.amina.outbox()]).toEqual([['Grace', 'Joan', 'Kato', 'Mary'], []]);
});

test.each(['another epoch', null])(
  'SYN-21 SYN-21a what the server knew before it was restored once more, to an older backup, it is sent again: epoch %s',
  async (epoch) => {
    const shop = await openTwoPhones();
    const older = shop.store.backup(BUSINESS_ID);
    await meet(shop.amina, 'Joan');
    await shop.amina.sync();
    const newer = shop.store.backup(BUSINESS_ID);
    for (const name of ['Kato', 'Mary']) await meet(shop.amina, name);
    await shop.amina.sync();
    shop.store.restore(BUSINESS_ID, newer, epoch);
    const ports = shop.amina.ports();
    let isOlder = false;
    const push: Transport['push'] = async (request) => {
      // The server had Joan when it was asked what it lacks.
      if (namesAtServer(shop).includes('Joan') && !isOlder) {
        isOlder = true;
        shop.store.restore(BUSINESS_ID, older, epoch && 'third epoch');
      }
      return await ports.transport.push(request);
    };
    await runEngine({ ...ports, transport: { ...ports.transport, push } }, true);
    await shop.amina.sync();
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
    expect([namesOn(shop.amina), shop.amina.outbox()]).toEqual([['Grace', 'Joan', 'Kato', 'Mary'], []]);
  },
);

test.each(['another epoch', null])(
  'SYN-21 SYN-21c what a server took after its first restore and refuses after its second comes into view on each copy: epoch %s',
  async (epoch) => {
    const shop = await openTwoPhones();
    const { id } = await meet(shop.amina, 'Joan');
    for (const phone of [shop.amina, shop.brian]) await phone.sync();
    const backup = shop.store.backup(BUSINESS_ID);
    await shop.amina.remove('customer', id);
    await shop.amina.sync();
    const twin = shop.amina.copy();
    shop.store.restore(BUSINESS_ID, backup, epoch);
    await shop.amina.sync();
    // The copy learns that the server has the removal, then stops.
    const ports = twin.ports();
    const pull: Transport['pull'] = async (request) =>
      request.cookie === twin.database.inspect().state.cookie
        ? await ports.transport.pull(request)
        : { kind: 'unreachable' };
    await runEngine({ ...ports, transport: { ...ports.transport, pull } }, true);
    expect(journalOf(twin)).toContain('healed');
    shop.store.restore(BUSINESS_ID, backup, epoch && 'third epoch');
    await shop.brian.edit('customer', id, { phone: '0772' });
    for (const phone of [shop.brian, shop.amina, twin]) await phone.sync();
    expect(shop.server('customer', id)).toMatchObject({ phone: '0772' });
    for (const phone of [shop.amina, twin])
      expect(phone.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['edited_since'] } }]);
  },
);

test('SYN-21 more acts than one question takes are asked for in several', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.amina, 'Joan');
  await shop.amina.sync();
  const [kept] = await shop.amina.database.read((tx) => tx.archive.all());
  await shop.amina.database.write((tx) =>
    tx.archive.put(
      Array.from({ length: ACTS_ASKED_MAX }, (_, nth) => ({
        ...kept!,
        seq: 10_000 + nth,
        wire: { ...kept!.wire, act: nth.toString(16).padStart(32, '0'), args: null },
      })),
    ),
  );
  await shop.amina.database.write(async (tx) =>
    tx.archive.put(
      (await tx.archive.all()).map((entry) => ({ ...entry, wire: { ...entry.wire, args: kept!.wire.args } })),
    ),
  );
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  const ports = shop.amina.ports();
  const asked: number[] = [];
  const knownActs: Transport['knownActs'] = async (request) => {
    asked.push(request.acts.length);
    return await ports.transport.knownActs({ ...request, acts: [] });
  };
  const push: Transport['push'] = async () => ({ kind: 'unreachable' });
  await runEngine({ ...ports, transport: { ...ports.transport, knownActs, push } }, true);
  expect(asked).toEqual([ACTS_ASKED_MAX, 1]);
});

test.each([
  ['the device that has it comes in time', 9, true],
  ['nobody brings it, and after ten minutes it is decided without it', 11, false],
])('SYN-21 SYN-21d a parent that a restored server lost is waited for: %s', async (_who, minutes, stands) => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await meet(shop.amina, 'Joan');
  await shop.amina.sync();
  await shop.brian.sync();
  await shop.brian.edit('customer', id, { phone: '0772' });
  await shop.brian.sync();
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  const edit = () => shop.outcomesOf(shop.brian).at(-1);
  await shop.brian.sync();
  expect(edit()).toBeUndefined();
  shop.pass(minutes * 60_000);
  if (stands) await shop.amina.sync();
  // The first push gets the server's time.
  for (let push = 0; push < 2; push += 1) await shop.brian.sync();
  expect(edit()).toMatchObject({ kind: stands ? 'applied' : 'refused' });
  // An act that was refused because the other one was missing stays visible to its author.
  expect(shop.brian.outbox().map(({ state }) => state)).toEqual(stands ? [] : ['refused']);
  expect(shop.server('customer', id)).toEqual(stands ? expect.objectContaining({ phone: '0772' }) : undefined);
});

test('SYN-21 SYN-21d what refers to a refused row and to one that another device brings is decided when that has come', async () => {
  const shop = await openTwoPhones('admin');
  const backup = shop.store.backup(BUSINESS_ID);
  const { id: salt } = await shop.brian.act('item.create', itemArgs);
  for (const phone of [shop.brian, shop.amina]) await phone.sync();
  const { id: paymentMethodId } = await shop.amina.act('paymentMethod.create', bank);
  const { id } = await shop.amina.act('sale.create', (tools) =>
    saleArgs(tools, [{ id: salt, name: 'Salt', priceMinor: 1_000 }], { paymentMethodId, paymentMethodName: 'Bank' }),
  );
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await demoteAmina(shop);
  for (const phone of [shop.amina, shop.brian, shop.amina]) await phone.sync();
  expect(shop.amina.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
  expect(shop.server('sale', id)?.flags).toContain('method_missing');
  expect(shop.server('sale', id)?.lines).toMatchObject([{ movesStock: true }]);
  expect(shop.server('item', salt)?.currentStockHundredths).toBe(800);
});

test('SYN-21 SYN-21c SYN-5 what a history that is gone had refused stays so, though the restored server would take it', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await shop.amina.act('paymentMethod.create', bank);
  await demoteAmina(shop);
  await shop.amina.sync();
  expect(shop.amina.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await meet(shop.amina, 'Joan');
  for (const phone of [shop.amina, shop.brian]) await phone.sync();
  expect(shop.server('paymentMethod', id)).toBeUndefined();
  // The author still sees the refusal and can decide about it; later acts exist.
  expect(shop.amina.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
  expect(namesOn(shop.brian)).toEqual(['Grace', 'Joan']);
});

test('SYN-21 SYN-21c what was refused, and what a copy of the phone brought to the restored server, waits for nobody', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await shop.amina.act('paymentMethod.create', bank);
  const copy = shop.amina.copy();
  await demoteAmina(shop);
  await shop.amina.sync();
  expect(shop.amina.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  // In that history Amina may still send it.
  for (const phone of [copy, copy, shop.amina, shop.amina]) await phone.sync();
  expect(shop.server('paymentMethod', id)).toBeDefined();
  for (const phone of [copy, shop.amina]) expect(phone.outbox()).toEqual([]);
});

test('SYN-21 SYN-21c SYN-5 what the restored server refuses of what the one before it had taken is in its author’s view', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await shop.amina.act('paymentMethod.create', bank);
  await shop.amina.sync();
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await demoteAmina(shop);
  const copy = shop.amina.copy();
  // The first of the two sends it and is refused; the other gets the same outcome when it asks.
  for (const phone of [copy, copy, shop.amina, shop.amina]) {
    await phone.sync();
    expect(phone.database.inspect().state.resync).toBeNull();
  }
  for (const phone of [copy, shop.amina])
    expect(phone.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
});

test('SYN-21 SYN-21a SYN-24 a phone that signed out and in again looks whether the server has its newest act, though no page tells of the restore', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.amina, 'Joan');
  await shop.amina.sync();
  // The server had decided nothing in her present queue, so no lmid fell.
  await shop.amina.database.write((tx) => beginQueue(tx, 'fedcba9876543210'));
  await meet(shop.amina, 'Kato');
  await shop.amina.database.write(sealReplica);
  shop.store.restore(BUSINESS_ID, backup, null);
  // Another device's acts have raised the server's version beyond what this device has seen.
  for (const name of ['Ruth', 'Rose']) {
    await meet(shop.brian, name);
    await shop.brian.sync();
  }
  await shop.amina.database.write(unsealReplica);
  await shop.amina.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Rose', 'Ruth']);
  expect([namesOn(shop.amina), shop.amina.outbox()]).toEqual([['Grace', 'Joan', 'Kato', 'Rose', 'Ruth'], []]);
});

test('SYN-21 what was confirmed more than 30 days ago is gone with the server, and nothing is asked for ever', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.amina, 'Joan');
  await shop.amina.sync();
  await forgetProofs(shop.amina);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  for (let time = 0; time < 2; time += 1) await shop.amina.sync();
  expect([namesAtServer(shop), namesOn(shop.amina)]).toEqual([['Grace'], ['Grace']]);
});

test.each([{ isLetIn: false }, { isLetIn: true }])(
  'SYN-25 SYN-21 a dismissed user’s phone sends again what a restored server lost of it: %j',
  async ({ isLetIn }) => {
    const shop = await openTwoPhones();
    await meet(shop.brian, 'Joan');
    await shop.brian.sync();
    await meet(shop.brian, 'Mary');
    await changeUser(shop, BRIAN, { isActive: false });
    const backup = shop.store.backup(BUSINESS_ID);
    await shop.brian.sync();
    await meet(shop.amina, 'Ada');
    await shop.amina.sync();
    expect(namesAtServer(shop)).toEqual(['Ada', 'Grace', 'Joan', 'Mary']);
    shop.store.restore(BUSINESS_ID, backup, null);
    if (isLetIn) await changeUser(shop, BRIAN, { isActive: true });
    for (let time = 0; time < 2; time += 1) await shop.brian.sync();
    for (const phone of [shop.amina, shop.brian]) await phone.sync();
    expect(namesAtServer(shop)).toEqual(['Ada', 'Grace', 'Joan', 'Mary']);
    expect(namesOn(shop.brian)).toEqual(isLetIn ? ['Ada', 'Grace', 'Joan', 'Mary'] : ['Mary']);
  },
);

test('SYN-25 SYN-21 it asks for its newest act, and heals no more than once what the server lacks for good', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.brian, 'Joan');
  await shop.brian.sync();
  await forgetProofs(shop.brian);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await changeUser(shop, BRIAN, { isActive: false });
  const ports = shop.brian.ports();
  let asked = 0;
  const knownActs: Transport['knownActs'] = (request) => {
    asked += 1;
    return ports.transport.knownActs(request);
  };
  const report = await runEngine({ ...ports, transport: { ...ports.transport, knownActs } }, true);
  expect(report).toEqual({ phase: 'dismissed', wakeAfterMs: null });
  expect(asked).toBeLessThan(5);
});
