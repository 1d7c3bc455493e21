import { Button, Center, Stack, Text, Title } from '@mantine/core';
import type { Session } from '../../sync/store/session-record.ts';
import { clearShop } from '../platform/engine/shop-database.ts';
import { useServices } from '../platform/services.tsx';
import { dismissedSentence, useSyncStatus } from '../state/sync-status.ts';
import { logout } from '../parts/session-lifecycle.ts';

/**
 * Shown on a dismissed user's device instead of the shop (SYN-25, M32). The device goes on sending its changes. Unsent
 * changes are still stored when the next person signs in.
 */
export function Dismissed({ session }: { session: Session }) {
  const services = useServices();
  const keptCount = useSyncStatus(({ pendingCount }) => pendingCount);
  return (
    <Center component="main" className="k-whole-window" p="md">
      <Stack maw={480} role="alert">
        <Title order={1} size="h2">
          Kaunta is closed for you
        </Title>
        <Text>{dismissedSentence(keptCount)}</Text>
        <Button onClick={() => void logout(services, () => clearShop(session))}>Sign in as somebody else</Button>
      </Stack>
    </Center>
  );
}
