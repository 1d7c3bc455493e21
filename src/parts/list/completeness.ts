import { dayRange, formatDateTime } from '../../../domain/time.ts';
import { changesText } from '../../state/sync-status.ts';

export interface Reach {
  nowMs: number;
  /** Null if nothing was ever received. */
  lastSyncAtMs: number | null;
  pendingCount: number;
}

/** How complete the data behind a figure is: when other devices' changes last came, and what waits on this one. */
export function completenessText({ nowMs, lastSyncAtMs, pendingCount }: Reach, timeZone: string): string {
  const known =
    lastSyncAtMs === null
      ? 'Only what this device knows'
      : `Complete up to ${clockText(lastSyncAtMs, nowMs, timeZone)}`;
  return pendingCount === 0 ? known : `${known} · ${changesText(pendingCount)} on this device not sent`;
}

/** Returns 'HH:MM' for a time of today, with the date before it for any other day. */
function clockText(atMs: number, nowMs: number, timeZone: string): string {
  const text = formatDateTime(atMs, timeZone);
  const { fromMs, toMs } = dayRange(nowMs, timeZone);
  return atMs >= fromMs && atMs < toMs ? text.slice(-'HH:MM'.length) : text;
}
