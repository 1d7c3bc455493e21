import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

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
