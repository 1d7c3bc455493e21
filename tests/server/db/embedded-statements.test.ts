import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { openTestDatabase } from '../../support/server/test-database.ts';

describe('a statement of the embedded database that has a name', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('embedded');
    await database.asOwner((sql) => sql.script('create table kept (id bigint primary key, doc jsonb, words text[])'));
  });
  afterAll(() => database.close());

  const write = (id: number, doc: unknown, words: readonly string[]) =>
    database.asOwner((sql) =>
      sql.query('insert into kept values ($1, $2, $3)', [id, JSON.stringify(doc), words], 'kept_write'),
    );

  it('answers every time what the same text answers without one', async () => {
    await write(1, { name: "Sugar's", n: null }, ['a,b', '"c"', '{}', 'null']);
    await write(2, null, []);
    const text = 'select id, doc, words, count(*) over () as total from kept where id = any($1::bigint[]) order by id';
    for (const ids of [[1, 2], [2], [], [1]]) {
      const plain = await database.asOwner((sql) => sql.query(text, [ids]));
      const named = await database.asOwner((sql) => sql.query(text, [ids], 'kept_read'));
      expect(named).toEqual(plain);
      expect(named).toHaveLength(ids.length);
    }
  });

  it('undoes a savepoint in which it failed, and works on', async () => {
    const found = await database.asOwner(async (sql) => {
      const insert = () => sql.query('insert into kept values ($1, $2, $3)', [1, '{}', []], 'kept_write');
      await expect(sql.savepoint(insert)).rejects.toMatchObject({ name: 'SqlError', code: '23505' });
      return await sql.query('select id from kept where id = $1', [1], 'kept_one');
    });
    expect(found).toEqual([{ id: 1 }]);
  });

  it('can be asked again after its first text was refused', async () => {
    const ask = () => database.asOwner((sql) => sql.query('select count(*) as n from not_yet', [], 'not_yet'));
    await expect(ask()).rejects.toMatchObject({ name: 'SqlError', code: '42P01' });
    await database.asOwner((sql) => sql.script('create table not_yet (id bigint)'));
    expect(await ask()).toEqual([{ n: 0 }]);
  });
});
