import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { GuessTask } from '../../domain/people/guess-task.ts';
import { isTransient } from '../db/database.ts';
import { PicturesBusy } from '../images/picture-turns.ts';
import { TooManyPins } from '../pin-hash.ts';
import type { RefusalAnswer, RefusalDetail } from './answers/refusal.ts';
import type { AppContext, AppDeps } from './context.ts';

/** An expected refusal of a request, with the documents' words for its response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly details: readonly RefusalDetail[];
  readonly retryAfterSeconds: number | undefined;
  /** The task that the device must solve before it may try (R-PIN-06). */
  readonly task: GuessTask | undefined;

  constructor(
    status: ContentfulStatusCode,
    title: string,
    message: string,
    options: { details?: readonly RefusalDetail[]; retryAfterSeconds?: number; task?: GuessTask } = {},
  ) {
    super(message);
    this.status = status;
    this.title = title;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.task = options.task;
  }
}

export const notFound = (message = 'There is nothing at this address.') => new ApiError(404, 'Not found', message);
/** The refusal of a build that is too old or too new. The device then waits until its app has been updated (SYN-8). */
export const outdated = () =>
  new ApiError(
    426,
    'outdated',
    'This version of Kaunta and the server do not understand each other. Reload to update it.',
  );
export const badRequest = (message: string) => new ApiError(400, 'Invalid request', message);

export const notPermitted = () => new ApiError(403, 'Forbidden', "You don't have permission to do this.");

const BUSY_RETRY_SECONDS = 2;
const PICTURES_RETRY_SECONDS = 10;

/** Returns the refusal for an error. The refusal of an unexpected error has no details; `noteRefusal` logs them. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof PicturesBusy)
    return new ApiError(503, 'Busy', 'Kaunta is busy with other pictures. Please try again.', {
      retryAfterSeconds: PICTURES_RETRY_SECONDS,
    });
  if (isTransient(error) || error instanceof TooManyPins)
    return new ApiError(503, 'Busy', 'Kaunta is busy. Please try again.', { retryAfterSeconds: BUSY_RETRY_SECONDS });
  return new ApiError(500, 'Server error', 'Something went wrong. Please try again.');
}

/** Returns the refusal as `refusalOf` does, and logs unexpected errors. */
export function noteRefusal(c: AppContext, { log }: Pick<AppDeps, 'log'>, error: unknown): ApiError {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) log.error({ error, requestId: c.get('requestId') }, 'A request failed');
  return refusal;
}

/** The most errors in one response (R-HOST-03). The first few are enough to correct the request. */
const DETAILS_MAX = 20;
const DETAILS_BYTES_MAX = 7_000;
/** Paths are cut to this length, because a path may end in a name that the caller chose. */
const PATH_CHARS_MAX = 120;

function boundedDetails(details: readonly RefusalDetail[]): RefusalDetail[] {
  const bounded: RefusalDetail[] = [];
  let bytes = 0;
  for (const { path, message } of details.slice(0, DETAILS_MAX)) {
    const detail = { path: path.slice(0, PATH_CHARS_MAX).toWellFormed(), message };
    bytes += Buffer.byteLength(JSON.stringify(detail));
    if (bytes > DETAILS_BYTES_MAX) break;
    bounded.push(detail);
  }
  return bounded;
}

export function answerError(c: AppContext, refusal: ApiError): Response {
  if (refusal.retryAfterSeconds !== undefined) c.header('retry-after', String(refusal.retryAfterSeconds));
  const body: RefusalAnswer = {
    error: refusal.title,
    message: refusal.message,
    details: boundedDetails(refusal.details),
    ...(refusal.task === undefined ? {} : { task: refusal.task }),
  };
  return c.json(body, refusal.status);
}
