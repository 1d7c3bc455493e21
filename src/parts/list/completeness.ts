import { dayRange, formatDateTime } from '../../../domain/time.ts';
import { changesText } from '../../state/sync-status.ts';

export interface Reach {
  nowMs: number;
  /** null: nothing ever came. */
  lastSyncAtMs: number | null;
  pendingCount: number;
}

/** How much of the shop a figure knows: what other devices sent, and what this one has not sent yet. */
export function completenessText({ nowMs, lastSyncAtMs, pendingCount }: Reach, timeZone: string): string {
  const known =
    lastSyncAtMs === null
      ? 'Only what this device knows'
      : `Complete up to ${clockText(lastSyncAtMs, nowMs, timeZone)}`;
  return pendingCount === 0 ? known : `${known} · ${changesText(pendingCount)} on this device not sent`;
}

/** 'HH:MM' of today, with the date before it on any other day. */
function clockText(atMs: number, nowMs: number, timeZone: string): string {
  const text = formatDateTime(atMs, timeZone);
  const { fromMs, toMs } = dayRange(nowMs, timeZone);
  return atMs >= fromMs && atMs < toMs ? text.slice(-'HH:MM'.length) : text;
}
