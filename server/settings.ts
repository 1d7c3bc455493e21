import { resolve } from 'node:path';
import * as v from 'valibot';
import { ok, type Result, refuse } from '../domain/result.ts';

// Every setting of the server: its name in the environment, its default, and the sentence that refuses a wrong value.
// Each sentence begins with the setting's name. The README lists them all.

const text = (sentence: string) => v.pipe(v.string(sentence), v.minLength(1, sentence));

function wholeNumber(name: string, min: number, max: number) {
  const sentence = `${name} must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(sentence),
    v.regex(/^\d{1,9}$/, sentence),
    v.transform(Number),
    v.minValue(min, sentence),
    v.maxValue(max, sentence),
  );
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const COOKIE_SECURE = ['auto', 'always', 'never'] as const;
const PROVE_PHONES = ['auto', 'never'] as const;
const oneOf = <const Options extends readonly string[]>(name: string, options: Options) =>
  v.picklist(options, `${name} must be one of ${options.join(', ')}`);

const settingsSchema = v.object({
  /** The port to listen on; 0 takes any free one. */
  PORT: v.optional(wholeNumber('PORT', 0, 65_535), '3000'),
  /** The address to listen on; the default is every address of the machine. */
  HOST: v.optional(
    v.pipe(
      text('HOST must be an address to listen on'),
      v.regex(/^[A-Za-z0-9.:-]+$/, 'HOST must be an address to listen on'),
    ),
    '0.0.0.0',
  ),
  /** The folder of the embedded database, the pepper and the uploads. */
  DATA_DIR: v.optional(
    v.pipe(
      text('DATA_DIR must name a folder'),
      v.transform((path) => resolve(path)),
    ),
    './data',
  ),
  /** PostgreSQL 15 or newer; without it the database is embedded, in DATA_DIR. */
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => /^postgres(ql)?:\/\/./.test(url) && URL.canParse(url),
        'DATABASE_URL must be an address like postgres://user:password@host:5432/database',
      ),
    ),
  ),
  /** The most connections to PostgreSQL that one process keeps open. */
  DATABASE_CONNECTIONS: v.optional(wholeNumber('DATABASE_CONNECTIONS', 1, 200), '10'),
  /** The secret with which every PIN is hashed. If it is not set, the first start makes one and keeps it in DATA_DIR. */
  PEPPER: v.optional(
    v.pipe(
      v.string(),
      v.minLength(16, 'PEPPER must have at least 16 characters'),
      v.maxLength(512, 'PEPPER must have at most 512 characters'),
    ),
  ),
  LOG_LEVEL: v.optional(oneOf('LOG_LEVEL', LOG_LEVELS), 'info'),
  /** The number of trusted proxies before the server; each appends to X-Forwarded-For. 0: such headers are ignored. */
  TRUST_PROXY: v.optional(wholeNumber('TRUST_PROXY', 0, 10), '0'),
  /** 'auto' marks the session cookie Secure when the request came by https. */
  COOKIE_SECURE: v.optional(oneOf('COOKIE_SECURE', COOKIE_SECURE), 'auto'),
  /** A session ends after this many days without use. */
  SESSION_DAYS: v.optional(wholeNumber('SESSION_DAYS', 1, 365), '30'),
  /** The push services that the server may use, separated by commas: hosts, or '*.' and a parent domain. */
  PUSH_SERVICES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((service) => service.trim())),
      v.everyItem(
        (service) => /^(\*\.)?[a-z0-9.-]+$/.test(service) || /^http:\/\/127\.0\.0\.1:\d+$/.test(service),
        'PUSH_SERVICES must be hosts, separated by commas',
      ),
    ),
    'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
  ),
  /** Contact of this server's operator, for the operators of push services: a web address, or 'mailto:'. */
  PUSH_CONTACT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(https:\/\/|mailto:)\S+$/, 'PUSH_CONTACT must be an https address, or mailto: and an address'),
    ),
    'https://kaunta.example',
  ),
  /** True if registering needs a code that is sent to the phone; that needs a sender of codes. */
  PROVE_PHONES: v.optional(oneOf('PROVE_PHONES', PROVE_PHONES), 'auto'),
  /** The folder of the built app. */
  STATIC_DIR: v.optional(
    v.pipe(
      text('STATIC_DIR must name a folder'),
      v.transform((path) => resolve(path)),
    ),
    resolve(import.meta.dirname, '../dist'),
  ),
});

export interface Settings {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseConnections: number;
  pepper: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  trustedProxies: number;
  cookieSecure: (typeof COOKIE_SECURE)[number];
  sessionDays: number;
  /** Has an effect only if the sender of codes reaches phones. */
  provePhones: boolean;
  staticDir: string;
  pushServices: readonly string[];
  pushContact: string;
}

/**
 * Reads the settings from environment variables; an empty one counts as absent. Returns a sentence for each wrong one.
 */
export function readSettings(environment: Record<string, string | undefined>): Result<Settings, string[]> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(settingsSchema, given);
  if (!parsed.success) return refuse(parsed.issues.map((issue) => issue.message));
  const env = parsed.output;
  return ok({
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    pepper: env.PEPPER,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUST_PROXY,
    cookieSecure: env.COOKIE_SECURE,
    sessionDays: env.SESSION_DAYS,
    provePhones: env.PROVE_PHONES === 'auto',
    staticDir: env.STATIC_DIR,
    pushServices: env.PUSH_SERVICES,
    pushContact: env.PUSH_CONTACT,
  });
}
