import { create } from 'zustand';
import type { SyncStatus } from '../../sync/ports.ts';

/** The state of the sync, for the header and Settings. The open shop keeps it up to date. */
export interface SyncSnapshot {
  status: SyncStatus['phase'];
  pendingCount: number;
  attentionCount: number;
  /** Pictures that the server refused; counted separately from the shop's changes (M14). */
  refusedImageCount: number;
  oldestPendingMs: number | null;
  /** True once a first pull is complete: before that the header must not say 'synced'. */
  hasShop: boolean;
  /** True if the browser promised not to delete its storage; null if the browser does not say (SYN-26). */
  storagePersistent: boolean | null;
  /** The server's clock minus this device's; null before the first answer (SYN-23). */
  clockOffsetMs: number | null;
}

const NOTHING_WAITS: SyncSnapshot = {
  status: 'idle',
  pendingCount: 0,
  attentionCount: 0,
  refusedImageCount: 0,
  oldestPendingMs: null,
  hasShop: false,
  storagePersistent: null,
  clockOffsetMs: null,
};

export const useSyncStatus = create<SyncSnapshot>()(() => NOTHING_WAITS);

export function setSyncStatus(snapshot: Partial<SyncSnapshot>): void {
  useSyncStatus.setState(snapshot);
}

export function resetSyncStatus(): void {
  useSyncStatus.setState(NOTHING_WAITS, true);
}

export type SyncTone = 'good' | 'busy' | 'waiting' | 'problem';

/**
 * Returns the header's words, the most urgent first. Offline it says that, and how many changes wait, in two parts: a
 * person without a connection wants to know above all that the sales are still there.
 */
export function syncHeadline(snapshot: SyncSnapshot, isOnline: boolean): { parts: string[]; tone: SyncTone } {
  const { status, pendingCount, hasShop } = snapshot;
  const attentionCount = snapshot.attentionCount + snapshot.refusedImageCount;
  if (status === 'dismissed') return { parts: [dismissedSentence(pendingCount)], tone: 'problem' };
  if (status === 'sign_in') {
    const sentence = pendingCount === 0 ? 'Sign in again' : `Sign in again to send ${changesText(pendingCount)}`;
    return { parts: [sentence], tone: 'problem' };
  }
  const pending = pendingCount === 0 ? [] : [pendingText(pendingCount)];
  if (!isOnline || status === 'offline') return { parts: ['Offline', ...pending], tone: 'waiting' };
  if (status === 'outdated') return { parts: ['Reload to update', ...pending], tone: 'problem' };
  if (attentionCount > 0) return { parts: [`${attentionCount} need attention`], tone: 'problem' };
  if (status === 'syncing' || !hasShop) return { parts: ['Syncing...'], tone: 'busy' };
  if (pendingCount > 0) return { parts: [pendingText(pendingCount)], tone: 'waiting' };
  return { parts: ['All changes synced'], tone: 'good' };
}

/**
 * Returns the sentence for a dismissed user (SYN-25, M32). `keptCount`: the changes that have not reached the server.
 */
export function dismissedSentence(keptCount: number): string {
  const ended = 'Your account is no longer active.';
  if (keptCount === 0) return ended;
  const are = keptCount === 1 ? 'is' : 'are';
  const them = keptCount === 1 ? 'it' : 'them';
  return `${ended} ${changesText(keptCount)} ${are} kept on this device. Ask an admin to sign in here to send ${them}.`;
}

const pendingText = (count: number): string => `${changesText(count)} pending`;

export const changesText = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);
