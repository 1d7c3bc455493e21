import { beginsWord } from '../../../domain/text/search-text.ts';
import type { IndexedText } from './text-segment.ts';

/*
 * The order of hits: first the row whose code was typed, then names that begin with the text, then names with a word
 * that begins with it, then the rest. Within each rank, best sellers come first, then the newest.
 */

export const RANKS = 4;

/** Returns the rank; 0 is the closest. `query` must be folded, and the row's text must contain all its words. */
export function rankOf({ ranked }: IndexedText, query: string): number {
  if (ranked === undefined) return RANKS - 1;
  if (ranked.code === query) return 0;
  if (ranked.name.startsWith(query)) return 1;
  return query.split(' ').every((word) => beginsWord(ranked.name, word)) ? 2 : RANKS - 1;
}

/**
 * Returns the ids of a page of hits, ordered by rank. Most rows have no weight, so only rows with a weight are sorted:
 * a search that finds nearly all rows costs little more than one pass over them.
 * @param hits newest first
 * @param weightOf how much of the row was sold; 0 for most rows
 */
export function rankedPage(
  hits: Iterable<IndexedText>,
  query: string,
  weightOf: (id: number) => number,
  { page, size }: { page: number; size: number },
): { ids: number[]; total: number } {
  const ranks = Array.from({ length: RANKS }, (): { weighed: [id: number, weight: number][]; others: number[] } => ({
    weighed: [],
    others: [],
  }));
  let total = 0;
  for (const hit of hits) {
    const rank = ranks[rankOf(hit, query)];
    const weight = weightOf(hit.id);
    if (weight > 0) rank?.weighed.push([hit.id, weight]);
    else rank?.others.push(hit.id);
    total += 1;
  }
  const ids = ranks.flatMap(({ weighed, others }) => [
    // The sort is stable: of equal rows the newest stays first.
    ...weighed.sort(([, a], [, b]) => b - a).map(([id]) => id),
    ...others,
  ]);
  return { ids: ids.slice((page - 1) * size, page * size), total };
}
