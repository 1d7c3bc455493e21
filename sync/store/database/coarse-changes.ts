import {
  type DBCore,
  type DBCoreMutateRequest,
  type DBCoreTable,
  type Middleware,
  type ObservabilitySet,
  RangeSet,
} from 'dexie';

/**
 * From this number of changed rows in one transaction on, the report no longer names index keys: it says only that the
 * table's indexes changed.
 */
const INDEXED_ROWS_MAX = 50;
/**
 * Up to this number of changed rows the report still names the rows. A page of a pull has at most this many rows while
 * the app is visible. A pull that proves more acts at once changes more rows.
 */
const NAMED_ROWS_MAX = 500;

/**
 * Makes Dexie report large changes in a coarse form. Dexie reports every changed key to every live query of every page,
 * once for the row and once for each index, and each query merges the report into a tree. When a thousand sales are
 * proved at once, this blocks the page's main thread (P9). So for many rows the report says only that the table's
 * indexes changed, as Dexie itself does for a large put. The rows are still named up to a larger number, because search
 * and sums then read only these rows. Rows of `unnamedTables` are not named, because no code follows them row by row.
 */
export const coarseChanges = (databaseName: string, unnamedTables: readonly string[]): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'coarse changes',
  create: (core) => ({
    ...core,
    table(name): DBCoreTable {
      const table = core.table(name);
      const partOf = (index: string) => `idb://${databaseName}/${name}/${index}`;
      const indexes = [':dels', ...table.schema.indexes.map((index) => index.name ?? '')].map(partOf);
      const namedMax = unnamedTables.includes(name) ? INDEXED_ROWS_MAX - 1 : NAMED_ROWS_MAX;
      const rowsOf = new WeakMap<object, number>();
      return {
        ...table,
        mutate(request) {
          const rows = (rowsOf.get(request.trans) ?? 0) + rowCountOf(request);
          rowsOf.set(request.trans, rows);
          if (rows < INDEXED_ROWS_MAX) return table.mutate(request);
          const parts = rows > namedMax ? [partOf(''), ...indexes] : indexes;
          return table.mutate({ ...request, mutatedParts: everythingIn(parts) });
        },
      };
    },
  }),
});

function rowCountOf(request: DBCoreMutateRequest): number {
  switch (request.type) {
    case 'add':
    case 'put':
      return request.values.length;
    case 'delete':
      return request.keys.length;
    case 'deleteRange':
      return 0;
  }
}

/**
 * Returns ranges that cover every key. In the order of IndexedDB, arrays come last, and arrays that begin with an array
 * come last among these.
 */
const everythingIn = (parts: readonly string[]): ObservabilitySet =>
  Object.fromEntries(parts.map((part) => [part, new RangeSet(-Infinity, [[]])]));
