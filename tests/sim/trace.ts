/** The events of a run: always as a hash; on demand also as lines of text. */
export interface Trace {
  /** Adds to the hash only. */
  mark(value: string | number): void;
  note(atMs: number, who: string, what: string): void;
  hash(): string;
  lines(): readonly string[];
}

export function createTrace(startMs: number, isKept: boolean): Trace {
  const lines: string[] = [];
  let [a, b] = [0x811c9dc5, 0xc9dc5118];
  const mark = (value: string | number): void => {
    const text = String(value);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
    }
  };
  return {
    mark,
    note(atMs, who, what) {
      mark(who);
      mark(what);
      if (isKept) lines.push(`${((atMs - startMs) / 1000).toFixed(3).padStart(9)} s  ${who.padEnd(14)} ${what}`);
    },
    hash: () => [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join(''),
    lines: () => lines,
  };
}
