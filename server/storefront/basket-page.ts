import { html } from 'hono/html';
import type { Basket, BasketLine, PricedBasket } from './basket.ts';
import { contactWays, type Html, priceText, type PublicShop, shopFace, unreachableNote } from './layout.ts';
import { quantityField } from './shelf-page.ts';

/** The names of the visitor's fields. */
export const VISITOR_FIELDS = ['name', 'phone', 'address', 'notes'] as const;
export type VisitorFields = Record<(typeof VISITOR_FIELDS)[number], string>;

export interface BasketPage {
  shop: PublicShop;
  basket: Basket;
  priced: PricedBasket;
  visitor: VisitorFields;
  /** Errors by field; '' for the order as a whole. */
  errors: ReadonlyMap<string, string>;
  key: FormKey;
}

/** Identifies a form. If it is sent twice, it still makes one order (G60). */
export interface FormKey {
  text: string;
  /** The id of the order that this form makes. */
  orderId: number;
  /** True if the page asks whether this order is wanted besides an earlier one. It then never takes the earlier key. */
  isAsked: boolean;
}

/**
 * Renders 'Your order' (C-025): the basket at present prices, and the visitor's fields. All is one form, so that every
 * button sends all that was typed.
 */
export function basketPage({ shop, basket, priced, visitor, errors, key }: BasketPage): Html {
  return html`${shopFace(shop)}
    <main>
      <h2>Your order</h2>
      ${errors.size > 0 && html`<p class="note wrong" role="alert">${errors.get('') ?? 'Please look at what is marked below.'}</p>`}
      ${priced.problem !== null && html`<p class="note wrong" role="alert">${priced.problem}</p>`}
      ${priced.goneIds.length > 0 && html`<p class="note" data-gone="${priced.goneIds.join(' ')}">${goneText(priced.goneIds.length)}</p>`}
      <form method="post" action="/${shop.slug}" id="order" novalidate>
        <button type="submit" class="trap" tabindex="-1" aria-hidden="true">Place order</button>
        <input type="hidden" name="total" value="${priced.totalMinor}" />
        <input type="hidden" name="currency" value="${shop.currency}" />
        <input
          type="hidden"
          name="key"
          value="${key.text}"
          data-order="${key.orderId}"
          ${key.isAsked && html` data-asked`}
        />
        ${priced.lines.length === 0 ? html`<p class="note">Your basket is empty.</p>` : basketLines(shop, basket, priced)}
        <div class="pages">
          <button type="submit" name="view" value="shelf">Back to the items</button>
          ${priced.lines.length > 0 && html`<button type="submit" name="view" value="basket">Update</button>`}
        </div>
        ${priced.lines.length > 0 && visitorFields(visitor, errors)} ${unreachableNote(shop, 'place your order')}
        ${
          priced.lines.length > 0 &&
          html`<p class="dim">You pay the shop when you receive your order.</p>
            <button type="submit" class="main">Place order</button>`
        }
      </form>
      <h2>Questions?</h2>
      ${contactWays(shop)}
    </main>`;
}

const goneText = (count: number): string =>
  count === 1 ? 'One item is no longer in the store.' : `${count} items are no longer in the store.`;

const basketLines = (shop: PublicShop, basket: Basket, { lines, totalMinor }: PricedBasket): Html =>
  html`<ul class="lines">
      ${lines.map((line) => basketLine(line, shop, basket))}
    </ul>
    <p class="total"><span>Total</span><span data-total>${priceText(totalMinor, shop.currency)}</span></p>`;

const basketLine = ({ item, wanted, totalMinor, problem }: BasketLine, shop: PublicShop, basket: Basket): Html =>
  html`<li>
    <div>
      <strong><bdi>${item.name}</bdi></strong
      ><br /><span class="dim"
        >${priceText(item.priceMinor, shop.currency)}${item.unitOfMeasure !== null && html` per <bdi>${item.unitOfMeasure}</bdi>`}</span
      >
    </div>
    <span class="price">${totalMinor !== null && priceText(totalMinor, shop.currency)}</span>
    ${quantityField(item, basket)}
    ${problem !== null && html`<p class="bad" ${!wanted.ok && html`data-unreadable`}>${problem}</p>`}
  </li>`;

const visitorFields = (visitor: VisitorFields, errors: BasketPage['errors']): Html =>
  html`<h2>Who is it for?</h2>
    ${field({ name: 'name', label: 'Name', value: visitor.name, errors, more: { autocomplete: 'name', required: true } })}
    ${field({ name: 'phone', label: 'Phone number', value: visitor.phone, errors, more: { autocomplete: 'tel', type: 'tel', required: true } })}
    ${field({ name: 'address', label: 'Delivery address (optional)', value: visitor.address, errors, more: { autocomplete: 'address-line1' } })}
    <div class="field">
      <label for="notes">Notes (optional)</label>
      <textarea id="notes" name="notes" maxlength="500" dir="auto" ${described('notes', errors)}>
${visitor.notes}</textarea
      >${problemText('notes', errors)}
    </div>
    <div class="trap" aria-hidden="true">
      <label for="extra">Leave this empty</label><input id="extra" name="extra" tabindex="-1" autocomplete="off" />
    </div>`;

interface Field {
  name: 'name' | 'phone' | 'address';
  label: string;
  value: string;
  errors: ReadonlyMap<string, string>;
  more: { autocomplete: string; type?: string; required?: boolean };
}

const field = ({ name, label, value, errors, more }: Field): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${more.type ?? 'text'}"
      value="${value}"
      maxlength="200"
      autocomplete="${more.autocomplete}"
      dir="auto"
      ${more.required === true && html` required`}
      ${described(name, errors)}
    />${problemText(name, errors)}
  </div>`;

const described = (name: string, errors: ReadonlyMap<string, string>) =>
  errors.has(name) && html`aria-invalid="true" aria-describedby="${name}-problem"`;

const problemText = (name: string, errors: ReadonlyMap<string, string>) =>
  errors.has(name) && html`<p class="bad" id="${name}-problem">${errors.get(name) ?? ''}</p>`;
