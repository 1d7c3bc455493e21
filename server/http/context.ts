import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { CodeSender } from '../account/code-sender.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { PinHasher } from '../pin-hash.ts';
import type { PushSender } from '../web-push/push-sender.ts';
import type { Random } from '../random.ts';
import type { Settings } from '../settings.ts';
import type { EventsHub } from '../events-hub.ts';
import type { Session, SessionRefusal } from './middleware/session.ts';

/** The outside world of the routes. */
export interface AppDeps {
  database: Database;
  settings: Settings;
  clock: Clock;
  random: Random;
  log: Log;
  pins: PinHasher;
  /** The secret key for counters of wrong PINs, hashes of PINs and hashes of addresses. */
  pepper: string;
  events: EventsHub;
  /** Sends one-time codes to phones. */
  codes: CodeSender;
  /** Notifies browsers of new orders while the app is closed. */
  push: PushSender;
  /** The version that 'GET /version' answers with. */
  version: string;
}

export interface AppEnv {
  /** Absent if a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    session: Session | SessionRefusal;
  };
}

export type AppContext = Context<AppEnv>;
export type App = Hono<AppEnv>;
