import {
  type DBCore,
  type DBCoreMutateRequest,
  type DBCoreTable,
  type Middleware,
  type ObservabilitySet,
  RangeSet,
} from 'dexie';

/** From so many rows of a table in one transaction on nothing is said of their indexes but that they changed. */
const INDEXED_ROWS_MAX = 50;
/** A page of a pull has as many, and names its rows; what proves more than this at once does not. */
const NAMED_ROWS_MAX = 500;

/**
 * Dexie tells every live query of every page what a transaction changed: each key by its name, once for the row and once
 * for each index, and each query merges that into a tree of what it heard before. When a thousand sales are proved at
 * once, the page's main thread stands still over it (P9). So of many rows this only says that the table's indexes
 * changed, as Dexie itself does of a large put. The rows keep their names up to a larger number, because search and sums
 * then read these and no others; those of the tables named here do not, which nobody follows row by row.
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

/** From the first key to the last, in the order of IndexedDB: arrays come last, and those that begin with one last of them. */
const everythingIn = (parts: readonly string[]): ObservabilitySet =>
  Object.fromEntries(parts.map((part) => [part, new RangeSet(-Infinity, [[]])]));
