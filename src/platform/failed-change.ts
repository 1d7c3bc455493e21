import type { ApiError } from './api-client.ts';

/* What is said of a call that changes something and failed. Without an answer nobody knows whether it was done (decision 38). */

/** What to try after a sign-out of other devices that got no answer. */
export const MAY_BE_SIGNED_OUT = 'It may be done already. Do it again: that does no harm.';

/**
 * Returns title and text for a call that changes something and failed. Without an answer nobody knows whether it was
 * done (decision 38); `mayBeDone` says what to try then.
 */
export const failedChange = (error: ApiError, title: string, mayBeDone: string): [title: string, text: string | null] =>
  error.code === 'no_connection' ? ['No answer came', mayBeDone] : [error.error ?? title, error.message];

/**
 * Returns the text under the prescribed title of a change that failed. Without an answer it says that it may be done all
 * the same, and what to do (decision 38).
 */
export const unsureText = (error: ApiError, whatNow: string): string | null =>
  error.code === 'no_connection' ? `No answer came, so it may be done all the same. ${whatNow}` : error.message;
