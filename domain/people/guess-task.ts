import * as v from 'valibot';

// A task: some seconds of arithmetic that a device does before it may try, where those that Kaunta does not know have
// tried wrong PINs. The server makes it, the device searches, and the server checks one number.
//
// The answer is a whole number whose PBKDF2 (SHA-256) with the challenge as salt begins with enough zero bits. Browsers
// do PBKDF2 in native code, so a cheap phone loses less against a rented machine than with a hash in a script.

/** So many rounds each number costs, as a power of two. */
const ROUNDS_BITS = 10;
export const TASK_ROUNDS = 2 ** ROUNDS_BITS;
/** A task costs about 2^bits rounds; the easiest takes a cheap phone two to four seconds. */
export const TASK_BITS_MIN = 21;
/**
 * The hardest that is done without asking: a cheap phone, with a million rounds a second, takes ten minutes at most.
 */
export const TASK_BITS_SHORT_MAX = 29;
const CHEAP_PHONE_ROUNDS_PER_SECOND = 1_000_000;
/** How long an answer counts: enough for a hard one on a slow phone. */
export const TASK_LASTS_MS = 12 * 60 * 60 * 1000;

/** The average time, in seconds, in which a cheap phone solves a task of this difficulty. */
export const cheapPhoneSeconds = (bits: number): number => 2 ** bits / CHEAP_PHONE_ROUNDS_PER_SECOND;

/** A task as the server sends it to a device. */
export const guessTaskSchema = v.object({
  /** Made by the server, to be sent back as it is. */
  challenge: v.string(),
  /** About 2^bits rounds of PBKDF2 are to be done. */
  bits: v.number(),
  /** Told of one that is not short: when a short one is asked for again, if nobody tries meanwhile. */
  shortAgainMs: v.optional(v.number()),
});
export type GuessTask = v.InferOutput<typeof guessTaskSchema>;

/** The solution that a device sends with its next sign-in. */
export const solvedTaskSchema = v.object({
  challenge: v.pipe(v.string(), v.maxLength(200)),
  answer: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
});
export type SolvedTask = v.InferOutput<typeof solvedTaskSchema>;

/** True when the hash begins with at least `bits` zero bits. */
export function isSolution(hash: Uint8Array, bits: number): boolean {
  let zeroBits = 0;
  for (const byte of hash) {
    zeroBits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return zeroBits >= bits - ROUNDS_BITS;
}
