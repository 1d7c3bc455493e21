import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext } from './context.ts';

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** Returns a successful response. All have one shape (C-150): { success, data, pagination? }. */
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

/** The largest instant that a Date can hold. A device's broken clock may have written any number, so we clamp to it. */
const INSTANT_MAX_MS = 8_640_000_000_000_000;

/** Returns the instant as ISO 8601 text, the form of all REST responses. */
export const isoTime = (atMs: number): string =>
  new Date(Math.max(-INSTANT_MAX_MS, Math.min(INSTANT_MAX_MS, atMs))).toISOString();

/** Returns the time of the device's clock as text; null if there is none, because that time was possible (SYN-23). */
export const deviceTime = (atMs: number | undefined): string | null => (atMs === undefined ? null : isoTime(atMs));
