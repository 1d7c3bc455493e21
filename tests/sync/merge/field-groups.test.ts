import { expect, test } from 'vitest';
import { type EditedTable, FIELD_GROUPS } from '../../../sync/merge/field-groups.ts';
import { mergeEdit } from '../../../sync/merge/three-way.ts';

const TOGETHER: readonly (readonly [EditedTable, string, string, string])[] = [
  ['item', 'price', 'priceMinor', 'currency'],
  ['item', 'type', 'type', 'trackStock'],
  ['item', 'category', 'itemCategoryId', 'category'],
  ['item', 'category', 'category', 'subCategory'],
  ['business', 'address', 'address', 'country'],
];

test.each(TOGETHER)(
  'M13 one %s: fields of its %s merge as one, so that a change of %s meets a change of %s as a conflict',
  (table, group, mine, theirs) => {
    const base = { [mine]: 'old', [theirs]: 'old' };
    const [merge, ...others] = mergeEdit(FIELD_GROUPS[table], base, { [mine]: 'new' }, { ...base, [theirs]: 'new' });
    expect(merge).toMatchObject({ group, verdict: 'conflict' });
    expect(others).toEqual([]);
  },
);

test.each([
  ['item', 'name', 'priceMinor'],
  ['customer', 'phone', 'name'],
  ['supplier', 'phone', 'name'],
  ['business', 'name', 'address'],
] as const)('M13 one %s: a change of %s meets a change of %s, and both stand', (table, mine, theirs) => {
  const base = { [mine]: 'old', [theirs]: 'old' };
  expect(mergeEdit(FIELD_GROUPS[table], base, { [mine]: 'new' }, { ...base, [theirs]: 'new' })).toMatchObject([
    { group: mine, verdict: 'write' },
  ]);
});
