import type { Order } from '../../domain/sales/order.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import { assert } from '../../domain/assert.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { isPaidBy } from '../../domain/sales/sale-payment.ts';
import { type RowKey, type Rows, type TableName, rowKeyText } from '../protocol/tables.ts';
import type { MutationTx, UsedTable } from './mutation.ts';

/** Where an overlay gets the rows that it has not seen yet. */
export type RowSource = Pick<
  MutationTx,
  'getMany' | 'paymentMethods' | 'getDeleted' | 'isInUse' | 'openConflicts' | 'suppliersNamed'
>;

/** One row as the source had it and as an overlay leaves it; `after` undefined means removed. */
export interface RowChange {
  table: TableName;
  id: number;
  before: Rows[TableName] | undefined;
  after: Rows[TableName] | undefined;
  /** The values of a removed row just before its removal, with earlier changes of this overlay. For its tombstone. */
  removed?: Rows[TableName] | undefined;
}

type Cell = { row: Rows[TableName] | undefined };

/**
 * Holds rows in memory while mutations run. Each row is fetched once; writes are collected and go to the store in bulk.
 * A layer holds the writes of one mutation: if the mutation fails, its layer is dropped, like a savepoint.
 */
export interface Overlay extends MutationTx {
  /** Fetches rows that will be needed, with one read per table. */
  prefetch(keys: readonly RowKey[]): Promise<void>;
  /** Opens a layer: one mutation's writes. */
  begin(): void;
  /** Ends the layer: keeps its writes and returns them. */
  keep(): RowChange[];
  drop(): void;
  /** Returns every row written since the start, as it now is. */
  writes(): RowChange[];
}

export function createOverlay(source: RowSource): Overlay {
  const seen = new Map<string, Cell>();
  const kept: Changes = new Map();
  let layer: Changes | null = null;
  const changes = (): Changes[] => (layer ? [kept, layer] : [kept]);

  const changeOf = (text: string): RowChange | undefined => layer?.get(text) ?? kept.get(text);
  const isChanged = (table: TableName, id: number): boolean => changeOf(rowKeyText({ table, id })) !== undefined;

  async function fetch<T extends TableName>(table: T, ids: readonly number[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !seen.has(rowKeyText({ table, id })));
    if (missing.length === 0) return;
    const rows = await source.getMany(table, missing);
    missing.forEach((id, index) => seen.set(rowKeyText({ table, id }), { row: rows[index] }));
  }

  function current<T extends TableName>(table: T, id: number): Rows[T] | undefined {
    const text = rowKeyText({ table, id });
    const change = changeOf(text);
    // The cast is safe: the key contains the table's name.
    return (change ? change.after : seen.get(text)?.row) as Rows[T] | undefined;
  }

  function write(table: TableName, id: number, after: Rows[TableName] | undefined): void {
    assert(layer, 'A mutation writes only inside its layer');
    const text = rowKeyText({ table, id });
    const removed = after ? undefined : (current(table, id) ?? changeOf(text)?.removed);
    layer.set(text, { table, id, before: seen.get(text)?.row, after, removed });
  }

  return {
    async prefetch(keys) {
      for (const [table, ids] of idsByTable(keys)) await fetch(table, ids);
    },
    async get(table, id) {
      if (!isChanged(table, id)) await fetch(table, [id]);
      return current(table, id);
    },
    async getMany(table, ids) {
      const unread = ids.filter((id) => !isChanged(table, id));
      await fetch(table, unread);
      return ids.map((id) => current(table, id));
    },
    put: (table, row) => write(table, row.id, row),
    remove: (table, id) => write(table, id, undefined),
    async getDeleted<T extends TableName>(table: T, id: number) {
      const change = changeOf(rowKeyText({ table, id }));
      // The cast is safe: the removed row was read from this table.
      return change ? (change.removed as Rows[T] | undefined) : source.getDeleted(table, id);
    },
    ...lookUpsOver(source, changes, rememberIn(seen)),
    begin() {
      assert(layer === null, 'Layers do not nest');
      layer = new Map();
    },
    keep() {
      assert(layer, 'No layer to keep');
      const writes = [...layer.values()];
      for (const change of writes) kept.set(rowKeyText(change), change);
      layer = null;
      return writes;
    },
    drop() {
      layer = null;
    },
    writes: () => [...kept.values()],
  };
}

type Changes = Map<string, RowChange>;

/** Caches rows that a look-up returned, so that a later write knows their values before it. */
const rememberIn =
  (seen: Map<string, Cell>) =>
  <T extends TableName>(table: T, rows: Rows[T][]): Rows[T][] => {
    for (const row of rows) {
      const text = rowKeyText({ table, id: row.id });
      if (!seen.has(text)) seen.set(text, { row });
    }
    return rows;
  };

/** The source's look-ups, with the changes applied to their results. */
function lookUpsOver(
  source: RowSource,
  changes: () => Changes[],
  remember: <T extends TableName>(table: T, rows: Rows[T][]) => Rows[T][],
): Pick<MutationTx, 'paymentMethods' | 'isInUse' | 'openConflicts' | 'suppliersNamed'> {
  let methods: PaymentMethod[] | null = null;
  return {
    async paymentMethods() {
      methods ??= remember('paymentMethod', await source.paymentMethods());
      return withChanges('paymentMethod', methods, changes());
    },
    async isInUse(table, id) {
      const names = changes().some((some) => [...some.values()].some((change) => doesName(change, table, id)));
      return names || (await source.isInUse(table, id));
    },
    async openConflicts(row) {
      const known = withChanges('conflict', remember('conflict', await source.openConflicts(row)), changes());
      return known.filter(({ table, rowId, status }) => table === row.table && rowId === row.id && status === 'open');
    },
    async suppliersNamed(name) {
      const known = withChanges('supplier', remember('supplier', await source.suppliersNamed(name)), changes());
      return known.filter((supplier) => supplier.name === name);
    },
  };
}

/** The source's rows with the changes applied, and the rows that the changes added. */
function withChanges<T extends TableName>(table: T, known: readonly Rows[T][], changes: readonly Changes[]): Rows[T][] {
  const byId = new Map(known.map((row) => [row.id, row]));
  for (const change of changes.flatMap((of) => [...of.values()])) {
    if (change.table !== table) continue;
    // The cast is safe: a change of this table holds a row of this table.
    if (change.after) byId.set(change.id, change.after as Rows[T]);
    else byId.delete(change.id);
  }
  return [...byId.values()];
}

function doesName(change: RowChange, table: UsedTable, id: number): boolean {
  if (!change.after || (change.table !== 'sale' && change.table !== 'order')) return false;
  // The casts are safe: `table` of the change is that of its row.
  if (table === 'customer') return (change.after as Sale | Order).customerId === id;
  return change.table === 'sale' && isPaidBy(change.after as Sale, id);
}

/** The ids of these keys, table by table. */
export function idsByTable(keys: Iterable<RowKey>): Map<TableName, number[]> {
  const ids = new Map<TableName, number[]>();
  for (const { table, id } of keys) {
    const found = ids.get(table);
    if (found) found.push(id);
    else ids.set(table, [id]);
  }
  return ids;
}
