import { expect, test } from 'vitest';
import { salePage } from '../../../sync/store/search/sale-search.ts';
import { TextIndex } from '../../../sync/store/search/text-index.ts';

/*
 * Counts the rows that a search in the list of sales reads. Times would depend on other tests; the bench of the lists
 * measures them (P3).
 */

const SOLD = [
  'Sugar 1 kg',
  'Blue soap',
  'Salt',
  'Bread',
  'Cooking oil',
  'Matches',
  'Rice 5 kg',
  'Beans',
  'Tea',
  'Maize flour',
];
const DAY_MS = 86_400_000;
const HITS = 25;

interface Work {
  texts: number;
  amounts: number;
}

/** Makes sales of two items each, 50 a day. The same few have these notes and this amount, whatever `count` is. */
function searchedSales(count: number) {
  const work: Work = { texts: 0, amounts: 0 };
  const texts = new TextIndex();
  texts.replaceAll(
    Array.from({ length: count }, (_, at) => {
      const isHit = at % (count / HITS) === 0;
      const notes = isHit ? 'for the wedding' : `basket ${at % 97}`;
      const said =
        `sale-${1_700_000_000_000 + at}\n${SOLD[at % 10]}\n${SOLD[(at * 7 + 3) % 10]}\n${notes}`.toLowerCase();
      return {
        id: at + 1,
        createdAtMs: Math.floor(at / 50) * DAY_MS + (at % 50),
        get text() {
          work.texts += 1;
          return said;
        },
        get amountMinor() {
          work.amounts += 1;
          return isHit ? 77_712_300 : (at % 900) * 10_000;
        },
      };
    }),
  );
  while (texts.indexNext());
  const search = (typed: string) => {
    work.texts = 0;
    work.amounts = 0;
    const { total } = salePage({ texts, typed, zone: 'Africa/Kampala' }, { page: 1, size: 10 });
    return { total, ...work };
  };
  return { search };
}

test('R-SLIST-34 P3 a search among 50,000 sales reads the texts of what it finds, not of the list, and compares each amount once', () => {
  const few = searchedSales(5_000);
  const many = searchedSales(50_000);
  for (const typed of ['wedding', 'for the wed', 'WEDDING']) {
    const found = many.search(typed);
    expect(found.total, typed).toBe(HITS);
    expect(found.texts, typed).toBeLessThanOrEqual(few.search(typed).texts + HITS);
    expect(found.texts, typed).toBeLessThanOrEqual(4 * HITS);
  }
  const ofAmount = many.search('777,123');
  expect(ofAmount.total).toBe(HITS);
  expect(ofAmount.amounts).toBeLessThanOrEqual(50_000);
  expect(ofAmount.texts).toBeLessThanOrEqual(4 * HITS);
  // Text that no sale contains costs no reads.
  expect(many.search('caustic soda')).toMatchObject({ total: 0, texts: 0 });
});
