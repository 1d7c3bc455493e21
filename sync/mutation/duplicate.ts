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
interface DuplicateRows {
  saleTransaction: Sale;
  purchaseInvoice: Purchase;
  itemCode: Item;
}
export type DuplicateKind = keyof DuplicateRows;
export type DuplicateRow<Kind extends DuplicateKind> = DuplicateRows[Kind];

const DUPLICATE_KINDS: {
  readonly [Kind in DuplicateKind]: {
    table: TableName;
    keyOf(value: string): string;
    keysOf(row: DuplicateRows[Kind]): string[];
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
    /** Only active items have keys, so an archived item is no duplicate. */
    keysOf: ({ sku, isActive }) => (sku === null || !isActive ? [] : [sku]),
  },
};

/** Finds the living rows of the business that have this value. */
export type FindDuplicates = <Kind extends DuplicateKind>(kind: Kind, value: string) => Promise<DuplicateRow<Kind>[]>;

export const duplicateTable = (kind: DuplicateKind): TableName => DUPLICATE_KINDS[kind].table;

/** True if the row's key equals this value. */
export const isDuplicate = <Kind extends DuplicateKind>(kind: Kind, row: DuplicateRow<Kind>, value: string): boolean =>
  DUPLICATE_KINDS[kind].keysOf(row).includes(DUPLICATE_KINDS[kind].keyOf(value));

/** Returns the same search over a store and over the rows that earlier mutations of this change have written. */
export function findDuplicatesOver(store: FindDuplicates, writes: () => readonly RowChange[]): FindDuplicates {
  return async <Kind extends DuplicateKind>(kind: Kind, value: string) => {
    const changes = writes().filter((change) => change.table === duplicateTable(kind));
    const changedIds = new Set(changes.map((change) => change.id));
    const stored = (await store(kind, value)).filter((row) => !changedIds.has(row.id));
    // The cast is safe: the changes are those of the kind's own table.
    const written = changes.flatMap(({ after }) => (after ? [after as DuplicateRow<Kind>] : []));
    return [...stored, ...written.filter((row) => isDuplicate(kind, row, value))];
  };
}
