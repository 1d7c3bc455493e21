import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAX } from '../../../../domain/items/item-import.ts';
import { itemsOfFile } from '../../../../src/platform/item-file/item-file.ts';

const read = (count: number) => {
  const lines = Array.from({ length: count }, (_, index) => `Item ${index},${index + 1}\n`);
  const bytes = new TextEncoder().encode(`Name,Selling price\n${lines.join('')}`);
  return itemsOfFile({ bytes, context: { currency: 'UGX', seesCost: true, categories: [] } });
};

test('G30 a file of as many items as one may have is read to the last; with one more none is', async () => {
  const full = await read(IMPORT_ROWS_MAX);
  expect(full.ok && full.value.rows.length).toBe(10_000);
  expect(full.ok && full.value.rows.at(-1)?.item.name).toBe('Item 9999');
  expect(await read(IMPORT_ROWS_MAX + 1)).toEqual({ ok: false, error: 'too_many_rows' });
});
