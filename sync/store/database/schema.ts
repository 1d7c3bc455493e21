import { Dexie, type Table, type Transaction } from 'dexie';
import type {
  ArchivedEntry,
  BaseRow,
  FormDraft,
  JournalEvent,
  OutboxEntry,
  ReplicaState,
  StagedRow,
  SyncStatus,
} from '../../ports.ts';
import type { OrderAlerts } from '../../../domain/sales/order-alert.ts';
import type { ImageFile } from '../image-files.ts';
import { type Rows, TABLE_NAMES, type TableName } from '../../protocol/tables.ts';
import { coarseChanges } from './coarse-changes.ts';
import { countLaterMoney } from './count-later-money.ts';
import { type OpenTransactions, watchTransactions } from './open-transactions.ts';
import type { Summary, SummaryKey } from '../sums/summaries.ts';

/**
 * Returns the name of the database. Every browser profile, business and user has one database, so that the next user of
 * this device sees none of its data (SYN-24).
 */
export const databaseNameOf = (client: { businessId: number; userId: number }): string =>
  `kaunta-${client.businessId}-${client.userId}`;

/** Must be raised with every change below. IndexedDB has ten times this number: that is how Dexie counts. */
export const SCHEMA_VERSION = 10;
export const NATIVE_VERSION = SCHEMA_VERSION * 10;
/** From this schema on a change is identified by its act, so a later upgrade does not take over the queue again. */
const ACTS_SINCE = 10;

/**
 * Lists are newest first and page by this key. It costs one index entry for each row, so only tables with a list have
 * it.
 */
export const NEWEST = '[createdAtMs+id]';

/**
 * A customer's sales, newest first (R-CUST-27). A sale without a customer is not in this index, because null is no key.
 */
const OF_CUSTOMER = '[customerId+createdAtMs+id]';

/** Sales by status, newest first: finds the unpaid ones (M7). */
export const OF_STATUS = '[status+createdAtMs+id]';

/** Movements of an item's stock by hand, newest first. */
export const OF_ITEM = '[itemId+createdAtMs+id]';

/**
 * The indexes of the row tables. Every write pays for every index (60,000 rows arrive with a first pull), so a table
 * has only the indexes of its lists. Search uses an index in memory. Two values are looked up whole and have an index
 * here: an item's code as a scanner reads it, and a sale's transaction ID. A row without the value costs nothing.
 */
const ROW_STORES: Record<TableName, string> = {
  business: '&id',
  user: '&id',
  paymentMethod: '&id',
  item: `&id, ${NEWEST}, sku`,
  customer: `&id, ${NEWEST}`,
  supplier: `&id, ${NEWEST}`,
  order: `&id, ${NEWEST}, customerId`,
  sale: `&id, ${NEWEST}, ${OF_CUSTOMER}, ${OF_STATUS}, *flags, paymentMethodId, transactionId`,
  purchase: `&id, ${NEWEST}, [supplierId+createdAtMs+id]`,
  stockMovement: `&id, ${OF_ITEM}`,
  conflict: '&id, [status+table+rowId]',
  feedback: '&id',
  cashCount: `&id, ${NEWEST}`,
};

/**
 * The indexes of the other tables. `opening` finds what a form has saved already. `unfit` and `differs` contain few
 * rows: null is no key, so an entry that fits, or a row that is here already, is not in them. In the same way a summary
 * that is still being made is not in `madeFor`.
 */
const OWN_STORES = {
  base: '&key, staged',
  staged: '[table+id], differs',
  outbox: '&seq, [state+wire.mid], [state+seq], unfit, opening',
  archive: '&seq, archivedAtMs, opening',
  meta: '&key',
  tally: '&key',
  journal: '++seq',
  draft: '&key',
  imageFile: '&key, state',
  summary: '[kind+fromMs+toMs], madeFor',
};

/**
 * Stores of older builds. In those builds the opening of a form had no id, and a change was identified by its position
 * in the queue.
 */
const BEFORE_OPENINGS = { outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit', archive: '&seq, archivedAtMs' };
const BEFORE_ACTS = {
  outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit, act',
  archive: '&seq, archivedAtMs, act',
};

export type StoreName = TableName | keyof typeof OWN_STORES;

export const STORES: Readonly<Record<string, string>> = { ...ROW_STORES, ...OWN_STORES };

/**
 * Single values. Only a database with the sentinel is valid: the empty one that replaces a database after an eviction
 * has none.
 */
export type Meta =
  | { key: 'state'; value: ReplicaState }
  | { key: 'status'; value: SyncStatus }
  | { key: 'sentinel'; value: string }
  | { key: 'sources'; value: string[] }
  | { key: 'orderAlerts'; value: OrderAlerts };

/** A row of a new copy. `differs` is an index of the rows that differ from the present copy. */
export type StagedRecord = StagedRow & { differs: 1 | null };

export interface RowCount {
  key: string;
  count: number;
}

export type JournalRow = JournalEvent & { seq: number };

/** The tables of a device's database, each with the type of its rows. */
export interface ShopTables {
  readonly rows: { readonly [T in TableName]: Table<Rows[T], number> };
  readonly base: Table<BaseRow, string>;
  readonly staged: Table<StagedRecord, [TableName, number]>;
  readonly outbox: Table<OutboxEntry, number>;
  readonly archive: Table<ArchivedEntry, number>;
  readonly meta: Table<Meta, Meta['key']>;
  readonly rowCounts: Table<RowCount, string>;
  readonly journal: Table<JournalRow, number, JournalEvent>;
  readonly draft: Table<FormDraft, string>;
  readonly imageFile: Table<ImageFile, string>;
  readonly summary: Table<Summary, SummaryKey>;
}

/** IndexedDB, passed in because tests and frames use another one than the page's own. */
export interface IndexedDbPlace {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

/**
 * Defines the database with its schema and upgrades. Strict durability: what was shown as saved survives a power cut
 * (SYN-1). No automatic opening: it could create an empty database in the place of a cleared one (SYN-26). No cache: a
 * screen shows what is on disk.
 *
 * `prepareUpgrade` must run before a database of an older schema is opened, because a transaction cannot wait while a
 * script loads.
 */
export function defineDatabase(
  name: string,
  place: IndexedDbPlace,
): { dexie: Dexie; tables: ShopTables; transactions: OpenTransactions; prepareUpgrade: () => Promise<void> } {
  const transactions = watchTransactions(place.indexedDB);
  const dexie = new Dexie(name, {
    indexedDB: transactions.indexedDB,
    IDBKeyRange: place.IDBKeyRange,
    autoOpen: false,
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  });
  dexie.use(coarseChanges(name, Object.keys(OWN_STORES)));
  dexie.use(transactions.middleware);
  dexie
    .version(8)
    .stores({ ...STORES, ...BEFORE_OPENINGS })
    .upgrade(countLaterMoney);
  dexie.version(9).stores({ ...STORES, ...BEFORE_ACTS });
  let takeOver: ((transaction: Transaction) => Promise<void>) | null = null;
  dexie
    .version(ACTS_SINCE)
    .stores(STORES)
    .upgrade((transaction) => takeOver?.(transaction) ?? Promise.reject(new Error('An upgrade is prepared first')));
  dexie.version(SCHEMA_VERSION).stores(STORES);
  const prepareUpgrade = async (): Promise<void> => {
    takeOver = (await import('./take-over-queue.ts')).takeOverQueue;
  };
  return { dexie, tables: tablesOf(dexie), transactions, prepareUpgrade };
}

/** Returns the tables of a database, or of one transaction over it. The tables of a transaction end with it. */
export function tablesOf(source: Pick<Dexie, 'table'>): ShopTables {
  const rows = Object.fromEntries(TABLE_NAMES.map((table) => [table, source.table(table)]));
  return {
    // The cast is safe: there is one store for every table name, with the rows of that table.
    rows: rows as unknown as ShopTables['rows'],
    base: source.table('base'),
    staged: source.table('staged'),
    outbox: source.table('outbox'),
    archive: source.table('archive'),
    meta: source.table('meta'),
    rowCounts: source.table('tally'),
    journal: source.table('journal'),
    draft: source.table('draft'),
    imageFile: source.table('imageFile'),
    summary: source.table('summary'),
  };
}
