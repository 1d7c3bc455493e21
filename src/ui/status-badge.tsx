import { Badge, type BadgeProps } from '@mantine/core';

/** The meaning of a status. The badge's words say it too: it is never told by colour alone. */
export type StatusTone = 'good' | 'waiting' | 'problem' | 'neutral';

// Important badges are filled: Mantine's light yellow and red miss a contrast of 4.5, which shows most in the sun.
const LOOKS: Record<StatusTone, BadgeProps> = {
  good: { color: 'kaunta' },
  waiting: { color: 'yellow.4', variant: 'filled', autoContrast: true },
  problem: { color: 'red.9', variant: 'filled' },
  neutral: { color: 'gray' },
};

export function StatusBadge({ tone, children }: { tone: StatusTone; children: string }) {
  return <Badge {...LOOKS[tone]}>{children}</Badge>;
}

/** The badge of a row's sync status. A synced row has none. */
export type RowSync = 'pending' | 'conflict' | 'refused';

const ROW_SYNC = {
  pending: { tone: 'waiting', text: 'Pending sync' },
  conflict: { tone: 'problem', text: 'Conflict' },
  refused: { tone: 'problem', text: 'Not accepted' },
} as const satisfies Record<RowSync, { tone: StatusTone; text: string }>;

export function RowSyncBadge({ sync }: { sync: RowSync | null }) {
  if (sync === null) return null;
  const { tone, text } = ROW_SYNC[sync];
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}
