import { Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { formatDateTime } from '../../../domain/time.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import type { Api } from '../../platform/api-client.ts';
import { MAY_BE_SIGNED_OUT, failedChange } from '../../platform/failed-change.ts';
import { failureText } from '../../platform/failure-text.ts';
import { useServices } from '../../platform/services.tsx';
import { useShop } from '../../state/shop.ts';
import { changesText } from '../../state/sync-status.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { CardList, type ListState } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { useUserCalls } from './use-user-calls.ts';

const instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);
const sessionsSchema = v.array(
  v.object({
    id: v.number(),
    name: v.string(),
    signedInAt: instant,
    lastSeenAt: instant,
    isCurrent: v.boolean(),
    pendingCount: v.number(),
  }),
);
type UserSession = v.InferOutput<typeof sessionsSchema>[number];

interface UserDevicesProps {
  user: User;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * The devices on which a user is signed in, each with 'Sign out this device': for a phone that was lost, or that a
 * person took along.
 */
export function UserDevicesDialog({ user, isOpen, onClose }: UserDevicesProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Devices of ${displayName(user)}`}>
      <UserDevices user={user} />
    </Modal>
  );
}

function UserDevices({ user }: { user: User }) {
  const { list, reload } = useSessions(user);
  return (
    <Stack>
      <Text>
        A device that is signed out here can no longer read or send anything. What it has not sent stays on it until
        somebody logs in there again.
      </Text>
      <CardList
        label="Devices"
        state={list}
        loadingText="Loading devices..."
        empty={{ title: 'Not signed in on any device' }}
        rowKey={(session) => session.id}
        renderRow={(session) => <SessionCard user={user} session={session} onSignedOut={reload} />}
      />
    </Stack>
  );
}

interface SessionCardProps {
  user: User;
  session: UserSession;
  onSignedOut: () => void;
}

function SessionCard({ user, session, onSignedOut }: SessionCardProps) {
  const { timeZone } = useShop();
  const calls = useUserCalls();
  const working = useOneAtATime();
  const signOut = () =>
    working.start(async () => {
      const done = await calls.signOut(user, session.id);
      onSignedOut();
      if (!done.ok)
        return showFailure(...failedChange(done.error, 'Failed to sign out this device', MAY_BE_SIGNED_OUT));
      showSuccess('Device signed out');
      return SPENT;
    });
  const { name, pendingCount } = session;
  return (
    <Card padding="sm" role="group" aria-label={name}>
      <Stack gap="xs">
        <Group gap="xs">
          <Title order={3} size="h5">
            {name}
          </Title>
          {session.isCurrent && <StatusBadge tone="good">This device</StatusBadge>}
        </Group>
        <Facts>
          <Fact name="Signed in">{formatDateTime(session.signedInAt, timeZone)}</Fact>
          <Fact name="Last seen">{formatDateTime(session.lastSeenAt, timeZone)}</Fact>
          {pendingCount > 0 && <Fact name="Waiting changes">{changesText(pendingCount)}</Fact>}
        </Facts>
        {!session.isCurrent && (
          <Button className="k-arrives" variant="light" color="red" loading={working.isBusy} onClick={signOut}>
            Sign out this device
          </Button>
        )}
      </Stack>
    </Card>
  );
}

/** Reads the sessions from the server when the dialog opens, and after each change. */
function useSessions(user: User): { list: ListState<UserSession>; reload: () => void } {
  const { api } = useServices();
  const [list, setList] = useState<ListState<UserSession>>({ status: 'loading' });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const leaving = new AbortController();
    void readSessions(api, user, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setList(
        answer.ok
          ? { status: 'ready', rows: answer.value.data }
          : { status: 'failed', message: failureText(answer.error) ?? 'Failed to load devices', onRetry: reload },
      );
    });
    return () => leaving.abort();
  }, [api, user, round, reload]);
  return { list, reload };
}

/** The server lists no more sessions than this: one page of results holds them all. */
const SESSIONS_MAX = 200;

const readSessions = (api: Api, { id }: User, signal: AbortSignal) =>
  api.call('GET', `/users/${id}/sessions?limit=${SESSIONS_MAX}`, { data: sessionsSchema, signal });
