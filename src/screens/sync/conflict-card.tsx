import { formatDateTime } from '../../../domain/time.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { ConflictChoice } from '../../parts/conflict/conflict-choice.tsx';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { ChangeCard } from './change-card.tsx';

/** The card of a conflict. Its title is the name of the row (M13). */
export function ConflictCard({ conflict, name, timeZone }: { conflict: Conflict; name: string; timeZone: string }) {
  return (
    <ChangeCard what={name} since={formatDateTime(conflict.createdAtMs, timeZone)}>
      <RowSyncBadge sync="conflict" />
      <ConflictChoice conflict={conflict} withTimes />
    </ChangeCard>
  );
}
