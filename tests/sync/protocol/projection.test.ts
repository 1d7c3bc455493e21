import { expect, test } from 'vitest';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { isVisible, projectRow } from '../../../sync/protocol/projection.ts';
import { itemRow, NOON_MS } from '../../support/shop-rows.ts';

const conflictOver = (values: Record<string, number | string>): Conflict => ({
  id: 1,
  version: 1,
  table: 'item',
  rowId: 9,
  group: 'price',
  mine: { values, userId: 5, atMs: NOON_MS },
  theirs: { values, userId: 6, atMs: NOON_MS },
  status: 'open',
  settled: null,
  createdAtMs: NOON_MS,
});

test('SYN-13 C-097 of a row staff are shown what is not hidden, and not even when what is hidden was changed', () => {
  const stamp = { atMs: NOON_MS, userId: 5 };
  const item = itemRow({ id: 9, costPriceMinor: 77, edits: { name: stamp, costPriceMinor: stamp } });
  expect(projectRow('item', item, 'admin')).toBe(item);
  const shown = projectRow('item', item, 'staff');
  expect(JSON.stringify(shown)).not.toContain('costPrice');
  expect(shown).toMatchObject({ name: item.name, edits: { name: stamp } });
});

test('SYN-13 of a conflict about several fields staff see those that are not hidden; one about hidden ones alone is not theirs', () => {
  const mixed = conflictOver({ priceMinor: 1_000, costPriceMinor: 77 });
  expect(isVisible('conflict', mixed, 'staff')).toBe(true);
  expect(JSON.stringify(projectRow('conflict', mixed, 'staff'))).not.toContain('costPrice');
  expect(projectRow('conflict', mixed, 'staff')).toMatchObject({ mine: { values: { priceMinor: 1_000 } } });
  expect(projectRow('conflict', mixed, 'admin')).toBe(mixed);
  expect(isVisible('conflict', conflictOver({ costPriceMinor: 77 }), 'staff')).toBe(false);
});
