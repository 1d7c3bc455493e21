import * as v from 'valibot';

/** Digits of the code that is sent to the phone of a person who forgot the PIN (R-OTP-03, C-007). */
export const CODE_LENGTH = 6;
/** How long a code is valid. */
export const CODE_LASTS_MS = 10 * 60_000;
/** After this many wrong tries the right code does not work either. */
export const CODE_TRIES_MAX = 5;
/** The shortest time between two codes for one phone. */
export const CODE_AGAIN_AFTER_MS = 60_000;

const WRONG_LENGTH = `OTP must be exactly ${CODE_LENGTH} digits`;

/** A code as typed: a string, so that '004217' stays what it is (R-OTP-01, R-OTP-02). */
export const codeSchema = v.pipe(
  v.string(WRONG_LENGTH),
  v.trim(),
  v.length(CODE_LENGTH, WRONG_LENGTH),
  v.regex(/^[0-9]+$/, 'OTP must contain only numbers'),
);
