import type { Database } from '../../../server/db/database.ts';

/**
 * A digest of all rows of each table: equal digests mean equal rows. For the embedded database alone, whose owner sees
 * every business.
 * @param except tables that are left out
 * @param where a condition by table name; a table without one is read whole
 */
export async function tableDigests(
  database: Database,
  except: readonly string[] = [],
  where: (table: string, columns: readonly string[]) => string | undefined = () => undefined,
): Promise<Record<string, string>> {
  return await database.asOwner(async (sql) => {
    const tables = await sql.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name::text) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name, columns } of tables.filter((table) => !except.includes(table.name))) {
      const condition = where(name, columns);
      const [found] = await sql.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as digest
         from ${name} as row ${condition === undefined ? '' : `where ${condition}`}`,
      );
      digests[name] = found?.digest ?? '';
    }
    return digests;
  });
}
