import { hasWords } from '../../../domain/text/search-text.ts';
import type { SortKeys } from '../sort-keys.ts';

/**
 * One row as search knows it: `text` is folded (domain/text/search-text.ts), its fields apart by line ends, which no query
 * holds.
 */
export interface IndexedText {
  id: number;
  createdAtMs: number;
  text: string;
  /** Only for rows whose hits are ranked (search-rank.ts); other rows are found newest first. */
  ranked?: RankedText;
  /** The total of a sale, in minor units: found by its number, not by its text (sale-search.ts). */
  amountMinor?: number;
  /** Once somebody has sorted the list. */
  keys?: SortKeys;
}

/** Folded texts that decide how close a hit is. */
export interface RankedText {
  name: string;
  /** A code that names this row alone, such as a barcode. */
  code: string | null;
  /** Items only; not folded. */
  category?: string | null;
}

export const isOlder = (a: IndexedText, b: IndexedText): number => a.createdAtMs - b.createdAtMs || a.id - b.id;

/*
 * Three characters that follow one another (a gram) and the row they stand in are one number: 6 bits each, then 12. A
 * text ends in line ends, so each of its characters begins a gram, and what begins with one or two characters is a
 * range.
 */
const CHAR_BITS = 6;
const GRAM_CHARS = 3;
const ROW_BITS = 12;
const ROW_MASK = 2 ** ROW_BITS - 1;
/** Rows that a segment may have. */
export const SEGMENT_ROWS_MAX = 2 ** ROW_BITS;

/** Each has a number of its own; all other characters share those that are left. */
const ALPHABET = `\n0123456789abcdefghijklmnopqrstuvwxyz -.,+@/()'&#_:`;
const SHARED = 2 ** CHAR_BITS - ALPHABET.length;
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => charOf(String.fromCharCode(code)));

function charOf(char: string): number {
  const own = ALPHABET.indexOf(char);
  return own >= 0 ? own : ALPHABET.length + (char.charCodeAt(0) % SHARED);
}

const charAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  // Beyond the end it is no number, and a line end.
  return ASCII[code] ?? (code >= ASCII.length ? ALPHABET.length + (code % SHARED) : 0);
};

/** A query, prepared once for all segments. */
export interface TextQuery {
  /** All words, parted by blanks. A row that has them all, in any order, is a hit. */
  text: string;
  /** The longest of them: rows are narrowed down by it. */
  word: string;
  /** Half-open stretches of numbers, of each of its grams or of those that begin with it. */
  stretches: { from: number; to: number }[];
  /** True when every row that has these grams contains the text. */
  isExact: boolean;
}

export function textQuery(text: string): TextQuery {
  const words = text.split(' ');
  const word = words.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const count = Math.max(1, word.length - GRAM_CHARS + 1);
  const bits = Math.max(0, GRAM_CHARS - word.length) * CHAR_BITS + ROW_BITS;
  const stretches = Array.from({ length: count }, (_, at) => {
    let gram = 0;
    for (let nth = at; nth < Math.min(at + GRAM_CHARS, word.length); nth += 1)
      gram = (gram << CHAR_BITS) | charAt(word, nth);
    return { from: gram << bits, to: (gram + 1) << bits };
  });
  return {
    text,
    word,
    stretches,
    isExact: words.length === 1 && word.length <= GRAM_CHARS && [...word].every((char) => ALPHABET.includes(char)),
  };
}

/** Rows of a list that follow one another, oldest first, and which of them contain a text. */
export class TextSegment {
  readonly entries: IndexedText[];
  /** The grams of its rows, each once a row, in order; null: not made, or no longer true. */
  #grams: Uint32Array | null = null;
  /** The answer to the last query: its other pages, and a longer query, need not look at all rows again. */
  #last: { text: string; matches: ArrayLike<number> } | null = null;

  constructor(entries: IndexedText[]) {
    this.entries = entries;
  }

  get isIndexed(): boolean {
    return this.#grams !== null;
  }

  /** To be called when a row came, went, or says something else. */
  changed(): void {
    this.#grams = null;
    this.#last = null;
  }

  /** A few milliseconds for a full segment. */
  index(): void {
    const grams = new Uint32Array(this.entries.reduce((sum, { text }) => sum + text.length, 0));
    let count = 0;
    this.entries.forEach(({ text }, row) => {
      let [first, second] = [charAt(text, 0), charAt(text, 1)];
      for (let at = 0; at < text.length; at += 1) {
        const third = charAt(text, at + 2);
        grams[count] = (((((first << CHAR_BITS) | second) << CHAR_BITS) | third) << ROW_BITS) | row;
        count += 1;
        [first, second] = [second, third];
      }
    });
    grams.sort();
    this.#grams = grams.filter((gram, at) => gram !== grams[at - 1]);
  }

  /** The query by its two grams that are the rarest here: where rows are alike they are rare elsewhere too. */
  narrowed(query: TextQuery): TextQuery {
    const grams = this.#grams;
    if (!grams || query.stretches.length <= 2) return query;
    const counted = query.stretches.map((stretch) => ({ stretch, count: standingIn(grams, stretch).length }));
    counted.sort((a, b) => a.count - b.count);
    return { ...query, stretches: counted.slice(0, 2).map(({ stretch }) => stretch) };
  }

  /** The places of the rows that contain the query, in their order. */
  matches(query: TextQuery): ArrayLike<number> {
    if (this.#last?.text === query.text) return this.#last.matches;
    const matches = this.#find(query);
    this.#last = { text: query.text, matches };
    return matches;
  }

  #find(query: TextQuery): ArrayLike<number> {
    const { text = '', matches = null } = this.#last ?? {};
    // Hits of a shorter query narrow this one, but not with several words: there a longer query may match more rows.
    const earlier = !text.includes(' ') && query.text.includes(text) ? matches : null;
    const found = this.#grams && candidatesOf(this.#grams, query, this.entries.length);
    if (found && query.isExact) return found;
    return this.#containing(query.text, found && !(earlier && earlier.length < found.length) ? found : earlier);
  }

  #containing(text: string, among: ArrayLike<number> | null): number[] {
    const places: number[] = [];
    const count = among?.length ?? this.entries.length;
    for (let nth = 0; nth < count; nth += 1) {
      const place = among?.[nth] ?? nth;
      if (hasWords(this.entries[place]?.text ?? '', text)) places.push(place);
    }
    return places;
  }
}

/**
 * The rows that have the query's two rarest grams, or begin one with it; each once, in order. null: all of them are in
 * most of so many rows, so it is quicker to look at each.
 */
function candidatesOf(grams: Uint32Array, { word, stretches, isExact }: TextQuery, rowCount: number) {
  let [rarest, next] = [grams, grams];
  for (const stretch of stretches) {
    const found = standingIn(grams, stretch);
    if (found.length < rarest.length) [rarest, next] = [found, rarest];
    else if (found.length < next.length) next = found;
  }
  if (word.length < GRAM_CHARS) return rowsOf(rarest);
  if (!isExact && rarest.length > rowCount / 2) return null;
  return word.length === GRAM_CHARS ? rarest.map((gram) => gram & ROW_MASK) : inBoth(rarest, next);
}

function standingIn(grams: Uint32Array, { from, to }: TextQuery['stretches'][number]): Uint32Array {
  const first = placeOf(grams, from, 0);
  return grams.subarray(first, placeOf(grams, to, first));
}

/** The rows of several grams; a row may appear more than once. */
function rowsOf(grams: Uint32Array): number[] {
  const isFound = new Uint8Array(SEGMENT_ROWS_MAX);
  for (let at = 0; at < grams.length; at += 1) isFound[(grams[at] ?? 0) & ROW_MASK] = 1;
  const rows: number[] = [];
  for (let row = 0; row < isFound.length; row += 1) if (isFound[row] === 1) rows.push(row);
  return rows;
}

/** The rows of two grams that have both. */
function inBoth(one: Uint32Array, other: Uint32Array): number[] {
  const rows: number[] = [];
  let at = 0;
  for (const gram of one) {
    const row = gram & ROW_MASK;
    while (at < other.length && ((other[at] ?? 0) & ROW_MASK) < row) at += 1;
    if (((other[at] ?? -1) & ROW_MASK) === row && at < other.length) rows.push(row);
  }
  return rows;
}

/** The first place, from one on, of a value that is not smaller. */
function placeOf(sorted: Uint32Array, value: number, from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
