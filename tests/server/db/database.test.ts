import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, isTransient, isUniqueViolation, type Sql, SqlError } from '../../../server/db/database.ts';
import { ENGINES, openTestDatabase } from '../../support/server/test-database.ts';

let nextBusinessId = 1_000;

async function makeBusiness(database: Database): Promise<number> {
  const id = nextBusinessId++;
  await database.transaction({ businessId: id }, (sql) => insertBusiness(sql, id));
  return id;
}

const insertBusiness = (sql: Sql, id: number) =>
  sql.query(
    `insert into business (id, slug, name, epoch, doc, created_at_ms) values ($1, $2, 'Shop', 'epoch', $3, 0)`,
    [id, `shop-${id}`, JSON.stringify({ list: [1] })],
  );

const insertItem = (sql: Sql, businessId: number, id: number) =>
  sql.query('insert into item (business_id, id, version, doc) values ($1, $2, 1, $3)', [
    businessId,
    id,
    JSON.stringify({ name: `Item ${id}`, priceMinor: 12_345, currentStockHundredths: 250, createdAtMs: 99 }),
  ]);

const countItems = async (sql: Sql): Promise<number> =>
  (await sql.query<{ n: number }>('select count(*) as n from item'))[0]?.n ?? -1;

describe.each(ENGINES)('the database port on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  it('answers the same values on both engines', async () => {
    const [row] = await database.transaction({ businessId: null }, (sql) =>
      sql.query(
        `select $1::bigint as big, 12.50::numeric as amount, date '2024-02-29' as day, timestamp '2024-02-29 10:00' as moment, interval '1 hour' as long,
                $2::jsonb as doc, $3::bigint[] as ids, $4::text[] as names, $5::bytea as bytes, $6::boolean as yes, null::bigint as nothing, 1.5::float8 as half`,
        [Number.MAX_SAFE_INTEGER, JSON.stringify([{ a: 1 }]), [1, 2], ['a "b"', 'c,d'], new Uint8Array([0, 255]), true],
      ),
    );
    expect({ ...row, bytes: [...(row as { bytes: Uint8Array }).bytes] }).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      amount: '12.50',
      day: '2024-02-29',
      moment: '2024-02-29 10:00:00',
      long: '01:00:00',
      doc: [{ a: 1 }],
      ids: [1, 2],
      names: ['a "b"', 'c,d'],
      bytes: [0, 255],
      yes: true,
      nothing: null,
      half: 1.5,
    });
  });

  it('refuses to hand on an integer that a number cannot hold', async () => {
    const reading = database.transaction({ businessId: null }, (sql) =>
      sql.query('select 9007199254740993::bigint as big'),
    );
    await expect(reading).rejects.toThrow('beyond 2^53');
    await expect(database.transaction({ businessId: null }, (sql) => sql.query('select 1 as one'))).resolves.toEqual([
      { one: 1 },
    ]);
  });

  it('keeps what was committed and forgets what was thrown', async () => {
    const businessId = await makeBusiness(database);
    const failing = database.transaction({ businessId }, async (sql) => {
      await insertItem(sql, businessId, 1);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await database.transaction({ businessId }, countItems)).toBe(0);
  });

  it('undoes a savepoint and goes on', async () => {
    const businessId = await makeBusiness(database);
    await database.transaction({ businessId }, async (sql) => {
      await insertItem(sql, businessId, 1);
      const twice = sql.savepoint(async () => {
        await insertItem(sql, businessId, 2);
        await insertItem(sql, businessId, 2);
      });
      await expect(twice).rejects.toSatisfy((error) => isUniqueViolation(error, 'item_pkey') && !isTransient(error));
      await sql.savepoint(() => insertItem(sql, businessId, 3));
    });
    const ids = await database.transaction({ businessId }, (sql) => sql.query('select id from item order by id'));
    expect(ids).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it('does not pretend to have saved when an error was swallowed', async () => {
    const businessId = await makeBusiness(database);
    const swallowing = database.transaction({ businessId }, async (sql) => {
      await insertItem(sql, businessId, 1);
      await sql.query('select nonsense').catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('swallowed');
    expect(await database.transaction({ businessId }, countItems)).toBe(0);
  });

  it('tells errors by their code and keeps the parameters out of them', async () => {
    const businessId = await makeBusiness(database);
    const secret = 'secret-0772123456';
    const error: unknown = await database
      .transaction({ businessId }, (sql) =>
        sql.query('insert into customer (business_id, id, version, doc) values ($1, 1, 1, $2)', [
          businessId,
          JSON.stringify({ createdAtMs: secret }),
        ]),
      )
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SqlError);
    expect((error as SqlError).code).toBe('22P02');
    expect(Object.keys(error as object).toSorted()).toEqual(['code', 'constraint', 'name']);
  });

  it('refuses a transaction inside a transaction instead of waiting for itself', async () => {
    const nested = database.transaction({ businessId: null }, () =>
      database.transaction({ businessId: null }, (sql) => sql.query('select 1 as one')),
    );
    await expect(nested).rejects.toThrow('inside a transaction');
  });

  it('refuses an Sql that outlives its transaction', async () => {
    const kept = await database.transaction({ businessId: null }, async (sql) => ({ sql }));
    await expect(kept.sql.query('select 1 as one')).rejects.toThrow('has ended');
  });

  it('writes nothing in a read-only transaction', async () => {
    const businessId = await makeBusiness(database);
    await expect(
      database.transaction({ businessId, readOnly: true }, (sql) => insertItem(sql, businessId, 1)),
    ).rejects.toMatchObject({ code: '25006' });
  });

  it('SYN-7 waits neither for a lock nor for idle work longer than half a minute', async () => {
    const [set] = await database.transaction({ businessId: null }, (sql) =>
      sql.query<{ lock: string; idle: string }>(
        `select current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`,
      ),
    );
    expect(set).toEqual({ lock: '5s', idle: '30s' });
  });

  it('SYN-11 reads one snapshot under repeatable read, whatever others commit meanwhile', async () => {
    const businessId = await makeBusiness(database);
    const gate = Promise.withResolvers<void>();
    const writing = gate.promise.then(() =>
      database.transaction({ businessId }, (sql) => insertItem(sql, businessId, 7)),
    );
    const counts = await database.transaction(
      { businessId, isolation: 'repeatable read', readOnly: true },
      async (sql) => {
        const before = await countItems(sql);
        gate.resolve();
        if (engine === 'postgres') await writing; // the embedded engine has one connection: its writers wait their turn
        return [before, await countItems(sql)];
      },
    );
    await writing;
    expect(counts).toEqual([0, 0]);
    expect(await database.transaction({ businessId }, countItems)).toBe(1);
  });

  it('serves many at once, each with its own work done', async () => {
    const businessId = await makeBusiness(database);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        database.transaction({ businessId }, (sql) => insertItem(sql, businessId, index + 1)),
      ),
    );
    expect(await database.transaction({ businessId }, countItems)).toBe(40);
  });

  it('C-040 R-ENT-17 keeps money with two decimals, and finds items by it', async () => {
    const businessId = await makeBusiness(database);
    await database.transaction({ businessId }, (sql) => insertItem(sql, businessId, 1));
    const [item] = await database.transaction({ businessId }, (sql) =>
      sql.query('select name, price, current_stock_hundredths, created_at_ms from item where price > 123'),
    );
    expect(item).toEqual({ name: 'Item 1', price: '123.45', current_stock_hundredths: 250, created_at_ms: 99 });
  });

  it('refuses a second sale of one order, whoever brings it', async () => {
    const businessId = await makeBusiness(database);
    const insertSale = (sql: Sql, id: number) =>
      sql.query('insert into sale (business_id, id, version, doc) values ($1, $2, 1, $3)', [
        businessId,
        id,
        JSON.stringify({ orderId: 5, finalMinor: 9_999_999_999_999, createdAtMs: 1 }),
      ]);
    await database.transaction({ businessId }, (sql) => insertSale(sql, 1));
    await expect(database.transaction({ businessId }, (sql) => insertSale(sql, 2))).rejects.toSatisfy((error) =>
      isUniqueViolation(error, 'sale_one_per_order'),
    );
  });

  it('R-ENT-01 R-ENT-02 R-ENT-03 R-ENT-04 has the documents’ defaults for a user, and one phone for one active user', async () => {
    const businessId = await makeBusiness(database);
    const insertUser = (sql: Sql, id: number) =>
      sql.query(
        `insert into app_user (business_id, id, row_version, phone_normalised, pin_hash, doc, created_at_ms) values ($1, $2, 1, $3, '', '{}', 0)`,
        [businessId, id, `2567${businessId}`],
      );
    await database.transaction({ businessId }, (sql) => insertUser(sql, 1));
    const users = await database.transaction({ businessId }, (sql) =>
      sql.query('select role, is_owner, is_active from app_user'),
    );
    expect(users).toEqual([{ role: 'admin', is_owner: false, is_active: true }]);
    const again = database.transaction({ businessId }, (sql) => insertUser(sql, 2));
    await expect(again).rejects.toSatisfy((error) => isUniqueViolation(error, 'app_user_phone'));
  });

  it('R-GEN-04 holds that a business has one owner', async () => {
    const businessId = await makeBusiness(database);
    const insertOwner = (sql: Sql, id: number) =>
      sql.query(
        `insert into app_user (business_id, id, row_version, phone_normalised, pin_hash, role, is_owner, doc, created_at_ms) values ($1, $2, 1, $3, '', 'admin', true, '{}', 0)`,
        [businessId, id, `256${businessId}${id}`],
      );
    await database.transaction({ businessId }, (sql) => insertOwner(sql, 1));
    await expect(database.transaction({ businessId }, (sql) => insertOwner(sql, 2))).rejects.toSatisfy((error) =>
      isUniqueViolation(error, 'app_user_one_owner'),
    );
  });
});
