import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDevLine, DEV_LINE_PATH } from '../../scripts/setup/dev-line.ts';
import { PATIENTLY } from '../support/patience.ts';

/* The line of `npm run dev`, in front of a server that records its requests. */

let server: Server;
let address = '';
const reached: string[] = [];

beforeAll(async () => {
  const line = createDevLine();
  server = createServer((request, response) =>
    line(request, response, () => {
      reached.push(`${request.method} ${request.url}`);
      if (request.url === '/api/v1/events') return void response.write('first news\n');
      response.write('half of it, ');
      response.end('and the rest');
    }),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a request; returns the answer's text, or null if the connection broke. */
const send = (method: string, path: string, body?: unknown): Promise<string | null> =>
  new Promise((resolve) => {
    const sent = httpRequest(`${address}${path}`, { method }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve(text));
      response.on('error', () => resolve(null));
    });
    sent.on('error', () => resolve(null));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

const change = async (body: unknown): Promise<unknown> =>
  JSON.parse((await send('POST', DEV_LINE_PATH, body)) ?? 'null') as unknown;

beforeEach(async () => {
  await change({ isOffline: false, dropsNextAnswer: false });
  reached.length = 0;
});

describe('the line of npm run dev', () => {
  test('lets everything through at first', async () => {
    expect(await send('POST', '/api/v1/sync/push')).toBe('half of it, and the rest');
  });

  test('offline, no call reaches the server, and the app still loads', async () => {
    expect(await change({ isOffline: true })).toEqual({ isOffline: true, dropsNextAnswer: false });
    expect(await send('GET', '/api/v1/sync/pull')).toBeNull();
    expect(await send('GET', '/src/main.tsx')).toBe('half of it, and the rest');
    expect(reached).toEqual(['GET /src/main.tsx']);
    await change({ isOffline: false });
    expect(await send('GET', '/api/v1/sync/pull')).toBe('half of it, and the rest');
  });

  test('going offline ends a stream that is open', async () => {
    const stream = send('GET', '/api/v1/events');
    await expect.poll(() => reached, PATIENTLY).toEqual(['GET /api/v1/events']);
    await change({ isOffline: true });
    expect(await stream).toBeNull();
  });

  test('the answer to the next thing that is sent is lost once, after the server has had it', async () => {
    await change({ dropsNextAnswer: true });
    expect(await send('GET', '/api/v1/sync/pull')).toBe('half of it, and the rest');
    expect(await send('POST', '/api/v1/sync/push')).toBeNull();
    expect(reached).toEqual(['GET /api/v1/sync/pull', 'POST /api/v1/sync/push']);
    expect(await send('POST', '/api/v1/sync/push')).toBe('half of it, and the rest');
  });

  test('what is no change is refused, and changes nothing', async () => {
    expect(await send('POST', DEV_LINE_PATH)).toBe('');
    expect(await send('GET', DEV_LINE_PATH)).toBe('{"isOffline":false,"dropsNextAnswer":false}');
  });
});
