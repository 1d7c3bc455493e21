import { useObservable } from 'dexie-react-hooks';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { assert } from '../../domain/assert.ts';
import type { UserRole } from '../../domain/people/user.ts';
import type { OlderResult } from '../../sync/engine/older.ts';
import type { HistoryTable } from '../../sync/protocol/tables.ts';
import type { MutationName } from '../../sync/mutation/registry.ts';
import type { DecideResult } from '../../sync/replica/decide.ts';
import type { BuildArguments, RunResult } from '../../sync/replica/run-mutation.ts';
import type { KeptChanges } from '../platform/engine/kept-changes.ts';
import type { Imported } from '../platform/engine/outbox-file.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import type { SearchedView, SearchIndex } from '../../sync/store/search/search-index.ts';
import { steadyLiveQuery } from '../../sync/store/steady-live-query.ts';

/** The shop's own data on this device, as screens read and change it. */
export interface Replica {
  readonly database: ShopDatabase;
  /** Finds rows in memory by what a person types. */
  readonly search: SearchIndex;
  readonly businessId: number;
  readonly userId: number;
  readonly role: UserRole;
  /**
   * Runs one act of a person. Resolves when the act is on disk (SYN-1); a refusal is a value. Rejects with a
   * StorageFailure if it was not saved: the form must then keep its input.
   * @param act the id of the form's opening (`useOneAtATime`): saving twice with one id makes one act. Null: every call
   * makes an act of its own.
   */
  run<Name extends MutationName>(name: Name, build: BuildArguments<Name>, act: string | null): Promise<RunResult<Name>>;
  /** Fetches a page of rows that are older than this device's window (SYN-12). Rejects as `run` does. */
  fetchOlder(table: HistoryTable): Promise<OlderResult>;
  /** Sends and fetches now ('Sync now'). */
  wake(): void;
  readonly waiting: WaitingChanges;
}

/** Actions of the screen Sync status on changes that do not reach the server by themselves. */
export interface WaitingChanges {
  /**
   * Discards or retries an entry that the server did not accept, by the entry's local number (SYN-5). Rejects as `run`
   * does.
   */
  decide(act: 'discard' | 'retry', seq: number): Promise<DecideResult>;
  /** Returns the waiting changes as the text of a file; null if no change waits (SYN-27). */
  writeFile(): Promise<string | null>;
  /** Sends the waiting changes of a file, which any device of the business may have written. */
  sendFile(text: string): Promise<Imported>;
  /** Returns those of the dismissed users whose changes wait on this device, with the number of changes (M32). */
  findOfDismissed(userIds: readonly number[]): Promise<KeptChanges[]>;
  /** Sends, in their name, the changes that a dismissed user left on this device (M32). */
  sendOfDismissed(authorUserId: number): Promise<Imported>;
}

export const ReplicaContext = createContext<Replica | null>(null);
export const ReplicaProvider = ReplicaContext.Provider;

export function useReplica(): Replica {
  const replica = useContext(ReplicaContext);
  assert(replica !== null, 'This screen stands inside a signed-in shop');
  return replica;
}

export const useWaitingChanges = (): WaitingChanges => useReplica().waiting;

/**
 * Returns the result of a live read of the device's database; undefined before the first result. It runs again when the
 * rows that it read change, and has a result also while they keep changing (R-LIVE-01).
 */
export function useLive<T>(
  query: (database: ShopDatabase) => Promise<T>,
  dependencies: readonly unknown[],
): T | undefined {
  const { database } = useReplica();
  return useObservable(() => steadyLiveQuery(() => query(database)), [database, ...dependencies]);
}

/**
 * Returns a number that grows when the search index of a view has changed; 0 for no view. A live read that searches
 * names it among its dependencies.
 */
export function useSearchVersion(view: SearchedView | null): number {
  const { search } = useReplica();
  return useSyncExternalStore(search.subscribe, () => (view === null ? 0 : search.version(view)));
}
