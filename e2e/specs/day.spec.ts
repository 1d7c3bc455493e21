import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { openShop, workThrough } from '../day/day.ts';
import { planDay } from '../day/plan.ts';
import { expect, test } from '../fixtures/test.ts';

/* A short day at the counter; npm run drill -- day has the whole one. */

const SIZE = { sales: 8, cancels: 1, creditSales: 1, additions: 2, counts: 1 };
const SEED = 4;

test('SYN-4 M19 G4 G22 a day on two phones that have no signal half of the time: money and stock are equal on both, on the server and on paper', async ({
  phones,
  shop,
  server,
}) => {
  // About 1,500 steps: 85 s alone on two quiet cores, 220 s beside other tests.
  test.slow();
  const api = await openShop(server.url, shop);
  const both = [await phones.signedIn(shop), await phones.signedIn(shop)] as const;
  const { wrong, book, actsOffline } = await workThrough(planDay(seededRandom(SEED), SIZE), both, api);
  expect(wrong).toEqual([]);
  expect(book.sales.size).toBe(SIZE.sales);
  // The day was hard enough: a sale reached the server after a count that should have included it.
  expect(book.recounts().sales.size).toBeGreaterThan(0);
  expect(actsOffline).toBeGreaterThan(3);
});
