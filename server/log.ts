import { pino } from 'pino';
import type { Settings } from './settings.ts';

/** Structured lines for the operator. Never a PIN, a token, a phone, or what a person typed. */
export interface Log {
  debug(facts: object, sentence: string): void;
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

const SECRET_FIELDS = [
  'pin',
  'confirmPin',
  'pinHash',
  'pin_hash',
  'phone',
  'phoneNormalised',
  'phone_normalised',
  'email',
  'token',
  'authToken',
  'tokenHash',
  'cookie',
  'authorization',
  'password',
  'pepper',
];

/** `write` takes the finished lines; by default they go to standard output. */
export function createLog(level: Settings['logLevel'], write?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
    serializers: { error: describeError },
  };
  return write === undefined ? pino(options) : pino(options, write);
}

/** Returns the parts of an error that may be logged. Others may quote a statement's parameters or a request's body. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    name: error.name,
    message: hideNumbers(error.message),
    ...('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? { code: error.code }
      : {}),
    stack: hideNumbers(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Hides numbers that are long enough to be phones, because a database quotes values in its messages. */
const hideNumbers = (text: string): string => text.replaceAll(/\+?\d(?:[ -]?\d){6,}/g, '[number]');
