/** One row as search knows it: `text` is lower case, its fields apart by line ends, which no query holds. */
export interface IndexedText {
  id: number;
  createdAtMs: number;
  text: string;
}

export interface TextPage {
  /** Newest first. */
  ids: number[];
  total: number;
}

/** More changes than this are merged by sorting once instead of one by one. */
const ONE_BY_ONE_MAX = 64;

const isOlder = (a: IndexedText, b: IndexedText): number => a.createdAtMs - b.createdAtMs || a.id - b.id;

/**
 * Rows in memory in the order of the lists, newest last, because that is where new ones come. A page without a query
 * costs its own length, one with a query a single pass over short texts.
 */
export class TextIndex {
  #entries: IndexedText[] = [];
  #entriesById = new Map<number, IndexedText>();
  /** The answer to the last query: its other pages, and a longer query, need not look at all rows again. */
  #last: { query: string; matches: IndexedText[] } | null = null;

  get size(): number {
    return this.#entries.length;
  }

  replaceAll(entries: readonly IndexedText[]): void {
    this.#last = null;
    this.#entries = [...entries].sort(isOlder);
    this.#entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  }

  /** Takes rows as they now are; null: there is none of this id any more. */
  apply(changes: ReadonlyMap<number, IndexedText | null>): void {
    this.#last = null;
    const moved = new Map<number, IndexedText | null>();
    for (const [id, next] of changes) {
      const known = this.#entriesById.get(id);
      if (known && next && known.createdAtMs === next.createdAtMs) known.text = next.text;
      else if (known ?? next) moved.set(id, next);
    }
    if (moved.size > ONE_BY_ONE_MAX) this.#merge(moved);
    else for (const [id, next] of moved) this.#place(id, next);
  }

  /** The page of the rows that contain the query; all rows without one. Pages count from 1. */
  page(query: string, page: number, size: number): TextPage {
    const matches = query === '' ? this.#entries : this.#matching(query);
    const end = matches.length - (page - 1) * size;
    const rows = end <= 0 ? [] : matches.slice(Math.max(0, end - size), end);
    return { ids: rows.reverse().map((entry) => entry.id), total: matches.length };
  }

  #matching(query: string): IndexedText[] {
    if (this.#last?.query === query) return this.#last.matches;
    const among = this.#last && query.includes(this.#last.query) ? this.#last.matches : this.#entries;
    const matches = among.filter((entry) => entry.text.includes(query));
    this.#last = { query, matches };
    return matches;
  }

  #place(id: number, next: IndexedText | null): void {
    const known = this.#entriesById.get(id);
    if (known) this.#entries.splice(this.#positionOf(known), 1);
    if (next) this.#entries.splice(this.#positionOf(next), 0, next);
    this.#remember(id, next);
  }

  #merge(moved: ReadonlyMap<number, IndexedText | null>): void {
    const kept = this.#entries.filter((entry) => !moved.has(entry.id));
    for (const [id, next] of moved) {
      if (next) kept.push(next);
      this.#remember(id, next);
    }
    this.#entries = kept.sort(isOlder);
  }

  #remember(id: number, next: IndexedText | null): void {
    if (next) this.#entriesById.set(id, next);
    else this.#entriesById.delete(id);
  }

  /** Where the entry stands, or would stand. */
  #positionOf(entry: IndexedText): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#entries[middle];
      if (other && isOlder(other, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What a person typed, as it is looked for. */
export const queryOf = (typed: string): string => typed.trim().toLowerCase();

/** The fields of a row as one text; what is null is not there. */
export const indexedText = (fields: readonly (string | number | null | undefined)[]): string =>
  fields
    .filter((field) => field !== null && field !== undefined && field !== '')
    .join('\n')
    .toLowerCase();
