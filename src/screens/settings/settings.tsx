import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';
import { logout } from '../../parts/session-lifecycle.ts';
import { clearShop } from '../../platform/engine/shop-database.ts';
import { useInstallOffer } from '../../platform/worker/install.ts';
import { useServices } from '../../platform/services.tsx';
import type { SignedInUser } from '../../../sync/store/session-record.ts';
import { type LeftAtLogout, NOTHING_LEFT, useCountLeft } from '../../state/left-at-logout.ts';
import { useSession } from '../../state/session.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { InstallButton } from '../../ui/install-button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { AppearanceChoice } from './appearance-choice.tsx';
import { CentsChoice } from './cents-choice.tsx';
import { ChangePin } from './change-pin.tsx';
import { DeviceWarnings } from './device-warnings.tsx';
import { questionOf } from './logout-question.ts';
import { FirstPageChoice } from './first-page-choice.tsx';
import { SettingsLinks } from './settings-links.tsx';
import { VersionLine } from './version-line.tsx';

/** The settings at /profile (R-SET-01 to R-SET-22). */
export function Settings() {
  usePageTitle('Settings');
  const session = useSession();
  if (session.status === 'loading') return <LoadingText>Loading...</LoadingText>;
  if (session.status === 'signed-out') return <SignedOutNotice error={session.error} />;
  return <SignedInSettings user={session.session.user} />;
}

/** Shown for the moment between a session's end and the guard's redirect (C-032). */
function SignedOutNotice({ error }: { error: string | null }) {
  return (
    <Alert color="red" role="alert" title={error === null ? 'Not authenticated' : `Authentication error: ${error}`}>
      <Button component={Link} to={paths.login}>
        Go to Login
      </Button>
    </Alert>
  );
}

function SignedInSettings({ user }: { user: SignedInUser }) {
  const installOffer = useInstallOffer((state) => state.offer);
  return (
    <Stack gap="lg" className="k-two-columns">
      <DeviceWarnings />
      <Stack gap="lg">
        <UserCard user={user} />
        <SettingsLinks role={user.role} />
      </Stack>
      <Stack gap="lg">
        <AppearanceChoice />
        <FirstPageChoice />
        <CentsChoice />
        <ChangePin />
        <InstallButton onInstall={installOffer} />
        <LogoutButton />
        <VersionLine />
      </Stack>
    </Stack>
  );
}

/** The signed-in user: each field only if present (R-SET-01 to R-SET-03). */
function UserCard({ user }: { user: SignedInUser }) {
  return (
    <Card component="section" aria-label="Your account">
      {user.username !== '' && (
        <Title order={2} size="h3">
          {user.username}
        </Title>
      )}
      {user.phone !== '' && <Text className="k-figures">{user.phone}</Text>}
      {user.email !== '' && <Text className="k-breakable">{user.email}</Text>}
    </Card>
  );
}

/** Asks before a logout with unsent changes. They stay on the device, readable only for their author (C-146). */
function LogoutButton() {
  const services = useServices();
  const countLeft = useCountLeft();
  const [left, setLeft] = useState<LeftAtLogout | null>(null);
  const session = useSession();
  const leaving = useOneAtATime();
  const leave = (isAsked: boolean) =>
    leaving.start(async () => {
      const found = isAsked ? NOTHING_LEFT : await countLeft();
      if (Object.values(found).some((count) => count > 0)) return setLeft(found);
      await logout(services, async () => {
        if (session.status === 'signed-in') await clearShop(session.session);
      });
    });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconLogout size={20} aria-hidden />}
        onClick={() => leave(false)}
      >
        Logout
      </Button>
      <ConfirmDialog
        opened={left !== null}
        {...questionOf(left ?? NOTHING_LEFT)}
        confirmLabel="Log out anyway"
        cancelLabel="Stay signed in"
        isDestructive
        onConfirm={() => leave(true)}
        onCancel={() => setLeft(null)}
      />
    </>
  );
}
