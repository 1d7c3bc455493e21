import { Button, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/time.ts';
import type { JournalRow } from '../../../sync/store/database/schema.ts';
import { journalOf } from '../../../sync/store/live-reads.ts';
import { failureSentence } from '../../parts/words.ts';
import { saveTextFile } from '../../platform/save-file.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { showFailure } from '../../state/toasts.ts';
import { journalSentence } from './journal-words.ts';

/** The events read at first, and the most that the device stores (SYN-27). */
const RECENT_EVENTS = 50;
const ALL_EVENTS = 500;

/** Events between this device and the server, newest first. */
export function Journal({ timeZone }: { timeZone: string }) {
  const { database } = useReplica();
  const [isWhole, setWhole] = useState(false);
  const countMax = isWhole ? ALL_EVENTS : RECENT_EVENTS;
  const events = useLive((shop) => journalOf(shop, countMax + 1), [countMax]);
  if (events === undefined) return null;
  const save = async () => {
    try {
      const whole = await journalOf(database, ALL_EVENTS);
      saveTextFile('kaunta-journal.jsonl', whole.map((event) => `${JSON.stringify(event)}\n`).join(''));
    } catch (error) {
      showFailure('Failed to export', failureSentence(error));
    }
  };
  return (
    <Stack component="section" gap="sm" aria-labelledby="journal">
      <Title order={2} size="h4" id="journal">
        Journal
      </Title>
      {events.length === 0 && <Text c="dimmed">Nothing out of the ordinary has happened.</Text>}
      <Stack component="ul" aria-labelledby="journal" className="k-plain-list" gap="xs">
        {alikeTogether(events.slice(0, countMax)).map(({ event, countBefore }) => (
          <li key={event.seq}>
            <Text size="sm" c="dimmed" className="k-figures">
              {formatDateTime(event.atMs, timeZone)}
            </Text>
            <Text className="k-breakable">
              {journalSentence(event)}
              {countBefore > 0 && ` The same ${countBefore === 1 ? 'once' : `${countBefore} times`} before.`}
            </Text>
          </li>
        ))}
      </Stack>
      {!isWhole && events.length > countMax && (
        <Button variant="default" onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
      {events.length > 0 && (
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={() => void save()}>
          Export journal
        </Button>
      )}
    </Stack>
  );
}

interface AlikeEvents {
  /** The newest event of the group. */
  event: JournalRow;
  countBefore: number;
}

/** What an event says, but for the wait after it: only such events are the same. */
const kindOf = ({ what, detail: { waitMs: _waitMs, ...detail } }: JournalRow): string =>
  journalSentence({ what, detail });

/** Groups consecutive events that say the same: a night without signal is one entry, not a hundred. */
function alikeTogether(events: readonly JournalRow[]): AlikeEvents[] {
  const groups: AlikeEvents[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last !== undefined && kindOf(last.event) === kindOf(event)) last.countBefore += 1;
    else groups.push({ event, countBefore: 0 });
  }
  return groups;
}
