import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFetchTransport } from '../../../sync/host/fetch-transport.ts';
import { encodeColumn } from '../../../sync/protocol/columns.ts';
import { HASH_ZERO, PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { type PushRequest } from '../../../sync/protocol/push.ts';

const request: PushRequest = {
  protocol: PROTOCOL_VERSION,
  batchId: 'batch-0001',
  clientId: '0123456789abcdef',
  previousHash: HASH_ZERO,
  cookie: null,
  waitsForParents: false,
  mutations: [
    {
      act: 'a'.repeat(32),
      attempt: 0,
      mid: 1,
      name: 'customer.create',
      format: 1,
      args: {},
      actorUserId: 5,
      atMs: 1,
      offsetMinutes: 180,
      clockOffsetMs: null,
      deps: [],
      h: '1'.repeat(32),
    },
  ],
  device: { pendingCount: 1, oldestPendingAtMs: 1, appVersion: '0.1.0', clockOffsetMs: null, storagePersistent: null },
};
const taken = {
  batchId: 'batch-0001',
  epoch: 'e',
  serverTimeMs: 1,
  result: 'taken',
  lmid: 1,
  outcomes: [],
  stopped: null,
};
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const answering = (respond: () => Response | Promise<Response>) =>
  createFetchTransport({ userId: 5, fetch: async () => respond() });

test('SYN-8 only an answer of our protocol that echoes the batch counts', async () => {
  expect(await answering(() => json(taken)).push(request)).toEqual({ kind: 'answer', value: taken });
});

const PORTAL = '<html><h1>Welcome to the hotel</h1></html>';
test.each<[string, () => Response | Promise<Response>]>([
  ["a portal's page with status 200", () => new Response(PORTAL)],
  ["a portal's page with status 401", () => new Response(PORTAL, { status: 401 })],
  ["somebody else's 404", () => new Response('not found', { status: 404 })],
  ['JSON of somebody else', () => json({ ok: true })],
  ['the answer to another batch', () => json({ ...taken, batchId: 'batch-0002' })],
  ['a truncated body', () => new Response(JSON.stringify(taken).slice(0, 40))],
  ['a connection that breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
])('SYN-8 %s is no connection', async (_, respond) => {
  expect(await answering(respond).push(request)).toEqual({ kind: 'unreachable' });
});

test('SYN-8 a redirect is no connection, wherever it leads', async () => {
  const portal = createServer((asked, answer) => {
    if (asked.url === '/welcome') answer.end(JSON.stringify(taken));
    else answer.writeHead(307, { location: '/welcome' }).end();
  });
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done));
  onTestFinished(() => void portal.close());
  const { port } = portal.address() as AddressInfo;
  const transport = createFetchTransport({
    userId: 5,
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
  });
  expect(await transport.push(request)).toEqual({ kind: 'unreachable' });
});

test('SYN-8 a call that hangs ends within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hanging = createFetchTransport({
    userId: 5,
    fetch: (_path, { signal }) =>
      new Promise((resolve, reject) => {
        // Without a time-out the request would be answered after a while.
        if (!signal) return resolve(json(taken));
        const end = () => reject(new Error('timed out'));
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  });
  const pushing = hanging.push(request);
  vi.advanceTimersByTime(60_000);
  expect(await pushing).toEqual({ kind: 'unreachable' });
  vi.useRealTimers();
});

const refusal = { error: 'Refused', message: 'A sentence.', details: [] };
test.each([
  [401, { kind: 'signed_out' }],
  [403, { kind: 'signed_out' }],
  [413, { kind: 'too_large' }],
  [426, { kind: 'outdated' }],
  [400, { kind: 'retry_later', status: 400, retryAfterMs: null }],
  [408, { kind: 'retry_later', status: 408, retryAfterMs: null }],
  [409, { kind: 'retry_later', status: 409, retryAfterMs: null }],
  [500, { kind: 'retry_later', status: 500, retryAfterMs: null }],
])('SYN-8 status %i of our server gives nothing up', async (status, result) => {
  expect(await answering(() => json(refusal, status)).push(request)).toEqual(result);
});

test('SYN-8 Retry-After is read, also from a proxy before our server', async () => {
  expect(await answering(() => json(refusal, 429, { 'retry-after': '7' })).push(request)).toMatchObject({
    kind: 'retry_later',
    retryAfterMs: 7_000,
  });
  expect(
    await answering(() => new Response('Bad gateway', { status: 502, headers: { 'retry-after': '3' } })).push(request),
  ).toMatchObject({ kind: 'retry_later', retryAfterMs: 3_000 });
});

test('SYN-6 R-API-02 R-API-03 R-API-05 a push goes out packed, as JSON, with the name of its author', async () => {
  const sent: { url: string; init: RequestInit }[] = [];
  const transport = createFetchTransport({
    userId: 5,
    fetch: async (url, init) => {
      sent.push({ url, init });
      return json(taken);
    },
  });
  await transport.push(request);
  const headers = sent[0]?.init.headers as Record<string, string>;
  expect(sent[0]?.url).toBe('/api/v1/sync/push');
  expect(headers).toMatchObject({
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
    'X-User-ID': '5',
  });
  expect(sent[0]?.init.credentials).toBe('same-origin');
  const body = gunzipSync(new Uint8Array(sent[0]?.init.body as ArrayBuffer)).toString();
  expect(JSON.parse(body)).toEqual(request);
});

test('SYN-21 SYN-8 a device asks packed which of its acts a server knows; a portal knows none', async () => {
  const asked = { protocol: PROTOCOL_VERSION, acts: ['a'.repeat(32), 'b'.repeat(32)] };
  const outcome = { mid: 3, h: '1'.repeat(32), kind: 'applied', codes: [], detail: {} };
  const value = { epoch: 'e', serverTimeMs: 1, cookie: 'c', known: [{ act: 'a'.repeat(32), outcome }] };
  const sent: { url: string; init: RequestInit }[] = [];
  const transport = createFetchTransport({
    userId: 5,
    fetch: async (url, init) => {
      sent.push({ url, init });
      return json(value);
    },
  });
  expect(await transport.knownActs(asked)).toEqual({ kind: 'answer', value });
  expect(sent.map(({ url, init }) => [init.method, url])).toEqual([['POST', '/api/v1/sync/acts']]);
  expect(sent[0]?.init.headers).toMatchObject({ 'Content-Encoding': 'gzip' });
  expect(JSON.parse(gunzipSync(new Uint8Array(sent[0]?.init.body as ArrayBuffer)).toString())).toEqual(asked);
  for (const broken of [PORTAL, JSON.stringify({ ...value, known: undefined })])
    expect(await answering(() => new Response(broken)).knownActs(asked)).toEqual({ kind: 'unreachable' });
});

const pull = {
  protocol: PROTOCOL_VERSION,
  clientId: '0123456789abcdef',
  cookie: null,
  confirmedMid: 0,
  want: 'changes',
  rowsMax: 300,
} as const;
const page = {
  epoch: 'e',
  serverTimeMs: 1,
  baseCookie: null,
  cookie: 'c',
  kind: 'snapshot',
  projection: 'staff',
  version: 1,
  tombstones: [],
  more: true,
  historyLeft: true,
  confirmed: null,
};

test('SYN-11 the rows of a page are unpacked from their columns', async () => {
  const rows = [
    { id: 1, name: 'Sugar' },
    { id: 2, name: 'Salt' },
  ];
  const result = await answering(() =>
    json({ ...page, pages: [{ table: 'item', count: 2, column: encodeColumn(rows) }] }),
  ).pull(pull);
  expect(result).toMatchObject({ kind: 'answer', value: { pages: [{ table: 'item', rows }] } });
});

test('SYN-8 a page whose columns are not whole is no answer', async () => {
  const broken = { ...page, pages: [{ table: 'item', count: 3, column: ['#', 1, 1] }] };
  expect(await answering(() => json(broken)).pull(pull)).toEqual({ kind: 'unreachable' });
});

test('SYN-25 a session that may only push is told from one that has ended, by its code', async () => {
  const inactive = { error: 'account_inactive', message: 'Your account is no longer active.' };
  expect(await answering(() => json(inactive, 401)).push(request)).toEqual({ kind: 'dismissed' });
  expect(await answering(() => json({ ...inactive, error: 'Unauthorized' }, 401)).push(request)).toEqual({
    kind: 'signed_out',
  });
});
