/**
 * Throws if the condition is false. A failed assertion is a bug in Kaunta, never wrong input:
 * for what may fail, return a `Result`.
 */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}
