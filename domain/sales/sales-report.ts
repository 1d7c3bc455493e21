import { productMinor } from '../money.ts';
import { paymentMethodNameKey } from './payment-method.ts';
import type { Sale } from './sale.ts';
import { paymentsToGiveBack, saleBalanceMinor, type SalePayment, salePayments } from './sale-payment.ts';
import { dayKey, dayKeysOf, hourAt, type TimeRange } from '../time.ts';

/*
 * Takings and money of a time range. They are two different sums (decisions/0029). A sale counts on the day it was rung
 * up, paid or not (C-142). Money counts on the day it was taken or given back, also for a sale of another day. A
 * cancelled sale is in neither (R-REP-17). Money taken for it and not given back yet is a line of its own, on the day
 * it was taken (decisions/0018).
 */

export interface Takings {
  saleCount: number;
  totalMinor: number;
}
export interface DayTakings extends Takings {
  /** 'YYYY-MM-DD' of a day, or 'YYYY-MM' of a month. */
  key: string;
}
export interface HourTakings extends Takings {
  hour: number;
}
export interface SellerTakings extends Takings {
  userId: number;
}
export interface ItemTakings {
  itemId: number;
  /** The item's name in its last sale. */
  name: string;
  quantityHundredths: number;
  /** The sum of its lines, before discounts on whole sales. */
  totalMinor: number;
}
export interface MethodMoney {
  name: string;
  takenMinor: number;
  returnedMinor: number;
}

export interface SalesReport extends Takings {
  /** `paidMinor` and `unpaidMinor` together are the total (C-142). */
  paidMinor: number;
  unpaidMinor: number;
  /** Money taken in the range for sales cancelled later, and not given back yet. It is in no other sum. */
  toGiveBackMinor: number;
  discountMinor: number;
  taxMinor: number;
  /** Every day of the range, also days without a sale. */
  days: DayTakings[];
  hours: HourTakings[];
  /** Sorted, the largest first; so are `items` and `methods`. */
  sellers: SellerTakings[];
  items: ItemTakings[];
  methods: MethodMoney[];
  /** The number of sales in other currencies, which are in no sum (C-043). */
  otherCurrencyCount: number;
  /** The number of counted sales from devices with a wrong clock. They may belong to another day. */
  clockSuspectCount: number;
}

export interface ReportScope {
  range: TimeRange;
  zone: string;
  currency: string;
}

/**
 * The report of a part of a range, to be added to the whole range's report. Its items are in columns, because a
 * database copies these many times faster than one record for each item.
 */
export interface ReportPart extends Omit<SalesReport, 'items' | 'paidMinor'> {
  fromMs: number;
  itemIds: Float64Array<ArrayBuffer>;
  itemNames: string[];
  itemQuantitiesHundredths: Float64Array<ArrayBuffer>;
  itemTotalsMinor: Float64Array<ArrayBuffer>;
}

export interface SalesReportMaker {
  /**
   * Adds a sale that was rung up in the range, or that money moved for in it. Call it once for each sale, in any order.
   */
  add(sale: Sale): void;
  /** Adds a part of the range, in the same currency and zone. The sales of that part must not be added otherwise. */
  addPart(part: ReportPart): void;
  report(): SalesReport;
}

const HOURS = 24;
/** No method is counted as Cash (C-052). */
const NO_METHOD = 'Cash';
const PART_SUMS = [
  ...(['unpaidMinor', 'toGiveBackMinor', 'discountMinor', 'taxMinor'] as const),
  ...(['otherCurrencyCount', 'clockSuspectCount'] as const),
] as const;

export function createSalesReport({ range, zone, currency }: ReportScope): SalesReportMaker {
  const days = new Map(dayKeysOf(range, zone).map((key) => [key, { key, ...noTakings() }]));
  const hours = Array.from({ length: HOURS }, (_, hour) => ({ hour, ...noTakings() }));
  const sellers = new Map<number, SellerTakings>();
  const items = createItemSums();
  const methods = createMethodSums();
  const sums = {
    ...{ ...noTakings(), unpaidMinor: 0, toGiveBackMinor: 0, discountMinor: 0, taxMinor: 0 },
    ...{ otherCurrencyCount: 0, clockSuspectCount: 0 },
  };
  const isIn = (atMs: number) => atMs >= range.fromMs && atMs < range.toMs;
  const sellerOf = (userId: number) => entryOf(sellers, userId, () => ({ userId, ...noTakings() }));

  function addMoney(sale: Sale): void {
    if (sale.status === 'cancelled') return void (sums.toGiveBackMinor += toGiveBackIn(sale, isIn));
    for (const payment of salePayments(sale))
      if (isIn(payment.atMs)) methods.of(methodNameOf(payment)).takenMinor += payment.amountMinor;
    for (const refund of sale.refunds ?? [])
      if (refund.way === 'refunded' && isIn(refund.atMs))
        methods.of(methodNameOf(refund)).returnedMinor += refund.amountMinor;
  }

  function addTakings(sale: Sale): void {
    const { createdAtMs, createdByUserId, finalMinor: totalMinor } = sale;
    const takings = { saleCount: 1, totalMinor };
    addTo(sums, takings);
    addTo(days.get(dayKey(createdAtMs, zone)), takings);
    addTo(hours[hourAt(createdAtMs, zone)], takings);
    addTo(sellerOf(createdByUserId), takings);
    // Limits the balance to the price: after too large a refund a customer may owe more.
    sums.unpaidMinor += Math.min(totalMinor, saleBalanceMinor(sale));
    sums.discountMinor += sale.discountMinor;
    sums.taxMinor += sale.taxMinor;
    if (sale.flags.includes('clock_suspect')) sums.clockSuspectCount += 1;
    for (const line of sale.lines)
      items.add(line.itemId, line.itemName, createdAtMs, line.quantityHundredths, line.totalMinor);
  }

  return {
    add(sale) {
      const isSold = isIn(sale.createdAtMs) && sale.status !== 'cancelled';
      if (sale.currency !== currency) {
        if (isSold) sums.otherCurrencyCount += 1;
        return;
      }
      addMoney(sale);
      if (isSold) addTakings(sale);
    },
    addPart(part) {
      addTo(sums, part);
      for (const sum of PART_SUMS) sums[sum] += part[sum];
      for (const day of part.days) addTo(days.get(day.key), day);
      for (const hour of part.hours) addTo(hours[hour.hour], hour);
      for (const seller of part.sellers) addTo(sellerOf(seller.userId), seller);
      for (const money of part.methods) methods.add(money);
      items.addPart(part);
    },
    report: () => ({
      ...sums,
      paidMinor: sums.totalMinor - sums.unpaidMinor,
      days: [...days.values()],
      hours,
      sellers: [...sellers.values()].sort(byTotal((seller) => seller.userId)),
      items: items.sorted(),
      methods: methods.sorted(),
    }),
  };
}

const toGiveBackIn = (sale: Sale, isIn: (atMs: number) => boolean): number =>
  paymentsToGiveBack(sale).reduce((sum, { payment, amountMinor }) => sum + (isIn(payment.atMs) ? amountMinor : 0), 0);

function createItemSums() {
  const items = new Map<number, ItemTakings & { atMs: number }>();
  const add = (itemId: number, name: string, atMs: number, quantityHundredths: number, totalMinor: number): void => {
    const item = items.get(itemId);
    if (item === undefined) {
      items.set(itemId, { itemId, name, quantityHundredths, totalMinor, atMs });
      return;
    }
    item.quantityHundredths += quantityHundredths;
    item.totalMinor += totalMinor;
    if (atMs < item.atMs) return;
    item.name = name;
    item.atMs = atMs;
  };
  return {
    add,
    addPart({ fromMs, itemIds, itemNames, itemQuantitiesHundredths, itemTotalsMinor }: ReportPart): void {
      itemIds.forEach((itemId, at) =>
        add(itemId, itemNames[at] ?? '', fromMs, itemQuantitiesHundredths[at] ?? 0, itemTotalsMinor[at] ?? 0),
      );
    },
    sorted: (): ItemTakings[] =>
      [...items.values()]
        .map(({ itemId, name, quantityHundredths, totalMinor }) => ({ itemId, name, quantityHundredths, totalMinor }))
        .sort(byTotal((item) => item.itemId)),
  };
}

function createMethodSums() {
  const methods = new Map<string, MethodMoney>();
  /** Returns the entry of a method. If its name has several spellings, the one that sorts first is shown. */
  const of = (name: string): MethodMoney => {
    const money = entryOf(methods, paymentMethodNameKey(name), () => ({ name, takenMinor: 0, returnedMinor: 0 }));
    if (name < money.name) money.name = name;
    return money;
  };
  return {
    of,
    add({ name, takenMinor, returnedMinor }: MethodMoney): void {
      const money = of(name);
      money.takenMinor += takenMinor;
      money.returnedMinor += returnedMinor;
    },
    sorted: () => [...methods.values()].sort((a, b) => netOf(b) - netOf(a) || (a.name < b.name ? -1 : 1)),
  };
}

export const partOfReport = ({ items, paidMinor: _, ...sums }: SalesReport, fromMs: number): ReportPart => ({
  ...sums,
  fromMs,
  itemIds: Float64Array.from(items, ({ itemId }) => itemId),
  itemNames: items.map(({ name }) => name),
  itemQuantitiesHundredths: Float64Array.from(items, ({ quantityHundredths }) => quantityHundredths),
  itemTotalsMinor: Float64Array.from(items, ({ totalMinor }) => totalMinor),
});

/** Returns the money taken by a method less the money given back by it. */
export const netOf = ({ takenMinor, returnedMinor }: MethodMoney): number => takenMinor - returnedMinor;

/** Returns the takings by month, for ranges with too many days to read. */
export function byMonth(days: readonly DayTakings[]): DayTakings[] {
  const months = new Map<string, DayTakings>();
  for (const { key, saleCount, totalMinor } of days) {
    const month = entryOf(months, key.slice(0, 'YYYY-MM'.length), (of) => ({ key: of, saleCount: 0, totalMinor: 0 }));
    month.saleCount += saleCount;
    month.totalMinor += totalMinor;
  }
  return [...months.values()];
}

/** Merges the takings of items that count as one, such as 'Other', under id and name of the first of them. */
export function countAsOne(
  items: readonly ItemTakings[],
  same: readonly { readonly id: number; readonly name: string }[],
): ItemTakings[] {
  const [first] = same;
  const ids = new Set(same.map(({ id }) => id));
  const parts = items.filter(({ itemId }) => ids.has(itemId));
  if (first === undefined || parts.length === 0) return [...items];
  const one: ItemTakings = { itemId: first.id, name: first.name, quantityHundredths: 0, totalMinor: 0 };
  for (const part of parts) {
    one.quantityHundredths += part.quantityHundredths;
    one.totalMinor += part.totalMinor;
  }
  return [...items.filter(({ itemId }) => !ids.has(itemId)), one].sort(byTotal((item) => item.itemId));
}

export const TOP_ITEMS_MAX = 5;

/** Returns the most sold items, by quantity (R-REP-18). */
export const topItems = (items: readonly ItemTakings[]): ItemTakings[] =>
  items
    .toSorted(
      (a, b) => b.quantityHundredths - a.quantityHundredths || b.totalMinor - a.totalMinor || a.itemId - b.itemId,
    )
    .slice(0, TOP_ITEMS_MAX);

export interface ProfitReport {
  /** The cost of the goods, by the present cost prices. */
  costMinor: number;
  /** Sales of items with a cost price, less their cost, less discounts. Taxes are not included. */
  profitMinor: number;
  /** Sales of items without a cost price. They are neither in the cost nor in the profit. */
  uncostedMinor: number;
  uncostedCount: number;
}

/**
 * Returns sales minus the cost of the goods, for admins (G27). A device of staff has no cost prices (SYN-13).
 * `costs` are the cost prices by item; null or absent if there is none.
 */
export function profitOf(
  { items, discountMinor }: Pick<SalesReport, 'items' | 'discountMinor'>,
  costs: ReadonlyMap<number, number | null>,
): ProfitReport {
  const sums = { costMinor: 0, profitMinor: -discountMinor, uncostedMinor: 0, uncostedCount: 0 };
  for (const item of items) {
    const profitMinor = itemProfitMinor(item, costs);
    if (profitMinor === null) {
      sums.uncostedMinor += item.totalMinor;
      sums.uncostedCount += 1;
    } else {
      sums.costMinor += item.totalMinor - profitMinor;
      sums.profitMinor += profitMinor;
    }
  }
  return sums;
}

/** Returns the profit of an item, before discounts on whole sales; null if its cost is unknown. */
export function itemProfitMinor(
  { itemId, quantityHundredths, totalMinor }: ItemTakings,
  costs: ReadonlyMap<number, number | null>,
): number | null {
  const costMinor = costs.get(itemId) ?? null;
  return costMinor === null ? null : totalMinor - productMinor(quantityHundredths, costMinor);
}

const methodNameOf = ({ paymentMethodName }: SalePayment): string => paymentMethodName?.trim() || NO_METHOD;

const noTakings = (): Takings => ({ saleCount: 0, totalMinor: 0 });

function addTo(sum: Takings | undefined, { saleCount, totalMinor }: Takings): void {
  if (sum === undefined) return;
  sum.saleCount += saleCount;
  sum.totalMinor += totalMinor;
}

const byTotal =
  <T extends { totalMinor: number }>(idOf: (entry: T) => number) =>
  (a: T, b: T): number =>
    b.totalMinor - a.totalMinor || idOf(a) - idOf(b);

function entryOf<K, V>(entries: Map<K, V>, key: K, create: (key: K) => V): V {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = create(key);
  entries.set(key, made);
  return made;
}
