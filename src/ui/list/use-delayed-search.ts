import { useEffect, useRef, useState } from 'react';

/** A pause in typing before a search starts (R-PICK-03). */
export const SEARCH_DELAY_MS = 300;

export interface DelayedSearch<Found> {
  /** '' while there is nothing to search for: closed, or nothing typed (R-PICK-01, R-PICK-02). */
  term: string;
  search: (term: string) => Promise<readonly Found[]>;
  onFailed: (error: unknown) => void;
}

/** 'searching' still holds what the term before it found, so that the list does not blink while a name is typed. */
export type SearchState<Found> = { status: 'idle' } | { status: 'searching' | 'found'; found: readonly Found[] };

/** Searches when typing pauses; an answer to an earlier term is dropped. A failed search finds nothing (R-PICK-05). */
export function useDelayedSearch<Found>({ term, search, onFailed }: DelayedSearch<Found>): SearchState<Found> {
  const trimmed = term.trim();
  const [answer, setAnswer] = useState<{ term: string; found: readonly Found[] }>({ term: '', found: [] });
  // The screen may hand over new functions at every drawing; that is no reason to search again.
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
