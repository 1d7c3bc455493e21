import { groupThousands } from '../../../domain/hundredths.ts';
import { type Item, tracksStock } from '../../../domain/item.ts';
import { AMOUNT_TOO_LARGE, lineTotalMinor, minorToDecimal, parseMinor } from '../../../domain/money.ts';
import { choosablePaymentMethods, isCash, isCredit, type PaymentMethod } from '../../../domain/payment-method.ts';
import { formatQuantity, normaliseSaleQuantity } from '../../../domain/quantity.ts';
import { type NewSale, type NewSaleLine, type SaleStatus, saleNumberOf } from '../../../domain/sale.ts';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';

/** A line as it stands in the form: what was typed, kept as typed. */
export interface DraftLine {
  /** Tells lines apart while they come and go; nothing else. */
  key: number;
  itemId: number | null;
  quantityText: string;
  /** Blank: the item's own price (R-SNEW-24). */
  priceText: string;
}

export interface SaleDraft {
  lines: readonly DraftLine[];
  customer: { id: number; name: string } | null;
  /** null: whatever the shop's default is. */
  paymentMethodId: number | null;
  transactionId: string;
  isPayLater: boolean;
  notes: string;
}

const newLine = (key: number): DraftLine => ({ key, itemId: null, quantityText: '1', priceText: '' });

export const EMPTY_DRAFT: SaleDraft = {
  lines: [newLine(1)],
  customer: null,
  paymentMethodId: null,
  transactionId: '',
  isPayLater: false,
  notes: '',
};

/** Whether leaving would lose something that was chosen or typed. */
export const isDraftDirty = (draft: SaleDraft): boolean =>
  draft.lines.some((line) => !isBlankLine(line)) ||
  draft.customer !== null ||
  draft.paymentMethodId !== null ||
  draft.isPayLater ||
  draft.transactionId.trim() !== '' ||
  draft.notes.trim() !== '';

export function addLine(lines: readonly DraftLine[]): DraftLine[] {
  return [...lines, newLine(Math.max(...lines.map(({ key }) => key)) + 1)];
}

/** Without the line; the last one leaves an empty one in its place, because a sale form without a line says nothing. */
export function removeLine(lines: readonly DraftLine[], key: number): DraftLine[] {
  const left = lines.filter((line) => line.key !== key);
  return left.length > 0 ? left : [newLine(key + 1)];
}

export const changeLine = (lines: readonly DraftLine[], key: number, change: Partial<DraftLine>): DraftLine[] =>
  lines.map((line) => (line.key === key ? { ...line, ...change } : line));

/** Nothing was chosen or typed in it. */
export const isBlankLine = (line: DraftLine): boolean =>
  line.itemId === null && line.priceText.trim() === '' && ['', '1'].includes(line.quantityText.trim());

/** What a line comes to; null without an item or with a price that cannot be read. */
export interface LineFigures {
  quantityHundredths: number;
  unitPriceMinor: number;
  totalMinor: number;
}

export function lineFigures(line: DraftLine, item: Item | undefined): LineFigures | null {
  if (item === undefined) return null;
  const typed = readLinePrice(line.priceText);
  if (!typed.ok) return null;
  const quantityHundredths = normaliseSaleQuantity(line.quantityText, item.unitOfMeasure);
  // R-SNEW-23, R-SNEW-24.
  const unitPriceMinor = typed.value ?? item.priceMinor;
  return { quantityHundredths, unitPriceMinor, totalMinor: lineTotalMinor(quantityHundredths, unitPriceMinor) };
}

/** What a line's quantity reads once the field is left (C-055, C-056). */
export const normalQuantityText = (line: DraftLine, unit: string | null): string =>
  formatQuantity(normaliseSaleQuantity(line.quantityText, unit));

/** The typed price of a line; null when it is blank. 0 is a gift, below it is refused (C-057). */
export function readLinePrice(text: string): { ok: true; value: number | null } | { ok: false; message: string } {
  if (text.trim() === '') return { ok: true, value: null };
  const parsed = parseMinor(text);
  if (parsed.ok && parsed.value >= 0) return parsed;
  if (!parsed.ok && parsed.error === 'too_large') return { ok: false, message: AMOUNT_TOO_LARGE };
  if (!parsed.ok && parsed.error === 'too_many_decimals') return { ok: false, message: 'Use at most 2 decimals' };
  return { ok: false, message: 'Price must be zero or more' };
}

/** The item's own price as a blank price field shows it, short: '2,700', '0.5' (R-SNEW-24). */
export function priceHint(minor: number): string {
  const [whole = '', fraction = ''] = minorToDecimal(minor).split('.');
  return fraction === '00' ? groupThousands(whole) : `${groupThousands(whole)}.${fraction}`;
}

/** The sum of the lines (R-SNEW-26); null when it is too large to be counted exactly. */
export function grandTotalMinor(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>): number | null {
  let totalMinor = 0;
  for (const line of draft.lines) totalMinor += lineFigures(line, itemOf(line, itemsById))?.totalMinor ?? 0;
  return Number.isSafeInteger(totalMinor) ? totalMinor : null;
}

/** 'Only N in stock' by line, where that line goes beyond what is there, earlier lines of the same item counted (C-066). */
export function stockWarnings(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>): Map<number, string> {
  const wantedByItem = new Map<number, number>();
  const warnings = new Map<number, string>();
  for (const line of draft.lines) {
    const item = itemOf(line, itemsById);
    if (item === undefined || !tracksStock(item)) continue;
    const quantityHundredths = normaliseSaleQuantity(line.quantityText, item.unitOfMeasure);
    const wanted = (wantedByItem.get(item.id) ?? 0) + quantityHundredths;
    wantedByItem.set(item.id, wanted);
    const inStock = Math.max(0, item.currentStockHundredths);
    if (wanted > inStock) warnings.set(line.key, `Only ${formatQuantity(inStock)} in stock`);
  }
  return warnings;
}

export interface Payment {
  /** What can be chosen, the shop's default first; empty when this device knows no method (C-052). */
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | null;
  /** R-SNEW-19, R-SNEW-20. */
  hasTransactionId: boolean;
  /** By 'Credit' or 'Pay later' (C-048). */
  status: Exclude<SaleStatus, 'cancelled'>;
  isCredit: boolean;
}

/** How the draft is paid: the chosen method, else the shop's default, else Cash (R-SNEW-17, C-051, C-052). */
export function paymentOf(draft: SaleDraft, methods: readonly PaymentMethod[], defaultId: number | null): Payment {
  const choosable = choosablePaymentMethods(methods, defaultId);
  const byId = (id: number | null) => choosable.find((method) => method.id === id);
  const chosen =
    byId(draft.paymentMethodId) ??
    byId(defaultId) ??
    choosable.find((method) => isCash(method.name)) ??
    choosable[0] ??
    null;
  const onCredit = isCredit(chosen?.name ?? null);
  return {
    methods: choosable,
    chosen,
    hasTransactionId: !isCash(chosen?.name ?? null),
    status: draft.isPayLater || onCredit ? 'pending' : 'completed',
    isCredit: onCredit,
  };
}

/** Sentences by the place they belong to; empty when the sale can be saved. */
export interface DraftErrors {
  itemByLine: ReadonlyMap<number, string>;
  priceByLine: ReadonlyMap<number, string>;
  customer: string | null;
  total: string | null;
}

export const NO_ERRORS: DraftErrors = { itemByLine: new Map(), priceByLine: new Map(), customer: null, total: null };

export const hasErrors = (errors: DraftErrors): boolean =>
  errors.itemByLine.size > 0 || errors.priceByLine.size > 0 || errors.customer !== null || errors.total !== null;

/** What a person must mend before the sale can be saved (C-048, C-057, C-067). */
export function errorsOf(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>, payment: Payment): DraftErrors {
  const itemByLine = new Map<number, string>();
  const priceByLine = new Map<number, string>();
  for (const line of draft.lines) {
    const price = readLinePrice(line.priceText);
    if (!price.ok) priceByLine.set(line.key, price.message);
    // A price without an item is a slip, not an empty line: dropping it would drop money.
    if (itemOf(line, itemsById) === undefined && !isBlankLine(line))
      itemByLine.set(line.key, 'Choose an item or remove this line');
  }
  const [first] = draft.lines;
  if (first && draft.lines.every(isBlankLine)) itemByLine.set(first.key, 'Please add at least one item');
  return {
    itemByLine,
    priceByLine,
    customer: payment.status === 'pending' && draft.customer === null ? 'Choose who will pay later' : null,
    total: grandTotalMinor(draft, itemsById) === null ? AMOUNT_TOO_LARGE : null,
  };
}

/** The sale as it is saved: exactly the figures on the screen (R-SNEW-27 … R-SNEW-32). Only for a draft without errors. */
export function newSaleOf(
  draft: SaleDraft,
  shop: { itemsById: ReadonlyMap<number, Item>; payment: Payment; currency: string },
  tools: ArgumentTools,
): NewSale {
  const lines = draft.lines.flatMap((line): NewSaleLine[] => {
    const item = itemOf(line, shop.itemsById);
    const figures = lineFigures(line, item);
    if (item === undefined || figures === null) return [];
    const named = { itemId: item.id, itemName: item.name, itemSku: item.sku, listPriceMinor: item.priceMinor };
    return [{ id: tools.mintId(), ...named, ...figures, discountMinor: 0 }];
  });
  const totalMinor = grandTotalMinor(draft, shop.itemsById) ?? 0;
  const { payment } = shop;
  return {
    id: tools.mintId(),
    saleNumber: saleNumberOf(tools.nextStampMs()),
    status: payment.status,
    customerId: draft.customer?.id ?? null,
    customerName: draft.customer?.name ?? null,
    lines,
    totalMinor,
    discountMinor: 0,
    taxMinor: 0,
    finalMinor: totalMinor,
    currency: shop.currency,
    paymentMethodId: payment.chosen?.id ?? null,
    paymentMethodName: payment.chosen?.name ?? null,
    transactionId: payment.hasTransactionId ? textOrNull(draft.transactionId) : null,
    notes: textOrNull(draft.notes),
  };
}

const itemOf = (line: DraftLine, itemsById: ReadonlyMap<number, Item>): Item | undefined =>
  line.itemId === null ? undefined : itemsById.get(line.itemId);

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
