/** A rule of docs/sync.md, 'What must hold', is broken. */
export class Violation extends Error {
  override name = 'Violation';
}

/** Ends the run if the condition is false; `rule` is the number in 'What must hold'. */
export function hold(condition: unknown, rule: string, sentence: () => string): asserts condition {
  if (!condition) throw new Violation(`[${rule}] ${sentence()}`);
}
