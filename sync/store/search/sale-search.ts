import {
  isExactly,
  mayFitWhole,
  readSaleQuery,
  type SaleQuery,
  saleQueryOf,
} from '../../../domain/sales/sale-search.ts';
import type { TimeRange } from '../../../domain/time.ts';
import type { TextIndex, TextPage } from './text-index.ts';
import { type IndexedText, isOlder } from './text-segment.ts';

/*
 * The search in the list of sales, over its index in memory. First come exact hits (domain/sales/sale-search.ts), then
 * sales that contain the text, each newest first. Days and amounts are compared as numbers, so they need no space in
 * the index.
 */

export interface SaleHitsPage extends TextPage {
  /** The number of exact hits among all hits; they come first. */
  exactCount: number;
}

interface SearchedSales {
  texts: TextIndex;
  typed: string;
  /** The time zone of the shop, in which a typed day is meant. */
  zone: string;
}

export function salePage(searched: SearchedSales, { page, size }: { page: number; size: number }): SaleHitsPage {
  const { texts } = searched;
  const query = queryFor(searched);
  const exact = exactHits(texts, query);
  if (exact.length === 0) return { ...texts.page(query.text, page, size), exactCount: 0 };
  const found = [...exact, ...besides(exact, texts.hits(query.text))];
  return {
    ids: found.slice((page - 1) * size, page * size).map(({ id }) => id),
    total: found.length,
    exactCount: exact.length,
  };
}

/** Returns all hits, in no order. */
export function saleHits(searched: SearchedSales): Iterable<IndexedText> {
  const { texts } = searched;
  const query = queryFor(searched);
  return new Set([...exactHits(texts, query), ...texts.hits(query.text)]);
}

/** The ids of both lists are newest first. */
export interface SaleHitIds {
  exactIds: number[];
  otherIds: number[];
}

/** Returns the hits within each time range, found in one pass over the sales. */
export function saleHitsWithin(searched: SearchedSales, ranges: readonly TimeRange[]): SaleHitIds[] {
  const { texts } = searched;
  const query = queryFor(searched);
  const exact = exactHits(texts, query);
  const oldestMs = Math.min(...ranges.map(({ fromMs }) => fromMs));
  const hits: IndexedText[] = [];
  for (const hit of texts.hits(query.text)) {
    if (hit.createdAtMs < oldestMs) break;
    hits.push(hit);
  }
  const others = besides(exact, hits);
  return ranges.map(({ fromMs, toMs }) => {
    const idsIn = (found: readonly IndexedText[]) =>
      found.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs).map(({ id }) => id);
    return { exactIds: idsIn(exact), otherIds: idsIn(others) };
  });
}

const queryFor = ({ texts, typed, zone }: SearchedSales): SaleQuery =>
  readSaleQuery(saleQueryOf(typed), zone, texts.range());

/**
 * Returns the exact hits, newest first. Numbers are compared with those of every sale. A code can only be found in
 * sales whose text contains it.
 */
function exactHits(texts: TextIndex, query: SaleQuery): IndexedText[] {
  if (!mayFitWhole(query)) return [];
  const hasNumbers = query.amountMinor !== null || query.ranges.length > 0;
  const byNumber = { ...query, isCode: false };
  const exact = new Set<IndexedText>();
  if (hasNumbers) for (const entry of texts.entries()) if (isExactly(entry, byNumber)) exact.add(entry);
  if (query.isCode) for (const entry of texts.hits(query.text)) if (isExactly(entry, query)) exact.add(entry);
  return [...exact].sort((a, b) => isOlder(b, a));
}

function besides(exact: readonly IndexedText[], hits: Iterable<IndexedText>): IndexedText[] {
  const shown = new Set(exact);
  return Array.from(hits).filter((hit) => !shown.has(hit));
}
