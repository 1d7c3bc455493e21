import { beginsWord } from '../../../domain/text/search-text.ts';
import type { IndexedText } from './text-segment.ts';

/*
 * The order of what a search finds: the row whose code was typed, then names that begin with it, then names of which a word
 * begins with it, then the rest. Within each what sells most comes first, then the newest.
 */

export const RANKS = 4;

/** 0 is the closest. `query` is folded, and the row's text has all its words. */
export function rankOf({ ranked }: IndexedText, query: string): number {
  if (ranked === undefined) return RANKS - 1;
  if (ranked.code === query) return 0;
  if (ranked.name.startsWith(query)) return 1;
  return query.split(' ').every((word) => beginsWord(ranked.name, word)) ? 2 : RANKS - 1;
}

/**
 * The ids of a page of hits by rank. Most rows have no weight, so only those that have one are sorted: the cost of a search
 * that finds nearly all rows stays that of looking at them.
 * @param hits newest first
 * @param weightOf how much of it was sold; 0 for most
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
    // A stable sort: of equals the newest stays first.
    ...weighed.sort(([, a], [, b]) => b - a).map(([id]) => id),
    ...others,
  ]);
  return { ids: ids.slice((page - 1) * size, page * size), total };
}
