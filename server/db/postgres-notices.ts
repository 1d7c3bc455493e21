import pg from 'pg';
import type { Notices } from './database.ts';

const CHANNEL = 'kaunta_notice';
const RETRY_MS = 2_000;

/**
 * Sends and receives notices. LISTEN has a connection of its own, opened for the first subscriber and reopened if it
 * breaks. Notices sent meanwhile are lost, which `Notices` allows. NOTIFY uses the pool outside our transactions,
 * because inside a transaction it would make all commits of the cluster wait for each other.
 */
export function openNotices(
  config: pg.ClientConfig,
  pool: pg.Pool,
  onError: (error: unknown) => void,
): Notices & { close(): Promise<void> } {
  const hearers = new Set<(text: string) => void>();
  const own = crypto.randomUUID();
  let listener: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let closed = false;

  async function listen(): Promise<void> {
    const client = new pg.Client(config);
    listener = client;
    client.on('error', (error) => dropAndRetry(client, error));
    client.on('end', () => dropAndRetry(client));
    client.on('notification', ({ payload = '' }) => {
      const sender = payload.slice(0, own.length);
      if (sender === own) return; // This process has notified its own subscribers.
      for (const hear of hearers) hear(payload.slice(own.length + 1));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      dropAndRetry(client, error);
    }
  }

  function dropAndRetry(client: pg.Client, error?: unknown): void {
    if (error !== undefined && !closed) onError(error);
    if (listener !== client) return;
    listener = undefined;
    client.end().catch(() => {}); // The connection is broken already.
    if (closed) return;
    retryTimer = setTimeout(() => void listen(), RETRY_MS);
    retryTimer.unref();
  }

  return {
    async send(text) {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, `${own} ${text}`]);
    },
    subscribe(hear) {
      hearers.add(hear);
      if (listener === undefined && retryTimer === undefined && !closed) void listen();
      return () => hearers.delete(hear);
    },
    async close() {
      closed = true;
      clearTimeout(retryTimer);
      const client = listener;
      listener = undefined;
      await client?.end().catch(() => {}); // An error is harmless: we close anyway.
    },
  };
}
