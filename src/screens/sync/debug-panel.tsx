import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { journalOf, replicaStateOf } from '../../../sync/store/live-reads.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { useLive, useReplica } from '../../state/replica.tsx';

const SHOWN_EVENTS = 30;

/** The address of the development server's simulated connection (scripts/setup/dev-line.ts). */
const LINE_PATH = '/__line';
const lineSchema = v.object({ isOffline: v.boolean(), dropsNextAnswer: v.boolean() });
type Line = v.InferOutput<typeof lineSchema>;

/**
 * Shown only in development, at the end of Sync status: buttons that make the connection fail, and the stored state of
 * the engine and the database.
 */
export function DebugPanel() {
  const { database } = useReplica();
  const stored = useLive(readStored, []);
  return (
    <Card component="section" aria-labelledby="debug">
      <Stack>
        <Title order={2} size="h4" id="debug">
          Development
        </Title>
        <LineButtons stored={stored} />
        <Stored title={`Database ${database.name}`} value={stored?.counts} />
        <Stored title="Engine's state" value={stored?.state} />
        <Stored title={`Last ${SHOWN_EVENTS} events of the engine`} value={stored?.events} />
      </Stack>
    </Card>
  );
}

/**
 * Reads the state of the connection whenever something is stored, because the answer to be dropped may have been
 * dropped.
 */
function LineButtons({ stored }: { stored: unknown }) {
  const [line, setLine] = useState<Line | null | undefined>(undefined);
  const ask = (change?: Partial<Line>) => void askLine(change).then(setLine, () => setLine(null));
  useEffect(() => ask(), [stored]);
  if (line === undefined) return null;
  if (line === null) return <Text>The line cannot be changed here: start the app with npm run dev.</Text>;
  return (
    <Group>
      <Button variant="default" onClick={() => ask({ isOffline: !line.isOffline })}>
        {line.isOffline ? 'Go online' : 'Go offline'}
      </Button>
      <Button variant="default" disabled={line.dropsNextAnswer} onClick={() => ask({ dropsNextAnswer: true })}>
        {line.dropsNextAnswer ? 'The next answer will be lost' : 'Drop the next answer'}
      </Button>
    </Group>
  );
}

async function askLine(change?: Partial<Line>): Promise<Line> {
  const answer = await fetch(LINE_PATH, change ? { method: 'POST', body: JSON.stringify(change) } : {});
  return v.parse(lineSchema, await answer.json());
}

function Stored({ title, value }: { title: string; value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <Code block>{value === undefined ? 'Loading...' : JSON.stringify(value, null, 2)}</Code>
    </details>
  );
}

async function readStored(database: ShopDatabase) {
  const { rows, ...others } = database.tables;
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries({ ...rows, ...others })) counts[name] = await table.count();
  return { counts, state: await replicaStateOf(database), events: await journalOf(database, SHOWN_EVENTS) };
}
