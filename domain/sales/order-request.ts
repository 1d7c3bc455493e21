import * as v from 'valibot';
import { CUSTOMER_NAME_CHARS_MAX, CUSTOMER_TEXT_CHARS_MAX } from '../people/customer.ts';
import { type Item, stockLevel } from '../items/item.ts';
import { lineTotalMinor, sumMinor } from '../money.ts';
import type { Order } from './order.ts';
import { phoneSchemaFor } from '../text/phone.ts';
import { minSaleQuantityHundredths, QUANTITY_HUNDREDTHS_PER_UNIT } from '../quantity.ts';
import { ok, refuse, type Result } from '../result.ts';
import { notHundredths } from '../hundredths.ts';

/** The limits of one order. A visitor who needs more calls the shop (G36). */
export const ORDER_LINES_MAX = 50;
const ORDER_UNITS_MAX = 1_000;

const ORDER_NOTES_CHARS_MAX = 500;

const NO_QUANTITY = 'Quantity must be a positive number';

const optionalText = (charsMax: number) =>
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(charsMax, `Use at most ${charsMax} characters`)));

/** The fields that a visitor of the storefront fills in (C-025). */
export const visitorFieldsSchema = v.object({
  name: v.pipe(
    v.string('Name is required'),
    v.trim(),
    v.minLength(1, 'Name is required'),
    v.maxLength(CUSTOMER_NAME_CHARS_MAX, `Use at most ${CUSTOMER_NAME_CHARS_MAX} characters`),
  ),
  phone: phoneSchemaFor('register'),
  address: optionalText(CUSTOMER_TEXT_CHARS_MAX),
  notes: optionalText(ORDER_NOTES_CHARS_MAX),
});

export const orderQuantitySchema = v.pipe(
  v.number(NO_QUANTITY),
  v.safeInteger(notHundredths),
  v.minValue(1, NO_QUANTITY),
  v.maxValue(ORDER_UNITS_MAX * QUANTITY_HUNDREDTHS_PER_UNIT, `Order at most ${ORDER_UNITS_MAX} of one item`),
);

/** An order as a visitor sends it, before the shop's own prices are applied. */
export interface OrderRequest extends v.InferOutput<typeof visitorFieldsSchema> {
  lines: readonly { itemId: number; quantityHundredths: number }[];
  /** The total that the visitor saw; null if the request has none. */
  totalMinor: number | null;
}

/** The parts of an order that the server sets, besides prices. */
export interface OrderFacts {
  id: number;
  /** One id for each line. */
  lineIds: readonly number[];
  customerId: number;
  currency: string;
  createdAtMs: number;
  offsetMinutes: number;
}

export type OrderRefusal =
  | { code: 'line'; index: number; message: string }
  /** The prices differ from those that the visitor saw. */
  | { code: 'total_differs' };

/**
 * Returns the order of a request, at the shop's present prices (G36). A quantity may exceed the stock, because the
 * owner decides about the order (M11). Refuses items that are out of stock or not in the store (C-114).
 */
export function placedOrder(
  request: OrderRequest,
  itemsById: ReadonlyMap<number, Item>,
  facts: OrderFacts,
): Result<Order, OrderRefusal> {
  const lines: Order['lines'] = [];
  for (const [index, { itemId, quantityHundredths }] of request.lines.entries()) {
    const item = itemsById.get(itemId);
    const message = whyNotOrdered(item, quantityHundredths);
    if (item === undefined || message !== null)
      return refuse({ code: 'line', index, message: message ?? NOT_IN_STORE });
    lines.push({
      id: facts.lineIds[index] ?? 0,
      itemId,
      itemName: item.name,
      itemUnit: item.unitOfMeasure,
      quantityHundredths,
      unitPriceMinor: item.priceMinor,
      totalMinor: lineTotalMinor(quantityHundredths, item.priceMinor),
    });
  }
  const totalMinor = sumMinor(lines.map((line) => line.totalMinor));
  if (request.totalMinor !== null && request.totalMinor !== totalMinor) return refuse({ code: 'total_differs' });
  const { name, phone, address, notes } = request;
  return ok({
    id: facts.id,
    version: 0,
    orderNumber: orderNumberOf(facts.createdAtMs),
    status: 'pending',
    customerId: facts.customerId,
    customer: { name, phone, address },
    lines,
    totalMinor,
    currency: facts.currency,
    notes,
    statusChanges: [],
    saleId: null,
    createdAtMs: facts.createdAtMs,
    offsetMinutes: facts.offsetMinutes,
  });
}

/** Returns the number of an order (C-088). */
const orderNumberOf = (stampMs: number): string => `ORD-${stampMs}`;

const NOT_IN_STORE = 'This item is no longer in the store';

/** Returns why an item cannot be ordered in this quantity; null if it can (C-105, C-114, C-055). */
function whyNotOrdered(item: Item | undefined, quantityHundredths: number): string | null {
  if (item === undefined || !item.isActive || !item.isKauntaEnabled) return NOT_IN_STORE;
  if (stockLevel(item) === 'out') return 'Out of stock';
  const least = minSaleQuantityHundredths(item.unitOfMeasure);
  return quantityHundredths < least ? `Quantity must be at least ${least / QUANTITY_HUNDREDTHS_PER_UNIT}` : null;
}
