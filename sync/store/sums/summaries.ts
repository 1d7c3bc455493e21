import type { Item } from '../../../domain/items/item.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import type { ReportPart, ReportScope } from '../../../domain/sales/sales-report.ts';
import type { TableName } from '../../protocol/tables.ts';
import type { ShopTables } from '../database/schema.ts';

/*
 * Sums of rows, stored so that a report need not read the rows (decisions/0033). A summary is never changed. The
 * transaction that changes a row deletes every summary that contains the old or the new row, and `keep-summaries.ts`
 * makes it again from the rows. So a summary can never differ from its rows. What has no summary is read from the rows.
 */

/** Must be raised when summaries count something else. Summaries of older builds are then made again. */
const FORM = 2;

/** A range of time. Cost prices have no time, so their range is always the same. */
export type SummaryKey = [kind: Summary['kind'], fromMs: number, toMs: number];

interface Stretch {
  fromMs: number;
  toMs: number;
  /** The id of the run that set the mark. Only that run may replace the mark by its summary. */
  maker: string;
  /**
   * The version of its calculation (`salesMadeFor`, `COSTS_MADE_FOR`); null: this is only a mark, and none of its rows
   * has changed since.
   */
  madeFor: string | null;
}

/** The part of a sales report that comes from one day. */
export interface SalesSummary extends Stretch {
  kind: 'sales';
  part: ReportPart | null;
}

/** The cost prices of all items, in columns; NaN if an item has none. */
export interface CostsSummary extends Stretch {
  kind: 'costs';
  costs: { itemIds: Float64Array<ArrayBuffer>; costsMinor: Float64Array<ArrayBuffer> } | null;
}

export type Summary = SalesSummary | CostsSummary;

export const COSTS_KEY: ['costs', number, number] = ['costs', 0, 0];
export const COSTS_MADE_FOR = String(FORM);
/** Returns the version of a sales summary: zone, currency and the way in which this build counts. */
export const salesMadeFor = ({ zone, currency }: Pick<ReportScope, 'zone' | 'currency'>): string =>
  `${FORM} ${zone} ${currency}`;

/** Upper bound of a summary's range: one day of a zone, with its clock changes. */
export const STRETCH_MS_MAX = 2 * 86_400_000;

/**
 * Returns when money or goods of a sale changed hands. The sale is in the summaries of these instants and in no others.
 */
function instantsOf(row: unknown): number[] {
  if (!row) return [];
  const { createdAtMs, payments = [], refunds = [] } = row as Sale;
  return [createdAtMs, ...[...payments, ...refunds].map(({ atMs }) => atMs)].filter(Number.isFinite);
}

/** Deletes summaries when rows change, within one transaction. */
export interface SummaryUpkeep {
  /** Remembers rows as they were read from the database, so that they need not be read again. */
  saw(table: TableName, ids: readonly number[], found: readonly unknown[]): void;
  /** Must be called before rows are written. For removed rows `after` has no entry. */
  changes(table: TableName, ids: readonly number[], after: readonly unknown[]): Promise<void>;
  /**
   * Does the same if the rows before are known. It does not remember them, because they may be all rows of the table.
   */
  changesFrom(table: TableName, before: readonly unknown[], after: readonly unknown[]): Promise<void>;
}

export function createSummaryUpkeep({ rows, summary }: ShopTables): SummaryUpkeep {
  const seen = { sale: new Map<number, unknown>(), item: new Map<number, unknown>() };

  function saw(table: TableName, ids: readonly number[], found: readonly unknown[]): void {
    if (isSummed(table)) ids.forEach((id, at) => seen[table].set(id, found[at]));
  }
  async function changesFrom(table: TableName, before: readonly unknown[], after: readonly unknown[]): Promise<void> {
    if (table === 'sale') await forgetDays(summary, [...before, ...after].flatMap(instantsOf));
    if (table === 'item' && before.some((row, at) => costOf(row) !== costOf(after[at])))
      await summary.delete(COSTS_KEY);
  }
  return {
    saw,
    changesFrom,
    async changes(table, ids, after) {
      if (!isSummed(table)) return;
      const known = seen[table];
      const unread = ids.filter((id) => !known.has(id));
      // Requested before anything is written, so it returns the rows before the change.
      if (unread.length > 0) saw(table, unread, await rows[table].bulkGet(unread));
      const before = ids.map((id) => known.get(id));
      saw(table, ids, after);
      await changesFrom(table, before, after);
    },
  };
}

const isSummed = (table: TableName): table is 'sale' | 'item' => table === 'sale' || table === 'item';

/** Returns the cost of an item row. undefined: there is no such item, which differs from an item without a cost. */
const costOf = (row: unknown): number | null | undefined => (row ? ((row as Item).costPriceMinor ?? null) : undefined);

async function forgetDays(summary: ShopTables['summary'], instants: readonly number[]): Promise<void> {
  if (instants.length === 0) return;
  const [first, last] = [Math.min(...instants), Math.max(...instants)];
  const near = summary.where(':id').between(['sales', first - STRETCH_MS_MAX], ['sales', last, Infinity]);
  const keys = (await near.primaryKeys()).filter(([, fromMs, toMs]) =>
    instants.some((atMs) => atMs >= fromMs && atMs < toMs),
  );
  if (keys.length > 0) await summary.bulkDelete(keys);
}
