import type { Item } from '../../../domain/items/item.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import type { ReportPart, ReportScope } from '../../../domain/sales/sales-report.ts';
import type { TableName } from '../../protocol/tables.ts';
import type { ShopTables } from '../database/schema.ts';

/*
 * Sums of rows, kept so that a report need not read the rows (decisions/0033). A summary is never changed: the
 * transaction that changes a row throws away every summary that the row is in, as it was or as it is now, and
 * `keep-summaries.ts` makes it anew from the rows. So there is nothing that could drift from them; what has no summary
 * is read from the rows.
 */

/** Raised when what is counted into a summary changes: those of older builds are made anew. */
const FORM = 2;

/** A stretch of time; of costs, which are of now, always the same. */
export type SummaryKey = [kind: Summary['kind'], fromMs: number, toMs: number];

interface Stretch {
  fromMs: number;
  toMs: number;
  /** Who makes or made it. */
  maker: string;
  /**
   * The version of its reckoning (`salesMadeFor`, `COSTS_MADE_FOR`); null: a mark that none of its rows changed since.
   */
  madeFor: string | null;
}

/** The part of every sales report that comes from one day. */
export interface SalesSummary extends Stretch {
  kind: 'sales';
  part: ReportPart | null;
}

/** The cost prices of all items, in columns; NaN where there is none. */
export interface CostsSummary extends Stretch {
  kind: 'costs';
  costs: { itemIds: Float64Array<ArrayBuffer>; costsMinor: Float64Array<ArrayBuffer> } | null;
}

export type Summary = SalesSummary | CostsSummary;

export const COSTS_KEY: ['costs', number, number] = ['costs', 0, 0];
export const COSTS_MADE_FOR = String(FORM);
/** A zone and a currency count alike, as this build counts. */
export const salesMadeFor = ({ zone, currency }: Pick<ReportScope, 'zone' | 'currency'>): string =>
  `${FORM} ${zone} ${currency}`;

/** No stretch is longer: a day of a zone, with its clock changes. */
export const STRETCH_MS_MAX = 2 * 86_400_000;

/** When money or goods of a sale changed hands: it is in the summaries of these instants and in no others. */
function instantsOf(row: unknown): number[] {
  if (!row) return [];
  const { createdAtMs, payments = [], refunds = [] } = row as Sale;
  return [createdAtMs, ...[...payments, ...refunds].map(({ atMs }) => atMs)].filter(Number.isFinite);
}

/** Forgets summaries as rows change, within one transaction. */
export interface SummaryUpkeep {
  /** So these rows stood in the database: they need not be read again. */
  saw(table: TableName, ids: readonly number[], found: readonly unknown[]): void;
  /** To be called before rows are written; those that are removed come as none. */
  changes(table: TableName, ids: readonly number[], after: readonly unknown[]): Promise<void>;
  /** The same where it is known what was there; not remembered, for they may be all rows there are. */
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
      // Asked for before anything is written, so it answers what was there.
      if (unread.length > 0) saw(table, unread, await rows[table].bulkGet(unread));
      const before = ids.map((id) => known.get(id));
      saw(table, ids, after);
      await changesFrom(table, before, after);
    },
  };
}

const isSummed = (table: TableName): table is 'sale' | 'item' => table === 'sale' || table === 'item';

/** undefined: there is no such item, which is not the same as one without a cost. */
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
