import { type Item, oversoldHundredths } from '../../domain/items/item.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { otherMethodIdsOf } from '../../domain/sales/sale-payment.ts';
import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { Rows, TableName } from '../protocol/tables.ts';

/**
 * Counts that lists and Home show. Each write updates them in its own transaction. Only an audit counts them again
 * (SYN-14).
 */
export const COUNT_KEYS = {
  sales: 'sale',
  items: 'item',
  activeItems: 'item.active',
  oversold: 'item.oversold',
  orders: 'order',
} as const;

/**
 * Returns the key of the sales with a further payment by this method. Sales whose first method it is are found by an
 * index.
 */
export const otherMethodKey = (methodId: number): string => `sale.method.${methodId}`;

const DAY_MS = 86_400_000;
const DAY_DIGITS = 8;

/**
 * Returns the prefix of the keys of sales for which money came or went on the UTC day of an instant. Prefixes sort by
 * day.
 */
export const laterMoneyPrefix = (atMs: number): string =>
  `sale.money.${String(Math.max(0, Math.floor(atMs / DAY_MS))).padStart(DAY_DIGITS, '0')}.`;

/**
 * Returns a key for each day on which a later payment or refund of this sale happened, because a day's cash includes
 * them. Most sales are paid at once and have no such key.
 */
export function laterMoneyKeys(sale: Sale): string[] {
  const later = [...(sale.payments ?? []).filter(({ id }) => id !== sale.id), ...(sale.refunds ?? [])];
  return [...new Set(later.map(({ atMs }) => `${laterMoneyPrefix(atMs)}${sale.id}`))];
}

/** Returns the keys of the counts that include this row. */
export function countKeysOf(table: TableName, row: Rows[TableName]): string[] {
  if (table === 'item') {
    const item = row as Item;
    const keys: string[] = [COUNT_KEYS.items];
    if (item.isActive) keys.push(COUNT_KEYS.activeItems);
    if (oversoldHundredths(item) > 0) keys.push(COUNT_KEYS.oversold);
    return keys;
  }
  if (table === 'sale') {
    const sale = row as Sale;
    return [COUNT_KEYS.sales, ...otherMethodIdsOf(sale).map(otherMethodKey), ...laterMoneyKeys(sale)];
  }
  if (table === 'order') return [COUNT_KEYS.orders];
  return [];
}

/** Writes rows in bulk and updates the counts. All code of the replica must change rows through this function. */
export async function writeRows(tx: LocalTx, changes: readonly RowChange[]): Promise<void> {
  const puts = new Map<TableName, Rows[TableName][]>();
  const removals = new Map<TableName, number[]>();
  const counts = new Map<string, number>();
  const count = (table: TableName, row: Rows[TableName] | undefined, by: 1 | -1) => {
    for (const key of row ? countKeysOf(table, row) : []) counts.set(key, (counts.get(key) ?? 0) + by);
  };
  for (const { table, id, before, after } of changes) {
    if (after) listIn(puts, table).push(after);
    else if (before) listIn(removals, table).push(id);
    count(table, before, -1);
    count(table, after, 1);
  }
  for (const [key, by] of counts) if (by === 0) counts.delete(key);
  await Promise.all([
    // First, because it reads before it writes: the disk can answer while the rows are still passed over.
    ...(counts.size > 0 ? [tx.meta.addToCounts(counts)] : []),
    ...[...puts].map(([table, rows]) => tx.rows.put(table, rows)),
    ...[...removals].map(([table, ids]) => tx.rows.remove(table, ids)),
  ]);
}

function listIn<V>(lists: Map<TableName, V[]>, table: TableName): V[] {
  const list = lists.get(table) ?? [];
  lists.set(table, list);
  return list;
}
