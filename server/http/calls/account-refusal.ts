import type { GuessTask } from '../../../domain/people/guess-task.ts';
import type { CallerRefusal } from '../../account/change-account.ts';
import type { GateRefusal } from '../../account/guess-gate.ts';
import { ApiError, notPermitted } from '../errors.ts';

// Refusals of the account layer as HTTP errors.

/** The message for a wrong PIN of the caller's own. */
export const WRONG_PIN = 'The current PIN is not right';

const PHONE_TAKEN = 'This phone number is already registered';

/** Returns the refusal of a phone that is taken. Phones are unique over all businesses (R-REG-34, R-USER-27). */
export const phoneTaken = (title: string): ApiError =>
  new ApiError(409, title, PHONE_TAKEN, { details: [{ path: 'phone', message: PHONE_TAKEN }] });

export const callerRefused = (refusal: CallerRefusal): ApiError =>
  refusal === 'signed_out' ? new ApiError(401, 'Unauthorized', 'Your account is no longer active.') : notPermitted();

/** Returns the refusal of too many tries. It says when the next try is allowed. */
export function mustWait(waitMs: number, title: string, sentence: string): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError(429, title, `${sentence} Try again in ${waitText(seconds)}.`, { retryAfterSeconds: seconds });
}

/** Actions that an unknown device may have to wait for, and the ways in that stay open meanwhile. */
const HELD_UP = {
  'sign-in': {
    what: 'Somebody is trying out PINs, so logging in on devices that Kaunta does not know is held up',
    doors:
      'A device that has logged in before gets in as always. Forgot PIN works now too: it sends a code to your phone, and then this device is known.',
  },
  registration: {
    what: 'Very many shops were registered just now, so registering is held up',
    doors: 'Whoever has an account can log in as always.',
  },
} as const;
export type HeldUp = keyof typeof HELD_UP;

/**
 * Returns the refusal that carries a task: unknown devices have tried too often, so this unknown device must solve it
 * first. If the task takes long, the sentence also says how long tasks stay that hard, and which other ways in exist.
 */
export function mustSolve(task: GuessTask, heldUp: HeldUp = 'sign-in'): ApiError {
  const { what, doors } = HELD_UP[heldUp];
  const seconds = Math.ceil((task.shortAgainMs ?? 0) / 1000);
  const message =
    seconds === 0
      ? 'There were too many attempts from devices that Kaunta does not know. This one has to do some arithmetic first.'
      : `${what} for about ${waitText(seconds)}, longer if it goes on. ${doors}`;
  return new ApiError(429, 'Too many attempts', message, {
    task,
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

export const gateError = (refusal: GateRefusal, sentence: string, heldUp: HeldUp = 'sign-in'): ApiError =>
  refusal.code === 'task' ? mustSolve(refusal.task, heldUp) : mustWait(refusal.waitMs, 'Too many attempts', sentence);

export function waitText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 120) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
