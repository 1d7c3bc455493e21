import { lineTotalMinor } from '../money.ts';
import { paymentMethodNameKey } from './payment-method.ts';
import type { Sale } from './sale.ts';
import { paymentsToGiveBack, saleBalanceMinor, type SalePayment, salePayments } from './sale-payment.ts';
import { dayKey, dayKeysOf, hourAt, type TimeRange } from '../time.ts';

/*
 * Sales and money of a time range. They are two different sums (decisions/0029): a sale counts on the day it was rung
 * up, paid or not (C-142); money counts on the day it was taken or given back, also for a sale of another day. A
 * cancelled sale is in neither (R-REP-17): money taken for it and not given back yet is a line of its own, on the day
 * it was taken (decisions/0018).
 */

export interface Takings {
  saleCount: number;
  totalMinor: number;
}
export interface DayTakings extends Takings {
  /** 'YYYY-MM-DD', or 'YYYY-MM' of a month. */
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
  /** As it was called when it was sold last. */
  name: string;
  quantityHundredths: number;
  /** Σ of its lines, before what was taken off a whole sale. */
  totalMinor: number;
}
export interface MethodMoney {
  name: string;
  takenMinor: number;
  returnedMinor: number;
}

export interface SalesReport extends Takings {
  /** Σ of both is the total (C-142). */
  paidMinor: number;
  unpaidMinor: number;
  /** Taken in the range for sales that were cancelled since, and not given back so far: in no other sum. */
  toGiveBackMinor: number;
  discountMinor: number;
  taxMinor: number;
  /** Every day of the range, also those without a sale. */
  days: DayTakings[];
  hours: HourTakings[];
  /** The largest first, as the lists after it. */
  sellers: SellerTakings[];
  items: ItemTakings[];
  methods: MethodMoney[];
  /** Sales of another currency are in none of the sums (C-043). */
  otherCurrencyCount: number;
  /** Counted sales from devices whose clock was wrong: they may belong to another day. */
  clockSuspectCount: number;
}

export interface ReportScope {
  range: TimeRange;
  zone: string;
  currency: string;
}

/**
 * The report of a stretch of time, to be counted into a longer one's; its items in columns, which are copied in and out
 * of a database many times faster than a record each.
 */
export interface ReportPart extends Omit<SalesReport, 'items' | 'paidMinor'> {
  fromMs: number;
  itemIds: Float64Array<ArrayBuffer>;
  itemNames: string[];
  itemQuantitiesHundredths: Float64Array<ArrayBuffer>;
  itemTotalsMinor: Float64Array<ArrayBuffer>;
}

export interface SalesReportMaker {
  /** Each sale once, in any order: those rung up in the range, and those that money was moved for in it. */
  add(sale: Sale): void;
  /** A stretch of the range, in whole: in the same currency and zone, and with nothing in it that was added already. */
  addPart(part: ReportPart): void;
  report(): SalesReport;
}

const HOURS = 24;
/** No method at all is counted as Cash (C-052). */
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
    // A customer who was given too much back may owe more than the price.
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
  /** When its name has several spellings, the one that sorts first is kept. */
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

/** Money taken by a method less money given back by it. */
export const netOf = ({ takenMinor, returnedMinor }: MethodMoney): number => takenMinor - returnedMinor;

/** The same takings by month, for ranges of so many days that nobody reads them one by one. */
export function byMonth(days: readonly DayTakings[]): DayTakings[] {
  const months = new Map<string, DayTakings>();
  for (const { key, saleCount, totalMinor } of days) {
    const month = entryOf(months, key.slice(0, 'YYYY-MM'.length), (of) => ({ key: of, saleCount: 0, totalMinor: 0 }));
    month.saleCount += saleCount;
    month.totalMinor += totalMinor;
  }
  return [...months.values()];
}

/** Several items that stand for one, as one: under the id and the name of the first of them. */
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

/** The items of which most was sold, by quantity (R-REP-18). */
export const topItems = (items: readonly ItemTakings[]): ItemTakings[] =>
  items
    .toSorted(
      (a, b) => b.quantityHundredths - a.quantityHundredths || b.totalMinor - a.totalMinor || a.itemId - b.itemId,
    )
    .slice(0, TOP_ITEMS_MAX);

export interface ProfitReport {
  /** The cost of the goods, by today's cost prices. */
  costMinor: number;
  /** Sales of items with a cost price, less that, less discounts. Taxes are nobody's profit. */
  profitMinor: number;
  /** Sales of items without a cost price, of which nobody can say: they are in neither. */
  uncostedMinor: number;
  uncostedCount: number;
}

/**
 * Sales minus the cost of the goods, for admins (G27): a device of staff has no costs to count with (SYN-13).
 * `costs` are the cost prices by item; null or absent where there is none.
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

/** The profit of an item, before discounts on whole sales; null when its cost is unknown. */
export function itemProfitMinor(
  { itemId, quantityHundredths, totalMinor }: ItemTakings,
  costs: ReadonlyMap<number, number | null>,
): number | null {
  const costMinor = costs.get(itemId) ?? null;
  return costMinor === null ? null : totalMinor - lineTotalMinor(quantityHundredths, costMinor);
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
