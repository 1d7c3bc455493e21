import type { Item } from '../../domain/items/item.ts';
import { invoiceKey, type Purchase } from '../../domain/items/purchase.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { transactionKey, transactionKeysOf } from '../../domain/sales/sale-payment.ts';
import type { TableName } from '../protocol/tables.ts';
import type { RowChange } from './overlay.ts';

/**
 * Rows with values that people type and that should belong to one row only. Such a value refuses nothing: two rows with
 * one value are flagged, and a second 'Other' is archived. `keysOf` returns the values of a row in the form in which
 * they are compared; the database has an index on the same form (migrations).
 */
interface TwinRows {
  saleTransaction: Sale;
  purchaseInvoice: Purchase;
  itemCode: Item;
}
export type TwinKind = keyof TwinRows;
export type TwinRow<Kind extends TwinKind> = TwinRows[Kind];

const TWIN_KINDS: {
  readonly [Kind in TwinKind]: {
    table: TableName;
    keyOf(value: string): string;
    keysOf(row: TwinRows[Kind]): string[];
  };
} = {
  saleTransaction: { table: 'sale', keyOf: transactionKey, keysOf: transactionKeysOf },
  purchaseInvoice: {
    table: 'purchase',
    keyOf: invoiceKey,
    keysOf: ({ invoiceNumber }) => (invoiceNumber === null ? [] : [invoiceKey(invoiceNumber)]),
  },
  itemCode: {
    table: 'item',
    keyOf: (code) => code,
    /** Only active items have keys, so an archived item is no twin. */
    keysOf: ({ sku, isActive }) => (sku === null || !isActive ? [] : [sku]),
  },
};

/** Finds the living rows of the business that have this value. */
export type FindTwins = <Kind extends TwinKind>(kind: Kind, value: string) => Promise<TwinRow<Kind>[]>;

export const twinTable = (kind: TwinKind): TableName => TWIN_KINDS[kind].table;

/** True if the row's key equals this value. */
export const isTwin = <Kind extends TwinKind>(kind: Kind, row: TwinRow<Kind>, value: string): boolean =>
  TWIN_KINDS[kind].keysOf(row).includes(TWIN_KINDS[kind].keyOf(value));

/** Returns the same search over a store and over the rows that earlier mutations of this change have written. */
export function findTwinsOver(store: FindTwins, writes: () => readonly RowChange[]): FindTwins {
  return async <Kind extends TwinKind>(kind: Kind, value: string) => {
    const changes = writes().filter((change) => change.table === twinTable(kind));
    const changedIds = new Set(changes.map((change) => change.id));
    const stored = (await store(kind, value)).filter((row) => !changedIds.has(row.id));
    // The cast is safe: the changes are those of the kind's own table.
    const written = changes.flatMap(({ after }) => (after ? [after as TwinRow<Kind>] : []));
    return [...stored, ...written.filter((row) => isTwin(kind, row, value))];
  };
}
