import { expect, test } from 'vitest';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { readRowSync } from '../../../src/state/row-sync.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';
import { customerRow, NOON_MS, USER_ID } from '../../support/shop-rows.ts';

const conflict = (id: number, fields: Partial<Conflict>): Conflict => ({
  ...{ id, version: 1, table: 'customer', rowId: id, group: 'name', status: 'open', settled: null },
  mine: { values: { name: 'B' }, userId: USER_ID, atMs: NOON_MS },
  theirs: { values: { name: 'C' }, userId: 71, atMs: NOON_MS },
  createdAtMs: NOON_MS,
  ...fields,
});

test('G5 a row is in conflict while a conflict of its own table is open; else it waits, or is as the server has it', async () => {
  const ids = [1, 2, 3, 4];
  const { shop, replica } = await openShop({
    rows: {
      customer: ids.map((id) => customerRow({ id, name: `Customer ${id}` })),
      conflict: [conflict(1, {}), conflict(2, { status: 'settled' }), conflict(3, { table: 'item' })],
    },
  });
  await shop.run('customer.edit', () => ({ id: 4, base: { name: 'Customer 4' }, change: { name: 'Asha' } }));
  expect([...(await readRowSync(replica.database, 'customer', ids))]).toEqual([
    [1, 'conflict'],
    [4, 'pending'],
  ]);
});
