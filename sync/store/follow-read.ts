import { Dexie, type ObservabilitySet } from 'dexie';
import type { TableName } from '../protocol/tables.ts';
import { changedKeysOf } from './database/changed-keys.ts';
import { storageFailureOf } from './database/storage-failure.ts';

/** The least rest between two reads of something that is looked at, not worked with. */
const REST_MS = 1_000;
/** A read of a year's sales may take a second: then it rests for longer, while a thousand of them arrive. */
const REST_SHARE = 4;

/**
 * Runs a long read now and again after rows of these tables changed, in this tab, another one or the worker: one at a
 * time, and with a rest between two. Answers how to stop; a read that is stopped may end with null.
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
      // The lost connection is back already, and its change was announced before this read failed.
      const isAnnounced = isBehind;
      // Read again with the next change.
      isBehind = true;
      if (isLost && isAnnounced && !isStopped) return await follow();
      // A lost connection tells of itself when it is there again.
      if (!isLost && !isStopped) onError(error);
    }
    isFollowing = false;
  }
  const followOn = (): void => {
    // Dexie tells of a transaction inside that transaction's own zone, where nothing can be read any more.
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
