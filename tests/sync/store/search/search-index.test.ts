import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseNameOf } from '../../../../sync/store/database/schema.ts';
import { openShopDatabase, type ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { areReadsHeld, holdReads } from '../../../../sync/store/held-reads.ts';
import { createSearchIndex, type SearchedTable, type SearchIndex } from '../../../../sync/store/search/search-index.ts';
import { businessRow, customerRow, itemRow, orderRow, saleRow, supplierRow } from '../../../support/shop-rows.ts';
import { freshState } from '../../../support/device/test-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';

let database: ShopDatabase;
let search: SearchIndex;

const openDatabase = () =>
  openShopDatabase({
    client: freshState(),
    create: freshState(),
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });

beforeEach(async () => {
  database = await openDatabase();
  search = createSearchIndex(database);
});
afterEach(() => {
  search.close();
  database.close();
});

const found = async (table: SearchedTable, typed: string) => (await search.page(table, typed, 1, 10)).ids;

describe('what search looks at', () => {
  test('R-SALE-24 R-SALE-25 R-SALE-26 R-SLIST-30 C-068 sales by id, number, customer and notes, as parts, whatever the case, newest first', async () => {
    await database.write((tx) =>
      tx.rows.put('sale', [
        saleRow({ id: 5_501, saleNumber: 'SALE-1763700000001', customerName: 'Nakato Grace', createdAtMs: 1 }),
        saleRow({
          id: 5_502,
          saleNumber: 'SALE-1763700000002',
          customerName: null,
          notes: 'for grace',
          createdAtMs: 2,
        }),
        saleRow({ id: 9_903, saleNumber: 'SALE-1763700005503', customerName: 'Okello', createdAtMs: 3 }),
      ]),
    );
    expect(await found('sale', '5501')).toEqual([5_501]);
    expect(await found('sale', '55')).toEqual([9_903, 5_502, 5_501]);
    expect(await found('sale', 'sale-17637000000')).toEqual([5_502, 5_501]);
    expect(await found('sale', 'GRACE')).toEqual([5_502, 5_501]);
    expect(await found('sale', 'walk-in')).toEqual([]);
    expect(await found('sale', '   ')).toEqual([9_903, 5_502, 5_501]);
  });

  test('R-ITEM-18 R-ITEM-19 R-ITEM-21 items by name, id, price and SKU', async () => {
    await database.write((tx) =>
      tx.rows.put('item', [
        itemRow({ id: 71, name: 'Sugar 1kg', priceMinor: 450_000, sku: 'SUG-1', createdAtMs: 1 }),
        itemRow({ id: 72, name: 'Soap bar', priceMinor: 1_250_050, description: 'sugar free', createdAtMs: 2 }),
      ]),
    );
    expect(await found('item', 'suGAR')).toEqual([71]);
    expect(await found('item', '72')).toEqual([72]);
    expect(await found('item', '4500')).toEqual([71]);
    expect(await found('item', '4500.00')).toEqual([71]);
    expect(await found('item', '12,500.50')).toEqual([72]);
    expect(await found('item', 'sug-1')).toEqual([71]);
  });

  test('R-ITEM-20 C-097 items by cost price only where the device holds it', async () => {
    await database.write((tx) =>
      tx.rows.put('item', [
        itemRow({ id: 1, priceMinor: 100, costPriceMinor: 777_700 }),
        itemRow({ id: 2, priceMinor: 100, costPriceMinor: null }),
        itemRow({ id: 3, priceMinor: 100 }),
      ]),
    );
    expect(await found('item', '7777')).toEqual([1]);
    // The role changed, so the device deleted the costs (SYN-13).
    await database.write((tx) => tx.rows.map('item', ({ costPriceMinor: _, ...item }) => item));
    expect(await found('item', '7777')).toEqual([]);
  });

  test('R-CUST-03 R-CUST-04 R-CUST-05 R-CUST-06 customers by name, phone, address and notes', async () => {
    await database.write((tx) =>
      tx.rows.put('customer', [
        customerRow({ id: 1, name: 'Asha', phone: '0701 555', createdAtMs: 1 }),
        customerRow({ id: 2, name: 'Musa', address: 'Asha Road', notes: 'pays Fridays', createdAtMs: 2 }),
      ]),
    );
    expect(await found('customer', 'asha')).toEqual([1, 2]);
    expect(await found('customer', '0701')).toEqual([1]);
    expect(await found('customer', 'friday')).toEqual([2]);
  });

  test('R-CUST-04 a number is found however its blanks are typed', async () => {
    await database.write((tx) => tx.rows.put('customer', [customerRow({ id: 1, phone: '0772 123-456' })]));
    expect(await found('customer', '0772123456')).toEqual([1]);
    expect(await found('customer', '0772 123-4')).toEqual([1]);
  });
});

describe('how search stays fresh', () => {
  const names = async (typed: string) => (await search.page('item', typed, 1, 2_000)).total;

  test('X-TYPE-31 X-TYPE-32 items by what reads the same, words in any order, the name that begins so first', async () => {
    await database.write((tx) =>
      tx.rows.put('item', [
        itemRow({ id: 1, name: 'Café Crème', sku: 'Cafe-9', createdAtMs: 1 }),
        itemRow({ id: 2, name: 'Creme for cafe\u0301s', sku: null, createdAtMs: 2 }),
        itemRow({ id: 3, name: 'Mama’s soap', sku: null, createdAtMs: 3 }),
      ]),
    );
    expect(await found('item', 'cafe')).toEqual([1, 2]);
    expect(await found('item', 'CREME  cafe')).toEqual([2, 1]);
    expect(await found('item', "soap mama's")).toEqual([3]);
    expect(await found('item', 'café–9')).toEqual([1]);
  });

  test('X-TYPE-33 people and orders by a phone however it is spelled, in the country of the shop', async () => {
    const SPELLED = ['0772 123 456', '+256772123456', '+256 (0)772-123456', '0772/123456'];
    await database.write(async (tx) => {
      await tx.rows.put('business', [businessRow({ country: 'UG' })]);
      const rows = SPELLED.map((phone, nth) => customerRow({ id: nth + 1, name: `C${nth}`, phone, createdAtMs: nth }));
      await tx.rows.put('customer', [...rows, customerRow({ id: 9, name: 'Other', phone: '0772 123 457' })]);
    });
    await database.write(async (tx) => {
      const customer = { name: 'Okello', address: null };
      await tx.rows.put('supplier', [
        supplierRow({ id: 21, phone: '+256 (0)772-123456' }),
        supplierRow({ id: 22, phone: '0772 123 457' }),
      ]);
      await tx.rows.put('order', [
        orderRow({ id: 31, customer: { ...customer, phone: '0772/123456' } }),
        orderRow({ id: 32, customer: { ...customer, phone: '0772 123 457' } }),
      ]);
    });
    for (const typed of [...SPELLED, '772123456', '00256772123456']) {
      expect(new Set(await found('customer', typed)), typed).toEqual(new Set([1, 2, 3, 4]));
      expect([await found('supplier', typed), await found('order', typed)], typed).toEqual([[21], [31]]);
    }
  });

  test('a row that was just written, changed or removed is found as it is', async () => {
    await search.warm('item');
    await database.write((tx) =>
      tx.rows.put('item', [itemRow({ id: 1, name: 'Soap' }), itemRow({ id: 2, name: 'Soap flakes' })]),
    );
    expect(await names('soap')).toBe(2);
    await database.write(async (tx) => {
      await tx.rows.put('item', [itemRow({ id: 1, name: 'Rice' })]);
      await tx.rows.remove('item', [2]);
    });
    expect([await names('soap'), await names('rice')]).toEqual([0, 1]);
  });

  test('a page of a pull arrives: only its rows are read again', async () => {
    await database.write((tx) =>
      tx.rows.put(
        'item',
        Array.from({ length: 1_100 }, (_, at) => itemRow({ id: at + 1, name: 'Old' })),
      ),
    );
    expect(await names('old')).toBe(1_100);
    const reads = vi.spyOn(database.tables.rows.item, 'bulkGet');
    const scans = vi.spyOn(database.tables.rows.item, 'where');
    await database.write((tx) =>
      tx.rows.put(
        'item',
        Array.from({ length: 300 }, (_, at) => itemRow({ id: at + 1_001, name: 'New' })),
      ),
    );
    expect([await names('old'), await names('new')]).toEqual([1_000, 300]);
    expect(reads.mock.calls.flatMap(([ids]) => ids).length).toBe(300);
    expect(scans).not.toHaveBeenCalled();
  });

  test('cleared rows are gone', async () => {
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 1, name: 'Soap' })]));
    expect(await names('soap')).toBe(1);
    await database.write((tx) => tx.rows.clear());
    expect(await names('')).toBe(0);
  });

  test('what another tab or the worker wrote is told as plain data, and read', async () => {
    await search.warm('item');
    const native = database.tables.meta.db.backendDB();
    await new Promise<void>((resolve) => {
      const transaction = native.transaction('item', 'readwrite');
      for (const id of [1, 2, 3]) transaction.objectStore('item').put(itemRow({ id, name: 'Soap' }));
      transaction.oncomplete = () => resolve();
    });
    expect(await names('soap')).toBe(0);
    const otherTab = new BroadcastChannel('x-storagemutated-1');
    const node = (from: number, more: object) => ({ from, to: from, d: 1, ...more });
    otherTab.postMessage({
      [`idb://${databaseNameOf(freshState())}/item/`]: node(2, { d: 2, l: node(1, {}), r: node(3, {}) }),
    });
    await vi.waitFor(async () => expect(await names('soap')).toBe(3), PATIENTLY);
    otherTab.close();
  });

  test('rows written while the index is being built are in it', async () => {
    await database.write((tx) =>
      tx.rows.put(
        'item',
        Array.from({ length: 1_300 }, (_, at) => itemRow({ id: at + 1, name: 'Old' })),
      ),
    );
    const building = names('');
    await database.write((tx) =>
      tx.rows.put('item', [itemRow({ id: 1, name: 'Changed' }), itemRow({ id: 5_000, name: 'Late' })]),
    );
    await building;
    expect([await names('changed'), await names('late'), await names('')]).toEqual([1, 1, 1_301]);
  });

  test('another table, and another database, leave it alone', async () => {
    await search.warm('item');
    await search.warm('sale');
    const [before, saleBefore] = [search.version('item'), search.version('sale')];
    await database.write((tx) => tx.rows.put('sale', [saleRow({ id: 1 })]));
    await vi.waitFor(() => expect(search.version('sale')).toBe(saleBefore + 1), PATIENTLY);
    const other = await openShopDatabase({
      client: { businessId: 7, userId: 71 },
      create: freshState({ userId: 71 }),
      witness: null,
      onStopped: () => undefined,
      onBlocked: null,
    });
    await other.write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
    expect(await names('')).toBe(0);
    expect(search.version('item')).toBe(before);
    other.close();
  });

  test('listeners hear of every change of an index in use, with a new version, until they leave', async () => {
    await search.warm('item');
    const heard: number[] = [];
    const leave = search.subscribe(() => heard.push(search.version('item')));
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 1, name: 'Soap' })]));
    await vi.waitFor(() => expect(heard.length).toBe(1), PATIENTLY);
    expect(await names('soap')).toBe(1);
    leave();
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 2, name: 'Soap' })]));
    expect(await names('soap')).toBe(2);
    expect(heard).toEqual([search.version('item') - 1]);
  });

  test('P1 a change during a save is read after it, or as soon as somebody searches', async () => {
    await search.warm('item');
    const before = search.version('item');
    const rowReads = vi.spyOn(database.tables.rows.item, 'bulkGet');
    expect(areReadsHeld()).toBe(false);
    // On a busy machine the test may take longer than a hold lasts in the product.
    const goOn = holdReads(600_000);
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 1, name: 'Soap' })]));
    expect(rowReads).not.toHaveBeenCalled();
    goOn();
    await vi.waitFor(() => expect(search.version('item')).toBe(before + 1), PATIENTLY);
    const goOnLater = holdReads(600_000);
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 2, name: 'Soap' })]));
    expect(await names('soap')).toBe(2);
    goOnLater();
  });

  test('nothing is read before somebody asks, and a table that nobody searches is never read', async () => {
    const scans = vi.spyOn(database.tables.rows.item, 'where');
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
    expect([search.isWarm('item'), search.version('item'), scans.mock.calls.length]).toEqual([false, 0, 0]);
    await search.warm('item');
    expect([search.isWarm('item'), search.isWarm('sale')]).toEqual([true, false]);
  });

  test('a failure to read comes out, and the next page reads again', async () => {
    vi.spyOn(database.tables.rows.item, 'where').mockImplementationOnce(() => {
      throw new DOMException('gone', 'UnknownError');
    });
    await expect(search.page('item', '', 1, 10)).rejects.toThrow('gone');
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
    expect(await names('')).toBe(1);
  });
});
