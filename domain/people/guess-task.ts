import * as v from 'valibot';

// A task is some seconds of computing that an unknown device must do before it may try a PIN, if unknown devices have
// tried wrong PINs. The server creates the task, the device searches the solution, and the server checks one number.
//
// The solution is a whole number whose PBKDF2 (SHA-256), with the challenge as salt, begins with enough zero bits.
// Browsers run PBKDF2 in native code, so a cheap phone is less at a disadvantage against an attacker's fast machine.

/** The PBKDF2 rounds for each tried number, as a power of two. */
const ROUNDS_BITS = 10;
export const TASK_ROUNDS = 2 ** ROUNDS_BITS;
/** A task costs about 2^bits rounds; the easiest takes a cheap phone two to four seconds. */
export const TASK_BITS_MIN = 21;
/**
 * The hardest task that a device solves without asking the person. A cheap phone (a million rounds a second) takes
 * about ten minutes.
 */
export const TASK_BITS_SHORT_MAX = 29;
const CHEAP_PHONE_ROUNDS_PER_SECOND = 1_000_000;
/** How long a task is valid: long enough for a hard task on a slow phone. */
export const TASK_LASTS_MS = 12 * 60 * 60 * 1000;

/** Returns the average time, in seconds, in which a cheap phone solves a task of this difficulty. */
export const cheapPhoneSeconds = (bits: number): number => 2 ** bits / CHEAP_PHONE_ROUNDS_PER_SECOND;

/** A task as the server sends it to a device. */
export const guessTaskSchema = v.object({
  /** Made by the server; the device sends it back unchanged. */
  challenge: v.string(),
  /** The difficulty: a solution takes about 2^bits rounds of PBKDF2. */
  bits: v.number(),
  /** Only for a long task: after this time without tries, tasks are short again. */
  shortAgainMs: v.optional(v.number()),
});
export type GuessTask = v.InferOutput<typeof guessTaskSchema>;

/** The solution that a device sends with its next sign-in. */
export const solvedTaskSchema = v.object({
  challenge: v.pipe(v.string(), v.maxLength(200)),
  answer: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
});
export type SolvedTask = v.InferOutput<typeof solvedTaskSchema>;

/** True if the hash begins with enough zero bits for a task of this difficulty. */
export function isSolution(hash: Uint8Array, bits: number): boolean {
  let zeroBits = 0;
  for (const byte of hash) {
    zeroBits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zeroBits >= bits - ROUNDS_BITS;
}
