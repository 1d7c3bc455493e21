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

/** Everything that the routes reach the world through. */
export interface AppDeps {
  database: Database;
  settings: Settings;
  clock: Clock;
  random: Random;
  log: Log;
  pins: PinHasher;
  /** Keys the counters of wrong PINs; the hashes of PINs have it inside. */
  pepper: string;
  events: EventsHub;
  /** Brings one-time codes to phones. */
  codes: CodeSender;
  /** Tells browsers of new orders while the app is closed. */
  push: PushSender;
  /** The answer to 'GET /version'. */
  version: string;
}

export interface AppEnv {
  /** Absent when a test asks the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    session: Session | SessionRefusal;
  };
}

export type AppContext = Context<AppEnv>;
export type App = Hono<AppEnv>;
