import { Stack, Text } from '@mantine/core';
import type { OlderResult } from '../../../sync/engine/older.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { failureSentence } from '../words.ts';
import { useArrivingText } from './arriving.tsx';
import { keptSinceText, pastSinceMs } from './past-since.ts';

/** Lists of history, and what their rows are called. */
const NOUNS = { sale: 'sales', purchase: 'purchases' } as const;

/**
 * Shown at the end of a list. Says that older records are still to come, or fetches those that are older than this
 * device stores, on request (SYN-12).
 */
export function OlderRecords({ table }: { table: keyof typeof NOUNS }) {
  const { fetchOlder } = useReplica();
  const isOnline = useOnline((state) => state.isOnline);
  const { timeZone } = useShop();
  const working = useOneAtATime();
  const sinceMs = usePastSinceMs(table);
  const arriving = useArrivingText(table);
  if (arriving) return <EndText>{arriving}</EndText>;
  if (sinceMs === null) return null;
  const noun = NOUNS[table];

  const load = () =>
    working.start(async () => {
      try {
        tell(await fetchOlder(table), table);
      } catch (error) {
        showFailure(`Failed to load older ${noun}`, failureSentence(error));
      }
    });

  return (
    <Stack gap="xs" align="center">
      <EndText>{keptSinceText(noun, sinceMs, timeZone)}</EndText>
      <OnlineOnlyButton
        variant="default"
        isOnline={isOnline}
        purpose={`load older ${noun}`}
        loading={working.isBusy}
        onClick={load}
      >
        Load older {noun}
      </OnlineOnlyButton>
    </Stack>
  );
}

const EndText = ({ children }: { children: string }) => (
  <Text c="dimmed" ta="center">
    {children}
  </Text>
);

/** Returns the time before which this device has no records; null if it has all records of the shop. */
export const usePastSinceMs = (table: keyof typeof NOUNS): number | null =>
  useLive((shop) => pastSinceMs(shop, table), [table]) ?? null;

function tell(result: OlderResult, table: keyof typeof NOUNS): void {
  const noun = NOUNS[table];
  if (result.kind === 'stored') {
    if (result.count > 0) showSuccess(`Loaded ${result.count} older ${result.count === 1 ? table : noun}`);
    else showSuccess(`There are no older ${noun}`);
    return;
  }
  showFailure(`Failed to load older ${noun}`, REASONS[result.kind]);
}

const REASONS: Record<Exclude<OlderResult['kind'], 'stored'>, string> = {
  not_now: 'The shop is still being brought up to date. Try again in a moment.',
  offline: 'The server could not be reached. Try again when you are online.',
  failed: 'The server is busy. Try again in a moment.',
  signed_out: 'Sign in again first.',
  dismissed: 'Your account is no longer active.',
  outdated: 'The server asks for a newer version of Kaunta. Reload first.',
};
