import { hasWords } from '../../../domain/text/search-text.ts';
import type { SortKeys } from '../sort-keys.ts';

/**
 * One row as search knows it. `text` is folded (domain/text/search-text.ts); its fields are separated by line ends,
 * which no query contains.
 */
export interface IndexedText {
  id: number;
  createdAtMs: number;
  text: string;
  /** Only for rows whose hits are ranked (search-rank.ts). Other hits are newest first. */
  ranked?: RankedText;
  /** The total of a sale, in minor units. It is compared as a number, not as text (sale-search.ts). */
  amountMinor?: number;
  /** The sort keys; set when the list is first sorted. */
  keys?: SortKeys;
}

/** Folded texts that decide the rank of a hit. */
export interface RankedText {
  name: string;
  /** A code that identifies this row alone, such as a barcode. */
  code: string | null;
  /** Items only; not folded. */
  category?: string | null;
}

export const isOlder = (a: IndexedText, b: IndexedText): number => a.createdAtMs - b.createdAtMs || a.id - b.id;

/*
 * Three consecutive characters (a gram) and the row that contains them are packed into one number: 6 bits for each
 * character, then 12 for the row. A text is padded with line ends, so each of its characters begins a gram. All grams
 * that begin with one or two given characters are a range of numbers.
 */
const CHAR_BITS = 6;
const GRAM_CHARS = 3;
const ROW_BITS = 12;
const ROW_MASK = 2 ** ROW_BITS - 1;
/** The number of rows that fit into a segment. */
export const SEGMENT_ROWS_MAX = 2 ** ROW_BITS;

/** Each of these characters has a number of its own; all other characters share the numbers that are left. */
const ALPHABET = `\n0123456789abcdefghijklmnopqrstuvwxyz -.,+@/()'&#_:`;
const SHARED = 2 ** CHAR_BITS - ALPHABET.length;
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => charOf(String.fromCharCode(code)));

function charOf(char: string): number {
  const own = ALPHABET.indexOf(char);
  return own >= 0 ? own : ALPHABET.length + (char.charCodeAt(0) % SHARED);
}

const charAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  // Beyond the end of the text `code` is NaN, which counts as a line end.
  return ASCII[code] ?? (code >= ASCII.length ? ALPHABET.length + (code % SHARED) : 0);
};

/** A query, prepared once for all segments. */
export interface TextQuery {
  /** All words, separated by blanks. A row that contains all of them, in any order, is a hit. */
  text: string;
  /** The longest word: rows are narrowed down by it. */
  word: string;
  /**
   * Half-open ranges of numbers: one for each gram of the word, or, for a shorter word, one of all grams that begin
   * with it.
   */
  stretches: { from: number; to: number }[];
  /** True if every row that has these grams contains the text. */
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

/** A run of consecutive rows of a list, oldest first. It finds which of them contain a text. */
export class TextSegment {
  readonly entries: IndexedText[];
  /** The grams of the rows, sorted, each once per row; null: not made yet, or out of date. */
  #grams: Uint32Array | null = null;
  /**
   * The result of the last query. The other pages of that query, and a longer query, need not look at all rows again.
   */
  #last: { text: string; matches: ArrayLike<number> } | null = null;

  constructor(entries: IndexedText[]) {
    this.entries = entries;
  }

  get isIndexed(): boolean {
    return this.#grams !== null;
  }

  /** Must be called when a row came, went or changed its text. */
  changed(): void {
    this.#grams = null;
    this.#last = null;
  }

  /** Makes the grams, which takes a few milliseconds for a full segment. */
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

  /**
   * Returns the query with only its two grams that are rarest here. Rows of a table are alike, so these grams are rare
   * in other segments too.
   */
  narrowed(query: TextQuery): TextQuery {
    const grams = this.#grams;
    if (!grams || query.stretches.length <= 2) return query;
    const counted = query.stretches.map((stretch) => ({ stretch, count: gramsIn(grams, stretch).length }));
    counted.sort((a, b) => a.count - b.count);
    return { ...query, stretches: counted.slice(0, 2).map(({ stretch }) => stretch) };
  }

  /** Returns the positions of the rows that contain the query, in ascending order. */
  matches(query: TextQuery): ArrayLike<number> {
    if (this.#last?.text === query.text) return this.#last.matches;
    const matches = this.#find(query);
    this.#last = { text: query.text, matches };
    return matches;
  }

  #find(query: TextQuery): ArrayLike<number> {
    const { text = '', matches = null } = this.#last ?? {};
    // The hits of a shorter query narrow this one. That is wrong for several words: there a longer query may match more
    // rows.
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
 * Returns the rows that have the query's two rarest grams, or a gram that begins with the query; each once, in order.
 * Returns null if even the rarest gram is in most rows: then it is faster to look at each row.
 */
function candidatesOf(grams: Uint32Array, { word, stretches, isExact }: TextQuery, rowCount: number) {
  let [rarest, next] = [grams, grams];
  for (const stretch of stretches) {
    const found = gramsIn(grams, stretch);
    if (found.length < rarest.length) [rarest, next] = [found, rarest];
    else if (found.length < next.length) next = found;
  }
  if (word.length < GRAM_CHARS) return rowsOf(rarest);
  if (!isExact && rarest.length > rowCount / 2) return null;
  return word.length === GRAM_CHARS ? rarest.map((gram) => gram & ROW_MASK) : inBoth(rarest, next);
}

function gramsIn(grams: Uint32Array, { from, to }: TextQuery['stretches'][number]): Uint32Array {
  const first = placeOf(grams, from, 0);
  return grams.subarray(first, placeOf(grams, to, first));
}

/** Returns the rows of several grams, each once; in `grams` a row may appear more than once. */
function rowsOf(grams: Uint32Array): number[] {
  const isFound = new Uint8Array(SEGMENT_ROWS_MAX);
  for (let at = 0; at < grams.length; at += 1) isFound[(grams[at] ?? 0) & ROW_MASK] = 1;
  const rows: number[] = [];
  for (let row = 0; row < isFound.length; row += 1) if (isFound[row] === 1) rows.push(row);
  return rows;
}

/** Returns the rows that have both grams. */
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

/** Returns the first position, from `from` on, of a value that is not smaller. */
function placeOf(sorted: Uint32Array, value: number, from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
