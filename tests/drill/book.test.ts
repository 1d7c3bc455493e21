import { expect, test } from 'vitest';
import { Book, differences } from '../../e2e/day/book.ts';
import { type Act, type DaySize, type Goods, planDay, type SaleAct } from '../../e2e/day/plan.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';

/* The book of the day judges two phones and a server, so here it is checked against figures computed by hand. */

const SUGAR: Goods = { name: 'Sugar', priceMinor: 450_000, unit: null, openingHundredths: 10_000 };
const RICE: Goods = { name: 'Rice', priceMinor: 320_000, unit: 'kg', openingHundredths: 5_000 };

const saleOf = (part: Partial<SaleAct>): SaleAct => ({
  ...{ kind: 'sale', by: 0, notes: 'sale 1', method: 'Cash', customer: null },
  lines: [{ item: 'Sugar', quantityHundredths: 200 }],
  ...part,
});
const openBook = () => new Book([SUGAR, RICE]);

test('M6 G22 the book of a day: what is taken by which method, what a customer owes, what is due back', () => {
  const book = openBook();
  book.writeSale(saleOf({}), 'SALE-1');
  book.writeSale(
    saleOf({
      ...{ notes: 'sale 2', method: 'Credit', customer: { name: 'Brian', isNew: false } },
      lines: [{ item: 'Rice', quantityHundredths: 75 }],
    }),
    'SALE-2',
  );
  book.writePayment('sale 2', { method: 'Mobile Money', minor: 100_000 });
  expect(book.moneyFigures()).toEqual({
    ...{ 'held by Cash': 900_000, 'held by Mobile Money': 100_000, 'to give back': 0 },
    ...{ 'sold by Cash': 900_000, 'sold by Mobile Money': 100_000 },
  });
  expect(book.owedFigures()).toEqual({ 'Brian owes': 140_000 });
  expect(book.takings()).toEqual({ count: 1, totalMinor: 900_000 });
  book.writeCancel({ kind: 'cancel', by: 0, notes: 'sale 1', moneyBack: 'later' });
  expect(book.saleFigures()).toMatchObject({ 'status of sale 1': 'cancelled', 'due back for sale 1': 900_000 });
  expect(book.moneyFigures()).toEqual({
    ...{ 'held by Cash': 900_000, 'held by Mobile Money': 100_000, 'to give back': 900_000 },
    'sold by Mobile Money': 100_000,
  });
  book.writeGivenBack('sale 1', { method: 'Cash', minor: 900_000 });
  book.writePayment('sale 2', { method: 'Cash', minor: 140_000 });
  expect(book.moneyFigures()).toEqual({
    ...{ 'held by Cash': 140_000, 'held by Mobile Money': 100_000, 'to give back': 0 },
    ...{ 'sold by Cash': 140_000, 'sold by Mobile Money': 100_000 },
  });
  book.writeCancel({ kind: 'cancel', by: 0, notes: 'sale 2', moneyBack: 'at once' });
  expect(book.moneyFigures()).toEqual({ 'held by Cash': 0, 'held by Mobile Money': 0, 'to give back': 0 });
  expect(book.saleFigures()).toMatchObject({ 'due back for sale 1': 0, 'status of sale 2': 'cancelled' });
  expect(book.stockFigures()).toEqual({ 'stock of Sugar': 10_000, 'stock of Rice': 5_000 });
});

test('M19 SYN-4 the book of a day: a phone without a signal shows what it knew and its own acts; only the difference of its count is written', () => {
  const book = openBook();
  book.loseSignal(1);
  book.writeSale(saleOf({ by: 1, notes: 'on the other phone' }), 'SALE-1');
  book.writeSale(saleOf({ by: 0, notes: 'here' }), 'SALE-2');
  expect([book.shownHundredths(0, 'Sugar'), book.shownHundredths(1, 'Sugar')]).toEqual([9_800, 9_800]);
  book.writeAddition({ kind: 'addition', by: 1, item: 'Sugar', quantityHundredths: 1_000 });
  expect([book.shownHundredths(0, 'Sugar'), book.shownHundredths(1, 'Sugar')]).toEqual([9_800, 10_800]);
  book.writeCount({ kind: 'count', by: 0, item: 'Sugar', offByHundredths: -100 });
  expect(book.recounts()).toEqual({ sales: new Set(), items: new Set() });
  book.findSignal(1);
  expect(book.stockFigures()).toMatchObject({ 'stock of Sugar': 10_500 });
  expect(book.recounts()).toEqual({ sales: new Set(['on the other phone']), items: new Set(['Sugar']) });
});

test('M19 the book of a day: what came before a count asks for another one only where the phone did not know it; what was done after it, never', () => {
  const book = openBook();
  book.loseSignal(0);
  book.loseSignal(1);
  book.writeSale(saleOf({ by: 1, notes: 'before' }), 'SALE-1');
  book.writeCount({ kind: 'count', by: 0, item: 'Sugar', offByHundredths: 0 });
  book.findSignal(1);
  book.loseSignal(1);
  book.findSignal(0);
  expect(book.recounts()).toEqual({ sales: new Set(), items: new Set(['Sugar']) });
  book.writeCount({ kind: 'count', by: 0, item: 'Sugar', offByHundredths: 0 });
  book.writeSale(saleOf({ by: 1, notes: 'after' }), 'SALE-2');
  book.findSignal(1);
  expect(book.recounts()).toEqual({ sales: new Set(), items: new Set() });
});

test('the book of a day finds what another place has not, has otherwise, or has alone', () => {
  expect(differences('there', { a: 1, b: 2 }, { b: 3, c: 4 })).toEqual([
    'there, a: 1 on paper, undefined there',
    'there, b: 2 on paper, 3 there',
    'there, c: undefined on paper, 4 there',
  ]);
});

const SIZE: DaySize = { sales: 200, cancels: 10, creditSales: 5, additions: 20, counts: 3 };

test('a planned day has all that was asked for, half of it without a signal, each act behind what it needs, and is the same for its seed', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const rounds = planDay(seededRandom(seed), SIZE);
    expect(planDay(seededRandom(seed), SIZE)).toEqual(rounds);
    const acts = rounds.flatMap((round) => round.acts);
    const count = (kind: Act['kind']) => acts.filter((act) => act.kind === kind).length;
    expect([count('sale'), count('cancel'), count('payment'), count('addition'), count('count')]).toEqual([
      200, 10, 9, 20, 3,
    ]);
    for (const who of [0, 1] as const)
      expect(rounds.filter(({ hasSignal }) => !hasSignal[who])).toHaveLength(rounds.length / 2);
    const sold = new Map<string, { round: number; by: number }>();
    for (const [nth, round] of rounds.entries())
      for (const act of round.acts) {
        if (act.kind === 'sale') sold.set(act.notes, { round: nth, by: act.by });
        else if ('notes' in act) {
          const sale = sold.get(act.notes);
          expect(sale !== undefined && (sale.round < nth || sale.by === act.by), act.notes).toBe(true);
        }
      }
  }
});
