import type { Sale } from '../../domain/sales/sale.ts';
import type { SalePayment, SaleRefund } from '../../domain/sales/sale-payment.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { saleRow } from './shop-rows.ts';

/*
 * A year of a shop, made from a seed twice over: the rows as Kaunta keeps them, and what happened as somebody would
 * have written it into a book. A report is held against the book, which knows none of Kaunta's rules or calendars.
 */

/** Money that changed hands: above 0 what was taken, below what was given back. */
export interface BookMoney {
  atMs: number;
  minor: number;
  method: string;
}
export interface BookSale {
  id: number;
  atMs: number;
  sellerId: number;
  isCancelled: boolean;
  currency: string;
  finalMinor: number;
  discountMinor: number;
  lines: { itemId: number; pieces: number; minor: number }[];
  money: BookMoney[];
}

const DAY_MS = 86_400_000;
const METHODS = [null, 'Cash', 'cash ', 'Mobile Money', 'Bank'];
const SELLERS = [70, 71, 72];
const ITEMS = 12;

export function yearOfSales(seed: number, fromMs: number, count: number): { sales: Sale[]; book: BookSale[] } {
  const random = seededRandom(seed);
  const book: BookSale[] = [];
  const sales = Array.from({ length: count }, (_, nth) => {
    const id = 1_000_000 + nth * 100;
    const atMs = fromMs + Math.floor(random.share() * 365 * DAY_MS);
    const written = bookSale(id, atMs);
    book.push(written);
    return rowOf(written);
  });
  return { sales, book };

  function bookSale(id: number, atMs: number): BookSale {
    const lines = Array.from({ length: 1 + random.below(4) }, () => {
      const pieces = 1 + random.below(5);
      const itemId = 1 + random.below(ITEMS);
      return { itemId, pieces, minor: pieces * itemId * 1_050 };
    });
    const sumMinor = lines.reduce((sum, { minor }) => sum + minor, 0);
    const discountMinor = random.share() < 0.1 ? Math.floor(sumMinor / 10) : 0;
    const finalMinor = sumMinor - discountMinor;
    return {
      ...{ id, atMs, lines, discountMinor, finalMinor },
      sellerId: random.pick(SELLERS),
      isCancelled: random.share() < 0.08,
      currency: random.share() < 0.02 ? 'KES' : 'UGX',
      money: moneyOf(atMs, finalMinor),
    };
  }

  /** Paid at once, or left to be paid: in parts, later, not wholly or not at all; and now and then given back. */
  function moneyOf(atMs: number, finalMinor: number): BookMoney[] {
    const how = random.share();
    const later = () => atMs + 1 + Math.floor(random.share() * 60 * DAY_MS);
    const pay = (when: number, minor: number) => ({ atMs: when, minor, method: methodName() });
    const half = Math.floor(finalMinor / 2);
    const money =
      how < 0.75
        ? [pay(atMs, finalMinor)]
        : how < 0.85
          ? [pay(later(), half), pay(later(), finalMinor - half)]
          : how < 0.92
            ? [pay(later(), half)]
            : [];
    if (money.length > 0 && random.share() < 0.05) money.push(pay(later(), -Math.floor(half / 2)));
    return money;
  }

  function methodName(): string {
    return random.pick(METHODS) ?? '';
  }
}

function rowOf(written: BookSale): Sale {
  const { id, atMs, money, finalMinor, lines, discountMinor } = written;
  const rowOfMoney = ({ atMs: when, minor, method }: BookMoney, index: number): SalePayment => ({
    // A payment made at the sale has the id of the sale.
    id: when === atMs ? id : id + 10 + index,
    amountMinor: Math.abs(minor),
    paymentMethodId: null,
    paymentMethodName: method === '' ? null : method,
    transactionId: null,
    byUserId: written.sellerId,
    atMs: when,
  });
  const payments = money.filter(({ minor }) => minor > 0).map(rowOfMoney);
  const refunds = money
    .filter(({ minor }) => minor < 0)
    .map((each, index): SaleRefund => ({ ...rowOfMoney(each, 50 + index), way: 'refunded' }));
  const leftMinor = money.reduce((sum, { minor }) => sum + minor, 0);
  return saleRow({
    id,
    status: written.isCancelled ? 'cancelled' : leftMinor >= finalMinor ? 'completed' : 'pending',
    createdAtMs: atMs,
    createdByUserId: written.sellerId,
    currency: written.currency,
    totalMinor: finalMinor + discountMinor,
    ...{ discountMinor, finalMinor, payments },
    ...(refunds.length > 0 ? { refunds } : {}),
    lines: lines.map(({ itemId, pieces, minor }, index) => ({
      ...{ id: id + 1 + index, itemId, itemName: `Item ${itemId}`, itemSku: null },
      ...{ quantityHundredths: pieces * 100, unitPriceMinor: itemId * 1_050, listPriceMinor: itemId * 1_050 },
      ...{ discountMinor: 0, totalMinor: minor, movesStock: true },
    })),
  });
}

/** The wall clock of a zone at an instant, as the platform tells it: 'YYYY-MM-DD' and the hour. */
export function wallClock(zone: string): (atMs: number) => { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  });
  return (atMs) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) };
  };
}

/** Coin by coin: what was given back was taken first; the others still lie there, from the day on which they were taken. */
function moneyHeld({ money }: BookSale): { atMs: number; minor: number }[] {
  let givenMinor = money.reduce((sum, { minor }) => sum + Math.max(0, -minor), 0);
  return money
    .filter(({ minor }) => minor > 0)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, minor }) => {
      const backMinor = Math.min(minor, givenMinor);
      givenMinor -= backMinor;
      return { atMs, minor: minor - backMinor };
    });
}

/** The sums of the days from one to another (both in), out of the book, by filters and additions alone. */
export function sumsOfBook(book: readonly BookSale[], zone: string, from: string, to: string) {
  const clock = wallClock(zone);
  const isIn = (atMs: number) => clock(atMs).day >= from && clock(atMs).day <= to;
  const ours = book.filter(({ currency }) => currency === 'UGX');
  const sold = ours.filter(({ atMs, isCancelled }) => !isCancelled && isIn(atMs));
  const standing = ours.filter(({ isCancelled }) => !isCancelled);
  const money = standing.flatMap((sale) => sale.money).filter(({ atMs }) => isIn(atMs));
  const held = ours.filter(({ isCancelled }) => isCancelled).flatMap(moneyHeld);
  const add = <T>(rows: readonly T[], keyOf: (row: T) => string | number, amountOf: (row: T) => number) => {
    const sums: Record<string, number> = {};
    for (const row of rows) sums[keyOf(row)] = (sums[keyOf(row)] ?? 0) + amountOf(row);
    return sums;
  };
  const total = (rows: readonly BookSale[], amountOf: (sale: BookSale) => number) =>
    rows.reduce((sum, sale) => sum + amountOf(sale), 0);
  const lines = sold.flatMap((sale) => sale.lines);
  const heldMinor = (sale: BookSale) => sale.money.reduce((sum, { minor }) => sum + minor, 0);
  return {
    saleCount: sold.length,
    totalMinor: total(sold, ({ finalMinor }) => finalMinor),
    unpaidMinor: total(sold, (sale) => Math.max(0, sale.finalMinor - heldMinor(sale))),
    discountMinor: total(sold, ({ discountMinor }) => discountMinor),
    byDay: add(
      sold,
      ({ atMs }) => clock(atMs).day,
      ({ finalMinor }) => finalMinor,
    ),
    byHour: add(
      sold,
      ({ atMs }) => clock(atMs).hour,
      ({ finalMinor }) => finalMinor,
    ),
    bySeller: add(
      sold,
      ({ sellerId }) => sellerId,
      ({ finalMinor }) => finalMinor,
    ),
    itemMinor: add(
      lines,
      ({ itemId }) => itemId,
      ({ minor }) => minor,
    ),
    itemPieces: add(
      lines,
      ({ itemId }) => itemId,
      ({ pieces }) => pieces,
    ),
    // No method and every spelling of it are Cash.
    byMethod: add(
      money,
      ({ method }) => (method.trim().toLowerCase() === 'cash' || method === '' ? 'Cash' : method),
      ({ minor }) => minor,
    ),
    takenMinor: money.filter(({ minor }) => minor > 0).reduce((sum, { minor }) => sum + minor, 0),
    toGiveBackMinor: held.filter(({ atMs }) => isIn(atMs)).reduce((sum, { minor }) => sum + minor, 0),
    otherCurrency: book.filter(({ currency, isCancelled, atMs }) => currency !== 'UGX' && !isCancelled && isIn(atMs))
      .length,
  };
}
