import { codeKey, codeSpellings } from '../../domain/items/item-code.ts';
import type { Item } from '../../domain/items/item.ts';
import { foldText, hasWords, searchQuery } from '../../domain/text/search-text.ts';
import { itemsWithSku } from './live-reads.ts';
import type { ShopTables } from './database/schema.ts';

/* Lists of items that are rarely shown. They are not in live-reads.ts, because that file is in Home's first load. */

type Shop = { readonly tables: ShopTables };

/** Returns a page of the items of type product, newest first: the legacy list (C-029), which is rarely open. */
export async function productsPage(
  { tables }: Shop,
  { typed, page, size }: { typed: string; page: number; size: number },
): Promise<{ rows: Item[]; total: number; page: number }> {
  const query = searchQuery(typed);
  const products = await tables.rows.item
    .orderBy('[createdAtMs+id]')
    .reverse()
    .filter(
      (item) =>
        item.type === 'product' &&
        item.isActive &&
        hasWords(foldText(`${item.name} ${item.sku ?? ''} ${item.id}`), query),
    )
    .toArray();
  const shown = (page - 1) * size < products.length ? page : 1;
  return { rows: products.slice((shown - 1) * size, shown * size), total: products.length, page: shown };
}

/** Returns the brands of the shop's items of a sub-category, each once (C-108). */
export async function brandsOf({ tables }: Shop, subCategory: string): Promise<string[]> {
  const isOf = ({ subCategory: sub, category }: Item) => sub === subCategory || category === subCategory;
  const items = await tables.rows.item.filter(isOf).toArray();
  return [...new Set(items.flatMap(({ customFields }) => customFields['brand'] ?? []))].sort();
}

/**
 * Returns the archived items whose name or SKU contains this text, newest first. It scans, because a shop archives few
 * items and rarely looks at them.
 */
export const archivedItems = ({ tables }: Shop, typed: string, countMax: number): Promise<Item[]> =>
  tables.rows.item
    .orderBy('[createdAtMs+id]')
    .reverse()
    .filter((item) => !item.isActive && hasWords(foldText(`${item.name} ${item.sku ?? ''}`), searchQuery(typed)))
    .limit(countMax)
    .toArray();

/**
 * Returns the active items with the code that a scanner read: the code itself, or another spelling of the same article
 * number. If there are none, it returns items whose code differs only by leading zeros, blanks or hyphens (X-TYPE-26).
 */
export async function itemsOfCode(shop: Shop, code: string, countMax: number): Promise<Item[]> {
  const found = await itemsWithSku(shop, codeSpellings(code), countMax);
  const key = codeKey(code);
  if (found.length > 0 || key === '') return found;
  const skus = (await shop.tables.rows.item.orderBy('sku').uniqueKeys()).map(String);
  const alike = skus.filter((sku) => codeKey(sku) === key);
  return alike.length === 0 ? [] : await itemsWithSku(shop, alike, countMax);
}
