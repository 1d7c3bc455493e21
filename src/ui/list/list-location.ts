import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isDayKey } from '../../../domain/time.ts';
import { useIsWide, useListPlace } from '../wide.ts';

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

/**
 * The day that a list was brought to, in the address as the search is: Back and a reload keep it. A list that stands at
 * a day begins there until another page of it is asked for; a search and a day exclude one another.
 */
export interface ListDay {
  /** 'YYYY-MM-DD'; null: the list begins with the newest. */
  dayKey: string | null;
  /** No page was asked for since. */
  isAtDay: boolean;
  setDay: (dayKey: string | null) => void;
}

export function useListDay(): ListDay {
  const [params, setParams] = useSearchParams();
  const typed = params.get('date') ?? '';
  const known = isDayKey(typed) && (params.get('q') ?? '') === '' ? typed : null;
  const setDay = useCallback(
    (next: string | null) =>
      // A day that is still being chosen comes as several: Back leads to where the list was before them all.
      setParams((old) => withDay(old, next), { replace: known !== null && next !== null }),
    [setParams, known],
  );
  return useMemo(() => ({ dayKey: known, isAtDay: !params.has('page'), setDay }), [known, params, setDay]);
}

function withDay(params: URLSearchParams, day: string | null): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['page', 'q', 'date', 'sort']) next.delete(name);
  if (day !== null) next.set('date', day);
  return next;
}

/** The sort of a table: the name of a column, and the direction. */
export interface ListSort {
  by: string;
  isDescending: boolean;
}

/**
 * By which of these columns a person sorted the list, in the address as its search is: 'sort=total', or 'sort=-total'
 * from the largest down; null for its own order. Only a table has heads that say so: cards are never sorted by it. A
 * day is a place in the list's own order: it and a sort exclude one another.
 */
export function useListSort(columns: readonly { key: string }[]): [ListSort | null, (sort: ListSort | null) => void] {
  const [params, setParams] = useSearchParams();
  const isWide = useIsWide();
  const said = params.get('sort') ?? '';
  const isDescending = said.startsWith('-');
  const by = isDescending ? said.slice(1) : said;
  const isKnown = isWide && !params.has('date') && columns.some(({ key }) => key === by);
  const sort = useMemo(() => (isKnown ? { by, isDescending } : null), [isKnown, by, isDescending]);
  const setSort = useCallback(
    (wanted: ListSort | null) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const name of ['page', 'date']) next.delete(name);
          if (wanted === null) next.delete('sort');
          else next.set('sort', `${wanted.isDescending ? '-' : ''}${wanted.by}`);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [sort, setSort];
}

/** A table has room for more rows than cards have. */
const TABLE_ROWS_PER_PAGE = 50;

export const useRowsPerPage = (cardsPerPage: number): number => (useIsWide() ? TABLE_ROWS_PER_PAGE : cardsPerPage);

/** Router state for a link out of a list, so that the way back leads to the same search and page. */
export function useFromHere(): { from: string } {
  const { pathname, search } = useLocation();
  const listPath = useListPlace()?.listPath ?? pathname;
  return useMemo(() => ({ from: listPath + search }), [listPath, search]);
}

/** Router state for a link to a screen below this one, so that the way back leads here, and from here on as before. */
export function useHere(): { from: string; before: unknown } {
  const { pathname, search } = useLocation();
  const before: unknown = useLocation().state;
  return { from: pathname + search, before };
}

export interface WayBack {
  to: string;
  /** The router state of the target. */
  state: object | null;
}

/** The way back to a list or a screen: to the search and page that led here, and as far down, if one of them did. */
export function useWayBack(to: string): WayBack {
  const place = useListPlace();
  const state: unknown = useLocation().state;
  if (place?.listPath === to) return { to: to + place.search, state: CAME_BACK };
  const from = isObject(state) && 'from' in state && typeof state.from === 'string' ? state.from : null;
  if (from === null || (from !== to && !from.startsWith(`${to}?`))) return { to, state: null };
  const before = isObject(state) && 'before' in state && isObject(state.before) ? state.before : {};
  return { to: from, state: { ...before, ...CAME_BACK } };
}

/** Goes there; with `replace` where this screen is no place to come back to. */
export function useGoBack(to: string): (options?: { replace: boolean }) => void | Promise<void> {
  const navigate = useNavigate();
  const back = useWayBack(to);
  return (options) => navigate(back.to, { ...options, state: back.state });
}

const CAME_BACK = { cameBack: true };

/** True when a way back led here: the screen then restores its place. */
export const hasComeBack = (state: unknown): boolean => isObject(state) && 'cameBack' in state;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The page to show when rows went away: one that no longer exists falls back to the first (C-159). */
export const pageWithin = (page: number, pageCount: number): number => (page <= pageCount ? page : 1);

/** The address's parameters with another search text: a new search starts on its first page (R-SALE-27, C-159). */
export function withQuery(params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  if (query !== '') next.delete('date');
  if (query === '') next.delete('q');
  else next.set('q', query);
  return next;
}

function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params);
  // Without a page a list that was brought to a day stands there.
  if (page <= 1 && !next.has('date')) next.delete('page');
  else next.set('page', String(page));
  return next;
}

function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
