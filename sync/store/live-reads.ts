import type { Business } from '../../domain/business.ts';
import { type Item, oversoldHundredths } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import { isOtherItem, OTHER_ITEM, otherItemsInOrder } from '../../domain/items/other-item.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import { MONEY_FLAGS, type Sale } from '../../domain/sales/sale.ts';
import type { StockMovement } from '../../domain/items/stock-movement.ts';
import type { TimeRange } from '../../domain/time.ts';
import type { User } from '../../domain/people/user.ts';
import type { LocalDatabase } from '../local-database.ts';
import type { Conflict } from '../protocol/conflict.ts';
import type { RowKey, TableName } from '../protocol/tables.ts';
import type { OutboxEntry, ReplicaState, SyncStatus } from '../ports.ts';
import { COUNT_KEYS } from '../replica/row-counts.ts';
import { readSources, readState, readStatus } from './database/dexie-tx.ts';
import type { JournalRow, ShopTables } from './database/schema.ts';

/*
 * Reads of the device's database for screens. Each read uses an index or a key. So a live query with it runs again only
 * if its rows change, and its cost does not grow with the shop. Lists with search and pages are in list-page.ts.
 */

type Shop = { readonly tables: ShopTables };

export const businessOf = ({ tables }: Shop, id: number): Promise<Business | undefined> => tables.rows.business.get(id);

export const saleById = ({ tables }: Shop, id: number): Promise<Sale | undefined> => tables.rows.sale.get(id);
export const itemById = ({ tables }: Shop, id: number): Promise<Item | undefined> => tables.rows.item.get(id);
export const movementById = ({ tables }: Shop, id: number): Promise<StockMovement | undefined> =>
  tables.rows.stockMovement.get(id);
export const orderById = ({ tables }: Shop, id: number): Promise<Order | undefined> => tables.rows.order.get(id);

/** Returns the items in the order of the ids, without those that do not exist. */
export async function itemsByIds({ tables }: Shop, ids: readonly number[]): Promise<Item[]> {
  return (await tables.rows.item.bulkGet([...ids])).filter((item) => item !== undefined);
}

/** Returns the active items whose SKU is one of these spellings, regardless of case (G31), at most `countMax`. */
export async function itemsWithSku({ tables }: Shop, spellings: readonly string[], countMax: number): Promise<Item[]> {
  const found = tables.rows.item.where('sku').anyOfIgnoreCase([...spellings]);
  return await found
    .filter((item) => item.isActive)
    .limit(countMax)
    .toArray();
}

/**
 * Returns the codes that an item has already, in lower case. Archived items count too, because they may be restored
 * (R-PRN-31).
 */
export async function takenSkus({ tables }: Shop, codes: readonly string[]): Promise<Set<string>> {
  const items = await tables.rows.item
    .where('sku')
    .anyOfIgnoreCase([...codes])
    .toArray();
  return new Set(items.map(({ sku }) => (sku ?? '').toLowerCase()));
}

/**
 * Returns the active items 'Other', the one that the shop sells first; two devices may have created one each
 * (R-CTR-07).
 */
export const otherItems = async (shop: Shop): Promise<Item[]> => otherItemsInOrder(await everyOtherItem(shop));

/** Returns all items 'Other'. Archived ones are included, because past sales name them. */
export const everyOtherItem = async ({ tables }: Shop): Promise<Item[]> =>
  (await tables.rows.item.where('sku').equals(OTHER_ITEM.sku).toArray()).filter(isOtherItem);

/**
 * Returns all payment methods, aliases and archived ones too; `choosablePaymentMethods` selects those that a person
 * sees.
 */
export const paymentMethodsOf = ({ tables }: Shop): Promise<PaymentMethod[]> => tables.rows.paymentMethod.toArray();

export async function usersById({ tables }: Shop): Promise<Map<number, User>> {
  return new Map((await tables.rows.user.toArray()).map((user) => [user.id, user]));
}

/** Returns a count that is stored with the rows (`COUNT_KEYS`), without counting them. */
export async function storedCount({ tables }: Shop, key: string): Promise<number> {
  return (await tables.rowCounts.get(key))?.count ?? 0;
}

/** Returns the open conflicts of a row, oldest first. */
export const openConflictsOf = ({ tables }: Shop, table: TableName, rowId: number): Promise<Conflict[]> =>
  tables.rows.conflict.where('[status+table+rowId]').equals(['open', table, rowId]).toArray();

/** Returns the newest orders, newest first (R-HOME-18). */
export const latestOrders = ({ tables }: Shop, countMax: number): Promise<Order[]> =>
  tables.rows.order.orderBy('[createdAtMs+id]').reverse().limit(countMax).toArray();

/** Returns the orders of a half-open range of time, oldest first (R-HOME-05 … R-HOME-10). */
export const ordersBetween = ({ tables }: Shop, { fromMs, toMs }: TimeRange): Promise<Order[]> =>
  tables.rows.order.where('[createdAtMs+id]').between([fromMs], [toMs]).toArray();

/**
 * Returns sales for which money was taken or given twice and that are not settled (M7); oldest first, at most
 * `countMax`.
 */
export async function unsettledSales({ tables }: Shop, countMax: number): Promise<Sale[]> {
  const sales = await tables.rows.sale.where('flags').anyOf(MONEY_FLAGS).distinct().limit(countMax).toArray();
  return sales.sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
}

/** Returns the unpaid sales, newest first (M7). */
export const unpaidSales = ({ tables }: Shop): Promise<Sale[]> =>
  tables.rows.sale.where('[status+createdAtMs+id]').between(['pending'], ['pending', []]).reverse().toArray();

export const syncStatusOf = ({ tables }: Shop): Promise<SyncStatus> => readStatus(tables.meta);
export const replicaStateOf = ({ tables }: Shop): Promise<ReplicaState> => readState(tables.meta);
export const sourcesOf = ({ tables }: Shop): Promise<readonly string[]> => readSources(tables.meta);

/**
 * True if this opening of a form has saved, also by a save of unknown outcome (SYN-1): saving it again then changes
 * nothing.
 */
export const hasSaved = async (database: LocalDatabase, opening: string): Promise<boolean> =>
  (await database.read((tx) => tx.outbox.ofOpening(opening))) !== undefined;

/** Returns at most `countMax` entries that are not sent or not confirmed yet, oldest first. */
export async function waitingEntries({ tables }: Shop, countMax: number): Promise<OutboxEntry[]> {
  return await entriesIn(tables, 'pending', countMax);
}

/** Returns how many sales of an item no pull has confirmed on this device yet (M19). */
export async function unsentSalesOf({ tables }: Shop, itemId: number): Promise<number> {
  const waiting = await entriesIn(tables, 'pending', Infinity);
  const isSale = (name: string) => name === 'sale.create' || name === 'order.fulfill';
  const isOfItem = (keys: readonly RowKey[]) => keys.some(({ table, id }) => table === 'item' && id === itemId);
  return waiting.filter(({ wire, touched }) => isSale(wire.name) && isOfItem(touched)).length;
}

/** Returns at most `countMax` entries that a person must decide (refused, quarantined, unfit), oldest first. */
export async function attentionEntries({ tables }: Shop, countMax: number): Promise<OutboxEntry[]> {
  const decided = [
    ...(await entriesIn(tables, 'refused', countMax)),
    ...(await entriesIn(tables, 'quarantined', countMax)),
  ];
  const unfit = await tables.outbox.where('unfit').above('').limit(countMax).toArray();
  const entries = new Map(
    [...decided, ...unfit.filter((entry) => entry.state === 'pending')].map((entry) => [entry.seq, entry]),
  );
  return [...entries.values()].sort((a, b) => a.seq - b.seq).slice(0, countMax);
}

/**
 * Returns at most `countMax` items sold beyond their stock (C-066). It reads items only if the stored count says that there
 * are any.
 */
export async function oversoldItems({ tables }: Shop, countMax: number): Promise<Item[]> {
  if ((await storedCount({ tables }, COUNT_KEYS.oversold)) <= 0) return [];
  return await tables.rows.item
    .filter((item) => oversoldHundredths(item) > 0)
    .limit(countMax)
    .toArray();
}

/** Returns the newest sync events, newest first (SYN-27). */
export const journalOf = ({ tables }: Shop, countMax: number): Promise<JournalRow[]> =>
  tables.journal.orderBy(':id').reverse().limit(countMax).toArray();

const entriesIn = ({ outbox }: ShopTables, state: OutboxEntry['state'], countMax: number): Promise<OutboxEntry[]> =>
  outbox.where('[state+seq]').between([state, 0], [state, Infinity]).limit(countMax).toArray();
