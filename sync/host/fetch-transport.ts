import * as v from 'valibot';
import type { CallResult, Transport } from '../ports.ts';
import { auditAnswerSchema } from '../protocol/audit.ts';
import { knownActsAnswerSchema } from '../protocol/known-acts.ts';
import { pullWireSchema, unpackPull } from '../protocol/pull-wire.ts';
import { ACCOUNT_INACTIVE } from '../protocol/constants.ts';
import { pushAnswerSchema } from '../protocol/push.ts';
import { timeLimit } from './time-limit.ts';

const ROOT = '/api/v1/sync';
/** On a slow connection a page of a pull may need long, but a request that hangs must end (SYN-8). */
const TIMEOUT_MS = 45_000;

/** The body of every refusal by our own server. The login page of a Wi-Fi portal does not have this form. */
const refusalSchema = v.object({ error: v.string(), message: v.string() });

export interface FetchTransportPorts {
  fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** The author of the outbox that is sent. If the session belongs to another user, the server answers 401 (C-009). */
  userId: number;
}

/** Creates the transport for page and worker. The session is sent as the cookie of this origin (C-157). */
export function createFetchTransport(ports: FetchTransportPorts): Transport {
  const call = <T>(request: Call<T>) => callServer(ports, request);
  return {
    push: (request) =>
      call({
        method: 'POST',
        path: '/push',
        body: request,
        schema: pushAnswerSchema,
        isOurs: (answer) => answer.batchId === request.batchId,
        pack: true,
      }),
    pull: ({ protocol, rowsMax, confirmedMid, tableSet, cookie, device, older, ...rest }) => {
      const query = new URLSearchParams({
        ...rest,
        protocol: String(protocol),
        rowsMax: String(rowsMax),
        confirmedMid: String(confirmedMid),
      });
      if (tableSet !== undefined) query.set('tableSet', String(tableSet));
      if (cookie !== null) query.set('cookie', cookie);
      if (device) query.set('device', JSON.stringify(device));
      if (older) query.set('older', JSON.stringify(older));
      return call({ method: 'GET', path: `/pull?${query}`, schema: v.pipe(pullWireSchema, v.transform(unpackPull)) });
    },
    audit: ({ protocol, tableSet, table, fromMs, toMs, historyFromMs }) => {
      const query = new URLSearchParams({ protocol: String(protocol), table, fromMs: String(fromMs) });
      if (tableSet !== undefined) query.set('tableSet', String(tableSet));
      if (toMs !== null) query.set('toMs', String(toMs));
      if (historyFromMs !== undefined) query.set('historyFromMs', String(historyFromMs));
      return call({ method: 'GET', path: `/audit?${query}`, schema: auditAnswerSchema });
    },
    knownActs: (request) =>
      call({ method: 'POST', path: '/acts', body: request, schema: knownActsAnswerSchema, pack: true }),
  };
}

interface Call<T> {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  schema: v.GenericSchema<unknown, T>;
  /** True if a well-formed answer belongs to this request. */
  isOurs?: (answer: T) => boolean;
  pack?: boolean;
}

async function callServer<T>(ports: FetchTransportPorts, call: Call<T>): Promise<CallResult<T>> {
  try {
    const response = await ports.fetch(`${ROOT}${call.path}`, await initOf(ports, call));
    // The body must be read inside the try, because the connection may break in the middle of an answer.
    return classify(response, await response.text(), call);
  } catch {
    return { kind: 'unreachable' };
  }
}

async function initOf<T>(ports: FetchTransportPorts, call: Call<T>): Promise<RequestInit> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-User-ID': String(ports.userId) };
  const init: RequestInit = {
    method: call.method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: timeLimit(TIMEOUT_MS),
  };
  if (call.body === undefined) return init;
  headers['Content-Type'] = 'application/json';
  const text = JSON.stringify(call.body);
  if (!call.pack || typeof CompressionStream === 'undefined') return { ...init, body: text };
  headers['Content-Encoding'] = 'gzip';
  // Send bytes of known length, because the server refuses bodies without a length.
  return {
    ...init,
    body: await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  };
}

function classify<T>(response: Response, text: string, call: Call<T>): CallResult<T> {
  const json = parseJson(text);
  if (response.ok) {
    const answer = v.safeParse(call.schema, json);
    if (!answer.success || call.isOurs?.(answer.output) === false) return { kind: 'unreachable' };
    return { kind: 'answer', value: answer.output };
  }
  if (!v.is(refusalSchema, json))
    return response.status >= 500 || response.status === 429 ? later(response) : { kind: 'unreachable' };
  switch (response.status) {
    case 401:
    case 403:
      if (json.error === ACCOUNT_INACTIVE) return { kind: 'dismissed' };
      return { kind: 'signed_out' };
    case 413:
      return { kind: 'too_large' };
    case 426:
      return { kind: 'outdated' };
    default:
      return later(response);
  }
}

/** Asks the caller to try again later: no status makes a queued change be given up (SYN-8). */
function later(response: Response): CallResult<never> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return {
    kind: 'retry_later',
    status: response.status,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
