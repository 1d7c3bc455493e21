/** Something that must hold does not (docs/sync.md, 'What must hold'). */
export class Violation extends Error {
  override name = 'Violation';
}

/** Ends the run when the condition does not hold; `rule` is the number in 'What must hold'. */
export function hold(condition: unknown, rule: string, sentence: () => string): asserts condition {
  if (!condition) throw new Violation(`[${rule}] ${sentence()}`);
}
