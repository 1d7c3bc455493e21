import { Group, Stack, Text, Title } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { User } from '../../../domain/people/user.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { paths } from '../../parts/paths.ts';
import { useFirstLoad } from '../../state/first-load.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { CardList, type ListState } from '../../ui/list/card-list.tsx';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { UserCard } from './user-card.tsx';

/** The users of the shop at /user-management (R-USER-01 to R-USER-12). */
export function UserManagement() {
  usePageTitle('User Management');
  const { userId } = useReplica();
  const isOnline = useOnline((state) => state.isOnline);
  const [isAdding, setAdding] = useState(false);
  const list = useUsers();
  const me = list.status === 'ready' ? list.rows.find(({ id }) => id === userId) : undefined;

  return (
    <Screen className="k-card-columns">
      <BackLink to={paths.profile} />
      <div className="k-screen-act">
        <OnlineOnlyButton
          isOnline={isOnline}
          purpose="manage users"
          size="lg"
          fullWidth
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add User
        </OnlineOnlyButton>
      </div>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Users in Business
          </Title>
          {list.status === 'ready' && (
            <Text c="dimmed">{list.rows.filter(({ isActive }) => isActive).length} active</Text>
          )}
        </Group>
        <CardList
          label="Users in Business"
          state={list}
          loadingText="Loading users..."
          empty={{ title: 'No users found' }}
          rowKey={(user) => user.id}
          renderRow={(user) => <UserCard user={user} me={me} isOnline={isOnline} />}
        />
      </Stack>
      <AddUserDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </Screen>
  );
}

/** Returns all users, the active ones first, in the order in which they were added (R-USER-09 to R-USER-11). */
function useUsers(): ListState<User> {
  const firstLoad = useFirstLoad();
  const users = useLive(async (database) => [...(await usersById(database)).values()], []);
  if (users === undefined) return { status: 'loading' };
  if (users.length === 0 && firstLoad.status === 'loading') return { status: 'loading' };
  if (users.length === 0 && (firstLoad.status === 'failed' || firstLoad.status === 'offline'))
    return { status: 'failed', message: 'Failed to load users', onRetry: firstLoad.retry };
  const rows = users.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || a.createdAtMs - b.createdAtMs || a.id - b.id,
  );
  return { status: 'ready', rows };
}
