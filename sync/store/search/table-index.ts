import { Dexie, type Table } from 'dexie';
import type { Customer } from '../../../domain/people/customer.ts';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { groupThousands } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { digitsOf } from '../../../domain/text/phone-digits.ts';
import type { Order } from '../../../domain/sales/order.ts';
import type { Purchase } from '../../../domain/items/purchase.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleSearchFields } from '../../../domain/sales/sale-search.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { foldText } from '../../../domain/text/search-text.ts';
import type { ChangedKeys } from '../database/changed-keys.ts';
import type { ShopTables } from '../database/schema.ts';
import { whenReadsGoOn } from '../held-reads.ts';
import { SORT_KEYS, type SortKeys } from '../sort-keys.ts';
import { isListed, type RowOf, type SearchedView, TABLE_OF } from './search-index.ts';
import { indexedText } from './search-text.ts';
import { TextIndex } from './text-index.ts';
import type { IndexedText, RankedText } from './text-segment.ts';

/* The texts of a table's rows that search looks at, and their index. Loaded with the first search. */

type Field = string | number | null | undefined;

/** Returns the searched fields of an order (C-085). */
const orderFields = ({ orderNumber, customer }: Order): readonly Field[] => [
  orderNumber,
  customer.name,
  customer.phone,
  digitsOf(customer.phone ?? ''),
];

/** The searched fields of each view. A cost price is among them only where the device holds it (C-097). */
const FIELDS: { readonly [V in SearchedView]: (row: RowOf<V>) => readonly Field[] } = {
  // R-SALE-24 … R-SALE-26, R-SLIST-30.
  sale: saleSearchFields,
  // R-ITEM-18 … R-ITEM-21, and the SKU.
  item: (item: Item) => [
    item.id,
    item.name,
    item.sku,
    ...amountTexts(item.priceMinor),
    ...amountTexts(item.costPriceMinor),
  ],
  // R-CUST-03 … R-CUST-06. A phone number also as bare digits, because people group them differently.
  customer: ({ name, phone, address, notes }: Customer) => [name, phone, digitsOf(phone ?? ''), address, notes],
  // The fields of C-127.
  supplier: ({ name, phone, email, address, notes }: Supplier) => [
    name,
    phone,
    digitsOf(phone ?? ''),
    email,
    address,
    notes,
  ],
  purchase: ({ invoiceNumber, supplierName, notes, lines }: Purchase) => [
    invoiceNumber,
    supplierName,
    notes,
    ...lines.map((line) => line.itemName),
  ],
  // R-STK-03 … R-STK-05, and the code, which a scanner types (R-CTR-10).
  stockItem: (item: Item) => [item.name, item.category, item.customFields['brand'], item.sku],
  order: orderFields,
  pendingOrder: orderFields,
  confirmedOrder: orderFields,
  fulfilledOrder: orderFields,
  cancelledOrder: orderFields,
};

/** Views whose hits are ranked by name and code. Hits of all other views are listed newest first. */
const RANKED: { readonly [V in SearchedView]?: (row: RowOf<V>) => RankedText } = {
  item: rankedItem,
  stockItem: rankedItem,
  customer: ({ name, phone }) => ({ name: foldText(name), code: phone && foldText(phone) }),
  supplier: ({ name, phone }) => ({ name: foldText(name), code: phone && foldText(phone) }),
};

const AMOUNT_MINOR: { readonly [V in SearchedView]?: (row: RowOf<V>) => number } = {
  sale: ({ finalMinor }: Sale) => finalMinor,
};

function rankedItem({ name, sku, category }: Item): RankedText {
  return { name: foldText(name), code: sku && foldText(sku), category };
}

/** Rows per read while an index is built: few enough to keep the screen responsive. */
const ROWS_PER_READ = 500;
/** The pause between two slices of indexing, in which the main thread is free for the screen. */
const INDEX_EVERY_MS = 20;

export interface TableIndex {
  readonly texts: TextIndex;
  isBuilt(): boolean;
  touch(changed: ChangedKeys): void;
  /** Resolves when everything committed before this call is in the index. */
  upToDate(): Promise<void>;
  /** Indexes the texts in slices of a few milliseconds, so that later searches are faster. */
  indexTexts(): void;
  /** Rows have sort keys from the next `upToDate` on. They are not computed before somebody sorts. */
  wantKeys(): void;
}

export function viewIndexOf<V extends SearchedView>(view: V, tables: ShopTables, onChange: () => void): TableIndex {
  const fields: (row: RowOf<V>) => readonly Field[] = FIELDS[view];
  const holds: ((row: RowOf<V>) => boolean) | undefined = HOLDS[view];
  const rankedText: ((row: RowOf<V>) => RankedText) | undefined = RANKED[view];
  const amountMinor: ((row: RowOf<V>) => number) | undefined = AMOUNT_MINOR[view];
  const store: Table<RowOf<V>, number> = tables.rows[TABLE_OF[view]];
  const keysOf: (row: RowOf<V>) => SortKeys = SORT_KEYS[TABLE_OF[view]];
  return createTableIndex(
    store,
    (row, withKeys) =>
      isListed(row) && holds?.(row) !== false
        ? {
            ...{ id: row.id, createdAtMs: row.createdAtMs, text: indexedText(fields(row)) },
            ...(rankedText && { ranked: rankedText(row) }),
            ...(amountMinor && { amountMinor: amountMinor(row) }),
            ...(withKeys && { keys: keysOf(row) }),
          }
        : null,
    onChange,
  );
}

/** The rows of its table that a view holds. A view that is not named here holds all that are listed. */
const HOLDS: { readonly [V in SearchedView]?: (row: RowOf<V>) => boolean } = {
  stockItem: tracksStock,
  pendingOrder: ({ status }) => status === 'pending',
  confirmedOrder: ({ status }) => status === 'confirmed',
  fulfilledOrder: ({ status }) => status === 'fulfilled',
  cancelledOrder: ({ status }) => status === 'cancelled',
};

function createTableIndex<Row extends { id: number }>(
  store: Table<Row, number>,
  entryOf: (row: Row, withKeys: boolean) => IndexedText | null,
  onChange: () => void,
): TableIndex {
  const texts = new TextIndex();
  let withKeys = false;
  const textOf = (row: Row) => entryOf(row, withKeys);
  let isBuilt = false;
  let hasFailed = false;
  /** Rows that the index does not hold yet: at first, all. */
  let unread: Set<number> | 'all' = 'all';
  let reading: Promise<void> | null = null;
  const isBehind = () => unread === 'all' || unread.size > 0;
  let isIndexing = false;
  const indexOn = (): void => {
    isIndexing = texts.indexNext();
    if (isIndexing) setTimeout(indexOn, INDEX_EVERY_MS);
  };

  async function catchUp(): Promise<void> {
    // A change during a read is read in the next round, so `upToDate` never resolves too early.
    while (isBehind()) {
      const batch = unread;
      unread = new Set();
      try {
        if (batch === 'all') texts.replaceAll(await readAll(store, textOf));
        else texts.apply(await readSome(store, textOf, [...batch]));
      } catch (error) {
        unread = 'all';
        hasFailed = true;
        throw error;
      }
      isBuilt = true;
      onChange();
    }
  }
  const upToDate = (): Promise<void> => {
    if (!reading && !isBehind()) return Promise.resolve();
    // Dexie reports a commit in the zone of that transaction, where reads fail. `ignoreTransaction` leaves the zone.
    reading ??= Dexie.ignoreTransaction(catchUp).finally(() => {
      reading = null;
    });
    return reading;
  };

  return {
    texts,
    isBuilt: () => isBuilt,
    touch(changed) {
      if (changed === 'all') unread = 'all';
      else if (unread !== 'all') for (const id of changed) unread.add(id);
      // Callers of `upToDate` get the failure. The next page of results tries again.
      if (isBuilt && isBehind()) whenReadsGoOn(() => void upToDate().catch(() => undefined));
      // Reads that failed may be tried again.
      else if (hasFailed && changed === 'all') onChange();
    },
    upToDate,
    wantKeys() {
      if (withKeys) return;
      withKeys = true;
      unread = 'all';
    },
    indexTexts() {
      if (isIndexing) return;
      isIndexing = true;
      setTimeout(indexOn, INDEX_EVERY_MS);
    },
  };
}

async function readAll<Row extends { id: number }>(
  store: Table<Row, number>,
  textOf: (row: Row) => IndexedText | null,
): Promise<IndexedText[]> {
  const entries: IndexedText[] = [];
  for (let after = 0; ;) {
    const rows = await store.where(':id').above(after).limit(ROWS_PER_READ).toArray();
    for (const row of rows) {
      const entry = textOf(row);
      if (entry) entries.push(entry);
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_READ) return entries;
    after = last.id;
  }
}

async function readSome<Row>(
  store: Table<Row, number>,
  textOf: (row: Row) => IndexedText | null,
  ids: number[],
): Promise<Map<number, IndexedText | null>> {
  const changes = new Map<number, IndexedText | null>();
  for (let at = 0; at < ids.length; at += ROWS_PER_READ) {
    const some = ids.slice(at, at + ROWS_PER_READ);
    const rows = await store.bulkGet(some);
    some.forEach((id, index) => {
      const row = rows[index];
      changes.set(id, row ? textOf(row) : null);
    });
  }
  return changes;
}

/** Returns an amount as the card shows it and as it is typed: '1,500.00' and '1500.00'. */
function amountTexts(minor: number | null | undefined): string[] {
  if (minor === null || minor === undefined) return [];
  const plain = minorToDecimal(minor);
  const [whole = '', fraction = ''] = plain.split('.');
  return whole.length > 3 ? [plain, `${groupThousands(whole)}.${fraction}`] : [plain];
}
