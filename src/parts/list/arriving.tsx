import { Text } from '@mantine/core';
import type { ReplicaState } from '../../../sync/ports.ts';
import { replicaStateOf } from '../../../sync/store/live-reads.ts';
import { useOnline } from '../../state/online.ts';
import { useLive } from '../../state/replica.tsx';

/** The rows of each table of history, as a list names them. */
const NOUNS = { sale: 'sales', purchase: 'purchases', stockMovement: 'stock movements' } as const;

/** Returns true until this device has all rows of the past that it is to keep (SYN-12). */
export const isArriving = ({
  snapshotComplete,
  historyLeft,
}: Pick<ReplicaState, 'snapshotComplete' | 'historyLeft'>): boolean => !snapshotComplete || historyLeft;

/**
 * Returns a sentence while older rows are still to come to this device, so that no list and no sum looks whole before it
 * is (R-SLIST-70); null once they are here. Undefined until this is read.
 */
export function useArrivingText(table: keyof typeof NOUNS): string | null | undefined {
  const isOnline = useOnline((state) => state.isOnline);
  const arriving = useLive(async (shop) => isArriving(await replicaStateOf(shop)), []);
  if (arriving === undefined) return undefined;
  if (!arriving) return null;
  return arrivingText(table, isOnline);
}

/** Says of rows of the past that they are still to come. */
export const arrivingText = (table: keyof typeof NOUNS, isOnline: boolean): string =>
  isOnline
    ? `Older ${NOUNS[table]} are still being fetched.`
    : `Older ${NOUNS[table]} are not here yet. They are fetched when you are online.`;

/** Says beside a sum of what is owed that it may be too small, while older sales are still to come (R-OWE-09). */
export function OwedArrivingNote() {
  const text = useArrivingText('sale');
  if (!text) return null;
  return (
    <Text size="sm" role="note">
      {text} More may be owed than is shown here.
    </Text>
  );
}
