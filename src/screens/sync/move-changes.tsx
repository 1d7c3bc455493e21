import { Button, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { dayKey } from '../../../domain/time.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { saved } from '../../parts/form/save.ts';
import { failureSentence, importSentence, notAcceptedText } from '../../parts/words.ts';
import { saveTextFile } from '../../platform/save-file.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica, useWaitingChanges } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { changesText } from '../../state/sync-status.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { offlineText } from '../../ui/online-only.tsx';
import { Arrival } from '../../ui/layer/arrival.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { FileChoice } from '../../ui/form/file-choice.tsx';

const FILE_BYTES_MAX = 32 * 1024 * 1024;

/** Exports waiting changes to a file, for a device that cannot send any more, and imports such a file (SYN-27). */
export function MoveChanges({ waitingCount }: { waitingCount: number }) {
  const { run } = useReplica();
  const { timeZone } = useShop();
  const waiting = useWaitingChanges();
  const isOnline = useOnline((online) => online.isOnline);
  const users = useLive(usersById, []);
  const [movedCount, setMovedCount] = useState(0);
  const working = useOneAtATime(movedCount);

  const write = () =>
    working.start(async () => {
      try {
        const text = await waiting.writeFile();
        if (text === null) return showSuccess('Nothing to export', 'Everything recorded here is on the server.');
        saveTextFile(`kaunta-unsent-changes-${dayKey(Date.now(), timeZone)}.jsonl`, text);
        // The file was written before this note. It may come from a device that cannot store anything more: so nothing
        // waits for the note.
        void saved(run('export.note', () => ({ what: 'unsent' }), null));
        setMovedCount((count) => count + 1);
        return SPENT;
      } catch (error) {
        showFailure('Failed to export', failureSentence(error));
      }
    });

  const send = (file: File | null) => {
    if (file === null) return;
    working.start(async () => {
      try {
        if (file.size > FILE_BYTES_MAX) return showFailure('Failed to import', importSentence('foreign'));
        const sent = await waiting.sendFile(await file.text());
        if (!sent.ok) return showFailure('Failed to import', importSentence(sent.code));
        const author = users?.get(sent.authorUserId)?.firstName ?? 'their author';
        const rest = notAcceptedText(sent.notAccepted);
        showSuccess('Imported', `${changesText(sent.count)} of ${author} reached the server.${rest}`);
      } catch (error) {
        showFailure('Failed to import', failureSentence(error));
      }
    });
  };

  return (
    <Stack component="section" gap="sm" aria-labelledby="move-changes">
      <Title order={2} size="h4" id="move-changes">
        Move changes by hand
      </Title>
      <Text c="dimmed">
        If this device cannot send what waits, export it as a file and import that on any other device of this shop.
        Importing a file twice does no harm.
      </Text>
      <Text aria-live="polite" hidden={isOnline}>
        {isOnline ? '' : offlineText('import changes')}
      </Text>
      <Stack gap="sm">
        <Arrival key={movedCount} />
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          disabled={waitingCount === 0}
          loading={working.isBusy}
          onClick={write}
        >
          Export unsent changes
        </Button>
        <FileChoice onChange={send} accept=".jsonl,application/x-ndjson,text/plain,application/json">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={20} aria-hidden />}
              disabled={!isOnline}
              loading={working.isBusy}
            >
              Import
            </Button>
          )}
        </FileChoice>
      </Stack>
    </Stack>
  );
}
