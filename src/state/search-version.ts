import { useSyncExternalStore } from 'react';
import type { SearchedView } from '../../sync/store/search/search-index.ts';
import { useReplica } from './replica.tsx';

/**
 * Returns a number that grows when the search index of a view has changed; 0 for no view. A live read that searches
 * names it among its dependencies.
 */
export function useSearchVersion(view: SearchedView | null): number {
  const { search } = useReplica();
  return useSyncExternalStore(search.subscribe, () => (view === null ? 0 : search.version(view)));
}
