import { Card, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import { MAY_BE_SIGNED_OUT, failedChange } from '../../platform/failed-change.ts';
import { useServices } from '../../platform/services.tsx';
import { useOnline } from '../../state/online.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

const endedSchema = v.object({ sessionsEnded: v.number() });

/** The button 'Sign out everywhere else' (R-SEC-18), for a lost phone, or a borrowed one that was left signed in. */
export function SignOutElsewhere({ onDone }: { onDone: () => void }) {
  const isOnline = useOnline((online) => online.isOnline);
  const [isAsking, setAsking] = useState(false);
  return (
    <Card component="section" aria-labelledby="sign-ins">
      <Stack gap="sm">
        <Title order={2} size="h4" id="sign-ins">
          Your sign-ins
        </Title>
        <Text>
          Lost a phone, or left Kaunta open on another one? Sign out everywhere but here. Nothing is lost: what waits on
          those devices stays there and is sent when you log in on them again.
        </Text>
        <OnlineOnlyButton
          isOnline={isOnline}
          purpose="sign out everywhere else"
          variant="default"
          onClick={() => setAsking(true)}
        >
          Sign out everywhere else
        </OnlineOnlyButton>
      </Stack>
      {isAsking && <SignOutDialog onDone={onDone} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function SignOutDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { api } = useServices();
  const working = useOneAtATime();
  const signOut = () =>
    working.start(async () => {
      const answer = await api.call('POST', '/auth/sign-out-elsewhere', { data: endedSchema });
      onClose();
      if (!answer.ok)
        return showFailure(...failedChange(answer.error, 'You are still signed in elsewhere', MAY_BE_SIGNED_OUT));
      onDone();
      showSuccess(endedText(answer.value.data.sessionsEnded));
      return SPENT;
    });
  return (
    <ConfirmDialog
      opened
      title="Sign out everywhere else?"
      message="Your other devices ask you to log in again. Whoever holds one of them can then neither read nor send anything."
      confirmLabel="Sign out everywhere else"
      cancelLabel="Cancel"
      isDestructive
      isBusy={working.isBusy}
      onConfirm={signOut}
      onCancel={onClose}
    />
  );
}

function endedText(sessionsEnded: number): string {
  if (sessionsEnded === 0) return 'You were signed in nowhere else';
  return sessionsEnded === 1 ? 'Signed out in 1 other place' : `Signed out in ${sessionsEnded} other places`;
}
