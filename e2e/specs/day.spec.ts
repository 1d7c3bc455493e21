import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { openShop, workThrough } from '../day/day.ts';
import { planDay } from '../day/plan.ts';
import { expect, test } from '../fixtures/test.ts';

/* A small day at the counter; npm run drill -- day is the whole one. */

const SIZE = { sales: 8, cancels: 1, creditSales: 1, additions: 2, counts: 1 };
const SEED = 4;

test('SYN-4 M19 G4 G22 a day on two phones that have no signal half of the time: money and stock are equal on both, on the server and on paper', async ({
  phones,
  shop,
  server,
}) => {
  // Some 1,500 steps: 85 s alone on two quiet cores, 220 s beside others.
  test.slow();
  const api = await openShop(server.url, shop);
  const both = [await phones.signedIn(shop), await phones.signedIn(shop)] as const;
  const { wrong, book, actsOffline } = await workThrough(planDay(seededRandom(SEED), SIZE), both, api);
  expect(wrong).toEqual([]);
  expect(book.sales.size).toBe(SIZE.sales);
  // It was a day worth the name: a sale came to the server after the count that it should have been in.
  expect(book.recounts().sales.size).toBeGreaterThan(0);
  expect(actsOffline).toBeGreaterThan(3);
});
