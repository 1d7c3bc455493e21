import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApi, listLoadError } from '../../../src/platform/api-client.ts';
import { setSignedIn, useSession } from '../../../src/state/session.ts';
import { type Answer, fakeServer, json, SESSION } from '../../support/screens/app-harness.tsx';

const DATA = v.object({ name: v.string() });

function callWith(answer: () => Answer, userId: number | null = null) {
  const server = fakeServer({ 'GET /thing': answer, 'POST /thing': answer });
  const api = createApi({ fetch: server.fetch, userId: () => userId });
  return {
    server,
    get: (signal?: AbortSignal) => api.call('GET', '/thing', { data: DATA, ...(signal ? { signal } : {}) }),
    post: (body: unknown) => api.call('POST', '/thing', { data: DATA, body }),
  };
}

const errorOf = async (answer: () => Answer) => {
  const result = await callWith(answer).get();
  if (result.ok) throw new Error('expected a refusal');
  return result.error;
};

afterEach(() => vi.useRealTimers());

describe('what is sent', () => {
  test('R-API-01 R-API-02 every request carries credentials and accepts JSON', async () => {
    const { server, get } = callWith(() => json(200, { data: { name: 'a' } }));
    await get();
    expect(server.calls[0]).toMatchObject({ credentials: 'same-origin', headers: { accept: 'application/json' } });
    expect(server.calls[0]?.headers).not.toHaveProperty('content-type');
  });

  test('R-API-03 a request with a body says that it is JSON', async () => {
    const { server, post } = callWith(() => json(200, { data: { name: 'a' } }));
    await post({ phone: '0772 123456' });
    expect(server.calls[0]).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: { phone: '0772 123456' },
    });
  });

  test('R-API-05 R-API-04 C-157 the signed-in user is named, and no token is sent', async () => {
    const signedIn = callWith(() => json(200, { data: { name: 'a' } }), 42);
    await signedIn.get();
    expect(signedIn.server.calls[0]?.headers).toMatchObject({ 'x-user-id': '42' });
    expect(signedIn.server.calls[0]?.headers).not.toHaveProperty('authorization');
    const signedOut = callWith(() => json(200, { data: { name: 'a' } }));
    await signedOut.get();
    expect(signedOut.server.calls[0]?.headers).not.toHaveProperty('x-user-id');
  });
});

describe('what comes back', () => {
  test('C-150 data in its envelope, or as a bare array', async () => {
    const enveloped = await callWith(() => json(200, { success: true, data: { name: 'a' }, message: 'Done' })).get();
    expect(enveloped).toEqual({ ok: true, value: { data: { name: 'a' }, message: 'Done' } });
    const server = fakeServer({ 'GET /list': () => json(200, [1, 2]) });
    const api = createApi({ fetch: server.fetch, userId: () => null });
    const bare = await api.call('GET', '/list', { data: v.array(v.number()) });
    expect(bare).toEqual({ ok: true, value: { data: [1, 2], message: null } });
  });

  test('R-ERR-01 a refusal keeps its parts, and reads {status}: {body or status text}', async () => {
    const body = { error: 'Conflict', message: 'Phone is taken', details: 'Use another' };
    expect(await errorOf(() => json(409, body))).toMatchObject({
      code: 'answered',
      status: 409,
      error: 'Conflict',
      message: 'Phone is taken',
      details: 'Use another',
      text: `409: ${JSON.stringify(body)}`,
    });
    const empty = await errorOf(() => new Response('', { status: 502, statusText: 'Bad Gateway' }));
    expect(empty.text).toBe('502: Bad Gateway');
  });

  test("R-ERR-02 a list that could not be loaded says 'HTTP error! status: {n}'", async () => {
    expect(listLoadError(await errorOf(() => json(500, { error: 'Internal' })))).toBe('HTTP error! status: 500');
  });

  test('messages by field are found in the details, the first of a field first', async () => {
    const details = [
      { path: 'phone', message: 'Phone number is too short' },
      { path: 'phone', message: 'Invalid phone number format' },
      { path: ['lines', 0, 'price'], message: 'Amount is too large' },
    ];
    const error = await errorOf(() => json(422, { error: 'Invalid', message: 'Please check', details }));
    expect(error.fieldErrors).toEqual({ phone: 'Phone number is too short', 'lines.0.price': 'Amount is too large' });
    expect(error.details).toBeNull();
  });

  test.each([
    ['nobody answers', () => new TypeError('Failed to fetch')],
    ["a portal's page with status 200", () => new Response('<html>Buy minutes</html>')],
    ["a portal's page with status 401", () => new Response('<html>Log in to the hotel</html>', { status: 401 })],
    ['JSON of somebody else', () => json(200, { hello: 'world' })],
    ['half an answer', () => new Response('{"data":{"na')],
  ])('C-156 %s is no connection, never an answer', async (_case, answer) => {
    expect((await errorOf(answer)).code).toBe('no_connection');
  });

  test('an answer without a body is one, where no data is asked for', async () => {
    const server = fakeServer({ 'POST /auth/logout': () => new Response(null, { status: 204 }) });
    const api = createApi({ fetch: server.fetch, userId: () => null });
    expect((await api.call('POST', '/auth/logout', { data: v.unknown() })).ok).toBe(true);
  });
});

describe('how long it waits', () => {
  const never = (_input: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const abort = () => reject(new DOMException('Aborted', 'AbortError'));
      if (init?.signal?.aborted) abort();
      init?.signal?.addEventListener('abort', abort);
    });
  const api = createApi({ fetch: never, userId: () => null });

  test('a server that does not answer is given up on', async () => {
    vi.useFakeTimers();
    let isSettled = false;
    const answer = api.call('GET', '/thing', { data: DATA }).finally(() => (isSettled = true));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'no_connection', status: 0 } });
  });

  test('whoever asked can stop waiting', async () => {
    const leaving = new AbortController();
    const answer = api.call('GET', '/thing', { data: DATA, signal: leaving.signal });
    leaving.abort();
    expect((await answer).ok).toBe(false);
    expect((await api.call('GET', '/thing', { data: DATA, signal: leaving.signal })).ok).toBe(false);
  });
});

describe('what is not done about an error', () => {
  test.each<[string, () => Answer]>([
    ['an error of the server', () => json(503, { error: 'Busy' })],
    ['no connection', () => new TypeError('Failed to fetch')],
  ])(
    'R-ERR-03 C-144 %s: what a person asked for is asked once, and the error is theirs to see',
    async (_what, answer) => {
      const { server, get } = callWith(answer);
      expect((await get()).ok).toBe(false);
      expect(server.calls).toHaveLength(1);
    },
  );

  test('R-ERR-04 C-145 a 401 is an answer like any other: nobody is logged out by it', async () => {
    setSignedIn(SESSION);
    const error = await errorOf(() => json(401, { error: 'Unauthorized', message: 'Log in first' }));
    expect(error).toMatchObject({ code: 'answered', status: 401, message: 'Log in first' });
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', session: SESSION });
  });
});
