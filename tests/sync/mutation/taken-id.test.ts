import { expect, test } from 'vitest';
import { retryAct } from '../../../sync/replica/decide.ts';
import { openTwoPhones, type Phone, syncBoth } from '../../support/device/two-phones.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, customerRow, NOON_MS } from '../../support/shop-rows.ts';

test('SYN-22 the id of a row that left is taken: the newcomer is refused, stays in view, and a retry sends it under another one', async () => {
  const shop = await openTwoPhones('admin');
  const { amina, brian } = shop;
  const newcomer = await brian.act('customer.create', (tools) => customerArgs(tools, { name: 'Newcomer' }));
  const stranger = customerRow({ id: newcomer.id, name: 'Stranger' });
  const write = (after: typeof stranger | undefined) =>
    shop.store.change(BUSINESS_ID, (tx) =>
      tx.writeRows([{ table: 'customer', id: newcomer.id, before: undefined, after }]),
    );
  await write(stranger);
  await write(undefined);
  await syncBoth(brian, amina);
  expect(brian.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['id_clash'] } }]);
  const newcomersOn = (phone: Phone) => phone.rows('customer').filter(({ name }) => name === 'Newcomer').length;
  expect([newcomersOn(brian), newcomersOn(amina)]).toEqual([1, 0]);
  const [{ seq } = { seq: 0 }] = brian.outbox();
  const retried = await brian.database.write((tx) => retryAct(tx, seq, NOON_MS, brian.acts));
  expect(retried).toEqual({ ok: true, others: 0 });
  await syncBoth(brian, amina);
  for (const phone of [amina, brian]) {
    expect(phone.row('customer', newcomer.id)).toBeUndefined();
    expect(newcomersOn(phone)).toBe(1);
    expect(phone.outbox()).toEqual([]);
  }
  expect(shop.outcomesOf(brian)).toMatchObject([{ codes: ['id_clash'] }, { kind: 'applied' }]);
});
