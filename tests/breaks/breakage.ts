/** One sentence of docs/sync.md made untrue in one place, and the test that must notice. */
export interface Breakage {
  /** Its id in docs/sync.md: `SYN-7`, `SYN-7a`. */
  rule: `SYN-${string}`;
  /** The property that it takes away. */
  what: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  put: string;
  /** The file of the test, and words of its title, which cites the rule. */
  test: string;
  title: string;
}
