import { openConflictsOf } from '../../../sync/store/live-reads.ts';
import { ConflictChoice } from '../../app/conflict-choice.tsx';
import { groupLabel } from '../../app/conflict-words.ts';
import { useLive } from '../../state/replica.tsx';

/** What two people made of one item, each to be settled here (M13). */
export function ItemConflicts({ itemId, withTimes = false }: { itemId: number; withTimes?: boolean }) {
  const conflicts = useLive((database) => openConflictsOf(database, 'item', itemId), [itemId]) ?? [];
  return conflicts.map((conflict) => (
    <div key={conflict.id} role="group" aria-label={`Conflict: ${groupLabel(conflict.group)}`}>
      <ConflictChoice conflict={conflict} withTimes={withTimes} />
    </div>
  ));
}
