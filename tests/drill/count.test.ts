import { expect, test } from 'vitest';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { type Copy, countCopy, isSpotless, type Shelf, type Told } from './count.ts';
import { planSteps } from './plan.ts';

/* The drill must be able to fail: its count finds each kind of loss. */

const SHELVES: Shelf[] = [{ name: 'Sugar', price: 4500, stock: 100 }];
const TOLD: Told[] = ['first', 'second'].map((notes, index) => ({
  notes,
  saleNumber: `SALE-${index}`,
  lines: [{ item: 'Sugar', quantity: 2 }],
}));
const standing = (told: Told) => ({
  notes: told.notes,
  saleNumber: told.saleNumber,
  status: 'completed',
  amount: 9000,
});
const GOOD: Copy = { sales: TOLD.map(standing), stock: new Map([['Sugar', 96]]) };
const [FIRST, SECOND] = GOOD.sales;

const count = (sales: readonly (Copy['sales'][number] | undefined)[], stock = 96) =>
  countCopy(TOLD, { sales: sales.flatMap((sale) => sale ?? []), stock: new Map([['Sugar', stock]]) }, SHELVES);

test('SYN-1 SYN-9 what stands as it was told is spotless', () => {
  expect(isSpotless(countCopy(TOLD, GOOD, SHELVES))).toBe(true);
});

test('SYN-1 SYN-9 a lost, a doubled, a strange, a changed sale and a wrong stock are each found, by name', () => {
  expect(count([FIRST])).toMatchObject({ lost: ['second'], doubled: [] });
  expect(count([FIRST, SECOND, SECOND])).toMatchObject({ lost: [], doubled: ['second'] });
  expect(count([FIRST, SECOND && { ...SECOND, saleNumber: 'SALE-9' }])).toMatchObject({ lost: ['second'] });
  expect(count([FIRST, SECOND, SECOND && { ...SECOND, notes: 'third' }])).toMatchObject({ strange: ['third'] });
  expect(count([FIRST, SECOND && { ...SECOND, amount: 1 }])).toMatchObject({ changed: ['second'] });
  expect(count([FIRST, SECOND && { ...SECOND, status: 'cancelled' }])).toMatchObject({ changed: ['second'] });
  expect(count([FIRST, SECOND], 94)).toMatchObject({ miscounted: ['Sugar'] });
});

test('a plan kills both as often as was asked, over exactly the sales that were asked for, and is the same for its seed', () => {
  const steps = planSteps(seededRandom(7), { killsEach: 50, sales: 1_000 });
  expect(steps.filter(({ killed }) => killed === 'browser')).toHaveLength(50);
  expect(steps.filter(({ killed }) => killed === 'server')).toHaveLength(50);
  expect(steps.reduce((sum, { sales }) => sum + sales, 0)).toBe(1_000);
  expect(Math.min(...steps.map(({ sales }) => sales))).toBeGreaterThan(0);
  expect(planSteps(seededRandom(7), { killsEach: 50, sales: 1_000 })).toEqual(steps);
});
