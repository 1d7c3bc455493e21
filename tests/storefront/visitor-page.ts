import { vi } from 'vitest';
import { type Basket, pricedBasket, readBasket } from '../../server/storefront/basket.ts';
import { basketPage, type FormKey } from '../../server/storefront/basket-page.ts';
import { type Html, storePage } from '../../server/storefront/layout.ts';
import { orderPage } from '../../server/storefront/order-page.ts';
import { shelfPage } from '../../server/storefront/shelf-page.ts';
import { businessRow, itemRow, orderRow } from '../support/shop-rows.ts';

const SHOP = businessRow({ name: 'Mama Asha', slug: 'mama-asha', phone: '0772900100' });
const online = { isKauntaEnabled: true, currentStockHundredths: 9_000 };
export const SUGAR = itemRow({ id: 11, name: 'Sugar', priceMinor: 450_000, ...online });
export const SOAP = itemRow({ id: 12, name: 'Soap', priceMinor: 120_050, ...online });
/** Out of stock. */
export const SALT = itemRow({ id: 13, name: 'Salt', priceMinor: 80_000, ...online, currentStockHundredths: 0 });
const SHELVED = [SUGAR, SOAP, SALT];
const ITEMS = new Map(SHELVED.map((item) => [item.id, item]));

/** A page of the shop in a visitor's browser, as the server renders it, with the storefront's script running in it. */
export interface VisitorPage {
  /** Addresses that the script went to. */
  readonly went: readonly string[];
  /** The fields of each form that the page sent; the button that sent it is one of them. */
  readonly sent: readonly Record<string, string>[];
  quantity(of: { id: number }): HTMLInputElement;
  field(name: string): HTMLInputElement;
  /** Replaces the text of a field, as typing does. */
  type(field: HTMLInputElement, text: string): void;
  press(label: string): void;
  /** Texts of the errors under the quantities. */
  problems(): string[];
  /** The text of the first element that this selector finds; null if there is none. */
  text(selector: string): string | null;
  readonly form: HTMLFormElement;
  readonly unreachable: HTMLElement;
}

const basketOf = (fields: string): Basket => readBasket(new URLSearchParams(fields));

/** Opens the shelf of all items. `search` is the query of its address, with the basket in `b`. */
export async function openShelf(search = ''): Promise<VisitorPage> {
  const basket = basketOf(search);
  const priced = pricedBasket(basket, ITEMS);
  return await open(
    shelfPage({ shop: SHOP, items: SHELVED, query: '', page: 1, pageCount: 1, basket, priced }),
    search,
  );
}

/**
 * Opens 'Your order' with a basket ('11.200-12.100': item and hundredths), with notes that the server returned, and
 * with the key of its form.
 */
export async function openBasket(lines: string, notes = '', key: Partial<FormKey> = {}): Promise<VisitorPage> {
  const basket = basketOf(`b=${lines}`);
  const page = {
    shop: SHOP,
    basket,
    priced: pricedBasket(basket, ITEMS),
    visitor: { name: '', phone: '', address: '', notes },
    errors: new Map(),
    key: { text: 'k1', orderId: 90, isAsked: false, ...key },
  };
  return await open(basketPage(page), `?view=basket&b=${lines}`);
}

export const openOrder = async (id = 90): Promise<VisitorPage> => await open(orderPage(SHOP, orderRow({ id })), '');

/** The listeners of the open page on the window. */
const listeners: [type: string, listener: EventListenerOrEventListenerObject][] = [];

const listen = globalThis.addEventListener.bind(globalThis);

/** Removes the page's listeners from the window, where they would hear the events of the next page. */
export function leavePage(): void {
  for (const [type, listener] of listeners.splice(0)) removeEventListener(type, listener);
  document.body.replaceChildren();
}

async function open(body: Html, search: string): Promise<VisitorPage> {
  leavePage();
  const whole = await storePage({
    shop: SHOP,
    title: 'Mama Asha',
    origin: 'https://shop.test',
    isIndexed: false,
    body,
  });
  const parsed = new DOMParser().parseFromString(String(whole), 'text/html');
  for (const { name, value } of parsed.body.attributes) document.body.setAttribute(name, value);
  document.body.replaceChildren(...parsed.body.childNodes);

  const went: string[] = [];
  vi.stubGlobal('location', { search, replace: (to: string) => void went.push(to) });
  const sent: Record<string, string>[] = [];
  HTMLFormElement.prototype.submit = function submit(this: HTMLFormElement) {
    const fields = [...new FormData(this)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ]);
    sent.push(Object.fromEntries(fields) as Record<string, string>); // the page has no field for files
  };
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listeners.push([type, listener]);
    listen(type, listener);
  });
  vi.resetModules();
  await import('../../storefront/index.ts');

  const found = <E extends Element>(selector: string): E => {
    const element = document.querySelector<E>(selector);
    if (element === null) throw new Error(`The page has no ${selector}`);
    return element;
  };
  return {
    went,
    sent,
    quantity: ({ id }) => found(`#q${id}`),
    field: (name) => found(`[name=${name}]`),
    type(field, text) {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    press(label) {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('button:not(.trap)')];
      const button = buttons.find(({ textContent }) => textContent.trim().startsWith(label));
      if (!button) throw new Error(`The page has no button ${label}`);
      button.click();
    },
    problems: () => [...document.querySelectorAll('[data-unreadable]')].map(({ textContent }) => textContent),
    text: (selector) => document.querySelector(selector)?.textContent.replaceAll(/\s+/g, ' ').trim() ?? null,
    get form() {
      return found<HTMLFormElement>('form');
    },
    get unreachable() {
      return found<HTMLElement>('#unreachable');
    },
  };
}
