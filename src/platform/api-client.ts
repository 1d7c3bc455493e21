import * as v from 'valibot';
import type { GuessTask } from '../../domain/people/guess-task.ts';
import type { Result } from '../../domain/result.ts';

/*
 * The calls that only the server can decide (sign-in, users, PINs), so they are made directly and only online. The
 * shop's data never comes this way: screens read the local database. The session is sent as an HttpOnly cookie, so no
 * script can read a token (C-157).
 */

const API_ROOT = '/api/v1';
const TIMEOUT_MS = 20_000;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface ApiError {
  /**
   * `answered`: our server refused the call. `no_connection`: no server answered, or another than ours did (the page of
   * a Wi-Fi portal).
   */
  code: 'answered' | 'no_connection';
  /** The HTTP status; 0 without an answer. */
  status: number;
  error: string | null;
  message: string | null;
  details: string | null;
  /** Messages by field, if the server named fields. */
  fieldErrors: Record<string, string>;
  /** The text '{status}: {body or status text}' (R-ERR-01). */
  text: string;
  /** The task that this device must solve before it may try again. */
  task?: GuessTask;
}

export interface ApiAnswer<T> {
  data: T;
  message: string | null;
  /** The number of rows of the whole list, if the answer is a page of a list. */
  total?: number;
}

export interface ApiRequest<Schema extends v.GenericSchema> {
  /** The schema of `data`. An answer that does not match it is not from our server, but for example from a hotspot. */
  data: Schema;
  body?: unknown;
  signal?: AbortSignal;
  /** True to send no user id, because the call asks who is signed in now. */
  isAnyone?: true;
}

export interface Api {
  call<Schema extends v.GenericSchema>(
    method: Method,
    path: string,
    request: ApiRequest<Schema>,
  ): Promise<Result<ApiAnswer<v.InferOutput<Schema>>, ApiError>>;
}

export interface ApiPorts {
  fetch: typeof fetch;
  /** Returns the signed-in user's id, or null (R-API-05). */
  userId: () => number | null;
  /** Called for each answer of our own server, with the time at which its request was sent, by this device's clock. */
  onAnswer?: (askedAtMs: number) => void;
}

export function createApi({ fetch, userId, onAnswer }: ApiPorts): Api {
  return {
    async call(method, path, { data, body, signal, isAnyone }) {
      const limit = limitedBy(signal);
      const askedAtMs = Date.now();
      try {
        const response = await fetch(`${API_ROOT}${path}`, {
          method,
          credentials: 'same-origin',
          headers: headersOf(body, isAnyone ? null : userId()),
          signal: limit.signal,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        // The body must be read inside the try, because the connection may break in the middle of an answer.
        const answer = readAnswer(response, await response.text(), data);
        if (answer.ok || answer.error.code === 'answered') onAnswer?.(askedAtMs);
        return answer;
      } catch {
        return { ok: false, error: noConnection(0, 'No connection') };
      } finally {
        limit.release();
      }
    },
  };
}

/** Returns the message of a list whose first load failed on a device without a copy (R-ERR-02, C-148). */
export const listLoadError = (error: ApiError): string => `HTTP error! status: ${error.status}`;

// AbortSignal.any is not used, because some supported browsers do not have it.
function limitedBy(outer: AbortSignal | undefined): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

function headersOf(body: unknown, userId: number | null): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(userId === null ? {} : { 'X-User-ID': String(userId) }),
  };
}

const envelopeSchema = v.object({
  data: v.optional(v.unknown()),
  message: v.nullish(v.string(), null),
  success: v.optional(v.boolean()),
  pagination: v.optional(v.object({ total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })),
});

function readAnswer<Schema extends v.GenericSchema>(
  response: Response,
  text: string,
  schema: Schema,
): Result<ApiAnswer<v.InferOutput<Schema>>, ApiError> {
  const json = parseJson(text);
  if (!response.ok) return { ok: false, error: readRefusal(response, text, json) };
  const envelope = v.safeParse(envelopeSchema, response.status === 204 ? {} : wrapped(json));
  const data = envelope.success ? v.safeParse(schema, envelope.output.data) : null;
  if (!envelope.success || !data?.success) {
    return { ok: false, error: noConnection(response.status, `${response.status}: ${text || response.statusText}`) };
  }
  const { message, pagination } = envelope.output;
  return { ok: true, value: { data: data.output, message, ...pagination } };
}

// Some answers are bare arrays, so they are wrapped like the others (C-150).
const wrapped = (json: unknown): unknown => (Array.isArray(json) ? { data: json } : json);

const fieldIssueSchema = v.object({
  path: v.union([
    v.string(),
    v.pipe(
      v.array(v.union([v.string(), v.number()])),
      v.transform((keys) => keys.join('.')),
    ),
  ]),
  message: v.string(),
});

const refusalSchema = v.object({
  error: v.nullish(v.string(), null),
  message: v.nullish(v.string(), null),
  details: v.optional(v.unknown()),
  task: v.optional(v.object({ challenge: v.string(), bits: v.number(), shortAgainMs: v.optional(v.number()) })),
});

function readRefusal(response: Response, text: string, json: unknown): ApiError {
  const refusal = v.safeParse(refusalSchema, json);
  const bodyText = `${response.status}: ${text || response.statusText}`;
  // An HTML page with status 401 or 404 comes from a portal, and must not end the session.
  if (!refusal.success) return noConnection(response.status, bodyText);
  const { error, message, details, task } = refusal.output;
  return {
    code: 'answered',
    status: response.status,
    error: error || null,
    message: message || null,
    details: typeof details === 'string' && details !== '' ? details : null,
    fieldErrors: fieldErrorsOf(details),
    text: bodyText,
    ...(task && { task }),
  };
}

function fieldErrorsOf(details: unknown): Record<string, string> {
  const issues = v.safeParse(v.array(fieldIssueSchema), details);
  if (!issues.success) return {};
  // Reversed, so that of several messages for a field the first one stays: the person must correct it first.
  return Object.fromEntries(issues.output.toReversed().map(({ path, message }) => [path, message]));
}

function noConnection(status: number, text: string): ApiError {
  return { code: 'no_connection', status, error: null, message: null, details: null, fieldErrors: {}, text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
