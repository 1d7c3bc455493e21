import type { EditedTable } from '../../../sync/merge/field-groups.ts';
import { openConflictsOf } from '../../../sync/store/live-reads.ts';
import { useLive } from '../../state/replica.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { groupLabel } from './conflict-words.ts';

/** Shows the conflicts of one row, and settles them on the row's own screen (M13). */
export function RowConflicts({
  table,
  rowId,
  withTimes = false,
}: {
  table: EditedTable | 'order';
  rowId: number;
  withTimes?: boolean;
}) {
  const conflicts = useLive((database) => openConflictsOf(database, table, rowId), [table, rowId]) ?? [];
  return conflicts.map((conflict) => (
    <div key={conflict.id} role="group" aria-label={`Conflict: ${groupLabel(conflict.group)}`}>
      <ConflictChoice conflict={conflict} withTimes={withTimes} />
    </div>
  ));
}
