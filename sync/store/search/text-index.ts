import type { TimeRange } from '../../../domain/time.ts';
import { type IndexedText, isOlder, SEGMENT_ROWS_MAX, type TextQuery, textQuery, TextSegment } from './text-segment.ts';

export interface TextPage {
  /** Newest first, or in the order of the sort. */
  ids: number[];
  total: number;
}

/**
 * The rows of a table in memory, in the order of the lists but oldest first, because new rows then come at the end.
 * They are split into segments, so that a change of one row touches only a few thousand rows. A page without a query
 * costs its own length. A page with a query costs the rows that contain its rarest three characters in segments with
 * grams (`indexNext`), and all rows in the others.
 */
export class TextIndex {
  readonly #rowsMax: number;
  /** Oldest first; none is empty. */
  #segments: TextSegment[] = [];
  #entriesById = new Map<number, IndexedText>();
  #changeCount = 0;
  #version = 0;

  /** @param rowsMax a segment that grows beyond this number is split in two */
  constructor(rowsMax = SEGMENT_ROWS_MAX) {
    this.#rowsMax = rowsMax;
  }

  replaceAll(entries: readonly IndexedText[]): void {
    const sorted = entries.toSorted(isOlder);
    const rowsEach = Math.ceil(this.#rowsMax / 2);
    this.#segments = Array.from(
      { length: Math.ceil(sorted.length / rowsEach) },
      (_, nth) => new TextSegment(sorted.slice(nth * rowsEach, (nth + 1) * rowsEach)),
    );
    this.#entriesById = new Map(entries.map((entry) => [entry.id, entry]));
    this.#changeCount += 1;
    this.#version += 1;
  }

  /** Stores rows as they are now; null: there is no row of this id any more. */
  apply(changes: ReadonlyMap<number, IndexedText | null>): void {
    this.#version += 1;
    for (const [id, next] of changes) {
      const known = this.#entriesById.get(id);
      if (known && next && known.createdAtMs === next.createdAtMs) {
        if (known.ranked?.category !== next.ranked?.category) this.#changeCount += 1;
        if (next.ranked) known.ranked = next.ranked;
        if (next.amountMinor !== undefined) known.amountMinor = next.amountMinor;
        if (next.keys) known.keys = next.keys;
        if (known.text === next.text) continue;
        this.#changeCount += 1;
        this.#segmentOf(known)?.changed();
        known.text = next.text;
        continue;
      }
      if (known || next) this.#changeCount += 1;
      if (known) this.#remove(known);
      if (next) this.#add(next);
    }
  }

  /** Raised when a row came, went or changed its text; not raised when only its stock moved. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Raised at every change: sorted results of an older version are out of date. */
  get version(): number {
    return this.#version;
  }

  entries(): Iterable<IndexedText> {
    return this.#entriesById.values();
  }

  /** Returns the time from the oldest row to just after the newest; an empty range if there are no rows. */
  range(): TimeRange {
    const [oldest, newest] = [this.#segments[0]?.entries[0], this.#segments.at(-1)?.entries.at(-1)];
    return { fromMs: oldest?.createdAtMs ?? 0, toMs: newest ? newest.createdAtMs + 1 : 0 };
  }

  /** Returns a page of the rows that contain the query, or of all rows if the query is empty. Pages count from 1. */
  page(query: string, page: number, size: number): TextPage {
    const ids: number[] = [];
    const wanted = query === '' ? null : this.#narrowed(textQuery(query));
    let total = 0;
    let skipped = (page - 1) * size;
    for (const segment of this.#segments.toReversed()) {
      const matches = wanted && segment.matches(wanted);
      const count = matches?.length ?? segment.entries.length;
      for (let nth = count - 1 - skipped; nth >= 0 && ids.length < size; nth -= 1) {
        const entry = segment.entries[matches?.[nth] ?? nth];
        if (entry) ids.push(entry.id);
      }
      skipped = Math.max(0, skipped - count);
      total += count;
    }
    return { ids, total };
  }

  /** Yields the rows that contain the query, newest first. */
  *hits(query: string): Generator<IndexedText> {
    const wanted = this.#narrowed(textQuery(query));
    for (const segment of this.#segments.toReversed()) {
      const matches = segment.matches(wanted);
      for (let nth = matches.length - 1; nth >= 0; nth -= 1) {
        const entry = segment.entries[matches[nth] ?? -1];
        if (entry) yield entry;
      }
    }
  }

  /**
   * Narrows the query by what is rare in the newest segment with grams. Counting that in every segment would cost more
   * than it saves.
   */
  #narrowed(query: TextQuery): TextQuery {
    return this.#segments.findLast((segment) => segment.isIndexed)?.narrowed(query) ?? query;
  }

  /**
   * Makes the grams of one segment, newest first, which takes a few milliseconds. Returns true if a segment had none.
   */
  indexNext(): boolean {
    const next = this.#segments.findLast((segment) => !segment.isIndexed);
    next?.index();
    return next !== undefined;
  }

  #remove(entry: IndexedText): void {
    const segment = this.#segmentOf(entry);
    if (!segment) return;
    segment.entries.splice(placeIn(segment.entries, entry), 1);
    segment.changed();
    if (segment.entries.length === 0) this.#segments.splice(this.#segments.indexOf(segment), 1);
    this.#entriesById.delete(entry.id);
  }

  #add(entry: IndexedText): void {
    this.#entriesById.set(entry.id, entry);
    const segment = this.#segmentOf(entry);
    if (!segment) {
      this.#segments.push(new TextSegment([entry]));
      return;
    }
    const { entries } = segment;
    entries.splice(placeIn(entries, entry), 0, entry);
    segment.changed();
    if (entries.length <= this.#rowsMax) return;
    const later = new TextSegment(entries.splice(entries.length >>> 1));
    this.#segments.splice(this.#segments.indexOf(segment) + 1, 0, later);
  }

  /**
   * Returns the segment of the entry, or the one where it must be inserted: the last segment that does not begin after
   * it.
   */
  #segmentOf(entry: IndexedText): TextSegment | undefined {
    let [low, high] = [0, this.#segments.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = this.#segments[middle]?.entries[0];
      if (first && isOlder(first, entry) <= 0) low = middle + 1;
      else high = middle;
    }
    return this.#segments[Math.max(0, low - 1)];
  }
}

/** Returns the position of the entry among these entries, or the position at which to insert it. */
function placeIn(entries: readonly IndexedText[], entry: IndexedText): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = entries[middle];
    if (other && isOlder(other, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
