import { useEffect, useRef, useState } from 'react';
import type { TableName } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { followRead } from '../../sync/store/follow-read.ts';
import { useReplica } from './replica.tsx';

export interface Followed<T> {
  tables: readonly TableName[];
  /** Identifies the read: with another key it starts again, and the old result is dropped. */
  key: string;
  read: (database: ShopDatabase, isStopped: () => boolean) => Promise<T | null>;
}

/** A long read that is kept up to date while it is looked at; undefined until it is there. */
export function useFollowed<T>({ tables, key, read }: Followed<T>): T | undefined {
  const { database } = useReplica();
  const [shown, setShown] = useState<{ key: string; result: T } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const wish = useRef({ tables, read });
  useEffect(() => {
    wish.current = { tables, read };
  });
  useEffect(
    () =>
      followRead(
        database.name,
        wish.current.tables,
        (isStopped) => wish.current.read(database, isStopped),
        (result) => setShown({ key, result }),
        (error) => setFailure({ error }),
      ),
    [database, key],
  );
  // As a live query does: the screen's own boundary says it.
  if (failure) throw failure.error;
  return shown?.key === key ? shown.result : undefined;
}
