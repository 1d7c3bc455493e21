import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext } from 'react';
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
import type { SearchIndex } from '../../sync/store/search/search-index.ts';

/** The shop's own data on this device, as screens read and change it. */
export interface Replica {
  readonly database: ShopDatabase;
  /** Finds rows by what a person types, in memory. */
  readonly search: SearchIndex;
  readonly businessId: number;
  readonly userId: number;
  readonly role: UserRole;
  /**
   * Runs one act of a person. Resolves once it is on disk (SYN-1); a refusal is a value. Rejects with a StorageFailure
   * when it was not saved: the form keeps what was typed.
   * @param act of the form's opening (`useOneAtATime`): saved twice it is one act. Null: every call is its own.
   */
  run<Name extends MutationName>(name: Name, build: BuildArguments<Name>, act: string | null): Promise<RunResult<Name>>;
  /** Fetches a page of what is older than this device keeps (SYN-12). Rejects as `run` does. */
  fetchOlder(table: HistoryTable): Promise<OlderResult>;
  /** Sends and fetches now ('Sync now'). */
  wake(): void;
  readonly waiting: WaitingChanges;
}

/** Actions of the Sync status screen on changes that do not reach the server by themselves. */
export interface WaitingChanges {
  /** Discards or retries what the server did not accept, by the entry's local number (SYN-5). Rejects as `run` does. */
  decide(act: 'discard' | 'retry', seq: number): Promise<DecideResult>;
  /** Waiting changes as the text of a file; null when there are none (SYN-27). */
  writeFile(): Promise<string | null>;
  /** Sends the waiting changes of a file, of whichever device of the business. */
  sendFile(text: string): Promise<Imported>;
  /** Those of the dismissed people whose changes wait on this device, with the number of changes (M32). */
  findOfDismissed(userIds: readonly number[]): Promise<KeptChanges[]>;
  /** Sends what a dismissed person left on this device, in their name (M32). */
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

/** A live read of the device's database; undefined until the first answer. Runs again when what it read changes. */
export function useLive<T>(
  query: (database: ShopDatabase) => Promise<T>,
  dependencies: readonly unknown[],
): T | undefined {
  const { database } = useReplica();
  return useLiveQuery(() => query(database), [database, ...dependencies]);
}
