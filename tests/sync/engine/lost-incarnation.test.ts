import { expect, test } from 'vitest';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';
import { beginResync } from '../../../sync/replica/resync.ts';
import { BUSINESS_ID, NOON_MS } from '../../support/shop-rows.ts';
import { AMINA, BRIAN, openTwoPhones, type Shop } from '../../support/two-phones.ts';
import {
  changeUser,
  forgetProofs,
  loseRegistration,
  meet,
  namesOn,
  overtake,
  takeId,
} from '../../support/two-phones-people.ts';

/** What only an admin may do. */
const bank = ({ mintId }: ArgumentTools) => ({ id: mintId(), name: 'Bank', icon: 'Building' as const });

const demoteAmina = (shop: Shop): Promise<void> => changeUser(shop, AMINA, { role: 'staff' });

test('SYN-21 SYN-20 what waits in two copies of a profile is not doubled when the server has lost their incarnation', async () => {
  const shop = await openTwoPhones();
  await meet(shop.amina, 'Joan');
  const twin = shop.amina.copy();
  loseRegistration(shop, shop.amina);
  await meet(shop.amina, 'Kato');
  await meet(twin, 'Mary');
  for (const phone of [shop.amina, twin, shop.amina, shop.brian]) await phone.sync();
  for (const phone of [shop.amina, twin, shop.brian]) {
    expect(namesOn(phone)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
    expect(phone.outbox()).toEqual([]);
  }
  expect(shop.amina.database.inspect().state.incarnation).toBe(1);
});

test('SYN-21 SYN-20 what a restored server lost is issued again when a copy of the profile went on beyond it first', async () => {
  const shop = await openTwoPhones();
  const twin = shop.amina.copy();
  const backup = shop.store.backup(BUSINESS_ID);
  await meet(shop.amina, 'Joan');
  await shop.amina.sync();
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await meet(twin, 'Kato');
  await meet(twin, 'Mary');
  for (const phone of [twin, shop.amina, twin, shop.brian]) await phone.sync();
  for (const phone of [shop.amina, twin, shop.brian]) {
    expect(namesOn(phone)).toEqual(['Grace', 'Joan', 'Kato', 'Mary']);
    expect(phone.outbox()).toEqual([]);
  }
});

test.each([{ goesOn: false }, { goesOn: true }])(
  'SYN-21 SYN-20 SYN-5 what one history refused and a copy of the profile brought to the next waits for nobody: %j',
  async ({ goesOn }) => {
    const shop = await openTwoPhones();
    const { id } = await shop.amina.act('paymentMethod.create', bank);
    const twin = shop.amina.copy();
    const backup = shop.store.backup(BUSINESS_ID);
    await demoteAmina(shop);
    await twin.sync();
    expect(twin.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    if (goesOn) await meet(shop.amina, 'Kato');
    if (goesOn) await meet(twin, 'Mary');
    for (const phone of [shop.amina, twin, shop.amina]) await phone.sync();
    for (const phone of [shop.amina, twin]) {
      expect(phone.row('paymentMethod', id)).toMatchObject({ name: 'Bank' });
      expect(namesOn(phone)).toEqual(goesOn ? ['Grace', 'Kato', 'Mary'] : ['Grace']);
      expect(phone.outbox()).toEqual([]);
    }
  },
);

test.each([{ goesOn: false }, { goesOn: true }])(
  'SYN-21 SYN-20 what a restored server lost of an incarnation that was left is sent again, by a phone without a cookie too: %j',
  async ({ goesOn }) => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await meet(shop.amina, 'Joan');
    await shop.amina.sync();
    const twin = await overtake(shop.amina, 'Mary');
    const { state } = shop.amina.database.inspect();
    expect(state).toMatchObject({ incarnation: 2, confirmedMid: 0 });
    // As after signing out.
    await shop.amina.database.write((tx) => tx.putState({ ...state, cookie: null }));
    shop.store.restore(BUSINESS_ID, backup, null);
    if (goesOn) await meet(shop.amina, 'Kato');
    await shop.amina.sync();
    await shop.brian.sync();
    for (const phone of [shop.amina, shop.brian])
      expect(namesOn(phone)).toEqual(goesOn ? ['Grace', 'Joan', 'Kato'] : ['Grace', 'Joan']);
    // What only the other copy has, it brings.
    for (const phone of [twin, shop.amina, shop.brian]) await phone.sync();
    for (const phone of [shop.amina, twin, shop.brian])
      expect(namesOn(phone)).toEqual(goesOn ? ['Grace', 'Joan', 'Kato', 'Mary'] : ['Grace', 'Joan', 'Mary']);
  },
);

test('SYN-21 SYN-25 a dismissed user’s phone sends again what a restored server lost of it', async () => {
  const shop = await openTwoPhones();
  await meet(shop.brian, 'Joan');
  const { state } = shop.brian.database.inspect();
  await shop.brian.database.write((tx) =>
    tx.putState({ ...state, sealed: true, dismissal: { incarnation: state.incarnation, sentMid: 1 } }),
  );
  loseRegistration(shop, shop.brian);
  await shop.brian.database.write(async (tx) => tx.putState({ ...(await tx.getState()), leases: [] }));
  await shop.brian.sync();
  await shop.amina.sync();
  expect(namesOn(shop.amina)).toEqual(['Grace', 'Joan']);
});

test.each([
  ['the device that has it comes in time', 9, true],
  ['nobody brings it, and after ten minutes it is decided without it', 11, false],
])('SYN-21 a parent that a restored server lost is waited for: %s', async (_who, minutes, stands) => {
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
  // The first push hears what time it is by the server's clock.
  for (let push = 0; push < 2; push += 1) await shop.brian.sync();
  expect(edit()).toMatchObject({ kind: stands ? 'applied' : 'refused' });
  // What was decided without it is in its author's view.
  expect(shop.brian.outbox().map(({ state }) => state)).toEqual(stands ? [] : ['refused']);
  expect(shop.server('customer', id)).toEqual(stands ? expect.objectContaining({ phone: '0772' }) : undefined);
});

test.each([{ goesOn: false }, { goesOn: true }])(
  'SYN-21 SYN-22 SYN-20 what clashed and was issued again is no loss to a copy that has only the form of before, though the server was restored: %j',
  async ({ goesOn }) => {
    const shop = await openTwoPhones();
    const { id } = await meet(shop.amina, 'Joan');
    const twin = shop.amina.copy();
    await takeId(shop, id);
    const backup = shop.store.backup(BUSINESS_ID);
    await shop.amina.sync();
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    if (goesOn) await meet(twin, 'Kato');
    for (const phone of [shop.amina, twin, shop.amina, shop.brian]) await phone.sync();
    for (const phone of [shop.amina, shop.brian])
      expect(namesOn(phone)).toEqual(['Grace', 'Joan', ...(goesOn ? ['Kato'] : []), 'Stranger']);
    expect(shop.amina.outbox()).toEqual([]);
    const [left, ...others] = twin.outbox();
    expect([left?.state, left?.outcome?.codes, others]).toEqual(['refused', ['not_healed', 'id_clash'], []]);
  },
);

test('SYN-21 SYN-20 SYN-5 what was refused stays in view though a copy of the profile has gone on past its mid with acts of its own', async () => {
  const shop = await openTwoPhones();
  const twin = shop.amina.copy();
  const backup = shop.store.backup(BUSINESS_ID);
  await shop.amina.act('paymentMethod.create', bank);
  await demoteAmina(shop);
  await shop.amina.sync();
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await meet(twin, 'Kato');
  await meet(twin, 'Mary');
  for (const phone of [twin, shop.amina, twin, shop.amina]) await phone.sync();
  expect(shop.amina.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
  expect(namesOn(shop.amina)).toEqual(['Grace', 'Kato', 'Mary']);
});

test.each([
  { twin: 'leaves the incarnation', isConfirmed: false, goesOn: true },
  { twin: 'has the same history', isConfirmed: false, goesOn: false },
  { twin: 'had it confirmed', isConfirmed: true, goesOn: false },
])(
  'SYN-21 SYN-20 SYN-5 what is passed over together is in the view of a copy that still has it, which $twin',
  async ({ isConfirmed, goesOn }) => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await meet(shop.amina, 'Joan');
    await meet(shop.amina, 'Mary');
    if (isConfirmed) await shop.amina.sync();
    const twin = shop.amina.copy();
    await shop.amina.sync();
    await forgetProofs(shop.amina);
    if (goesOn) {
      await meet(shop.amina, 'Kato');
      await shop.amina.sync();
    }
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    for (const phone of [shop.amina, twin, shop.amina]) await phone.sync();
    expect(namesOn(shop.amina)).toEqual(goesOn ? ['Grace', 'Kato'] : ['Grace']);
    expect(twin.outbox().map(({ wire, state, outcome }) => [wire.mid, state, outcome?.codes])).toEqual([
      [1, 'refused', ['not_healed']],
      [2, 'refused', ['not_healed']],
    ]);
    expect(namesOn(twin)).toEqual(['Grace', 'Joan', ...(goesOn ? ['Kato'] : []), 'Mary']);
  },
);

test.each([{ knows: false }, { knows: true }])(
  'SYN-25 SYN-21 SYN-20 SYN-5 what was passed over while its author was dismissed is in view once they are let in again: %j',
  async ({ knows }) => {
    const shop = await openTwoPhones();
    const backup = shop.store.backup(BUSINESS_ID);
    await meet(shop.brian, 'Joan');
    await shop.brian.sync();
    const twin = shop.brian.copy();
    await forgetProofs(shop.brian);
    shop.store.restore(BUSINESS_ID, backup, 'another epoch');
    await shop.brian.sync();
    const restored = twin.database.inspect().state;
    // It had begun to bring its copy up to the other history when the shop closed to it.
    if (knows) await twin.database.write((tx) => beginResync(tx, restored, 'restored', NOON_MS));
    await changeUser(shop, BRIAN, { isActive: false });
    for (let time = 0; time < 2; time += 1) await twin.sync();
    expect([namesOn(twin), twin.database.inspect().state.dismissal?.incarnation]).toEqual([[], 1]);
    await changeUser(shop, BRIAN, { isActive: true });
    for (let time = 0; time < 2; time += 1) await twin.sync();
    const [left, ...others] = twin.outbox();
    expect([left?.state, left?.outcome?.codes, left?.wire.args, others]).toEqual([
      ...['refused', ['not_healed'], expect.objectContaining({ name: 'Joan' })],
      [],
    ]);
    expect(namesOn(twin)).toEqual(['Grace', 'Joan']);
  },
);

test('SYN-21 SYN-5 what a history that is gone had refused stays so, though the restored server would take it', async () => {
  const shop = await openTwoPhones();
  const backup = shop.store.backup(BUSINESS_ID);
  const { id } = await shop.amina.act('paymentMethod.create', bank);
  await demoteAmina(shop);
  await shop.amina.sync();
  const [refused] = shop.amina.outbox();
  expect(refused).toMatchObject({ state: 'refused', outcome: { codes: ['not_permitted'] } });
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  await meet(shop.amina, 'Joan');
  for (const phone of [shop.amina, shop.brian]) await phone.sync();
  expect(shop.server('paymentMethod', id)).toBeUndefined();
  // Its author has seen the refusal, and decides as before; what came after it is there.
  expect(shop.amina.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['not_permitted'] } }]);
  expect(namesOn(shop.brian)).toEqual(['Grace', 'Joan']);
});

test('SYN-21 SYN-20 what a history that is gone had refused, and no page had told yet, waits for nobody once it is taken', async () => {
  const shop = await openTwoPhones();
  const { id } = await shop.amina.act('paymentMethod.create', bank);
  const twin = shop.amina.copy();
  const backup = shop.store.backup(BUSINESS_ID);
  await demoteAmina(shop);
  await meet(shop.amina, 'Kato');
  await shop.amina.sync();
  await meet(twin, 'Mary');
  await twin.sync();
  const [refused] = twin.outbox();
  expect([refused?.state, refused?.incarnation, twin.database.inspect().state.incarnation]).toEqual(['refused', 1, 2]);
  // As it was between the leaving and the next page: the registration had told of the refusal.
  await twin.database.write(async (tx) => tx.putEntries(refused ? [{ ...refused, state: 'settled' }] : []));
  shop.store.restore(BUSINESS_ID, backup, 'another epoch');
  for (const phone of [twin, shop.amina, twin]) await phone.sync();
  for (const phone of [twin, shop.amina]) {
    expect(phone.row('paymentMethod', id)).toMatchObject({ name: 'Bank' });
    expect(phone.outbox()).toEqual([]);
    expect(namesOn(phone)).toEqual(['Grace', 'Kato', 'Mary']);
  }
});
