import * as v from 'valibot';
import { ORDER_STATUSES } from '../../../domain/order.ts';
import type { Pagination } from '../answer.ts';
import type { AppContext } from '../context.ts';
import { isStorable, judge } from '../read-json.ts';
import { takes } from './takes.ts';

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

const wholeNumber = (name: string, max: number) => {
  const sentence = `${name} must be a whole number from 1 to ${max}`;
  return v.optional(
    v.pipe(
      v.string(),
      takes(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(max))),
      v.regex(/^\d{1,10}$/, sentence),
      v.transform(Number),
      v.minValue(1, sentence),
      v.maxValue(max, sentence),
    ),
  );
};

const searchText = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(Q_CHARS_MAX, `Search for at most ${Q_CHARS_MAX} characters`),
  v.check((text) => isStorable(text), 'Search for text'),
);

export const listQuerySchema = v.object({
  page: wholeNumber('page', PAGE_MAX),
  limit: wholeNumber('limit', LIMIT_MAX),
  q: v.optional(searchText),
});
export const orderListQuerySchema = v.object({
  ...listQuerySchema.entries,
  status: v.optional(v.picklist(ORDER_STATUSES, `status must be one of ${ORDER_STATUSES.join(', ')}`)),
});

/** What was asked for in the address; a blank parameter is none. */
function queryOf<Schema extends v.GenericSchema>(c: AppContext, schema: Schema): v.InferOutput<Schema> {
  return judge(schema, Object.fromEntries(Object.entries(c.req.query()).filter(([, text]) => text !== '')));
}

const wantedPart = ({ page = 1, limit, q = '' }: v.InferOutput<typeof listQuerySchema>): ListQuery =>
  limit === undefined ? { limit: null, page: 1, q } : { limit, page, q };

export const listQueryOf = (c: AppContext): ListQuery => wantedPart(queryOf(c, listQuerySchema));

export function orderListQueryOf(c: AppContext): ListQuery & { status: (typeof ORDER_STATUSES)[number] | null } {
  const { status = null, ...part } = queryOf(c, orderListQuerySchema);
  return { ...wantedPart(part), status };
}

/** What to look for, out of the address itself. */
export const termSchema = v.object({ term: searchText });
export const searchTerm = (term: string): string => judge(termSchema, { term }).term;

export function paginationOf({ page, limit }: ListQuery, total: number): Pagination {
  const size = limit ?? Math.max(1, total);
  return { page, limit: size, total, totalPages: Math.max(1, Math.ceil(total / size)) };
}
