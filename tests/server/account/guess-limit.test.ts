import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTry, GuessLimit, waitMs } from '../../../server/account/guess-limit.ts';
import { ORDER_RULES } from '../../../server/storefront/place-order.ts';
import type { Database } from '../../../server/db/database.ts';
import { tidyUp } from '../../../server/housekeeping.ts';
import { ENGINES, openTestDatabase } from '../../support/server/test-database.ts';

const START_MS = 1_000_000_000;
let lastAddress = 0;
const newAddress = () => `10.0.0.${(lastAddress += 1)}`;

describe('G9 the wait after wrong PINs', () => {
  it('begins with the fifth for a phone and doubles up to an hour', () => {
    expect([1, 4, 5, 6, 7, 11, 12, 40].map((wrong) => waitMs('phone', wrong))).toEqual([
      0, 0, 30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
    ]);
  });

  it('begins later for an address, behind which many people may be', () => {
    expect([19, 20, 21].map((wrong) => waitMs('address', wrong))).toEqual([0, 30_000, 60_000]);
  });

  it('is forgotten a day after the last wrong one', () => {
    const attempts = { kind: 'phone' as const, subject: 's', wrong: 9, last_wrong_ms: START_MS, blocked_until_ms: 0 };
    expect(countTry(attempts, START_MS + 86_399_999).wrong).toBe(10);
    expect(countTry(attempts, START_MS + 86_400_000).wrong).toBe(1);
  });
});

describe('G36 the wait after many orders', () => {
  const HOUR_MS = 3_600_000;

  it.each([
    ['a customer who orders twice a day', 30, 12 * HOUR_MS, 0],
    ['a flood of one order an hour', 30, HOUR_MS, HOUR_MS],
  ])('of %s', async (_who, count, everyMs, waitsMs) => {
    let attempts = { kind: 'phone' as const, subject: 's', wrong: 0, last_wrong_ms: 0, blocked_until_ms: 0 };
    let nowMs = START_MS;
    for (let nth = 0; nth < count; nth += 1) {
      nowMs += everyMs;
      attempts = { ...attempts, ...countTry(attempts, nowMs, ORDER_RULES), kind: 'phone' };
    }
    expect(Math.max(0, attempts.blocked_until_ms - nowMs)).toBe(waitsMs);
  });
});

describe.each(ENGINES)('G9 the limit on guesses on %s', (engine) => {
  let database: Database;
  let limit: GuessLimit;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    limit = new GuessLimit(database, 'a pepper for tests');
  });
  afterAll(() => database.close());

  const mayTry = async (phone: string, nowMs: number, address = newAddress()) =>
    (await limit.take({ address, phones: [phone], nowMs })).open.length > 0;

  it('lets five tries through, from wherever they come, then makes wait longer and longer', async () => {
    const phone = 'five';
    for (let n = 0; n < 5; n += 1) expect(await mayTry(phone, START_MS)).toBe(true);
    expect(await limit.take({ address: newAddress(), phones: [phone], nowMs: START_MS + 1_000 })).toEqual({
      open: [],
      waitMs: 29_000,
    });
    expect(await mayTry(phone, START_MS + 30_000)).toBe(true);
    expect(await mayTry(phone, START_MS + 60_000)).toBe(false);
    expect(await mayTry(phone, START_MS + 90_000)).toBe(true);
  });

  it('survives a restart', async () => {
    const phone = 'restart';
    for (let n = 0; n < 5; n += 1) await mayTry(phone, START_MS);
    limit = new GuessLimit(database, 'a pepper for tests');
    expect(await mayTry(phone, START_MS + 1)).toBe(false);
  });

  it('counts tries that come at the same moment one after the other', async () => {
    const allowed = await Promise.all(Array.from({ length: 12 }, () => mayTry('at once', START_MS)));
    expect(allowed.filter(Boolean)).toHaveLength(5);
  });

  it('counts an address over all the phones that it tries', async () => {
    const address = newAddress();
    const allowed: boolean[] = [];
    for (let n = 0; n < 25; n += 1) allowed.push(await mayTry(`phone of ${address} ${n}`, START_MS, address));
    expect(allowed.filter(Boolean)).toHaveLength(20);
    expect(await mayTry('a fresh phone', START_MS)).toBe(true);
  });

  it('forgets a phone’s wrong tries with the right PIN, and not those of the others', async () => {
    const address = newAddress();
    const guess = { address, phones: ['mine', 'not mine'], nowMs: START_MS };
    for (let n = 0; n < 4; n += 1) await limit.take(guess);
    const { open } = await limit.take(guess);
    await limit.giveBack({ ...guess, phones: open }, 'mine');
    for (let n = 0; n < 5; n += 1) expect(await mayTry('mine', START_MS)).toBe(true);
    expect(await mayTry('not mine', START_MS)).toBe(true);
    expect(await mayTry('not mine', START_MS)).toBe(false);
  });

  it('keeps neither phones nor addresses', async () => {
    await mayTry('256772999888', START_MS, '203.0.113.77');
    const rows = await database.transaction({ businessId: null }, (sql) => sql.query('select * from pin_attempt'));
    expect(JSON.stringify(rows)).not.toMatch(/256772999888|203\.0\.113\.77/);
  });

  it('is tidied up when a day has passed, and not before', async () => {
    for (let n = 0; n < 6; n += 1) await mayTry('old', START_MS);
    await tidyUp(database, START_MS + 86_400_000);
    expect(await mayTry('old', START_MS + 1)).toBe(false);
    await tidyUp(database, START_MS + 86_400_001);
    expect(
      await database.transaction({ businessId: null }, (sql) =>
        sql.query('select 1 from pin_attempt where last_wrong_ms = $1', [START_MS]),
      ),
    ).toEqual([]);
  });
});
