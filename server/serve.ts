import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import * as v from 'valibot';
import { loggingSender } from './account/code-sender.ts';
import { systemClock } from './clock.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { Database } from './db/database.ts';
import { openEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { openPostgres } from './db/postgres.ts';
import { createApp } from './http/app.ts';
import { createEventsHub } from './events-hub.ts';
import { startHousekeeping } from './housekeeping.ts';
import { uploadFolderOf } from './images/upload-folder.ts';
import type { Log } from './log.ts';
import { checkPepper, readPepper } from './pepper.ts';
import { createPinHasher } from './pin-hash.ts';
import { createPushSender } from './web-push/push-sender.ts';
import { readVapidKeys } from './web-push/vapid.ts';
import { systemRandom } from './random.ts';
import type { Settings } from './settings.ts';

export interface RunningServer {
  /** The server's URL for a browser on this machine. */
  url: string;
  /** Stops gracefully: accepts no new requests, finishes running ones, closes the database. */
  stop(): Promise<void>;
}

/**
 * How long running requests may take after the stop has begun. Event streams end at once, because they lose nothing.
 */
const REQUEST_GRACE_MS = 10_000;
/** How often idle connections are closed during the stop. A connection becomes idle when its response has ended. */
const IDLE_CLOSED_EVERY_MS = 100;
/** The longest time for a request to arrive. A client that sends its bytes too slowly is cut off. */
const REQUEST_MS = 60_000;
/** Longer than proxies usually keep an idle connection, so that a proxy never writes to a closed one. */
const KEEP_ALIVE_MS = 65_000;

/** Settings → database → migrations → app → listening. */
export async function startServer(settings: Settings, log: Log): Promise<RunningServer> {
  const notPrivate = prepareDataFolder(settings.dataDir);
  if (notPrivate.length > 0)
    log.warn(
      { paths: notPrivate.slice(0, 5), count: notPrivate.length },
      'Other users of this machine may read these files: make the user that runs the server their owner',
    );
  const database = await openDatabase(settings, log);
  try {
    const applied = await migrate(database);
    if (applied.length > 0) log.info({ applied }, 'The database was migrated');
    const pepper = readPepper(settings, systemRandom);
    await checkPepper(database, pepper);
    const events = createEventsHub(database.notices, log);
    const pins = await createPinHasher(pepper);
    const app = createApp({
      database,
      settings,
      log,
      events,
      pins,
      pepper,
      codes: loggingSender(log),
      push: createPushSender(readVapidKeys(settings), settings.pushContact, systemClock),
      clock: systemClock,
      random: systemRandom,
      version: readOwnVersion(),
    });
    const server = createAdaptorServer({ fetch: app.fetch }) as Server; // without http2 options it is the plain one
    server.requestTimeout = REQUEST_MS;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    const url = await listen(server, settings);
    const stopHousekeeping = startHousekeeping(database, uploadFolderOf(settings), systemClock, log);
    return {
      url,
      stop: once(() => {
        stopHousekeeping();
        return stopServer(server, () => events.close(), database);
      }),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function openDatabase(settings: Settings, log: Log): Promise<Database> {
  const { databaseUrl, databaseConnections, dataDir } = settings;
  if (databaseUrl === undefined)
    return openEmbedded({
      directory: join(dataDir, 'database'),
      onTidyError: (error) => log.warn({ error }, 'The database could not be tidied up'),
    });
  return openPostgres({
    url: databaseUrl,
    connectionsMax: databaseConnections,
    onConnectionError: (error) => log.warn({ error }, 'A database connection broke'),
  });
}

function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`PORT ${port} is in use by another program: stop it, or set PORT to a free one`)
          : error,
      ),
    );
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo; // it listens on a port, never on a pipe
      const isAnywhere = ['0.0.0.0', '::'].includes(host);
      resolve(`http://${isAnywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${address.port}`);
    });
  });
}

async function stopServer(server: Server, closeStreams: () => void, database: Database): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeStreams();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CLOSED_EVERY_MS);
  const rest = setTimeout(() => server.closeAllConnections(), REQUEST_GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(rest);
  await database.close();
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

function readOwnVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}
