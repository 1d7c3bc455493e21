import { Dexie, type ObservabilitySet } from 'dexie';
import type { TableName } from '../protocol/tables.ts';
import { changedKeysOf } from './database/changed-keys.ts';
import { storageFailureOf } from './database/storage-failure.ts';

/** The shortest pause between two reads of data that is only shown, such as a report. */
const REST_MS = 1_000;
/**
 * A pause lasts at least this many times as long as the read: reading a year's sales may take a second, and must not
 * run all the time while a thousand sales arrive.
 */
const REST_SHARE = 4;

/**
 * Runs a long read now, and again after rows of these tables changed in this tab, in another tab or in the worker. It
 * runs one read at a time, with a pause between two reads. Returns a function that stops it; a read that is stopped may
 * end with null.
 */
export function followRead<T>(
  databaseName: string,
  tables: readonly TableName[],
  read: (isStopped: () => boolean) => Promise<T | null>,
  onRead: (result: T) => void,
  onError: (error: unknown) => void,
  restAtLeastMs = REST_MS,
): () => void {
  let isBehind = true;
  let isFollowing = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function follow(): Promise<void> {
    isFollowing = true;
    try {
      while (isBehind && !isStopped) {
        isBehind = false;
        const startedMs = performance.now();
        const result = await read(() => isStopped);
        if (result !== null && !isStopped) onRead(result);
        const restMs = Math.max(restAtLeastMs, REST_SHARE * (performance.now() - startedMs));
        await new Promise((resolve) => (timer = setTimeout(resolve, restMs)));
      }
    } catch (error) {
      const isLost = storageFailureOf(error)?.kind === 'lost';
      // The connection is open again already, and the change that announced this came before the failed read ended. So
      // read again now.
      const isAnnounced = isBehind;
      // Read again at the next change.
      isBehind = true;
      if (isLost && isAnnounced && !isStopped) return await follow();
      // A lost connection announces its return as a change, which starts the next read.
      if (!isLost && !isStopped) onError(error);
    }
    isFollowing = false;
  }
  const followOn = (): void => {
    // Dexie reports a transaction inside that transaction's own zone, where nothing can be read any more: leave the
    // zone.
    if (!isFollowing && isBehind && !isStopped) void Dexie.ignoreTransaction(follow);
  };
  const onMutation = (parts: ObservabilitySet): void => {
    isBehind ||= tables.some((table) => {
      const changed = changedKeysOf(parts, databaseName, table);
      return changed === 'all' || changed.length > 0;
    });
    followOn();
  };
  Dexie.on.storagemutated.subscribe(onMutation);
  followOn();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(onMutation);
  };
}
