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
 * One database per browser profile, business and user, so that who signs in next on this device sees nothing of it
 * (SYN-24).
 */
export const databaseNameOf = (client: { businessId: number; userId: number }): string =>
  `kaunta-${client.businessId}-${client.userId}`;

/** Raised with every change below. IndexedDB knows it as ten times this number: Dexie's way of counting. */
export const SCHEMA_VERSION = 10;
export const NATIVE_VERSION = SCHEMA_VERSION * 10;
/** From this schema on a change is known by its act: a later one takes nothing over once more. */
const ACTS_SINCE = 10;

/** Lists are newest first and page by this key; it costs one index entry a row, so only tables with a list have it. */
export const NEWEST = '[createdAtMs+id]';

/** A customer's sales, newest first (R-CUST-27). A sale to nobody is not in it: null is no key. */
const OF_CUSTOMER = '[customerId+createdAtMs+id]';

/** Unpaid sales, newest first (M7); and by what is odd about them, an index of few. */
export const OF_STATUS = '[status+createdAtMs+id]';

/** Movements of an item's stock by hand, newest first. */
export const OF_ITEM = '[itemId+createdAtMs+id]';

/**
 * Every index is paid for by every write (60,000 rows arrive with a first pull), so a table has those of its lists
 * and no others. Search runs over an index in memory; what is looked up by its whole value has one here: an item by the
 * code that a scanner reads, a sale by its transaction ID. A row without the value costs nothing.
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
 * `opening` finds what a form has saved already. `unfit` and `differs` are indexes of few: null is no key, so what fits
 * or is here already is not in them. Nor is a summary that is still being made in `madeFor`.
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

/** Stores of builds in which the opening of a form had no id, and a change was identified by its place in the queue. */
const BEFORE_OPENINGS = { outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit', archive: '&seq, archivedAtMs' };
const BEFORE_ACTS = {
  outbox: '&seq, [incarnation+wire.mid], [state+seq], unfit, act',
  archive: '&seq, archivedAtMs, act',
};

export const STORES: Readonly<Record<string, string>> = { ...ROW_STORES, ...OWN_STORES };

/** Single values. The sentinel tells a database from the empty one that replaces it after an eviction. */
export type Meta =
  | { key: 'state'; value: ReplicaState }
  | { key: 'status'; value: SyncStatus }
  | { key: 'sentinel'; value: string }
  | { key: 'sources'; value: string[] }
  | { key: 'orderAlerts'; value: OrderAlerts };

/** A row of a new copy; `differs` finds those that are more than a mark. */
export type StagedRecord = StagedRow & { differs: 1 | null };

export interface Tally {
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
  readonly tally: Table<Tally, string>;
  readonly journal: Table<JournalRow, number, JournalEvent>;
  readonly draft: Table<FormDraft, string>;
  readonly imageFile: Table<ImageFile, string>;
  readonly summary: Table<Summary, SummaryKey>;
}

/** IndexedDB itself, where it is not the browser's own (tests). */
export interface IndexedDbPlace {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

/**
 * Strict durability: what was shown as saved survives a power cut (SYN-1). Never opened by itself: an opening that is
 * nobody's decision would make an empty database in the place of a cleared one (SYN-26). No cache: a screen shows
 * what is on disk.
 *
 * `prepareUpgrade`: before a database of an older schema is opened, as no transaction waits for a script to load.
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

/** The tables of a database, or of one transaction over it: those live and end with it. */
export function tablesOf(source: Pick<Dexie, 'table'>): ShopTables {
  const rows = Object.fromEntries(TABLE_NAMES.map((table) => [table, source.table(table)]));
  return {
    // One store for every name, of the rows that go by it.
    rows: rows as unknown as ShopTables['rows'],
    base: source.table('base'),
    staged: source.table('staged'),
    outbox: source.table('outbox'),
    archive: source.table('archive'),
    meta: source.table('meta'),
    tally: source.table('tally'),
    journal: source.table('journal'),
    draft: source.table('draft'),
    imageFile: source.table('imageFile'),
    summary: source.table('summary'),
  };
}
