import type { Sale } from '../../domain/sales/sale.ts';
import { COUNT_KEYS } from '../replica/row-counts.ts';
import { NEWEST, type ShopTables } from './database/schema.ts';

/** A page of a list whose page borders are moved so that one page begins at a given row. */
export interface CutPage {
  /** Counted from 1. */
  page: number;
  pageCount: number;
  /** Half-open, counted from the newest row. */
  from: number;
  to: number;
}

/**
 * Computes which rows a page of such a list shows. Its pages continue in both directions, so the first page may be
 * short.
 * @param firstAt the position of the row at which a page begins; if it is beyond the last row, the last page is used
 * @param page the number of the page; null: the page that begins at that row
 */
export function cutPage(
  { total, firstAt, size }: { total: number; firstAt: number; size: number },
  page: number | null,
): CutPage {
  const anchor = firstAt < total ? firstAt : Math.max(0, Math.ceil(total / size) - 1) * size;
  const pagesBefore = Math.ceil(anchor / size);
  const pageCount = pagesBefore + Math.ceil((total - anchor) / size);
  // If the page no longer exists, show the first page (C-159).
  const shown = page === null ? pagesBefore + 1 : page <= pageCount ? page : 1;
  const from = anchor + (shown - 1 - pagesBefore) * size;
  return { page: shown, pageCount, from: Math.max(0, from), to: Math.min(total, from + size) };
}

/**
 * Returns a page of all sales, newest first, where one page begins with the newest sale before `beforeMs`. It reads
 * from that instant in either direction, so a page far from it costs more.
 */
export async function salesAround(
  { tables }: { readonly tables: ShopTables },
  { beforeMs, page, size }: { beforeMs: number; page: number | null; size: number },
): Promise<CutPage & { rows: Sale[]; total: number; firstAt: number }> {
  const { sale } = tables.rows;
  const later = () => sale.where(NEWEST).between([beforeMs], [Infinity], true, false);
  const earlier = () => sale.where(NEWEST).between([-Infinity], [beforeMs], true, false);
  const [firstAt, stored] = await Promise.all([later().count(), tables.rowCounts.get(COUNT_KEYS.sales)]);
  const total = Math.max(firstAt, stored?.count ?? 0);
  const place = cutPage({ total, firstAt, size }, page);
  const count = place.to - place.from;
  const rows =
    place.from >= firstAt
      ? await earlier()
          .reverse()
          .offset(place.from - firstAt)
          .limit(count)
          .toArray()
      : (
          await later()
            .offset(Math.max(0, firstAt - place.to))
            .limit(count)
            .toArray()
        ).reverse();
  return { ...place, rows, total, firstAt };
}
