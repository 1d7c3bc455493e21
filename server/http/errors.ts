import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isTransient } from '../db/database.ts';
import type { RefusalAnswer, RefusalDetail } from './answers/refusal.ts';
import type { AppContext, AppDeps } from './context.ts';

/** An expected refusal of a request: what the answer says, in the documents' words. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly details: readonly RefusalDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    title: string,
    message: string,
    options: { details?: readonly RefusalDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.title = title;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const notFound = (message = 'There is nothing at this address.') => new ApiError(404, 'Not found', message);
export const badRequest = (message: string) => new ApiError(400, 'Invalid request', message);

export const notPermitted = () => new ApiError(403, 'Forbidden', "You don't have permission to do this.");

const BUSY_RETRY_SECONDS = 2;

/** The refusal that an error becomes. What is not expected tells the caller nothing of itself; the log has it. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isTransient(error))
    return new ApiError(503, 'Busy', 'Kaunta is busy. Please try again.', { retryAfterSeconds: BUSY_RETRY_SECONDS });
  return new ApiError(500, 'Server error', 'Something went wrong. Please try again.');
}

/** The same, and the log is told what nobody expected. */
export function noteRefusal(c: AppContext, { log }: Pick<AppDeps, 'log'>, error: unknown): ApiError {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) log.error({ error, requestId: c.get('requestId') }, 'A request failed');
  return refusal;
}

export function answerError(c: AppContext, refusal: ApiError): Response {
  if (refusal.retryAfterSeconds !== undefined) c.header('retry-after', String(refusal.retryAfterSeconds));
  const body: RefusalAnswer = { error: refusal.title, message: refusal.message, details: refusal.details };
  return c.json(body, refusal.status);
}
