import { useEffect, useRef, useState } from 'react';

/** The pause in typing after which a search starts (R-PICK-03). */
export const SEARCH_DELAY_MS = 300;

export interface DelayedSearch<Found> {
  /** '' while closed or while nothing is typed (R-PICK-01, R-PICK-02). */
  term: string;
  search: (term: string) => Promise<readonly Found[]>;
  onFailed: (error: unknown) => void;
}

/** 'searching' still holds the hits of the previous term, so that the list does not blink while a name is typed. */
export type SearchState<Found> = { status: 'idle' } | { status: 'searching' | 'found'; found: readonly Found[] };

/** Searches when typing pauses. Hits of an earlier term are dropped. A failed search finds nothing (R-PICK-05). */
export function useDelayedSearch<Found>({ term, search, onFailed }: DelayedSearch<Found>): SearchState<Found> {
  const trimmed = term.trim();
  const [answer, setAnswer] = useState<{ term: string; found: readonly Found[] }>({ term: '', found: [] });
  // The functions may be new in every render; that must not start another search.
  const ports = useRef({ search, onFailed });
  useEffect(() => {
    ports.current = { search, onFailed };
  });

  useEffect(() => {
    if (trimmed === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      ports.current.search(trimmed).then(
        (found) => isCurrent && setAnswer({ term: trimmed, found }),
        (error: unknown) => {
          ports.current.onFailed(error);
          if (isCurrent) setAnswer({ term: trimmed, found: [] });
        },
      );
    }, SEARCH_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [trimmed]);

  if (trimmed === '') return { status: 'idle' };
  return { status: answer.term === trimmed ? 'found' : 'searching', found: answer.found };
}
