import { expect, test } from 'vitest';
import { runEngine } from '../../../sync/engine/engine.ts';
import { sendKept } from '../../../sync/engine/kept.ts';
import { exportOutbox, sendOutboxFile } from '../../../sync/engine/outbox-file.ts';
import type { CallResult, Transport } from '../../../sync/ports.ts';
import { readOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import { discardAct, retryAct } from '../../../sync/replica/decide.ts';
import { beginQueue } from '../../../sync/replica/new-queue.ts';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { BUSINESS_ID, NOON_MS } from '../../support/shop-rows.ts';
import { AMINA, BRIAN, openTwoPhones, type Phone } from '../../support/device/two-phones.ts';
import {
  changeUser,
  meet,
  namesAtServer,
  namesOn,
  overtake,
  setAsideFirst,
  takeId,
} from '../../support/device/two-phones-people.ts';

/* Copied phones and restored servers at the same time. */

const retry = async (phone: Phone): Promise<void> => {
  const [shown] = phone.outbox();
  if (shown) await phone.database.write((tx) => retryAct(tx, shown.seq, NOON_MS, phone.acts));
};
const discard = async (phone: Phone): Promise<void> => {
  const [shown] = phone.outbox();
  if (shown) await phone.database.write((tx) => discardAct(tx, shown.seq, NOON_MS));
};
const fileOf = async (phone: Phone) => {
  const read = readOutboxFile((await exportOutbox(phone.database, NOON_MS)) ?? '');
  if (!read.ok) throw new Error(read.error);
  return read.value;
};
const syncAll = async (...phones: readonly Phone[]): Promise<void> => {
  for (const phone of phones) await phone.sync();
};

test('SYN-20 SYN-7a both copies of a profile keep what they sold since, and what waited at the copying is there once', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  await meet(shop.amina, 'Kato');
  await meet(twin, 'Mary');
  await syncAll(shop.amina, twin, shop.amina, shop.brian);
  for (const phone of [shop.amina, twin, shop.brian]) {
    expect(namesOn(phone)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
    expect(phone.outbox()).toEqual([]);
  }
  const clients = [shop.amina, twin].map((phone) => phone.database.inspect().state.clientId);
  expect(new Set(clients).size).toBe(2);
});

test('SYN-20 three copies of one profile, each with something of its own, bring everything once', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  const [twin, third] = [shop.amina.copy(), shop.amina.copy()];
  await meet(shop.amina, 'Kato');
  await meet(twin, 'Mary');
  await meet(third, 'Ruth');
  await syncAll(third, twin, shop.amina, twin, third, shop.amina, shop.brian);
  for (const phone of [shop.amina, twin, third, shop.brian])
    expect([namesOn(phone), phone.outbox()]).toEqual([['Grace', 'Joan', 'Kato', 'Mary', 'Ruth'], []]);
});

test('SYN-20 a phone that began a new queue and is put back to before it doubles nothing', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  const yesterday = shop.amina.copy();
  await overtake(shop.amina, 'Mary');
  // The queue was sent in the new history; yesterday's disk has it in the old one.
  await meet(yesterday, 'Ruth');
  await syncAll(yesterday, shop.amina, yesterday, shop.brian);
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary', 'Ruth']);
  expect([namesOn(yesterday), yesterday.outbox()]).toEqual([['Grace', 'Joan', 'Mary', 'Ruth'], []]);
});

test('SYN-27 SYN-20 SYN-21 a file of a queue, written before a new one began, doubles nothing when it is imported after a restore', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.amina, 'Joan');
  const file = await fileOf(shop.amina);
  await overtake(shop.amina, 'Mary');
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  expect(await sendOutboxFile(shop.brian.ports(), { ...file, userId: AMINA })).toEqual({ kind: 'not_yours' });
  await changeUser(shop, BRIAN, { role: 'admin' });
  for (let time = 0; time < 2; time += 1)
    expect(await sendOutboxFile(shop.brian.ports(), file)).toEqual({ kind: 'sent', notAccepted: 0 });
  await syncAll(shop.amina, shop.brian);
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
  expect([namesOn(shop.amina), shop.amina.outbox()]).toEqual([['Grace', 'Joan'], []]);
});

test('SYN-27 SYN-5 a file says how much of it was not accepted', async () => {
  const shop = await openTwoPhones();
  const { id } = await meet(shop.amina, 'Joan');
  await takeId(shop, id);
  const file = await fileOf(shop.amina);
  expect(await sendOutboxFile(shop.amina.ports(), file)).toEqual({ kind: 'sent', notAccepted: 1 });
});

test.each([{ isSent: false }, { isSent: true }])(
  'SYN-5 SYN-21 what a person retries is not doubled when a copy brought its first attempt to a restored server: %j',
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
    await syncAll(shop.amina, twin, shop.amina);
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
    for (const phone of [shop.amina, twin]) expect([namesOn(phone), phone.outbox()]).toEqual([['Grace', 'Joan'], []]);
  },
);

test('SYN-5 SYN-20 SYN-7a what was retried with success is not doubled when a profile of yesterday retries it once more', async () => {
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

test.each([{ isTaken: false }, { isTaken: true }])(
  'SYN-21 SYN-21c SYN-5 SYN-7a an accepted retry is sent again to a restored server that knows only the refusal before it: %j',
  async ({ isTaken }) => {
    const shop = await openTwoPhones();
    const { id } = await meet(shop.amina, 'Joan');
    await setAsideFirst(shop, shop.amina);
    await shop.amina.sync();
    const backup = shop.store.backup(BUSINESS_ID);
    await retry(shop.amina);
    await shop.amina.sync();
    expect([namesAtServer(shop), shop.amina.outbox()]).toEqual([['Grace', 'Joan'], []]);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    if (isTaken) await takeId(shop, id);
    await syncAll(shop.amina, shop.amina);
    expect(namesAtServer(shop)).toEqual(['Grace', isTaken ? 'Stranger' : 'Joan']);
    // It is the retry that is refused now, so the author sees why.
    const refused = [{ wire: { attempt: 1 }, state: 'refused', outcome: { codes: ['id_clash'] } }];
    expect(shop.amina.outbox()).toMatchObject(isTaken ? refused : []);
    expect(shop.amina.database.inspect().state.resync).toBeNull();
  },
);

test('SYN-21 SYN-21a SYN-5 a phone without a cookie looks whether the server has its newest act as it was accepted, not as it was refused before', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  await setAsideFirst(shop, shop.amina);
  await shop.amina.sync();
  const backup = shop.store.backup(BUSINESS_ID);
  await retry(shop.amina);
  await shop.amina.sync();
  // The server had decided nothing in the present queue, so no lmid fell; nor does a version tell.
  await shop.amina.database.write((tx) => beginQueue(tx, 'fedcba9876543210'));
  await shop.amina.database.write(sealReplica);
  shop.store.restore(BUSINESS_ID, backup, null);
  await meet(shop.brian, 'Ruth');
  await shop.brian.sync();
  await shop.amina.database.write(unsealReplica);
  await syncAll(shop.amina, shop.amina);
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Ruth']);
  expect([namesOn(shop.amina), shop.amina.outbox()]).toEqual([['Grace', 'Joan', 'Ruth'], []]);
});

test.each([{ isTaken: false }, { isTaken: true }])(
  'SYN-25a SYN-21 SYN-21c a dismissed user’s phone sends an accepted retry to a restored server once, whether it is accepted or refused: %j',
  async ({ isTaken }) => {
    const shop = await openTwoPhones();
    const { id } = await meet(shop.brian, 'Joan');
    await setAsideFirst(shop, shop.brian);
    await shop.brian.sync();
    const backup = shop.store.backup(BUSINESS_ID);
    await retry(shop.brian);
    await shop.brian.sync();
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan']);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    if (isTaken) await takeId(shop, id);
    await changeUser(shop, BRIAN, { isActive: false });
    const ports = shop.brian.ports();
    let asked = 0;
    const knownActs: Transport['knownActs'] = (request) => {
      asked += 1;
      return ports.transport.knownActs(request);
    };
    for (let run = 0; run < 3; run += 1)
      await runEngine({ ...ports, transport: { ...ports.transport, knownActs } }, true);
    expect(namesAtServer(shop)).toEqual(['Grace', isTaken ? 'Stranger' : 'Joan']);
    expect(shop.brian.database.journal().filter(({ what }) => what === 'healed')).toHaveLength(1);
    expect(asked).toBeLessThan(10);
    await changeUser(shop, BRIAN, { isActive: true });
    await syncAll(shop.brian, shop.brian);
    const refused = [{ wire: { attempt: 1 }, state: 'refused', outcome: { codes: ['id_clash'] } }];
    expect(shop.brian.outbox()).toMatchObject(isTaken ? refused : []);
  },
);

test('SYN-5 SYN-20 two copies that retry one refusal make one attempt of it', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  await setAsideFirst(shop, shop.amina);
  await shop.amina.sync();
  const twin = shop.amina.copy();
  for (const phone of [shop.amina, twin]) await retry(phone);
  await meet(twin, 'Kato');
  await syncAll(shop.amina, twin, shop.amina);
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato']);
  for (const phone of [shop.amina, twin]) expect(phone.outbox()).toEqual([]);
});

test('SYN-5 SYN-20 what one copy discards and another retries counts once, and both see it', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  await setAsideFirst(shop, shop.amina);
  await shop.amina.sync();
  const twin = shop.amina.copy();
  await discard(shop.amina);
  await retry(twin);
  await syncAll(twin, shop.amina);
  for (const phone of [shop.amina, twin]) expect([namesOn(phone), phone.outbox()]).toEqual([['Grace', 'Joan'], []]);
});

test('SYN-22 SYN-20 a clash that two copies know is one refusal, and what each makes of it is seen', async () => {
  const shop = await openTwoPhones();
  const { id } = await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  await takeId(shop, id);
  await shop.amina.edit('customer', id, { phone: '0772' });
  await meet(twin, 'Kato');
  await syncAll(twin, shop.amina, twin);
  expect(shop.server('customer', id)).toMatchObject({ name: 'Stranger' });
  expect(shop.amina.outbox().map(({ state, wire }) => [state, wire.name])).toEqual([
    ['refused', 'customer.create'],
    ['refused', 'customer.edit'],
  ]);
  expect(twin.outbox().map(({ state, wire }) => [state, wire.name])).toEqual([['refused', 'customer.create']]);
  await retry(shop.amina);
  await discard(twin);
  await syncAll(shop.amina, twin);
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Stranger']);
  expect(shop.amina.rows('customer').find(({ phone }) => phone === '0772')).toMatchObject({ name: 'Joan' });
  for (const phone of [shop.amina, twin]) expect(phone.outbox()).toEqual([]);
});

test('SYN-25 SYN-25b SYN-21 M32 what a dismissed person left on the shop’s tablet is sent by an admin after a restore', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.brian, 'Joan');
  await shop.brian.sync();
  await meet(shop.brian, 'Mary');
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await changeUser(shop, BRIAN, { isActive: false });
  const ports = { ...shop.amina.ports(), database: shop.brian.database };
  expect(await sendKept(ports, BRIAN)).toEqual({ result: { kind: 'sent', notAccepted: 0 }, count: 1 });
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary']);
  // A repetition is harmless.
  expect(await sendKept(ports, BRIAN)).toMatchObject({ result: { kind: 'sent' }, count: 0 });
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary']);
});

test('SYN-25 M32 what the server does not accept of it is counted', async () => {
  const shop = await openTwoPhones();
  const { id } = await meet(shop.brian, 'Joan');
  await meet(shop.brian, 'Mary');
  await takeId(shop, id);
  await changeUser(shop, BRIAN, { isActive: false });
  const ports = { ...shop.amina.ports(), database: shop.brian.database };
  expect(await sendKept(ports, BRIAN)).toEqual({ result: { kind: 'sent', notAccepted: 1 }, count: 2 });
});

test.each([0, 1, 2, 3])(
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
    const { push, knownActs } = ports.transport;
    const transport = { ...ports.transport, push: losing(push), knownActs: losing(knownActs) };
    const first = await sendKept({ ...ports, transport }, BRIAN);
    expect(first.result.kind).toBe(nth > lostNth ? 'unreachable' : 'sent');
    const tabs = await Promise.all([sendKept(ports, BRIAN), sendKept(ports, BRIAN)]);
    expect(tabs.map(({ result }) => result.kind)).toEqual(['sent', 'sent']);
    expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Mary']);
  },
);

test('SYN-25 SYN-25b M32 what another person left is given back by nobody but an admin', async () => {
  const shop = await openTwoPhones();
  await meet(shop.brian, 'Joan');
  await changeUser(shop, BRIAN, { isActive: false });
  await changeUser(shop, AMINA, { role: 'staff' });
  const ports = { ...shop.amina.ports(), database: shop.brian.database };
  expect(await sendKept(ports, BRIAN)).toMatchObject({ result: { kind: 'not_yours' }, count: 1 });
  expect(namesAtServer(shop)).toEqual(['Grace']);
  expect(shop.brian.outbox()).toHaveLength(1);
});

test('SYN-9 SYN-20 a lost answer to the first push of a new queue is made good for by the next', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  await meet(twin, 'Mary');
  await twin.sync();
  await meet(shop.amina, 'Kato');
  const ports = shop.amina.ports();
  const { clientId } = shop.amina.database.inspect().state;
  const push: Transport['push'] = async (request) => {
    const answer = await ports.transport.push(request);
    return request.clientId === clientId ? answer : { kind: 'unreachable' };
  };
  await runEngine({ ...ports, transport: { ...ports.transport, push } }, true);
  await syncAll(shop.amina, twin);
  expect(namesAtServer(shop)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
  expect(shop.amina.outbox()).toEqual([]);
});
