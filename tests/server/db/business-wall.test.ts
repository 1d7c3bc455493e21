import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, SqlParam } from '../../../server/db/database.ts';
import { ENGINES, openTestDatabase } from '../../support/server/test-database.ts';

// The database's own wall between businesses: what a query sees that forgets its condition (R-GEN, G8).

const OURS = 71;
const THEIRS = 72;

/** Every table with a business column, and one row of it. */
const ROWS: Record<string, (businessId: number) => [columns: string, values: SqlParam[]]> = {
  app_user: (id) => [
    'business_id, id, row_version, phone_normalised, pin_hash, role, doc, created_at_ms',
    [id, 1, 1, `25677${id}`, 'hash', 'staff', '{}', 0],
  ],
  session: (id) => [
    'business_id, id, token_hash, user_id, created_at_ms, last_seen_ms, expires_at_ms',
    [id, 1, `token-${id}`, 1, 0, 0, 0],
  ],
  client: (id) => ['business_id, client_id, user_id, created_at_ms, last_seen_ms', [id, 'c', 1, 0, 0]],
  outcome: (id) => [
    'business_id, client_id, mid, hash, act, version, outcome, created_at_ms',
    [id, 'c', 1, new Uint8Array(16), new Uint8Array(16), 1, 'applied', 0],
  ],
  mutation_failure: (id) => [
    'business_id, client_id, mid, failures, first_failed_ms, last_failed_ms, last_error',
    [id, 'c', 1, 1, 0, 0, ''],
  ],
  quarantine: (id) => ['business_id, client_id, mid, raw, reason, created_at_ms', [id, 'c', 1, '', '', 0]],
  idempotency_key: (id) => [
    'business_id, key, user_id, request_hash, status, body, created_at_ms',
    [id, 'k', 1, '', 200, '', 0],
  ],
  one_time_code: (id) => ['business_id, user_id, code_hash, expires_at_ms', [id, 1, 'hash', 0]],
  push_subscription: (id) => [
    'business_id, endpoint, session_id, p256dh, auth, created_at_ms',
    [id, 'https://push.example/1', 1, '', '', 0],
  ],
  security_event: (id) => [
    'business_id, id, kind, at_ms, last_at_ms, network, user_agent',
    [id, 1, 'signed_in', 0, 0, '', ''],
  ],
  version_mark: (id) => ['business_id, version, nonce, taken_at_ms', [id, 7, '', 0]],
  ...Object.fromEntries(
    [
      'item',
      'customer',
      'payment_method',
      'customer_order',
      'sale',
      'stock_movement',
      'conflict',
      'supplier',
      'purchase',
      'feedback',
      'cash_count',
    ].map((table) => [
      table,
      (id: number): [string, SqlParam[]] => [
        'business_id, id, version, doc',
        [id, 1, 1, JSON.stringify({ name: 'x', createdAtMs: 1 })],
      ],
    ]),
  ),
};
const TABLES = Object.keys(ROWS);

async function fill(database: Database, businessId: number): Promise<void> {
  await database.transaction({ businessId }, async (sql) => {
    await sql.query(
      `insert into business (id, slug, name, epoch, doc, created_at_ms) values ($1, $2, 'Shop', 'e', '{}', 0)`,
      [businessId, `wall-${businessId}`],
    );
    for (const [table, row] of Object.entries(ROWS)) {
      const [columns, values] = row(businessId);
      await sql.query(
        `insert into ${table} (${columns}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
        values,
      );
    }
  });
}

const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );
const PERMISSION_DENIED = '42501';

/** Tables without a business, which are used before sign-in. */
const DOOR_TABLES = ['pin_attempt', 'guess_pressure', 'used_task', 'registration_code'];

describe.each(ENGINES)('the wall between businesses on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await fill(database, OURS);
    await fill(database, THEIRS);
  });
  afterAll(() => database.close());

  it('knows every table: none stands outside this test', async () => {
    const tables = await database.asOwner((sql) =>
      sql.query<{ name: string; fenced: boolean }>(
        `select relname as name, relrowsecurity and relforcerowsecurity as fenced from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      ),
    );
    const unfenced = tables.filter((table) => !table.fenced).map((table) => table.name);
    expect(unfenced.toSorted()).toEqual(['installation', 'migration']);
    expect(tables.map((table) => table.name).toSorted()).toEqual(
      [...TABLES, ...DOOR_TABLES, 'business', 'installation', 'migration'].toSorted(),
    );
  });

  it.each(TABLES)('hides the other business’s rows of %s from a query that forgot to name its own', async (table) => {
    const rows = await database.transaction({ businessId: OURS }, (sql) =>
      // A new business already has a row for its first version.
      sql.query(`select distinct business_id from ${table}`),
    );
    expect(rows).toEqual([{ business_id: OURS }]);
  });

  it('hides the other business itself', async () => {
    expect(await database.transaction({ businessId: OURS }, (sql) => sql.query('select id from business'))).toEqual([
      { id: OURS },
    ]);
  });

  it.each(TABLES)('changes and adds no row of another business in %s', async (table) => {
    const changed = await database.transaction({ businessId: OURS }, (sql) =>
      sql.query(`update ${table} set business_id = business_id where business_id = ${THEIRS} returning business_id`),
    );
    expect(changed).toEqual([]);
    const moved = database.transaction({ businessId: OURS }, (sql) =>
      sql.query(`update ${table} set business_id = ${THEIRS}`),
    );
    expect(await code(moved)).toBe(PERMISSION_DENIED);
    const [columns, values] = ROWS[table]?.(THEIRS) ?? ['', []];
    const added = database.transaction({ businessId: OURS }, (sql) =>
      sql.query(
        `insert into ${table} (${columns}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
        values,
      ),
    );
    expect(await code(added)).toBe(PERMISSION_DENIED);
  });

  it('removes nothing of what a shop owns, its own neither: rows leave by tombstone', async () => {
    expect(await code(database.transaction({ businessId: OURS }, (sql) => sql.query('delete from sale')))).toBe(
      PERMISSION_DENIED,
    );
    expect(await code(database.transaction({ businessId: OURS }, (sql) => sql.query('truncate item')))).toBe(
      PERMISSION_DENIED,
    );
  });

  it('gives the door the columns of its three look-ups, of all businesses, and no others', async () => {
    const atTheDoor = (text: string) => database.transaction({ businessId: null }, (sql) => sql.query(text));
    expect(await atTheDoor('select id, slug from business order by id')).toHaveLength(2);
    expect(await atTheDoor('select business_id, phone_normalised, pin_hash from app_user')).toHaveLength(2);
    expect(await atTheDoor('select business_id, user_id from session')).toHaveLength(2);
    expect(await code(atTheDoor('select doc from business'))).toBe(PERMISSION_DENIED);
    expect(await code(atTheDoor('select doc from app_user'))).toBe(PERMISSION_DENIED);
    expect(await code(atTheDoor('update session set revoked_at_ms = 1'))).toBe(PERMISSION_DENIED);
    for (const table of TABLES.filter((name) => name !== 'app_user' && name !== 'session'))
      expect(await code(atTheDoor(`select 1 from ${table}`))).toBe(PERMISSION_DENIED);
  });

  it('lets nobody but the owner of the tables see what the installation keeps', async () => {
    expect(
      await code(database.transaction({ businessId: OURS }, (sql) => sql.query('select * from installation'))),
    ).toBe(PERMISSION_DENIED);
    for (const table of DOOR_TABLES)
      expect(await code(database.transaction({ businessId: OURS }, (sql) => sql.query(`select * from ${table}`)))).toBe(
        PERMISSION_DENIED,
      );
  });

  it('forgets the business between two transactions on one connection', async () => {
    await database.transaction({ businessId: OURS }, (sql) => sql.query('select 1 as one'));
    const [row] = await database.asOwner((sql) =>
      sql.query<{ business: number | null; role: string }>(
        'select current_business_id() as business, current_user as role',
      ),
    );
    expect(row?.business).toBeNull();
    expect(row?.role).not.toMatch(/^kaunta_(app|door)$/);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])(
    'refuses %s as a business before a word reaches the database',
    async (businessId) => {
      await expect(database.transaction({ businessId }, (sql) => sql.query('select 1 as one'))).rejects.toThrow(
        'positive safe integer',
      );
    },
  );
});
