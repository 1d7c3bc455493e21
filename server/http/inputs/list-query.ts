import * as v from 'valibot';
import { ORDER_STATUSES } from '../../../domain/sales/order.ts';
import { answer, type Pagination } from '../answer.ts';
import type { AppContext } from '../context.ts';
import { isStorable, judge } from '../request/read-json.ts';
import { takes } from './takes.ts';

/** The page of results that the caller wants: its number from 1, and its number of rows. */
export interface Page {
  page: number;
  limit: number;
}

/** The wanted page of a list that can be searched (C-158). */
export interface ListQuery extends Page {
  /** The search text, trimmed; '' finds everything. */
  q: string;
}

/**
 * The size of a page of results. No list is sent whole: to build a year of a shop would make all other shops wait
 * (R-LIM-01).
 */
export const PAGE_ROWS_DEFAULT = 50;
export const PAGE_ROWS_MAX = 200;
const PAGE_MAX = 1_000_000_000;
const Q_CHARS_MAX = 200;

const wholeNumber = (name: string, max: number, usual: number) => {
  const sentence = `${name} must be a whole number from 1 to ${max}`;
  return v.optional(
    v.pipe(
      v.string(),
      takes(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(max)), usual)),
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

export const pageQuerySchema = v.object({
  page: wholeNumber('page', PAGE_MAX, 1),
  limit: wholeNumber('limit', PAGE_ROWS_MAX, PAGE_ROWS_DEFAULT),
});
export const listQuerySchema = v.object({ ...pageQuerySchema.entries, q: v.optional(searchText) });
export const orderListQuerySchema = v.object({
  ...listQuerySchema.entries,
  status: v.optional(v.picklist(ORDER_STATUSES, `status must be one of ${ORDER_STATUSES.join(', ')}`)),
});

/** Parses the query string. A blank parameter counts as missing. */
function queryOf<Schema extends v.GenericSchema>(c: AppContext, schema: Schema): v.InferOutput<Schema> {
  return judge(schema, Object.fromEntries(Object.entries(c.req.query()).filter(([, text]) => text !== '')));
}

const wantedPart = ({
  page = 1,
  limit = PAGE_ROWS_DEFAULT,
  q = '',
}: v.InferOutput<typeof listQuerySchema>): ListQuery => ({ page, limit, q });

export const pageOf = (c: AppContext): Page => {
  const { page, limit } = wantedPart(queryOf(c, pageQuerySchema));
  return { page, limit };
};
export const listQueryOf = (c: AppContext): ListQuery => wantedPart(queryOf(c, listQuerySchema));

export function orderListQueryOf(c: AppContext): ListQuery & { status: (typeof ORDER_STATUSES)[number] | null } {
  const { status = null, ...part } = queryOf(c, orderListQuerySchema);
  return { ...wantedPart(part), status };
}

/** The search text in the path. */
export const termSchema = v.object({ term: searchText });
export const searchTerm = (term: string): string => judge(termSchema, { term }).term;

export const paginationOf = ({ page, limit }: Page, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
});

/** Answers with the wanted page of rows that are all in memory. */
export function answerPage<Row>(c: AppContext, rows: readonly Row[], toAnswer: (row: Row) => object): Response {
  const wanted = pageOf(c);
  const from = (wanted.page - 1) * wanted.limit;
  return answerRows(c, rows.slice(from, from + wanted.limit), toAnswer, paginationOf(wanted, rows.length));
}

/**
 * Answers with the rows. If `toAnswer` throws for a row, the row is left out and its id is in `unreadable` (R-LIM-04).
 */
export function answerRows<Row>(
  c: AppContext,
  rows: readonly Row[],
  toAnswer: (row: Row) => object,
  pagination?: Pagination,
): Response {
  const data: object[] = [];
  const unreadable: (number | string)[] = [];
  for (const row of rows)
    try {
      data.push(toAnswer(row));
    } catch {
      unreadable.push(idOf(row));
    }
  return answer(c, data, { unreadable, ...(pagination === undefined ? {} : { pagination }) });
}

/** Returns the id of a row, for the list of unreadable rows. */
function idOf(row: unknown): number | string {
  const parsed = v.safeParse(v.object({ id: v.union([v.number(), v.string()]) }), row);
  return parsed.success ? parsed.output.id : 'unknown';
}
