import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasWords, searchQuery } from '../../../../domain/text/search-text.ts';
import { indexedText } from '../../../../sync/store/search/search-text.ts';
import { TextIndex } from '../../../../sync/store/search/text-index.ts';
import type { IndexedText } from '../../../../sync/store/search/text-segment.ts';

const entry = (id: number, text: string, createdAtMs = id): IndexedText => ({ id, createdAtMs, text });
const changes = (...entries: (IndexedText | number)[]): Map<number, IndexedText | null> =>
  new Map(entries.map((change) => (typeof change === 'number' ? [change, null] : [change.id, change])));

describe('TextIndex', () => {
  test('gives pages newest first, and knows how many there are', () => {
    const index = new TextIndex();
    index.replaceAll([entry(3, 'c', 10), entry(1, 'a', 30), entry(2, 'b', 20)]);
    expect(index.page('', 1, 2)).toEqual({ ids: [1, 2], total: 3 });
    expect(index.page('', 2, 2)).toEqual({ ids: [3], total: 3 });
    expect(index.page('', 3, 2)).toEqual({ ids: [], total: 3 });
  });

  test('of one moment the higher id is the newer one', () => {
    const index = new TextIndex();
    index.replaceAll([entry(1, 'a', 5), entry(3, 'a', 5), entry(2, 'a', 5)]);
    expect(index.page('a', 1, 10).ids).toEqual([3, 2, 1]);
  });

  test('a longer query after a shorter one, and a shorter one after a longer, find what is there', () => {
    const index = new TextIndex();
    index.replaceAll([entry(1, 'soap'), entry(2, 'soup'), entry(3, 'rope soap')]);
    expect(index.page('so', 1, 10).ids).toEqual([3, 2, 1]);
    expect(index.page('soa', 1, 10).ids).toEqual([3, 1]);
    expect(index.page('s', 1, 10).ids).toEqual([3, 2, 1]);
  });

  test('a changed row is found by what it now says, at once', () => {
    const index = new TextIndex();
    index.replaceAll([entry(1, 'soap'), entry(2, 'rice')]);
    expect(index.page('soap', 1, 10).total).toBe(1);
    index.apply(changes(entry(1, 'sugar'), entry(2, 'soap')));
    expect(index.page('soap', 1, 10).ids).toEqual([2]);
  });

  test('a whole list, read anew, is cut into segments and found in', () => {
    const index = new TextIndex(4);
    index.replaceAll(Array.from({ length: 23 }, (_, nth) => entry(nth + 1, `row ${nth}`)));
    for (const isIndexed of [false, true]) {
      expect(index.page('row 1', 2, 5)).toEqual({ ids: [15, 14, 13, 12, 11], total: 11 });
      expect(index.page('1 row', 1, 5)).toEqual({ ids: [2], total: 1 });
      expect(index.page('', 5, 5)).toEqual({ ids: [3, 2, 1], total: 23 });
      if (isIndexed) break;
      let made = 0;
      while (index.indexNext()) made += 1;
      expect(made).toBe(12);
    }
  });

  const rowChange = fc.record({
    id: fc.integer({ min: 1, max: 90 }),
    text: fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '1', 'é', 'ö', '\n', '😀'), maxLength: 9 })),
    createdAtMs: fc.integer({ min: 0, max: 30 }),
  });
  test('R-SALE-24 R-SALE-25 R-SALE-26 X-TYPE-32 after any changes it finds exactly the rows that have the query’s words, newest first', () => {
    const batches = fc.array(
      fc.record({
        batch: fc.array(rowChange, { maxLength: 100 }),
        query: fc.constantFrom(
          '',
          'a',
          'ab',
          'aba',
          'abab',
          'ba',
          '1',
          'b1',
          'é',
          'aé',
          'éab',
          'éa',
          'abb',
          'a1b1',
          '😀',
          'b😀a',
          'a b',
          'ba 1',
          '1 ab aba',
          'é a',
        ),
        indexed: fc.integer({ min: 0, max: 40 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(batches, (steps) => {
        // Small segments, so that they are split, emptied, and have an index or none.
        const index = new TextIndex(4);
        const model = new Map<number, IndexedText>();
        for (const { batch, query, indexed } of steps) {
          const change = new Map(
            batch.map(({ id, text, createdAtMs }) => [id, text === null ? null : { id, text, createdAtMs }]),
          );
          for (const [id, row] of change) {
            if (row) model.set(id, { ...row });
            else model.delete(id);
          }
          index.apply(change);
          for (let nth = 0; nth < indexed; nth += 1) index.indexNext();
          const expected = [...model.values()]
            .filter((row) => hasWords(row.text, query))
            .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
          expect(index.page(query, 1, 7)).toEqual({
            ids: expected.slice(0, 7).map((row) => row.id),
            total: expected.length,
          });
          expect(index.page(query, 2, 7).ids).toEqual(expected.slice(7, 14).map((row) => row.id));
        }
      }),
    );
  });
});

test('queries and texts meet folded, without outer blanks, and no word reaches over two fields', () => {
  expect(searchQuery('  SoAp ')).toBe('soap');
  const text = indexedText([12, 'Soap', null, undefined, '', 'Café  KG']);
  expect(text).toBe('12\nsoap\ncafe kg');
  expect([hasWords(text, 'kg soap'), hasWords(text, 'soapcafe'), hasWords(text, 'soap tea')]).toEqual([
    true,
    false,
    false,
  ]);
});
