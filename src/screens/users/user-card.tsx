import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { manageSentence, refusalToManage, type UserAct } from '../../../domain/people/manage-user.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { unsureText } from '../../platform/failed-change.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { ResetPinDialog } from './reset-pin-dialog.tsx';
import { UserDevicesDialog } from './user-devices-dialog.tsx';
import { useUserCalls } from './use-user-calls.ts';

export interface UserCardProps {
  user: User;
  /** The signed-in user; undefined until their row is on this device. */
  me: User | undefined;
  isOnline: boolean;
}

type Open = 'edit' | 'pin' | 'devices' | 'delete' | null;

/** A user, with the buttons of an admin (R-USER-04 to R-USER-08, G11, G39). */
export function UserCard({ user, me, isOnline }: UserCardProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const name = displayName(user);
  const may = (act: UserAct) => me !== undefined && refusalToManage(me, user, act) === null;
  const isSelf = me?.id === user.id;
  return (
    <Card padding="md" role="group" aria-label={name}>
      <Stack gap="sm">
        <Title order={3} size="h4" className="k-breakable">
          {name}
        </Title>
        {(isSelf || user.role === 'admin' || !user.isActive) && (
          <Group gap="xs">
            {isSelf && <StatusBadge tone="good">You</StatusBadge>}
            {user.isBusinessOwner && <StatusBadge tone="good">Owner</StatusBadge>}
            {user.role === 'admin' && <StatusBadge tone="neutral">Admin</StatusBadge>}
            {!user.isActive && <StatusBadge tone="waiting">Deactivated</StatusBadge>}
          </Group>
        )}
        <Facts>
          <Fact name="Email">{user.email || '-'}</Fact>
          <Fact name="Phone">{user.phone || '-'}</Fact>
          <Fact name="Role">{user.role}</Fact>
        </Facts>
        <Group gap="xs">
          {user.isActive && may('edit') && (
            <Button variant="default" disabled={!isOnline} onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
          {user.isActive && may('reset_pin') && (
            <Button variant="default" disabled={!isOnline} onClick={() => setOpen('pin')}>
              Reset PIN
            </Button>
          )}
          {user.isActive && may('see_sessions') && (
            <Button variant="default" disabled={!isOnline} onClick={() => setOpen('devices')}>
              Devices
            </Button>
          )}
          {user.isActive && !isSelf && (
            <DeleteButton user={user} me={me} isOnline={isOnline} onClick={() => setOpen('delete')} />
          )}
          {!user.isActive && <ReactivateButton user={user} isOnline={isOnline} />}
        </Group>
      </Stack>
      <EditUserDialog user={user} me={me} isOpen={open === 'edit'} onClose={close} />
      <ResetPinDialog user={user} isOpen={open === 'pin'} onClose={close} />
      <UserDevicesDialog user={user} isOpen={open === 'devices'} onClose={close} />
      {open === 'delete' && <DeleteDialog user={user} onClose={close} />}
    </Card>
  );
}

/** The button 'Delete', on every user but oneself (R-USER-08). On the owner it is disabled, with the reason (C-013). */
function DeleteButton({ user, me, isOnline, onClick }: UserCardProps & { onClick: () => void }) {
  const reasonId = useId();
  const refusal = me ? refusalToManage(me, user, 'remove') : null;
  return (
    <>
      <Button
        variant="light"
        color="red"
        disabled={!isOnline || me === undefined || refusal !== null}
        onClick={onClick}
        {...(refusal === null ? {} : { 'aria-describedby': reasonId })}
      >
        Delete
      </Button>
      {refusal !== null && (
        <Text id={reasonId} size="sm" c="dimmed">
          {manageSentence(refusal, 'remove')}
        </Text>
      )}
    </>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const calls = useUserCalls();
  const deleting = useOneAtATime();
  const remove = () =>
    deleting.start(async () => {
      const done = await calls.remove(user);
      onClose();
      if (!done.ok)
        return showFailure(
          done.error.message ?? 'Failed to delete user',
          done.error.message ? null : unsureText(done.error, 'Look in the list.'),
        );
      showSuccess('User deleted successfully');
      return SPENT;
    });
  return (
    <ConfirmDialog
      opened
      title="Are you sure you want to delete this user?"
      message={`${displayName(user)} can no longer log in, on any device. What they recorded stays, with their name, and what their phone has not sent yet can still come for 30 days. You can reactivate them later.`}
      confirmLabel="Delete"
      cancelLabel="Cancel"
      isDestructive
      isBusy={deleting.isBusy}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}

/** The button 'Reactivate' (G11). */
function ReactivateButton({ user, isOnline }: Pick<UserCardProps, 'user' | 'isOnline'>) {
  const calls = useUserCalls();
  const working = useOneAtATime(user.isActive);
  const reactivate = () =>
    working.start(async () => {
      const done = await calls.reactivate(user);
      if (!done.ok) return showFailure('Failed to reactivate user', unsureText(done.error, 'Look in the list.'));
      showSuccess('User reactivated', `${displayName(user)} can log in again with the same PIN.`);
      return SPENT;
    });
  return (
    <Button variant="default" disabled={!isOnline} loading={working.isBusy} onClick={reactivate}>
      Reactivate
    </Button>
  );
}
