import type { Sale } from '../../domain/sales/sale.ts';
import { TALLY_KEYS } from '../replica/tally.ts';
import { NEWEST, type ShopTables } from './database/schema.ts';

/** A page of a list that is cut so that one of its pages begins at a certain row. */
export interface CutPage {
  /** From 1. */
  page: number;
  pageCount: number;
  /** Half-open, counted from the newest row. */
  from: number;
  to: number;
}

/**
 * Where the rows of a page stand in such a list: its pages count on in both directions, so the first may be short.
 * @param firstAt the place of the row that a page begins at; beyond the last row it is that of the last page
 * @param page null: the page that begins there
 */
export function cutPage(
  { total, firstAt, size }: { total: number; firstAt: number; size: number },
  page: number | null,
): CutPage {
  const anchor = firstAt < total ? firstAt : Math.max(0, Math.ceil(total / size) - 1) * size;
  const pagesBefore = Math.ceil(anchor / size);
  const pageCount = pagesBefore + Math.ceil((total - anchor) / size);
  // A page that is no longer there is the first one (C-159).
  const shown = page === null ? pagesBefore + 1 : page <= pageCount ? page : 1;
  const from = anchor + (shown - 1 - pagesBefore) * size;
  return { page: shown, pageCount, from: Math.max(0, from), to: Math.min(total, from + size) };
}

/**
 * A page of all sales, newest first, cut so that one page begins with the newest sale before `beforeMs`. Read from that
 * instant on in either direction: what lies far from there costs the way to it.
 */
export async function salesAround(
  { tables }: { readonly tables: ShopTables },
  { beforeMs, page, size }: { beforeMs: number; page: number | null; size: number },
): Promise<CutPage & { rows: Sale[]; total: number; firstAt: number }> {
  const { sale } = tables.rows;
  const later = () => sale.where(NEWEST).between([beforeMs], [Infinity], true, false);
  const earlier = () => sale.where(NEWEST).between([-Infinity], [beforeMs], true, false);
  const [firstAt, tally] = await Promise.all([later().count(), tables.tally.get(TALLY_KEYS.sales)]);
  const total = Math.max(firstAt, tally?.count ?? 0);
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
