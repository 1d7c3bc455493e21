import { type Item, oversoldHundredths } from '../../domain/item.ts';
import type { Sale } from '../../domain/sale.ts';
import { otherMethodIdsOf } from '../../domain/sale-payment.ts';
import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { Rows, TableName } from '../protocol/tables.ts';

/** Counts that lists and Home show, kept in the transaction that changes them, and told anew only by an audit (SYN-14). */
export const TALLY_KEYS = {
  sales: 'sale',
  items: 'item',
  activeItems: 'item.active',
  oversold: 'item.oversold',
  orders: 'order',
} as const;

/** Sales with a payment by this method that do not name it themselves: those that name it are in an index. */
export const otherMethodTally = (methodId: number): string => `sale.method.${methodId}`;

const DAY_MS = 86_400_000;
const DAY_DIGITS = 8;

/** Keys of the sales for which money came or went on the day (of UTC) of an instant begin with this; they sort as days do. */
export const laterMoneyTally = (atMs: number): string =>
  `sale.money.${String(Math.max(0, Math.floor(atMs / DAY_MS))).padStart(DAY_DIGITS, '0')}.`;

/**
 * Most sales are paid as they are rung up. Those that money came or went for later are few, and are found by the day
 * of that: a day's cash is not all of the day's own sales.
 */
export function laterMoneyKeys(sale: Sale): string[] {
  const later = [...(sale.payments ?? []).filter(({ id }) => id !== sale.id), ...(sale.refunds ?? [])];
  return [...new Set(later.map(({ atMs }) => `${laterMoneyTally(atMs)}${sale.id}`))];
}

/** The tallies in which a row counts one. */
export function tallyKeysOf(table: TableName, row: Rows[TableName]): string[] {
  if (table === 'item') {
    const item = row as Item;
    const keys: string[] = [TALLY_KEYS.items];
    if (item.isActive) keys.push(TALLY_KEYS.activeItems);
    if (oversoldHundredths(item) > 0) keys.push(TALLY_KEYS.oversold);
    return keys;
  }
  if (table === 'sale') {
    const sale = row as Sale;
    return [TALLY_KEYS.sales, ...otherMethodIdsOf(sale).map(otherMethodTally), ...laterMoneyKeys(sale)];
  }
  if (table === 'order') return [TALLY_KEYS.orders];
  return [];
}

/** Writes rows in bulk and moves the tallies with them; the one way by which replica code changes rows. */
export async function writeRows(tx: LocalTx, changes: readonly RowChange[]): Promise<void> {
  const puts = new Map<TableName, Rows[TableName][]>();
  const removals = new Map<TableName, number[]>();
  const tallies = new Map<string, number>();
  const count = (table: TableName, row: Rows[TableName] | undefined, by: 1 | -1) => {
    for (const key of row ? tallyKeysOf(table, row) : []) tallies.set(key, (tallies.get(key) ?? 0) + by);
  };
  for (const { table, id, before, after } of changes) {
    if (after) listIn(puts, table).push(after);
    else if (before) listIn(removals, table).push(id);
    count(table, before, -1);
    count(table, after, 1);
  }
  for (const [key, by] of tallies) if (by === 0) tallies.delete(key);
  await Promise.all([
    ...[...puts].map(([table, rows]) => tx.rows.put(table, rows)),
    ...[...removals].map(([table, ids]) => tx.rows.remove(table, ids)),
    ...(tallies.size > 0 ? [tx.meta.addToTallies(tallies)] : []),
  ]);
}

function listIn<V>(lists: Map<TableName, V[]>, table: TableName): V[] {
  const list = lists.get(table) ?? [];
  lists.set(table, list);
  return list;
}
