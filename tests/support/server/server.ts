import type { HttpBindings } from '@hono/node-server';
import * as v from 'valibot';
import type { Clock } from '../../../server/clock.ts';
import type { Database } from '../../../server/db/database.ts';
import { createApp } from '../../../server/http/app.ts';
import type { App, AppDeps } from '../../../server/http/context.ts';
import { createEventsHub } from '../../../server/events-hub.ts';
import { createLog } from '../../../server/log.ts';
import { createPinHasher } from '../../../server/pin-hash.ts';
import type { PushSender } from '../../../server/web-push/push-sender.ts';
import { systemRandom } from '../../../server/random.ts';
import { readSettings, type Settings } from '../../../server/settings.ts';
import { ourApi } from './api-description.ts';
import { type Engine, openTestDatabase } from './test-database.ts';

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #nowMs = Date.UTC(2026, 5, 15, 9);
  nowMs(): number {
    return this.#nowMs;
  }
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  /** The parsed body if it is JSON, else the text. */
  body: unknown;
  /** The body as it came. */
  text: string;
}

export interface Registration {
  businessName: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  address: string;
  country: string;
  currency: string;
  phone: string;
  pin: string;
  businessCategoryId: number;
  timeZone?: string;
}

export interface SignedInUser {
  businessId: number;
  userId: number;
  phone: string;
  pin: string;
  token: string;
  /** For requests as a browser makes them: `{ headers: { cookie } }`. */
  cookie: string;
  slug: string;
}

/**
 * The whole server in this process, with its own database. The tests of a file share it; each creates its own business.
 */
export interface TestServer {
  app: App;
  deps: AppDeps;
  clock: TestClock;
  /** The one-time codes that were sent, the newest last. */
  sentCodes: { phone: string; code: string }[];
  /** The log, line by line. */
  logLines: string[];
  close(): Promise<void>;
}

/** Sends no push messages. */
const NO_PUSH: PushSender = { publicKey: '', send: () => Promise.resolve('failed') };

export async function startTestServer(
  options: {
    engine?: Engine;
    database?: Database;
    settings?: Partial<Settings>;
    pepper?: string;
    push?: PushSender;
    /** True as on a server with a sender of codes. */
    codesReachPhones?: boolean;
  } = {},
): Promise<TestServer> {
  const defaults = readSettings({});
  if (!defaults.ok) throw new Error(defaults.error.join('\n'));
  const clock = new TestClock();
  const logLines: string[] = [];
  const sentCodes: TestServer['sentCodes'] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const database = options.database ?? (await openTestDatabase(options.engine ?? 'embedded'));
  const pepper = options.pepper ?? 'a pepper for tests';
  const deps: AppDeps = {
    database,
    settings: { ...defaults.value, ...options.settings },
    clock,
    random: systemRandom,
    log,
    pepper,
    pins: await createPinHasher(pepper),
    events: createEventsHub(database.notices, log),
    codes: {
      reachesPhones: options.codesReachPhones ?? false,
      send: async (message) => void sentCodes.push(message),
    },
    push: options.push ?? NO_PUSH,
    version: '0.0.0-test',
  };
  return {
    app: createApp(deps),
    deps,
    clock,
    sentCodes,
    logLines,
    async close() {
      deps.events.close();
      await database.close();
    },
  };
}

let lastNumber = 0;

/** Returns a valid registration with a new phone number. */
export function newRegistration(changes: Partial<Registration> = {}): Registration {
  lastNumber += 1;
  return {
    businessName: `Test Shop ${lastNumber}`,
    firstName: 'Amina',
    lastName: 'Okello',
    username: 'Amina Okello',
    email: 'amina@example.com',
    address: '12 Market Street',
    country: 'UG',
    currency: 'UGX',
    phone: `+256 7${String(lastNumber).padStart(8, '0')}`,
    pin: '7302',
    businessCategoryId: 5,
    timeZone: 'UTC',
    ...changes,
  };
}

export interface TestRequest {
  body?: unknown;
  /** The body as text, instead of `body`. */
  text?: string;
  /** The body as bytes, instead of `body`. */
  bytes?: Uint8Array<ArrayBuffer>;
  cookie?: string;
  token?: string;
  headers?: Record<string, string>;
  /** The address from which the request comes. */
  address?: string;
}

/**
 * Sends a request to the app: `ask(server, 'POST /api/v1/auth/login', { body })`. Throws if the answer differs from the
 * description of the API, or if the server accepted what the description forbids.
 */
export async function ask({ app }: TestServer, line: string, request: TestRequest = {}): Promise<TestAnswer> {
  const [method = '', path = ''] = line.split(' ');
  const text = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const content = request.bytes ?? text;
  const headers = {
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.cookie === undefined ? {} : { cookie: request.cookie }),
    ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
    ...request.headers,
  };
  const socket = { remoteAddress: request.address ?? '127.0.0.1' };
  const bindings = { incoming: { socket } } as HttpBindings; // all that the app looks at of a connection
  const response = await app.request(
    path,
    { method, headers, ...(content === undefined ? {} : { body: content }) },
    bindings,
  );
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answered = await response.text();
  const body: unknown = isJson ? JSON.parse(answered) : answered;
  const answer = { status: response.status, headers: response.headers, body, text: answered };
  requireDescribed(method, path, answer, request.text === undefined ? request.body : undefined);
  return answer;
}

function requireDescribed(method: string, path: string, { status, headers, body }: TestAnswer, sent: unknown): void {
  const operation = ourApi().operationOf(method, path);
  if (operation === undefined || status === 304) return;
  const overlooked =
    status < 300 && sent !== undefined && operation.requestBody ? ourApi().faultOfBody(operation, sent) : null;
  if (overlooked !== null) throw new Error(`${operation.name} took what server/http/openapi forbids: ${overlooked}`);
  const fault = ourApi().faultOfAnswer(operation, status, headers, body);
  if (fault !== null)
    throw new Error(`${operation.name} answered ${status} otherwise than server/http/openapi says: ${fault}`);
}

const loginAnswerSchema = v.object({
  data: v.object({ authToken: v.string(), user: v.object({ id: v.number(), businessId: v.number() }) }),
});
const registerAnswerSchema = v.object({ data: v.object({ business: v.object({ slug: v.string() }) }) });

/** Registers a business and signs in its owner. */
export async function registerShop(server: TestServer, changes: Partial<Registration> = {}): Promise<SignedInUser> {
  const registration = newRegistration(changes);
  // Each from another address, because the number of registrations from one address is limited.
  const address = `10.200.${lastNumber >> 8}.${lastNumber & 255}`;
  const registered = await ask(server, 'POST /api/v1/auth/register', { body: registration, address });
  if (registered.status !== 201) throw new Error(`The shop was not registered: ${JSON.stringify(registered.body)}`);
  const { phone, pin } = registration;
  const signedIn = await ask(server, 'POST /api/v1/auth/login', { body: { phone, pin } });
  const { authToken, user } = v.parse(loginAnswerSchema, signedIn.body).data;
  return {
    businessId: user.businessId,
    userId: user.id,
    phone,
    pin,
    token: authToken,
    cookie: cookieOf(signedIn),
    slug: v.parse(registerAnswerSchema, registered.body).data.business.slug,
  };
}

/** Returns the cookies that an answer sets, as the browser sends them back. */
export const cookieOf = ({ headers }: TestAnswer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
