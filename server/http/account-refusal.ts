import type { CallerRefusal } from '../account/change-account.ts';
import { ApiError, notPermitted } from './errors.ts';

// What accounts refuse, as answers.

const PHONE_TAKEN = 'This phone number is already registered';

/** Phones are unique over all businesses (R-REG-34, R-USER-27). */
export const phoneTaken = (title: string): ApiError =>
  new ApiError(409, title, PHONE_TAKEN, { details: [{ path: 'phone', message: PHONE_TAKEN }] });

export const callerRefused = (refusal: CallerRefusal): ApiError =>
  refusal === 'signed_out' ? new ApiError(401, 'Unauthorized', 'Your account is no longer active.') : notPermitted();

/** Too many tries: when the next one counts again. */
export function mustWait(waitMs: number, title: string, sentence: string): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError(429, title, `${sentence} Try again in ${waitText(seconds)}.`, { retryAfterSeconds: seconds });
}

export function waitText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
