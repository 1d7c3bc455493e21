import { parseHundredths } from '../hundredths.ts';
import { searchQuery } from '../text/search-text.ts';
import type { Sale } from './sale.ts';
import { transactionIdsOf } from './sale-payment.ts';
import type { TimeRange } from '../time.ts';
import { rangesOfTypedDate } from '../text/typed-date.ts';

/*
 * The search in the list of sales (R-SALE-24 to R-SALE-26, R-SLIST-30). It matches parts of texts. It also matches
 * whole amounts, days, numbers and codes; these matches come first, because the person meant them.
 */

/** The fields of a sale that are searched. */
export interface SearchedSale {
  createdAtMs: number;
  /** The folded texts (search-text.ts), separated by line ends, which no query contains. */
  text: string;
  amountMinor?: number;
}

export const saleSearchFields = (sale: Sale): (string | number | null)[] => [
  ...[sale.id, sale.saleNumber, sale.customerName, sale.notes],
  ...transactionIdsOf(sale),
  ...new Set(sale.lines.map(({ itemName }) => itemName)),
];

/** Returns the query of a typed text. Removes the '#' that a card shows before a sale's number. */
export const saleQueryOf = (typed: string): string => searchQuery(typed).replace(/^#/, '').trim();

/** The least length of a code; shorter than any number of a sale or a payment. */
const CODE_CHARS_MIN = 4;
/** Text around an amount, as in 'UGX 13,200', '13,200/=' and '13,200/-'. */
const AROUND_AMOUNT = /^[a-z]{3}\.?\s*(?=\d)|\s*\/[=-]$/g;

export interface SaleQuery {
  text: string;
  amountMinor: number | null;
  ranges: readonly TimeRange[];
  isCode: boolean;
}

/**
 * Prepares a typed query.
 * @param query as `saleQueryOf` returns it
 * @param within the times of the first and the last sale
 */
export function readSaleQuery(query: string, zone: string, within: TimeRange): SaleQuery {
  const amount = parseHundredths(query.replace(AROUND_AMOUNT, ''), Number.MAX_SAFE_INTEGER);
  return {
    text: query,
    amountMinor: amount.ok && amount.value >= 0 ? amount.value : null,
    ranges: rangesOfTypedDate(query, zone, within),
    isCode: query.length >= CODE_CHARS_MIN && /\d/.test(query),
  };
}

/** True if the sale has exactly the query's amount, day or number. */
export const isExactly = (sale: SearchedSale, query: SaleQuery): boolean =>
  (query.amountMinor !== null && sale.amountMinor === query.amountMinor) ||
  query.ranges.some(({ fromMs, toMs }) => sale.createdAtMs >= fromMs && sale.createdAtMs < toMs) ||
  (query.isCode && sale.text.includes(query.text) && `\n${sale.text}\n`.includes(`\n${query.text}\n`));

/** True if the query can match a whole field. Otherwise it only matches parts of texts. */
export const mayFitWhole = ({ amountMinor, ranges, isCode }: SaleQuery): boolean =>
  amountMinor !== null || ranges.length > 0 || isCode;
