import { soughtDigits } from '../../../domain/text/phone.ts';
import { searchQuery } from '../../../domain/text/search-text.ts';
import type { ShopTables } from '../database/schema.ts';
import { type SearchedTable, type SearchedView, TABLE_OF } from './search-index.ts';

const PHONE_TABLES: ReadonlySet<SearchedTable> = new Set(['customer', 'supplier', 'order']);

/** Returns the query for a typed text. In views with phone numbers, a number is found in any spelling (X-TYPE-33). */
export async function queryOfTyped(view: SearchedView, { rows }: ShopTables, typed: string): Promise<string> {
  const query = searchQuery(typed);
  if (!PHONE_TABLES.has(TABLE_OF[view]) || soughtDigits(query, '') === null) return query;
  const business = await rows.business.toCollection().first();
  return soughtDigits(query, business?.country ?? '') ?? query;
}
