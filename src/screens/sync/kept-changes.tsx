import { Card, Stack, Text, Title } from '@mantine/core';
import { displayName } from '../../../domain/people/user.ts';
import { failureSentence, importSentence, notAcceptedText } from '../../parts/words.ts';
import { type KeptByAuthor, useKeptChanges } from '../../state/kept-changes.ts';
import { useOnline } from '../../state/online.ts';
import { useWaitingChanges } from '../../state/replica.tsx';
import { changesText } from '../../state/sync-status.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** Unsent changes that deactivated users left on this device (M32). An admin can send them; nobody can read them. */
export function KeptChangesList() {
  const { kept, lookAgain } = useKeptChanges();
  if (kept.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="kept-changes">
      <Title order={2} size="h4" id="kept-changes">
        Left on this device
      </Title>
      <Stack component="ul" aria-labelledby="kept-changes" className="k-plain-list" gap="xs">
        {kept.map((each) => (
          <li key={each.userId}>
            <KeptCard kept={each} onSent={lookAgain} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function KeptCard({ kept: { author, count }, onSent }: { kept: KeptByAuthor; onSent: () => void }) {
  const { sendOfDismissed } = useWaitingChanges();
  const isOnline = useOnline((online) => online.isOnline);
  const sending = useOneAtATime();
  const name = displayName(author);

  const send = () =>
    sending.start(async () => {
      try {
        const sent = await sendOfDismissed(author.id);
        if (!sent.ok) return showFailure('Failed to send', importSentence(sent.code));
        const rest = notAcceptedText(sent.notAccepted);
        showSuccess('Sent', `${changesText(sent.count)} of ${name} reached the server.${rest}`);
      } catch (error) {
        showFailure('Failed to send', failureSentence(error));
      } finally {
        onSent();
      }
    });

  return (
    <Card padding="sm">
      <Stack gap="xs">
        <Text fw={600} className="k-breakable">
          {name}
        </Text>
        <Text>
          {`This account is no longer active, and ${changesText(count)} recorded with it ${count === 1 ? 'is' : 'are'} still only on this device. Sent, they count as ${name}’s and are marked for you to see.`}
        </Text>
        <OnlineOnlyButton
          isOnline={isOnline}
          purpose="send them"
          variant="default"
          loading={sending.isBusy}
          onClick={send}
        >
          {`Send ${changesText(count)}`}
        </OnlineOnlyButton>
      </Stack>
    </Card>
  );
}
