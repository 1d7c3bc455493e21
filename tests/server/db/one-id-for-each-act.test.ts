import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { migrate, readMigrations } from '../../../server/db/migrate.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { systemRandom } from '../../../server/random.ts';
import { actOfBuildBefore, type PlaceBefore } from '../../../sync/protocol/build-before.ts';
import { ENGINES, openEmptyDatabase } from '../../support/server/test-database.ts';

// Migration 15 and the rows that the builds before it have written (decision 55).

const OURS = 71;
const THEIRS = 72;
const [DEVICE, OTHER] = ['00000000000000aa', '00000000000000bb'];
const BEFORE = 14;

const hashOf = (digit: string) => digit.repeat(32);
const PLACES: readonly PlaceBefore[] = [
  { clientId: DEVICE, incarnation: 1, mid: 1, h: hashOf('1') },
  { clientId: DEVICE, incarnation: 1, mid: 2, h: hashOf('2') },
  // The same mids again, because each incarnation counts from 1.
  { clientId: DEVICE, incarnation: 2, mid: 1, h: hashOf('1') },
  { clientId: DEVICE, incarnation: 12, mid: 2, h: hashOf('c') },
  { clientId: OTHER, incarnation: 1, mid: 1_234_567, h: hashOf('f') },
];
const kindOf = ({ mid }: PlaceBefore) => (mid === 2 ? 'refused' : 'applied');

/** Fills the tables in which the server stored data about a shop's devices. */
async function fill(database: Database, businessId: number): Promise<void> {
  await database.transaction({ businessId }, async (sql) => {
    await sql.query(
      `insert into business (id, slug, name, epoch, doc, created_at_ms) values ($1, $2, 'Shop', 'e', '{}', 0)`,
      [businessId, `shop-${businessId}`],
    );
    for (const place of PLACES) {
      const { clientId, incarnation, mid, h } = place;
      const key = [businessId, clientId, incarnation, mid];
      await sql.query(
        `insert into outcome (business_id, client_id, incarnation, mid, hash, version, outcome, codes, detail, created_at_ms)
         values ($1, $2, $3, $4, $5, 1, $6, '["invalid"]', '{"by": "Amina"}', 5)`,
        [...key, h, kindOf(place)],
      );
      await sql.query(
        `insert into client (business_id, client_id, incarnation, user_id, lmid, hash, created_at_ms, last_seen_ms, app_version)
         values ($1, $2, $3, 7, $4, $5, 0, $3, 'before') on conflict do nothing`,
        [...key, h],
      );
      await sql.query(
        `insert into mutation_failure (business_id, client_id, incarnation, mid, failures, first_failed_ms, last_failed_ms, last_error)
         values ($1, $2, $3, $4, 2, 0, 0, 'odd')`,
        key,
      );
      await sql.query(
        `insert into quarantine (business_id, client_id, incarnation, mid, raw, reason, created_at_ms)
         values ($1, $2, $3, $4, $5, 'odd', 0)`,
        [...key, h],
      );
    }
    await sql.query(`insert into lease_block (business_id, block, owner, granted_at_ms) values ($1, 5, $2, 0)`, [
      businessId,
      `${DEVICE}/1`,
    ]);
  });
}

describe.each(ENGINES)('what was decided before acts had an id, on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmptyDatabase(engine);
    await migrate(database, readMigrations().slice(0, BEFORE));
    for (const businessId of [OURS, THEIRS]) await fill(database, businessId);
    await migrate(database);
  });
  afterAll(() => database.close());

  const rowsOf = <Row extends object>(businessId: number, text: string) =>
    database.transaction({ businessId }, (sql) => sql.query<Row>(text));

  it.each([OURS, THEIRS])('SYN-2 is known by the act that an updated device gives it, in business %i', async (id) => {
    const store = createSqlStore(database, { clock: { nowMs: () => 0 }, random: systemRandom });
    const acts = PLACES.map(actOfBuildBefore);
    const decided = await store.snapshot(id, (tx) => tx.decided(acts));
    const byAct = new Map(decided.map((each) => [each.act, each]));
    expect(decided).toHaveLength(PLACES.length);
    for (const place of PLACES) {
      const { mid, h } = place;
      expect(byAct.get(actOfBuildBefore(place))).toEqual({
        act: actOfBuildBefore(place),
        attempt: 0,
        outcome: { mid, h, kind: kindOf(place), codes: ['invalid'], detail: { by: 'Amina' } },
      });
    }
  });

  it('SYN-7 SYN-10 keeps each outcome, failure and mutation set aside in a place of its own', async () => {
    for (const table of ['outcome', 'mutation_failure', 'quarantine']) {
      const kept = await rowsOf<{ client_id: string; mid: number }>(OURS, `select client_id, mid from ${table}`);
      expect(kept.map(({ client_id, mid }) => `${client_id} ${mid}`).toSorted(), table).toEqual(
        PLACES.map(({ clientId, incarnation, mid }) => `${clientId}.${incarnation} ${mid}`).toSorted(),
      );
    }
    // An older incarnation is no client any more, so nothing can be appended to its queue.
    const store = createSqlStore(database, { clock: { nowMs: () => 0 }, random: systemRandom });
    expect(await store.snapshot(OURS, (tx) => tx.outcomesAfter(DEVICE ?? '', 0))).toEqual([]);
  });

  it('SYN-28 lists of each device what it was last', async () => {
    const clients = await rowsOf(OURS, 'select client_id, lmid, hash, last_seen_ms from client order by client_id');
    expect(clients).toEqual([
      { client_id: DEVICE, lmid: 2, hash: hashOf('c'), last_seen_ms: 12 },
      { client_id: OTHER, lmid: 1_234_567, hash: hashOf('f'), last_seen_ms: 1 },
    ]);
  });

  it('SYN-2 knows no blocks of ids any more', async () => {
    const tables = await database.asOwner((sql) =>
      sql.query(`select 1 from pg_tables where schemaname = 'public' and tablename = 'lease_block'`),
    );
    expect(tables).toEqual([]);
  });
});
