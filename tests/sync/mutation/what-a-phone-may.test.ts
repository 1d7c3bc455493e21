import { expect, test } from 'vitest';
import { saleArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, itemRow } from '../../support/shop-rows.ts';
import {
  BRIAN,
  CASH,
  CUSTOMER,
  ITEM,
  openTwoPhones,
  type Shop,
  syncBoth,
  WALLET,
} from '../../support/device/two-phones.ts';

const sugar = itemRow({ id: ITEM, name: 'Sugar' });

/** Brian is staff from now on. */
const demote = (shop: Shop) =>
  shop.store.change(BUSINESS_ID, async (tx) => {
    const [user] = await tx.getMany('user', [BRIAN]);
    if (!user) throw new Error('Brian works here');
    await tx.writeRows([{ table: 'user', id: BRIAN, before: user, after: { ...user, role: 'staff' } }]);
  });

test('SYN-13 a staff phone learns nothing of a conflict about cost, and cannot settle it', async () => {
  const shop = await openTwoPhones('admin');
  const { amina, brian } = shop;
  await amina.edit('item', ITEM, { costPriceMinor: 111_111 });
  await brian.edit('item', ITEM, { costPriceMinor: 222_222 });
  await syncBoth(amina, brian);
  expect(brian.conflicts()).toHaveLength(1);
  const [conflict] = brian.conflicts();
  await demote(shop);
  await brian.sync();
  const kept = JSON.stringify([
    brian.rows('item'),
    brian.rows('conflict'),
    [...brian.database.inspect().bases],
    [...brian.database.inspect().archive],
  ]);
  expect(kept).not.toMatch(/111111|222222|"costPriceMinor":\d/);
  expect(brian.rows('conflict')).toEqual([]);
  const settled = await brian.tryTo('conflict.settle', () => ({
    id: conflict?.id ?? 0,
    keep: 'mine',
    mine: { costPriceMinor: 222_222 },
    theirs: { costPriceMinor: 111_111 },
  }));
  expect(settled).toEqual({ ok: false, error: { code: 'not_found' } });
  await amina.settle('mine');
  await amina.sync();
  expect(shop.server('item', ITEM)?.costPriceMinor).toBe(222_222);
  expect(amina.conflicts()).toEqual([]);
});

test('SYN-13 what was deleted while a phone was away is gone from it after its role changed too', async () => {
  const shop = await openTwoPhones('admin');
  const { amina, brian } = shop;
  await amina.remove('customer', CUSTOMER);
  await amina.sync();
  await demote(shop);
  await brian.sync();
  expect(brian.row('customer', CUSTOMER)).toBeUndefined();
});

test('M34 staff cannot settle what is the owner’s to edit', async () => {
  const shop = await openTwoPhones('admin');
  const { amina, brian } = shop;
  await amina.edit('business', BUSINESS_ID, { phone: '0700 1' });
  await brian.edit('business', BUSINESS_ID, { phone: '0700 2' });
  await syncBoth(amina, brian);
  await demote(shop);
  await brian.sync();
  const [conflict] = brian.conflicts();
  if (!conflict) throw new Error('Everybody sees it');
  const { id, mine, theirs } = conflict;
  expect(
    await brian.tryTo('conflict.settle', () => ({ id, keep: 'mine', mine: mine.values, theirs: theirs.values })),
  ).toEqual({ ok: false, error: { code: 'not_permitted' } });
});

test('M22 M29 C-054 R-PAY-17 the phone itself refuses what it knows to be used or read-only', async () => {
  const { amina } = await openTwoPhones();
  await amina.act('sale.create', (tools) =>
    saleArgs(tools, [sugar], {
      customerId: CUSTOMER,
      customerName: 'Grace',
      paymentMethodId: WALLET,
      paymentMethodName: 'Wallet',
    }),
  );
  const code = async (result: Promise<{ ok: boolean; error?: { code: string } }>) => (await result).error?.code;
  const of = (id: number) => ({ businessId: BUSINESS_ID, id });
  expect(await code(amina.tryTo('customer.remove', () => ({ id: CUSTOMER, base: {} })))).toBe('customer_in_use');
  expect(await code(amina.tryTo('paymentMethod.remove', () => of(WALLET)))).toBe('method_in_use');
  expect(await code(amina.tryTo('paymentMethod.remove', () => of(CASH)))).toBe('method_readonly');
  expect(await code(amina.tryTo('paymentMethod.setArchived', () => ({ ...of(CASH), isArchived: true })))).toBe(
    'method_readonly',
  );
  await amina.act('paymentMethod.setArchived', () => ({ ...of(WALLET), isArchived: true }));
  expect(amina.row('paymentMethod', WALLET)?.isArchived).toBe(true);
});
