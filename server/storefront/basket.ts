import { type Item, stockLevel } from '../../domain/items/item.ts';
import { hundredthsToDecimal } from '../../domain/hundredths.ts';
import { lineTotalMinor, sumMinor } from '../../domain/money.ts';
import { ORDER_LINES_MAX, orderQuantitySchema } from '../../domain/sales/order-request.ts';
import { formatQuantity, minSaleQuantityHundredths, parseQuantityHundredths } from '../../domain/quantity.ts';
import { quantityInput } from '../http/inputs/decimal.ts';
import * as v from 'valibot';

/*
 * A visitor's basket lives in the page's address and in its fields, nowhere on the server: `b` holds what was put in on
 * other pages ('12.200-15.50', item and hundredths), `q12` what stands in the field of item 12.
 */

export const QUANTITY_FIELD = 'q';
export const BASKET_FIELD = 'b';

/** The wanted quantity of each item; the typed text if it is no quantity. */
export type Basket = ReadonlyMap<number, Wanted>;
export type Wanted = { ok: true; hundredths: number } | { ok: false; typed: string };

/** Returns the quantity as the text of an order. */
export const wantedText = (wanted: Wanted): string =>
  wanted.ok ? hundredthsToDecimal(wanted.hundredths) : wanted.typed;

const quantitySchema = quantityInput(orderQuantitySchema);

/** More lines are read than an order may have, so that the visitor gets an error instead of a shorter order. */
const LINES_READ_MAX = 4 * ORDER_LINES_MAX;

/** Longer than the text of any quantity. */
const TYPED_CHARS_MAX = 30;

/** Cuts an unreadable quantity so that it stays unreadable: '2', many blanks and 'kg' must not become 2. */
function shortened(typed: string): string {
  if (typed.length <= TYPED_CHARS_MAX) return typed;
  const cut = typed.trim().slice(0, TYPED_CHARS_MAX);
  return parseQuantityHundredths(cut).ok ? `${cut.slice(0, TYPED_CHARS_MAX - 1)}…` : cut;
}

/** Reads the basket of an address or a form. An empty field, or 0, removes the item. */
export function readBasket(fields: URLSearchParams): Basket {
  const basket = new Map<number, Wanted>();
  for (const line of fields.getAll(BASKET_FIELD).flatMap((text) => text.split('-'))) {
    const [, id, hundredths] = /^(\d{1,16})\.(\d{1,9})$/.exec(line) ?? [];
    if (id !== undefined && hundredths !== undefined && Number(hundredths) > 0)
      basket.set(Number(id), { ok: true, hundredths: Number(hundredths) });
  }
  for (const [name, typed] of fields) {
    const id = new RegExp(`^${QUANTITY_FIELD}(\\d{1,16})$`).exec(name)?.[1];
    if (id === undefined) continue;
    const parsed = parseQuantityHundredths(typed.trim() === '' ? '0' : typed);
    if (parsed.ok && parsed.value === 0) basket.delete(Number(id));
    else if (parsed.ok && parsed.value > 0) basket.set(Number(id), { ok: true, hundredths: parsed.value });
    else basket.set(Number(id), { ok: false, typed: shortened(typed) });
  }
  return new Map([...basket].slice(0, LINES_READ_MAX));
}

/** True if a typed text is no quantity. The basket is then shown, so that the line is not lost silently (X-TYPE-07). */
export const hasUnreadable = (basket: Basket): boolean => [...basket.values()].some(({ ok }) => !ok);

/** Returns the basket as the text of one field, without the items that have fields of their own on this page. */
export const basketText = (basket: Basket, except: ReadonlySet<number> = new Set()): string =>
  [...basket].flatMap(([id, wanted]) => (wanted.ok && !except.has(id) ? [`${id}.${wanted.hundredths}`] : [])).join('-');

/** One item in the basket, at the shop's present price. */
export interface BasketLine {
  item: Item;
  wanted: Wanted;
  /** Null if it cannot be ordered. */
  totalMinor: number | null;
  /** Why it cannot be ordered; null if it can. */
  problem: string | null;
}

export interface PricedBasket {
  lines: BasketLine[];
  /** The items in the basket that are no longer in the store. */
  goneIds: number[];
  totalMinor: number;
  /** An error of the basket as a whole. */
  problem: string | null;
}

/** Returns the basket's lines with their amounts, and why a line cannot be ordered (C-114, G36). */
export function pricedBasket(basket: Basket, items: ReadonlyMap<number, Item>): PricedBasket {
  const lines: BasketLine[] = [];
  const goneIds: number[] = [];
  for (const [id, wanted] of basket) {
    const item = items.get(id);
    if (item === undefined || !isInStore(item)) goneIds.push(id);
    else lines.push(lineOf(item, wanted));
  }
  return {
    lines,
    goneIds,
    totalMinor: sumMinor(lines.map(({ totalMinor }) => totalMinor ?? 0)),
    problem: lines.length > ORDER_LINES_MAX ? `An order holds at most ${ORDER_LINES_MAX} items` : null,
  };
}

export const isInStore = (item: Pick<Item, 'isActive' | 'isKauntaEnabled'>): boolean =>
  item.isActive && item.isKauntaEnabled;

function lineOf(item: Item, wanted: Wanted): BasketLine {
  const problem = problemOf(item, wanted);
  const totalMinor = problem === null && wanted.ok ? lineTotalMinor(wanted.hundredths, item.priceMinor) : null;
  return { item, wanted, totalMinor, problem };
}

function problemOf(item: Item, wanted: Wanted): string | null {
  if (stockLevel(item) === 'out') return 'Out of stock';
  const quantity = v.safeParse(quantitySchema, wantedText(wanted));
  if (!quantity.success) return quantity.issues[0].message;
  const least = minSaleQuantityHundredths(item.unitOfMeasure);
  if (quantity.output < least) return `Quantity must be at least ${formatQuantity(least)}`;
  return null;
}
