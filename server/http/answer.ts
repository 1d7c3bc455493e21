import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext } from './context.ts';

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** The one shape of every answer (C-150): { success, data, pagination? }. */
export function answer(
  c: AppContext,
  data: unknown,
  options: {
    status?: ContentfulStatusCode;
    pagination?: Pagination;
    message?: string;
    unreadable?: readonly (number | string)[];
  } = {},
): Response {
  const { status = 200, pagination, message, unreadable = [] } = options;
  return c.json(
    {
      success: true,
      ...(message === undefined ? {} : { message }),
      data,
      ...(pagination === undefined ? {} : { pagination }),
      ...(unreadable.length === 0 ? {} : { unreadable }),
    },
    status,
  );
}

/** The furthest instants that a date can say. A device's broken clock may have written any number. */
const INSTANT_MAX_MS = 8_640_000_000_000_000;

/** An instant as the REST answers write it. */
export const isoTime = (atMs: number): string =>
  new Date(Math.max(-INSTANT_MAX_MS, Math.min(INSTANT_MAX_MS, atMs))).toISOString();

/** The time on the device's clock, when it was impossible; else null. */
export const deviceTime = (atMs: number | undefined): string | null => (atMs === undefined ? null : isoTime(atMs));
