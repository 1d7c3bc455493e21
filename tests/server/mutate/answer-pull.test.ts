import { expect, test } from 'vitest';
import { answerPull } from '../../../server/mutate/answer-pull.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import type { PullAnswer } from '../../../sync/protocol/pull.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { createMemoryServerStore } from '../../support/memory/memory-server-store.ts';
import { itemRow, NOON_MS, orderRow, purchaseRow, supplierRow } from '../../support/shop-rows.ts';
import { shopRows } from '../../sim/shop.ts';

const BUSINESS = 1_000;
const OWNER = { businessId: BUSINESS, userId: BUSINESS + 1 };

/**
 * Makes a device that has the whole shop; returns functions to write on the server and to read the device's next page.
 */
async function openShop() {
  const random = { below: (bound: number) => 7 % bound };
  const store = createMemoryServerStore({ random });
  store.addBusiness(BUSINESS, 'e', shopRows(BUSINESS, NOON_MS));
  const ports = {
    store,
    clock: { nowMs: () => NOON_MS },
    random,
    announce: () => undefined,
    isMutationsFault: () => false,
  };
  const write = <T extends TableName>(table: T, row: Rows[T]) =>
    store.change(BUSINESS, (tx) => tx.writeRows([{ table, id: row.id, before: undefined, after: row }]));
  const pull = (from: string | null, rowsMax: number) =>
    answerPull(ports, OWNER, {
      protocol: PROTOCOL_VERSION,
      clientId: '0123456789abcdef',
      cookie: from,
      confirmedMid: 0,
      want: 'changes',
      rowsMax,
    });
  let { cookie, more } = await pull(null, 500);
  while (more) ({ cookie, more } = await pull(cookie, 500));
  return { write, nextRow: () => pull(cookie, 1) };
}

const idsOf = ({ pages }: PullAnswer) => pages.map(({ table, rows }) => [table, rows.map(({ id }) => id)]);

test('SYN-11 an order comes with the items of its lines, also where these changed again and would come later', async () => {
  const { write, nextRow } = await openShop();
  await write('item', itemRow({ id: 50 }));
  const line = { id: 61, itemId: 50, itemName: 'Matches', quantityHundredths: 100 };
  await write('order', orderRow({ id: 60, lines: [{ ...line, unitPriceMinor: 500, totalMinor: 500 }] }));
  await write('item', itemRow({ id: 50, name: 'Long matches' }));

  const page = await nextRow();
  expect(page.more).toBe(true);
  expect(idsOf(page)).toEqual([
    ['item', [50]],
    ['order', [60]],
  ]);
});

test('SYN-11 C-112 a purchase comes with its supplier, and an alias with the one that it stands for', async () => {
  const { write, nextRow } = await openShop();
  await write('purchase', purchaseRow({ id: 70, supplierId: 80, lines: [] }));
  await write('supplier', supplierRow({ id: 80, aliasOfId: 81 }));
  await write('supplier', supplierRow({ id: 81 }));
  const page = await nextRow();
  expect(page.more).toBe(true);
  expect(idsOf(page)).toEqual([
    ['supplier', [80, 81]],
    ['purchase', [70]],
  ]);
});
