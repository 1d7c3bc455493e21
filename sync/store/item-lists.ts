import { codeKey, codeSpellings } from '../../domain/items/item-code.ts';
import type { Item } from '../../domain/items/item.ts';
import { foldText, hasWords, searchQuery } from '../../domain/text/search-text.ts';
import { itemsWithSku } from './live-reads.ts';
import type { ShopTables } from './database/schema.ts';

/* Lists of items that few screens show, now and then. Apart from live-reads.ts, which is in home's first load. */

type Shop = { readonly tables: ShopTables };

/** A page of the items of type product, newest first: the old list (C-029), which nobody has at hand all day. */
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

/** Brands that the shop's items of a sub-category bear, each once (C-108). */
export async function brandsOf({ tables }: Shop, subCategory: string): Promise<string[]> {
  const isOf = ({ subCategory: sub, category }: Item) => sub === subCategory || category === subCategory;
  const items = await tables.rows.item.filter(isOf).toArray();
  return [...new Set(items.flatMap(({ customFields }) => customFields['brand'] ?? []))].sort();
}

/** Archived items whose name or SKU holds this text, newest first. A shop archives few, and looks at them rarely. */
export const archivedItems = ({ tables }: Shop, typed: string, countMax: number): Promise<Item[]> =>
  tables.rows.item
    .orderBy('[createdAtMs+id]')
    .reverse()
    .filter((item) => !item.isActive && hasWords(foldText(`${item.name} ${item.sku ?? ''}`), searchQuery(typed)))
    .limit(countMax)
    .toArray();

/**
 * The active items of a code as a scanner reads it: as it stands, or in another spelling of the same article; else those
 * whose code differs by zeros before it, blanks or hyphens alone (X-TYPE-26).
 */
export async function itemsOfCode(shop: Shop, code: string, countMax: number): Promise<Item[]> {
  const found = await itemsWithSku(shop, codeSpellings(code), countMax);
  const key = codeKey(code);
  if (found.length > 0 || key === '') return found;
  const skus = (await shop.tables.rows.item.orderBy('sku').uniqueKeys()).map(String);
  const alike = skus.filter((sku) => codeKey(sku) === key);
  return alike.length === 0 ? [] : await itemsWithSku(shop, alike, countMax);
}
