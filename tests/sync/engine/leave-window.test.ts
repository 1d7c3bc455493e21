import { expect, test } from 'vitest';
import { shortenWindow } from '../../../sync/engine/leave-window.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { HISTORY_MONTH_MS } from '../../../sync/protocol/tables.ts';
import { isFull } from '../../../sync/store/database/storage-failure.ts';
import { CASH, CUSTOMER, ITEM, openTwoPhones, type Phone } from '../../support/device/two-phones.ts';
import { saleArgs } from '../../support/mutation-args.ts';

const DAY_MS = 86_400_000;
const ASCENDING = (a: number, b: number) => a - b;

const sell = (phone: Phone, fields: Partial<MutationArgs<'sale.create'>> = {}) => {
  const item = phone.row('item', ITEM);
  if (!item) throw new Error('The phone has no sugar');
  return phone.act('sale.create', (tools) => saleArgs(tools, [item], fields));
};
const saleIds = (phone: Phone) => phone.rows('sale').map(({ id }) => id);

/** Makes two phones of a shop, 14 months after its first two sales. */
async function afterMonths() {
  const shop = await openTwoPhones('admin');
  const { amina, brian } = shop;
  const [first, second] = [(await sell(amina)).id, (await sell(amina)).id];
  await amina.sync();
  await brian.sync();
  shop.pass(14 * HISTORY_MONTH_MS);
  const young = (await sell(brian)).id;
  // The pulled page has the server's time, by which the phone deletes its old archive.
  for (const phone of [brian, amina, brian]) await phone.sync();
  return { ...shop, first, second, young };
}

test('SYN-12 what leaves the window leaves the device and not the shop; a change of it by another brings it back', async () => {
  const { amina, brian, server, first, second, young, pass } = await afterMonths();
  expect(saleIds(amina)).toEqual([young]);
  expect(saleIds(brian)).toEqual([young]);
  expect(server('sale', first)?.status).toBe('completed');
  expect(amina.row('item', ITEM)?.currentStockHundredths).toBe(server('item', ITEM)?.currentStockHundredths);

  expect(await brian.askForOlder('sale')).toEqual({ kind: 'stored', count: 2, isAll: true });
  expect(saleIds(brian).toSorted(ASCENDING)).toEqual([first, second, young].toSorted(ASCENDING));
  await brian.act('sale.printReceipt', () => ({ saleId: first, orderId: null }));
  await brian.sync();
  await amina.sync();
  expect(amina.row('sale', first)?.receiptPrint?.byUserId).toBe(brian.userId);

  pass(DAY_MS);
  await amina.sync();
  expect(saleIds(amina)).toEqual([young]);
});

test('SYN-12 SYN-12a SYN-14 a sale of long ago that is paid today stays as long as a sale of today, and the comparison finds nothing amiss', async () => {
  const { amina, brian, pass } = await openTwoPhones('admin');
  const unpaid = { status: 'pending' as const, customerId: CUSTOMER, customerName: 'Grace' };
  const { id: saleId, finalMinor } = await sell(brian, unpaid);
  await brian.sync();
  pass(14 * HISTORY_MONTH_MS);
  const young = (await sell(brian)).id;
  for (const phone of [brian, amina]) await phone.sync();
  const cash = { paymentMethodId: CASH, paymentMethodName: 'Cash', transactionId: null };
  await brian.act('sale.takePayment', (tools) => ({
    ...{ id: tools.mintId(), saleId, orderId: null, amountMinor: finalMinor },
    ...cash,
  }));
  for (const phone of [brian, amina]) await phone.sync();
  expect(amina.row('sale', saleId)?.status).toBe('completed');

  for (let months = 0; months < 12; months += 1) {
    pass(HISTORY_MONTH_MS);
    await amina.sync();
  }
  expect(saleIds(amina).toSorted(ASCENDING)).toEqual([saleId, young].toSorted(ASCENDING));
  expect(amina.database.inspect().state.audit?.rounds).toBeGreaterThan(0);
  expect(amina.database.journal().map(({ what }) => what)).not.toContain('repaired');
  pass(HISTORY_MONTH_MS + DAY_MS);
  await amina.sync();
  expect(saleIds(amina)).toEqual([]);
});

test('SYN-12 SYN-12a SYN-12b older records come a page at a time when they are asked for, and leave again with the day', async () => {
  const { amina, first, second, young, pass } = await afterMonths();
  expect(await amina.askForOlder('sale')).toEqual({ kind: 'stored', count: 2, isAll: true });
  expect(amina.rows('sale')).toHaveLength(3);
  expect(await amina.askForOlder('sale')).toEqual({ kind: 'stored', count: 0, isAll: true });
  expect(await amina.askForOlder('purchase')).toEqual({ kind: 'stored', count: 0, isAll: true });
  // The audit does not treat these older rows as superfluous.
  await amina.sync();
  expect(saleIds(amina).toSorted(ASCENDING)).toEqual([first, second, young].toSorted(ASCENDING));
  pass(DAY_MS);
  await amina.sync();
  expect(saleIds(amina)).toEqual([young]);
  expect(await amina.askForOlder('sale')).toMatchObject({ kind: 'stored', count: 2 });
});

test('SYN-26 SYN-26d SYN-14 a device without space keeps fewer months, and the comparison with the server does not bring them back', async () => {
  const { amina, brian, server, pass } = await openTwoPhones('admin');
  const old = (await sell(brian)).id;
  await brian.sync();
  await amina.sync();
  pass(7 * HISTORY_MONTH_MS);
  const young = (await sell(brian)).id;
  for (const phone of [brian, amina]) await phone.sync();
  expect(saleIds(amina)).toEqual([old, young]);

  expect(await shortenWindow(amina.database, isFull)).toMatchObject({ months: 6 });
  expect(saleIds(amina)).toEqual([young]);
  for (let hours = 0; hours < 48; hours += 12) {
    pass(DAY_MS / 2);
    await amina.sync();
  }
  expect(saleIds(amina)).toEqual([young]);
  expect(amina.database.journal().map(({ what }) => what)).not.toContain('repaired');
  expect(server('sale', old)?.status).toBe('completed');
  expect(await amina.askForOlder('sale')).toEqual({ kind: 'stored', count: 1, isAll: true });
  expect(saleIds(amina).toSorted(ASCENDING)).toEqual([old, young].toSorted(ASCENDING));
});
