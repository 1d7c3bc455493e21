import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../domain/people/user.ts';
import type { KeptChanges } from '../platform/engine/kept-changes.ts';
import { usersById } from '../../sync/store/live-reads.ts';
import { useLive, useReplica, useWaitingChanges } from './replica.tsx';

export interface KeptByAuthor extends KeptChanges {
  author: User;
}

/**
 * Unsent changes of dismissed people on this device, for an admin, who may send them (M32); empty for anybody else.
 * Other people's databases send no change events, so this reads again with every change of the users, and by
 * `lookAgain`.
 */
export function useKeptChanges(): { kept: readonly KeptByAuthor[]; lookAgain: () => void } {
  const { role } = useReplica();
  const waiting = useWaitingChanges();
  const users = useLive(usersById, []);
  const [kept, setKept] = useState<readonly KeptByAuthor[]>([]);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const dismissed = role === 'admin' && users ? [...users.values()].filter(({ isActive }) => !isActive) : [];
    const look = async () => {
      if (dismissed.length === 0) return [];
      const found = await waiting.findOfDismissed(dismissed.map(({ id }) => id));
      return found.flatMap((each) => {
        const author = users?.get(each.userId);
        return author ? [{ ...each, author }] : [];
      });
    };
    look().then(
      (found) => !isGone && setKept(found),
      // That database is in use by a newer build, or does not open: nothing of it can be sent from here now.
      () => !isGone && setKept([]),
    );
    return () => {
      isGone = true;
    };
  }, [role, users, waiting, round]);
  const lookAgain = useCallback(() => setRound((before) => before + 1), []);
  return { kept, lookAgain };
}
