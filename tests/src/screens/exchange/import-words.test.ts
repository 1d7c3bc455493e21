import { expect, test } from 'vitest';
import type { ItemChange } from '../../../../domain/items/item.ts';
import {
  changesOf,
  doneSentences,
  FILE_SENTENCES,
  importLabel,
} from '../../../../src/screens/exchange/import-words.ts';
import { itemRow } from '../../../support/shop-rows.ts';

/* The sentences of an import, before and after it. */

test.each([
  [1, 0, 'Import 1 item'],
  [1_200, 0, 'Import 1,200 items'],
  [0, 1, 'Update 1 item'],
  [0, 3, 'Update 3 items'],
  [3, 1, 'Import 3 items and update 1'],
  [0, 0, 'Import 0 items'],
])('of %i new and %i changed ones the button says %s', (added, updated, label) => {
  expect(importLabel(added, updated)).toBe(label);
});

test.each([
  [1, 0, 0, ['1 item imported.']],
  [0, 2, 0, ['2 items updated.']],
  [0, 0, 0, ['0 items imported.']],
  [3, 1, 0, ['3 items imported.', '1 item updated.']],
  [
    ...([0, 0, 1] as const),
    [
      '0 items imported.',
      '1 item came into your shop after the preview and was left as it is. Choose the file again to compare.',
    ],
  ],
  [
    ...([0, 1, 2] as const),
    [
      '1 item updated.',
      '2 items came into your shop after the preview and were left as they are. Choose the file again to compare.',
    ],
  ],
])('after %i new, %i changed and %i left ones it says %j', (addedCount, updatedCount, leftCount, sentences) => {
  expect(doneSentences({ addedCount, updatedCount, leftCount })).toEqual(sentences);
});

test('the sentence about a large file names its limit in whole megabytes', () => {
  expect(FILE_SENTENCES.too_big).toMatch(/^This file is larger than \d+ MB\. Split it/);
  expect(FILE_SENTENCES.too_many_rows).toMatch(/^This file has more than ([\d,]+) items\. .* at most \1 items/);
});

test('the changes of an item leave out what the person never sees', () => {
  const item = itemRow({ id: 1, name: 'Soap', category: 'Care' });
  const change = {
    name: 'Soap 1',
    category: 'Food',
    itemCategoryId: 3,
    advancedEnabled: true,
  } as unknown as ItemChange;
  expect(changesOf(item, change)).toEqual([
    { field: 'name', before: 'Soap', after: 'Soap 1' },
    { field: 'category', before: 'Care', after: 'Food' },
  ]);
});
