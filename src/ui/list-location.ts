import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

export interface ListLocation {
  /** The header's search text, trimmed; '' without one. */
  query: string;
  /** From 1. */
  page: number;
  setPage: (page: number) => void;
}

/** Where a list stands: its search and its page, which live in the address and nowhere else. */
export function useListLocation(): ListLocation {
  const [params, setParams] = useSearchParams();
  const query = (params.get('q') ?? '').trim();
  const page = parsePage(params.get('page'));
  const setPage = useCallback((next: number) => setParams((old) => withPage(old, next)), [setParams]);
  return useMemo(() => ({ query, page, setPage }), [query, page, setPage]);
}

/**
 * Which part of a list a person looks at, in the address as the search is; the first is what they see unasked. Another
 * one starts on its first page, as a search does (C-159).
 */
export function useListPart<Part extends string>(parts: readonly [Part, ...Part[]]): [Part, (part: string) => void] {
  const [params, setParams] = useSearchParams();
  const [first] = parts;
  const set = (part: string) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      next.delete('page');
      if (part === first) next.delete('show');
      else next.set('show', part);
      return next;
    });
  return [parts.find((part) => part === params.get('show')) ?? first, set];
}

/** What a link that leads out of a list takes along, so that the way back leads to the same search and page. */
export function useFromHere(): { from: string } {
  const { pathname, search } = useLocation();
  return useMemo(() => ({ from: pathname + search }), [pathname, search]);
}

/** The way back to a list: to the search and page that led here, if one of them did. */
export function useWayBack(to: string): string {
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith(`${to}?`) ? from : to;
}

/** The page to show when rows went away: one that no longer exists falls back to the first (C-159). */
export const pageWithin = (page: number, pageCount: number): number => (page <= pageCount ? page : 1);

/** The address's parameters with another search text: a new search starts on its first page (R-SALE-27, C-159). */
export function withQuery(params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (query === '') next.delete('q');
  else next.set('q', query);
  return next;
}

function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params);
  if (page <= 1) next.delete('page');
  else next.set('page', String(page));
  return next;
}

function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
