import { formatMoney, sumMinor } from '../../../domain/money.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { Receipt } from '../../../domain/sales/receipt.ts';
import { NOT_PAID_YET } from '../../../domain/sales/sale-payment.ts';
import { formatDateTime } from '../../../domain/time.ts';

export const CLOSING = 'Thank you for your business!';

export interface NamedValue {
  name: string;
  value: string;
}

/** The texts of a receipt, in order: the same on screen, on paper, in a message and in a picture. */
export interface ReceiptContent {
  business: string;
  contact: string[];
  facts: NamedValue[];
  items: { name: string; detail: string; total: string }[];
  /** The steps from the lines to the total; empty when the total is their sum. */
  steps: NamedValue[];
  total: NamedValue;
  payment: NamedValue[];
  marker: 'Paid' | 'Unpaid';
  closing: string;
}

/** Formats an amount without its currency, which the total shows. */
const figure = (minor: number): string => formatMoney(minor, '', 2).trim();

/** Returns the content of a receipt (R-RCPT-01 to R-RCPT-12). Only the total shows the currency. */
export function receiptContent(receipt: Receipt, timeZone: string): ReceiptContent {
  const { business, currency, discountMinor, taxMinor } = receipt;
  const money = (minor: number) => formatMoney(minor, currency, 2);
  const isPlain = discountMinor === 0 && taxMinor === 0;
  return {
    business: business.name,
    contact: [business.address, business.phone, business.email].filter((line) => line !== null),
    facts: [
      { name: 'Receipt', value: `#${receipt.saleNumber}` },
      { name: 'Date', value: formatDateTime(receipt.createdAtMs, timeZone) },
      ...(receipt.deviceAtMs === null
        ? []
        : [{ name: 'Clock of the device', value: formatDateTime(receipt.deviceAtMs, timeZone) }]),
      { name: 'Customer', value: receipt.customer },
      { name: 'Served by', value: receipt.creator },
    ],
    items: receipt.items.map(({ name, quantityHundredths, unit, salePriceMinor, totalMinor }) => ({
      name,
      detail: `${formatQuantity(quantityHundredths)}${unit === null ? '' : ` ${unit}`} × ${figure(salePriceMinor)}`,
      total: figure(totalMinor),
    })),
    steps: isPlain
      ? []
      : [
          { name: 'Subtotal', value: figure(sumMinor(receipt.items.map(({ totalMinor }) => totalMinor))) },
          ...(discountMinor === 0 ? [] : [{ name: 'Discount', value: `-${figure(discountMinor)}` }]),
          ...(taxMinor === 0 ? [] : [{ name: 'Tax', value: figure(taxMinor) }]),
        ],
    total: { name: 'Total', value: money(receipt.amountMinor) },
    payment: [
      { name: 'Payment method', value: receipt.isNothingPaid ? NOT_PAID_YET : receipt.paymentMethod },
      ...(receipt.transactionId === null ? [] : [{ name: 'Transaction ID', value: receipt.transactionId }]),
      ...receipt.laterPayments.map(({ atMs, method, amountMinor }) => ({
        name: `Paid by ${method}, ${formatDateTime(atMs, timeZone)}`,
        value: figure(amountMinor),
      })),
      ...(receipt.returnedMinor > 0 ? [{ name: 'Given back', value: figure(receipt.returnedMinor) }] : []),
      ...(receipt.balanceMinor > 0 ? [{ name: 'Balance', value: money(receipt.balanceMinor) }] : []),
    ],
    marker: receipt.isPaid ? 'Paid' : 'Unpaid',
    closing: CLOSING,
  };
}

/** The longest text in a link to another app. Some apps cut off the rest, and the total is at the end. */
export const LINK_CHARS_MAX = 3_000;

/**
 * Returns the receipt as a message (R-RCPT-15). If it is too long, the last items are left out, never the total.
 */
export function receiptText(content: ReceiptContent, charsMax = Infinity): string {
  const named = ({ name, value }: NamedValue): string => `${name}: ${value}`;
  const head = [content.business, ...content.contact, '', ...content.facts.map(named), ''];
  const foot = [
    '',
    ...[...content.steps, content.total, ...content.payment].map(named),
    content.marker,
    '',
    content.closing,
  ];
  const room = charsMax - [...head, ...foot].join('\n').length;
  return [...head, ...itemTexts(content.items, room), ...foot].join('\n');
}

/** Returns the texts of the first items that have room, and of how many were left out. Each takes a line break too. */
function itemTexts(items: ReceiptContent['items'], charsMax: number): string[] {
  const texts = items.map(({ name, detail, total }) => `${name}\n  ${detail} = ${total}`);
  const leftOut = (count: number) => (count === 0 ? [] : [`… and ${count} more ${count === 1 ? 'item' : 'items'}`]);
  const charsOf = (lines: readonly string[]) => lines.reduce((sum, text) => sum + text.length + 1, 0);
  let shown = texts;
  let chars = charsOf(shown);
  while (shown.length > 0 && chars + charsOf(leftOut(texts.length - shown.length)) > charsMax) {
    chars -= charsOf(shown.slice(-1));
    shown = shown.slice(0, -1);
  }
  return [...shown, ...leftOut(texts.length - shown.length)];
}
