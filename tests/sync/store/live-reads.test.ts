import { expect, onTestFinished, test } from 'vitest';
import { itemsOfCode } from '../../../sync/store/item-lists.ts';
import { itemsWithSku, sourcesOf } from '../../../sync/store/live-reads.ts';
import type { SalePayment } from '../../../domain/sales/sale-payment.ts';
import { saleWithTransactionId } from '../../../sync/store/sale-reads.ts';
import { itemRow, saleRow } from '../../support/shop-rows.ts';
import { freshState, openDexieDevice } from '../../support/device/test-device.ts';

async function openShop() {
  const { database } = await openDexieDevice(freshState());
  onTestFinished(() => database.close());
  return database;
}

test('G31 items are found by their whole SKU, whatever the case, as many as asked for; archived ones are not', async () => {
  const shop = await openShop();
  await shop.write((tx) =>
    tx.rows.put('item', [
      itemRow({ id: 1, sku: 'Sug-1' }),
      itemRow({ id: 2, sku: 'sug-1', isActive: false }),
      itemRow({ id: 3, sku: 'sug-10' }),
      itemRow({ id: 4, sku: '0036000291452' }),
      itemRow({ id: 5, sku: null }),
    ]),
  );
  const found = async (spellings: string[], countMax = 5) =>
    (await itemsWithSku(shop, spellings, countMax)).map(({ id }) => id);
  expect(await found(['SUG-1'])).toEqual([1]);
  expect(await found(['036000291452', '0036000291452'])).toEqual([4]);
  expect(await found(['sug'])).toEqual([]);
  expect(await found([])).toEqual([]);
  expect(await found(['sug-1', 'sug-10'], 1)).toHaveLength(1);
});

test('X-TYPE-26 G31 a scanned code finds the item in whatever spelling its code was typed; as it stands comes first', async () => {
  const shop = await openShop();
  await shop.write((tx) =>
    tx.rows.put('item', [
      itemRow({ id: 1, sku: '5449-000-000-996' }),
      itemRow({ id: 2, sku: '36000291452' }),
      itemRow({ id: 3, sku: '0012' }),
      itemRow({ id: 4, sku: '012' }),
      itemRow({ id: 5, sku: 'SUG 1' }),
      itemRow({ id: 6, sku: '96385074', isActive: false }),
    ]),
  );
  const found = async (code: string) => (await itemsOfCode(shop, code, 2)).map(({ id }) => id);
  expect(await found('5449000000996')).toEqual([1]);
  expect(await found('0036000291452')).toEqual([2]);
  expect(await found('0012')).toEqual([3]);
  expect(await found('12')).toEqual([3, 4]);
  expect(await found('sug-1')).toEqual([5]);
  expect([await found('96385074'), await found('000'), await found(' '), await found('2')]).toEqual([[], [], [], []]);
});

const paymentOf = (id: number): SalePayment => ({
  ...{ id, amountMinor: 100, paymentMethodId: 22, paymentMethodName: 'Mobile Money', transactionId: null },
  ...{ byUserId: 1, atMs: 1 },
});

test('C-049 a sale that was paid, wholly or in part, is found by its transaction ID and the name of its method, whatever the case', async () => {
  const shop = await openShop();
  const paid = { paymentMethodId: 22, paymentMethodName: 'Mobile Money', transactionId: 'MP-77' };
  await shop.write((tx) =>
    tx.rows.put('sale', [
      saleRow({ id: 1, ...paid }),
      saleRow({ id: 2, ...paid, transactionId: 'MP-78', status: 'cancelled' }),
      saleRow({ id: 3, ...paid, transactionId: 'MP-79', status: 'pending' }),
      saleRow({ id: 4, transactionId: null }),
      saleRow({ id: 5, payments: [{ ...paymentOf(5), transactionId: 'MP-80' }] }),
      saleRow({ id: 6, status: 'pending', payments: [{ ...paymentOf(6), transactionId: 'MP-81' }] }),
    ]),
  );
  const found = async (transactionId: string, method = 'Mobile Money') =>
    (await saleWithTransactionId(shop, { id: transactionId, methodName: method }))?.id;
  expect(await found(' mp-77 ')).toBe(1);
  expect(await found('mp-77', 'mobile money')).toBe(1);
  expect(await found('MP-77', 'Bank Transfer')).toBeUndefined();
  expect(await found('MP-7')).toBeUndefined();
  expect([await found('MP-78'), await found('MP-79')]).toEqual([undefined, undefined]);
  // Paid later, and paid in part.
  expect([await found('mp-80'), await found('MP-80', 'Cash'), await found('MP-81')]).toEqual([5, undefined, 6]);
});

test('SYN-2 what a device made its acts from is kept, oldest first, the last thousand pages of it', async () => {
  const shop = await openShop();
  expect(await sourcesOf(shop)).toEqual([]);
  const sources = Array.from({ length: 1_002 }, (_, page) => String(page).padStart(24, '0'));
  await shop.write(async (tx) => {
    for (const source of sources) await tx.meta.addSource(source);
  });
  expect(await sourcesOf(shop)).toEqual(sources.slice(2));
  const [again = '', ...others] = sources.slice(2);
  await shop.write((tx) => tx.meta.addSource(again));
  expect(await sourcesOf(shop)).toEqual([...others, again]);
});
