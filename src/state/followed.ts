import { useEffect, useRef, useState } from 'react';
import type { TableName } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { followRead } from '../../sync/store/follow-read.ts';
import { useReplica } from './replica.tsx';

export interface Followed<T> {
  tables: readonly TableName[];
  /** Identifies the read: with another key the read starts again, and the old result is dropped. */
  key: string;
  read: (database: ShopDatabase, isStopped: () => boolean) => Promise<T | null>;
}

/** Returns the result of a long read, kept up to date while it is shown; undefined before the first result. */
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
  // Throw during the render, as a live query does, so that the screen's error boundary shows the error.
  if (failure) throw failure.error;
  return shown?.key === key ? shown.result : undefined;
}
