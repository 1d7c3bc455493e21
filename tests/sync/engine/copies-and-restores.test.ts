import { expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import { sendKept } from '../../../sync/engine/kept.ts';
import { exportOutbox, sendOutboxFile } from '../../../sync/engine/outbox-file.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import { readOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import { retryAct } from '../../../sync/replica/decide.ts';
import { BUSINESS_ID, customerRow, NOON_MS } from '../../support/shop-rows.ts';
import { AMINA, BRIAN, openTwoPhones, type Phone } from '../../support/two-phones.ts';
import {
  changeUser,
  forgetProofs,
  loseRegistration,
  meet,
  namesAtServer,
  namesOn,
  overtake,
  setAsideFirst,
  takeId,
} from '../../support/two-phones-people.ts';

/* Copies of a phone's data, and servers back from a backup, at once: what no single bad day brings. */

const DAY_MS = 86_400_000;
const DEVICE = { appVersion: 'test', storagePersistent: async () => null };

const retry = async (phone: Phone): Promise<void> => {
  const [shown] = phone.outbox();
  if (shown) await phone.database.write((tx) => retryAct(tx, shown.seq, NOON_MS));
};

test.each([{ file: 'of a copy' }, { file: 'of a copy that went on otherwise' }])(
  'SYN-27 SYN-21 a file says that what was passed over together was not accepted: $file',
  async ({ file }) => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    const early = shop.amina.copy();
    await meet(shop.amina, 'Joan');
    const copy = file === 'of a copy' ? shop.amina.copy() : early;
    if (copy === early) await meet(copy, 'Ruth');
    await meet(shop.amina, 'Mary');
    await shop.amina.sync();
    await forgetProofs(shop.amina);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await shop.amina.sync();
    const read = readOutboxFile((await exportOutbox(copy.database, DEVICE, NOON_MS)) ?? '');
    if (!read.ok) throw new Error(read.error);
    const result = await sendOutboxFile(shop.amina.ports(), read.value);
    expect([result, namesAtServer(shop)]).toEqual([{ kind: 'sent', notAccepted: 1 }, ['Grace']]);
  },
);

test('SYN-21 SYN-25 a dismissed user’s phone does not heal for ever what a copy of it passed over', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.brian, 'Joan');
  await shop.brian.sync();
  const twin = await overtake(shop.brian, 'Mary');
  await forgetProofs(twin);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await twin.sync();
  await changeUser(shop, BRIAN, { isActive: false });
  const ports = shop.brian.ports();
  let heals = 0;
  const heal: Transport['heal'] = (request) => {
    heals += 1;
    return ports.transport.heal(request);
  };
  const report = await runEngine({ ...ports, transport: { ...ports.transport, heal } }, true);
  expect(report).toEqual({ phase: 'dismissed', wakeAfterMs: null });
  expect(heals).toBeLessThan(10);
});

test('SYN-21 SYN-22 SYN-25 a dismissed user’s phone sends what waits before an act that was issued again, though the proof before both is forgotten', async () => {
  const shop = await openTwoPhones();
  await meet(shop.brian, 'Joan');
  await shop.brian.sync();
  await forgetProofs(shop.brian);
  await meet(shop.brian, 'Mary');
  const { id } = await meet(shop.brian, 'Kato');
  await takeId(shop, id);
  await changeUser(shop, BRIAN, { isActive: false });
  const backup = shop.store.backup(BUSINESS_ID);
  await shop.brian.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Mary', 'Stranger']);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await shop.brian.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Mary', 'Stranger']);
});

test.each([{ isSent: false }, { isSent: true }])(
  'SYN-5 SYN-21 what a person retries is not doubled when a copy brought its first form to a restored server: %j',
  async ({ isSent }) => {
    const shop = await openTwoPhones();
    await meet(shop.amina, 'Joan');
    const twin = shop.amina.copy();
    const backup = shop.store.backup(BUSINESS_ID);
    await setAsideFirst(shop, shop.amina);
    await shop.amina.sync();
    expect(shop.amina.outbox()).toMatchObject([{ state: 'quarantined' }]);
    if (isSent) {
      await retry(shop.amina);
      await shop.amina.sync();
      expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
    }
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await twin.sync();
    if (!isSent) await retry(shop.amina);
    for (const phone of [shop.amina, twin, shop.amina]) await phone.sync();
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
    expect(namesOn(shop.amina)).toEqual(['Grace', 'Joan']);
  },
);

test('SYN-5 SYN-20 what was retried with success is not doubled when a profile of yesterday retries it once more', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  await setAsideFirst(shop, shop.amina);
  await shop.amina.sync();
  const yesterday = shop.amina.copy();
  await retry(shop.amina);
  await shop.amina.sync();
  await yesterday.sync();
  await retry(yesterday);
  await yesterday.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
  expect([namesOn(yesterday), yesterday.outbox()]).toEqual([['Grace', 'Joan'], []]);
});

test('SYN-5 SYN-25 what is there already and a dismissed user’s phone brings once more is flagged as all that it brings', async () => {
  const shop = await openTwoPhones();
  await meet(shop.brian, 'Joan');
  await setAsideFirst(shop, shop.brian);
  await shop.brian.sync();
  const yesterday = shop.brian.copy();
  await retry(shop.brian);
  await shop.brian.sync();
  await yesterday.sync();
  await retry(yesterday);
  await changeUser(shop, BRIAN, { isActive: false });
  await yesterday.sync();
  expect(shop.outcomesOf(yesterday).at(-1)).toMatchObject({ kind: 'flagged', codes: ['actor_disabled'] });
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
});

test('SYN-21 SYN-22 SYN-20 what is in view beside its form that was issued again is passed over once, and the phone goes on', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  await takeId(shop, id);
  await meet(twin, 'Kato');
  // The phone hears of the clash, and then has no signal.
  const ports = shop.amina.ports();
  const push: Transport['push'] = async (request) =>
    request.mutations.some(({ mid }) => mid > 1) ? { kind: 'unreachable' } : await ports.transport.push(request);
  await runEngine({ ...ports, transport: { ...ports.transport, push } }, true);
  expect(shop.amina.outbox()).toMatchObject([{ wire: { mid: 2 }, clashedAs: 1 }]);
  await twin.sync();
  await shop.amina.sync();
  expect(shop.amina.outbox()).toMatchObject([{ incarnation: 1, wire: { mid: 1 }, state: 'refused' }]);
  await meet(shop.amina, 'Mary');
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await shop.amina.sync();
  expect(namesAtServer(shop)).toContain('Mary');
});

test('SYN-22 SYN-21 what clashed and was issued again is not doubled when a copy brings its first form to a restored server', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  await takeId(shop, id);
  await shop.amina.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Stranger']);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  for (const phone of [twin, shop.amina, twin, shop.brian]) await phone.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
  for (const phone of [twin, shop.amina, shop.brian]) {
    expect(namesOn(phone)).toEqual(['Grace', 'Joan']);
    expect(phone.outbox()).toEqual([]);
  }
});

test('SYN-22 SYN-20 what is issued again after a fork does not speak of the stranger whose row stands under an id that clashed', async () => {
  const shop = await openTwoPhones();
  const { id } = await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  await takeId(shop, id);
  await shop.amina.edit('customer', id, { phone: '0772' });
  await meet(twin, 'Kato');
  // The twin is first: what both have clashes, and the twin goes on.
  await twin.sync();
  for (const phone of [shop.amina, twin, shop.amina]) await phone.sync();
  expect(shop.server('customer', id)).toMatchObject({ name: 'Stranger', phone: customerRow({ id }).phone });
  // What she wrote is in her view, and hers to decide.
  expect(shop.amina.outbox().map(({ state, wire }) => [state, wire.name])).toEqual([
    ['refused', 'customer.create'],
    ['refused', 'customer.edit'],
  ]);
  expect(shop.amina.rows('customer').find(({ phone }) => phone === '0772')).toMatchObject({ name: 'Joan' });
});

test('SYN-21 SYN-20 what was decided of an incarnation that was left is given back though the proof before it is forgotten', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  await shop.amina.sync();
  const backup = shop.store.backup(BUSINESS_ID);
  shop.pass(2 * DAY_MS);
  await meet(shop.amina, 'Mary');
  await overtake(shop.amina, 'Ruth');
  // More than 30 days after Joan, and less after Mary.
  shop.pass(28.5 * DAY_MS);
  await meet(shop.amina, 'Kato');
  await shop.amina.sync();
  const archive = await shop.amina.database.read((tx) => tx.archive());
  expect(archive.map(({ wire, incarnation }) => [incarnation, wire.mid])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await shop.amina.sync();
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
});

test.each([{ goesOn: false }, { goesOn: true }])(
  'SYN-21 SYN-20 SYN-5 what a restored server can take no more, because a copy of yesterday went first, is in view: %j',
  async ({ goesOn }) => {
    const shop = await openTwoPhones();
    const yesterday = shop.amina.copy();
    const backup = shop.store.backup(BUSINESS_ID);
    await meet(shop.amina, 'Joan');
    await shop.amina.sync();
    await overtake(shop.amina, 'Mary');
    // The copy is put back to yesterday.
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await meet(yesterday, 'Ruth');
    if (goesOn) await meet(yesterday, 'Rose');
    for (const phone of [yesterday, shop.amina, yesterday]) await phone.sync();
    expect(namesAtServer(shop)).toEqual(goesOn ? ['Grace', 'Rose', 'Ruth'] : ['Grace', 'Ruth']);
    expect(shop.amina.outbox()).toMatchObject([{ wire: { mid: 1 }, state: 'refused' }]);
    // The copy gave the same id to somebody else: retried, it gets another (SYN-22).
    await retry(shop.amina);
    await shop.amina.sync();
    expect(namesAtServer(shop)).toContain('Joan');
    expect(shop.amina.outbox()).toEqual([]);
  },
);

test.each([{ lost: 'an act' }, { lost: 'the registration' }])(
  'SYN-25 SYN-21 M32 what a dismissed person left on the shop’s tablet is sent by an admin after a restore that lost $lost',
  async ({ lost }) => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await meet(shop.brian, 'Joan');
    await shop.brian.sync();
    await meet(shop.brian, 'Mary');
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    if (lost === 'the registration') loseRegistration(shop, shop.brian);
    await changeUser(shop, BRIAN, { isActive: false });
    const ports = { ...shop.amina.ports(), database: shop.brian.database };
    expect(await sendKept(ports, BRIAN)).toEqual({ result: { kind: 'sent', notAccepted: 0 }, count: 1 });
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary']);
    // Again is harmless.
    expect(await sendKept(ports, BRIAN)).toMatchObject({ result: { kind: 'sent' }, count: 0 });
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary']);
  },
);

test.each([0, 1, 2, 3, 4, 5])(
  'SYN-25 SYN-7 M32 what a dismissed person left is sent once, whichever answer is lost, also from two tabs at once: %i',
  async (lostNth) => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await meet(shop.brian, 'Joan');
    await shop.brian.sync();
    await meet(shop.brian, 'Mary');
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await changeUser(shop, BRIAN, { isActive: false });
    const ports = { ...shop.amina.ports(), database: shop.brian.database };
    let nth = 0;
    const losing =
      <Request, Answer>(call: (request: Request) => Promise<CallResult<Answer>>) =>
      async (request: Request): Promise<CallResult<Answer>> => {
        const answer = await call(request);
        nth += 1;
        return nth - 1 === lostNth ? { kind: 'unreachable' } : answer;
      };
    const { push, heal } = ports.transport;
    const transport = { ...ports.transport, push: losing(push), heal: losing(heal) };
    expect((await sendKept({ ...ports, transport }, BRIAN)).result).toEqual({ kind: 'unreachable' });
    const tabs = await Promise.all([sendKept(ports, BRIAN), sendKept(ports, BRIAN)]);
    expect(tabs.map(({ result }) => result.kind)).toEqual(['sent', 'sent']);
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary']);
  },
);

test('SYN-25 M32 what another person left is given back by nobody but an admin', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.brian, 'Joan');
  await shop.brian.sync();
  await meet(shop.brian, 'Mary');
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await changeUser(shop, BRIAN, { isActive: false });
  await changeUser(shop, AMINA, { role: 'staff' });
  const ports = { ...shop.amina.ports(), database: shop.brian.database };
  await expect(sendKept(ports, BRIAN)).rejects.toThrow('Only an admin');
  expect(namesAtServer(shop)).toEqual(['Grace']);
});
