import { html } from 'hono/html';
import { type Item, stockLevel } from '../../domain/items/item.ts';
import { formatQuantity } from '../../domain/quantity.ts';
import { type Basket, BASKET_FIELD, basketText, type PricedBasket, QUANTITY_FIELD } from './basket.ts';
import { type Html, priceText, type PublicShop, shopHeader, unreachableNote } from './layout.ts';

export interface Shelf {
  shop: PublicShop;
  items: readonly Item[];
  query: string;
  /** From 1. */
  page: number;
  pageCount: number;
  basket: Basket;
  priced: PricedBasket;
}

/**
 * Renders a page of the items that the shop sells online. Search, page buttons and basket are in one form, so every
 * button sends the basket too.
 */
export function shelfPage({ shop, items, query, page, pageCount, basket, priced }: Shelf): Html {
  const unorderable = [...priced.goneIds, ...priced.lines.filter(({ item }) => isOut(item)).map(({ item }) => item.id)];
  const withField = new Set(items.filter((item) => !isOut(item)).map(({ id }) => id));
  return html`${shopHeader(shop)}
    <main>
      <form method="get" action="/${shop.slug}" id="shelf" data-unorderable="${unorderable.join(' ')}">
        <input type="hidden" name="${BASKET_FIELD}" value="${basketText(basket, withField)}" />
        <div class="search">
          <input
            type="search"
            name="search"
            value="${query}"
            aria-label="Search items"
            placeholder="Search items"
            maxlength="100"
            dir="auto"
          />
          <button type="submit">Search</button>
        </div>
        ${
          items.length === 0
            ? emptyShelf(shop, query)
            : html`<ul class="items">
                ${items.map((item) => itemCard(item, shop, basket))}
              </ul>`
        }
        ${pageCount > 1 && pager(page, pageCount)} ${unreachableNote(shop, 'go on')}
        ${(items.length > 0 || priced.lines.length > 0) && basketBar(shop, priced)}
      </form>
    </main>`;
}

function itemCard(item: Item, shop: PublicShop, basket: Basket): Html {
  const [image] = item.images.filter(({ isStored }) => isStored);
  const unit = item.unitOfMeasure;
  return html`<li class="item">
    ${
      image
        ? html`<img class="shot" src="${image.thumbnailUrl}" alt="" width="88" height="88" loading="lazy" />`
        : html`<span class="shot" aria-hidden="true"></span>`
    }
    <div>
      <h2 dir="auto">${item.name}</h2>
      <span class="price">${priceText(item.priceMinor, shop.currency)}</span
      >${unit !== null && html` <span class="dim">per <bdi>${unit}</bdi></span>`}
      ${item.description !== null && html`<p class="dim" dir="auto">${item.description}</p>`}
    </div>
    ${isOut(item) ? html`<p class="bad">Out of stock</p>` : quantityField(item, basket)}
  </li>`;
}

/**
 * Renders the quantity field of one item, with the quantity in the basket. It is a text field, because a number field
 * drops characters that it does not accept: a visitor who typed '0,5' would order 5 (X-TYPE-07).
 */
export function quantityField(item: Item, basket: Basket): Html {
  const wanted = basket.get(item.id);
  const value = wanted === undefined ? '' : wanted.ok ? plainQuantity(wanted.hundredths) : wanted.typed;
  return html`<div class="amount">
    <label for="${QUANTITY_FIELD}${item.id}"
      >Quantity<span class="trap"> of <bdi>${item.name}</bdi></span></label
    >
    <input
      id="${QUANTITY_FIELD}${item.id}"
      name="${QUANTITY_FIELD}${item.id}"
      type="text"
      inputmode="decimal"
      maxlength="100"
      value="${value}"
      autocomplete="off"
      data-price="${item.priceMinor}"
      data-name="${item.name}"
      ${isOut(item) && html` data-out`}
    />
  </div>`;
}

const isOut = (item: Item): boolean => stockLevel(item) === 'out';

/** Returns the quantity without digit groups, as people type it. */
const plainQuantity = (hundredths: number): string => formatQuantity(hundredths).replaceAll(',', '');

const emptyShelf = (shop: PublicShop, query: string): Html =>
  query === ''
    ? html`<p class="note">
        <bdi>${shop.name}</bdi> has nothing in its online store at the moment. Please call or write to the shop.
      </p>`
    : html`<p class="note">Nothing was found for “<bdi>${query}</bdi>”.</p>
        <p><button type="submit" name="search" value="">Show all items</button></p>`;

const pager = (page: number, pageCount: number): Html =>
  html`<nav class="pages" aria-label="Pages">
    ${page > 1 ? html`<button type="submit" name="page" value="${page - 1}">Previous</button>` : html`<span></span>`}
    <span>Page ${page} of ${pageCount}</span>
    ${page < pageCount ? html`<button type="submit" name="page" value="${page + 1}">Next</button>` : html`<span></span>`}
  </nav>`;

function basketBar(shop: PublicShop, { lines, totalMinor }: PricedBasket): Html {
  const count = lines.filter((line) => line.totalMinor !== null).length;
  return html`<div class="bar">
    <button type="submit" class="main" name="view" value="basket">
      View basket
      <span data-summary>${count > 0 && html`(${count}: ${priceText(totalMinor, shop.currency)})`}</span>
    </button>
  </div>`;
}
