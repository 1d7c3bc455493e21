import { TALLY_KEYS } from '../../sync/replica/tally.ts';
import { tallyOf } from '../../sync/store/live-reads.ts';
import { useFirstLoad } from './first-load.ts';
import { useLive } from './replica.tsx';

/** Nothing can be sold here yet. False while that is not known, and on a device that has no copy of the shop yet. */
export function useHasNoItems(): boolean {
  const { status } = useFirstLoad();
  const itemCount = useLive((database) => tallyOf(database, TALLY_KEYS.activeItems), []);
  return status === 'ready' && itemCount !== undefined && itemCount <= 0;
}
