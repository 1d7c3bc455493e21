/**
 * Says what must hold. A broken assertion is a bug in Kaunta, never something a person typed:
 * what may fail is a `Result`.
 */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}
