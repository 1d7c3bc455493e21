import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../domain/people/user.ts';
import type { KeptChanges } from '../platform/engine/kept-changes.ts';
import { usersById } from '../../sync/store/live-reads.ts';
import { useLive, useReplica, useWaitingChanges } from './replica.tsx';

export interface KeptByAuthor extends KeptChanges {
  author: User;
}

/**
 * Returns unsent changes of dismissed users on this device, for an admin, who may send them (M32); empty for other
 * users. The databases of other users send no change events, so this reads again at every change of the users, and when
 * `lookAgain` is called.
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
      // A newer build uses that database, or it does not open: none of its changes can be sent from here now.
      () => !isGone && setKept([]),
    );
    return () => {
      isGone = true;
    };
  }, [role, users, waiting, round]);
  const lookAgain = useCallback(() => setRound((before) => before + 1), []);
  return { kept, lookAgain };
}
