import type { Conflict } from '../../sync/protocol/conflict.ts';
import type { MutationTx, UsedTable } from '../../sync/mutation/mutation.ts';
import { type RowKey, type Rows, rowKeyText, type TableName } from '../../sync/protocol/tables.ts';

type Row = Rows[TableName];

/**
 * All rows of one copy of the shop, with acts applied to them one after the other: the simulation's own account of a
 * view. It keeps every row in one map and undoes an act by putting the old rows back. It asks nothing of the overlay
 * with which the product reads ahead and replays a few rows, since that is what is tested.
 */
export interface Replay {
  readonly tx: MutationTx;
  /** Begins an act: its reads and writes are noted from here on. */
  begin(): void;
  /** Returns the keys that the act has read so far, look-ups by value included. */
  read(): ReadonlySet<string>;
  /** Ends the act; returns the keys that it wrote. */
  keep(): readonly RowKey[];
  /** Ends the act and undoes its writes. */
  undo(): void;
  /** Returns the present state of every row that a kept act wrote; undefined for a removed one. */
  written(): { table: TableName; id: number; row: Row | undefined }[];
}

/**
 * @param images the server's images of all rows
 * @param shownOnly rows that are on the device without an image; a look-up that would find one counts as having read it
 */
export function createReplay(
  images: Iterable<{ table: TableName; row: Row }>,
  shownOnly: readonly { table: TableName; row: Row }[],
): Replay {
  const rows = new Map<string, Row>();
  const keys = new Map<string, RowKey>();
  const removed = new Map<string, Row>();
  const written = new Map<string, RowKey>();
  const before = new Map<string, Row | undefined>();
  const lookedAt = new Set<string>();
  for (const { table, row } of images) set({ table, id: row.id }, row);

  function set(key: RowKey, row: Row | undefined): void {
    const text = rowKeyText(key);
    if (row === undefined) rows.delete(text);
    else rows.set(text, row);
    keys.set(text, key);
  }

  function write(key: RowKey, row: Row | undefined): void {
    const text = rowKeyText(key);
    const old = rows.get(text);
    if (!before.has(text)) before.set(text, old);
    if (row === undefined && old !== undefined) removed.set(text, old);
    set(key, row);
  }

  /** Returns all rows of a table by id; all of them count as read. */
  function all<T extends TableName>(table: T): Rows[T][] {
    const ofTable = [...keys.values()].filter((key) => key.table === table).sort((a, b) => a.id - b.id);
    return ofTable.flatMap((key) => {
      const row = rows.get(rowKeyText(key));
      // The row under a key of this table is a row of this table.
      return row === undefined ? [] : [row as Rows[T]];
    });
  }

  function get<T extends TableName>(table: T, id: number): Rows[T] | undefined {
    const text = rowKeyText({ table, id });
    lookedAt.add(text);
    // The row under a key of this table is a row of this table.
    return rows.get(text) as Rows[T] | undefined;
  }

  function noted<T extends TableName>(table: T, found: Rows[T][]): Rows[T][] {
    for (const { id } of found) lookedAt.add(rowKeyText({ table, id }));
    return found;
  }

  const tx: MutationTx = {
    get: async (table, id) => get(table, id),
    getMany: async (table, ids) => ids.map((id) => get(table, id)),
    put: (table, row) => write({ table, id: row.id }, row),
    remove: (table, id) => write({ table, id }, undefined),
    paymentMethods: async () => noted('paymentMethod', all('paymentMethod')),
    async getDeleted<T extends TableName>(table: T, id: number) {
      const text = rowKeyText({ table, id });
      lookedAt.add(text);
      // A device knows no deleted rows but those that its own acts removed.
      return rows.has(text) ? undefined : (removed.get(text) as Rows[T] | undefined);
    },
    async isInUse(table, id) {
      lookedAt.add(rowKeyText({ table, id }));
      for (const shown of shownOnly)
        if (
          (shown.table === 'sale' || shown.table === 'order') &&
          isNamedBy(shown.row as Rows['sale'] | Rows['order'], table, id)
        )
          lookedAt.add(rowKeyText({ table: shown.table, id: shown.row.id }));
      return [...all('sale'), ...all('order')].some((row) => isNamedBy(row, table, id));
    },
    openConflicts: async (row) =>
      noted(
        'conflict',
        all('conflict').filter((each) => isOpenAbout(each, row)),
      ),
    suppliersNamed: async (name) =>
      noted(
        'supplier',
        all('supplier').filter((each) => each.name === name),
      ),
  };

  return {
    tx,
    begin() {
      before.clear();
      lookedAt.clear();
    },
    read: () => lookedAt,
    keep() {
      const ofAct = [...before.keys()].flatMap((text) => keys.get(text) ?? []);
      for (const key of ofAct) written.set(rowKeyText(key), key);
      return ofAct;
    },
    undo() {
      for (const [text, row] of before) {
        const key = keys.get(text);
        if (key) set(key, row);
        if (row !== undefined) removed.delete(text);
      }
    },
    written: () => [...written.values()].map((key) => ({ ...key, row: rows.get(rowKeyText(key)) })),
  };
}

const isOpenAbout = ({ table, rowId, status }: Conflict, row: RowKey): boolean =>
  table === row.table && rowId === row.id && status === 'open';

/** True if a sale or an order refers to the row: to a customer, or to a method, also by one of its payments. */
function isNamedBy(row: Rows['sale'] | Rows['order'], table: UsedTable, id: number): boolean {
  if (table === 'customer') return row.customerId === id;
  if (!('payments' in row)) return false;
  return row.paymentMethodId === id || row.payments.some(({ paymentMethodId }) => paymentMethodId === id);
}
