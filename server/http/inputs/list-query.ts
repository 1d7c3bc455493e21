import type { AppContext } from '../context.ts';
import type { Pagination } from '../answer.ts';
import { invalidInput, isStorable } from '../read-json.ts';

/** Which part of a list is wanted (C-158). */
export interface ListQuery {
  page: number;
  /** null: all of it, as the documents' calls without a limit expect. */
  limit: number | null;
  /** What to look for, trimmed; '' for everything. */
  q: string;
}

const LIMIT_MAX = 1_000;
const PAGE_MAX = 1_000_000_000;
const Q_CHARS_MAX = 200;

export function listQueryOf(c: AppContext): ListQuery {
  const limit = wholeNumber(c, 'limit', LIMIT_MAX);
  const page = wholeNumber(c, 'page', PAGE_MAX) ?? 1;
  return { limit, page: limit === null ? 1 : page, q: searchTerm('q', c.req.query('q') ?? '') };
}

export function searchTerm(path: string, given: string): string {
  const term = given.trim();
  if (term.length > Q_CHARS_MAX)
    throw invalidInput([{ path, message: `Search for at most ${Q_CHARS_MAX} characters` }]);
  if (!isStorable(term)) throw invalidInput([{ path, message: 'Search for text' }]);
  return term;
}

function wholeNumber(c: AppContext, name: string, max: number): number | null {
  const text = c.req.query(name);
  if (text === undefined || text === '') return null;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max)
    throw invalidInput([{ path: name, message: `${name} must be a whole number from 1 to ${max}` }]);
  return value;
}

export function paginationOf({ page, limit }: ListQuery, total: number): Pagination {
  const size = limit ?? Math.max(1, total);
  return { page, limit: size, total, totalPages: Math.max(1, Math.ceil(total / size)) };
}
