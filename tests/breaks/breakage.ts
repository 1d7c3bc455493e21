/** A change of one place in the code that breaks one sentence of docs/sync.md, and the test that must notice it. */
export interface Breakage {
  /** The rule's id in docs/sync.md: `SYN-7`, `SYN-7a`. */
  rule: `SYN-${string}`;
  /** The property that is lost. */
  what: string;
  file: string;
  /** The text to replace; the file contains it exactly once. */
  find: string;
  put: string;
  /** The file of the test, and words of its title; the title cites the rule. */
  test: string;
  title: string;
}
