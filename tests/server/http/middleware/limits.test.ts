import { randomBytes } from 'node:crypto';
import { Gunzip, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import type { AppEnv } from '../../../../server/http/context.ts';
import { answerError, refusalOf } from '../../../../server/http/errors.ts';
import { PUSH_LIMITS, readPackedBody } from '../../../../server/http/middleware/limits.ts';

const app = new Hono<AppEnv>();
app.post('/', async (c) => c.text(await readPackedBody(c, PUSH_LIMITS)));
app.onError((error, c) => answerError(c, refusalOf(error)));

async function send(bytes: Uint8Array, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await app.request('/', { method: 'POST', body: new Uint8Array(bytes), headers });
  return [response.status, await response.text()];
}
const gzip = { 'content-encoding': 'gzip' };
const KIB = 1024;

describe('SYN-6 the body of a push', () => {
  it('SYN-6 comes plain or as gzip', async () => {
    expect(await send(Buffer.from('{"é":1}'))).toEqual([200, '{"é":1}']);
    expect(await send(gzipSync('{"é":1}'), gzip)).toEqual([200, '{"é":1}']);
  });

  it('SYN-6 has at most 256 KiB packed', async () => {
    const fits = gzipSync(randomBytes(190 * KIB).toString('base64'));
    expect(fits.length).toBeLessThanOrEqual(256 * KIB);
    expect((await send(fits, gzip))[0]).toBe(200);
    expect((await send(gzipSync(randomBytes(300 * KIB)), gzip))[0]).toBe(413);
    expect((await send(gzipSync('{}'), { ...gzip, 'content-length': String(300 * KIB) }))[0]).toBe(413);
  });

  it('SYN-6 has at most 1 MiB unpacked, whatever it pretends', async () => {
    expect((await send(gzipSync('a'.repeat(1024 * KIB)), gzip))[0]).toBe(200);
    expect((await send(gzipSync('a'.repeat(1024 * KIB + 1)), gzip))[0]).toBe(413);
    expect((await send(gzipSync(Buffer.alloc(20 * 1024 * KIB)), gzip))[0]).toBe(413);
    expect((await send(Buffer.alloc(1024 * KIB + 1, 'a')))[0]).toBe(413);
  });

  it('R-HOST-02 comes in at most 8,192 pieces, of which no more is read', async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        controller.enqueue(Buffer.from('x'));
        if (pieces === 20_000) controller.close();
      },
    });
    const inPieces = { method: 'POST', body, duplex: 'half' };
    const response = await app.request('/', inPieces);
    expect([response.status, (await response.json()) as unknown]).toMatchObject([
      400,
      { message: 'The request comes in too many pieces.' },
    ]);
    expect(pieces).toBeLessThan(8_200);
  });

  it('R-HOST-06 of a bomb no more is unpacked than a push may hold', async () => {
    const unpacked = vi.spyOn(Gunzip.prototype, 'push');
    const bytesOf = () =>
      unpacked.mock.calls.reduce((sum, [chunk]) => sum + (chunk instanceof Uint8Array ? chunk.length : 0), 0);
    expect((await send(gzipSync(Buffer.alloc(200 * 1024 * KIB)), gzip))[0]).toBe(413);
    expect(bytesOf()).toBeGreaterThan(0);
    expect(bytesOf()).toBeLessThanOrEqual(1024 * KIB + 64 * KIB);
    unpacked.mockRestore();
  });

  it('is refused when it is broken, no text, or packed in another way', async () => {
    expect((await send(gzipSync('{"a":1}').subarray(0, 12), gzip))[0]).toBe(400);
    expect((await send(Buffer.from('no gzip'), gzip))[0]).toBe(400);
    expect((await send(Buffer.from([0xff, 0xfe])))[0]).toBe(400);
    expect((await send(Buffer.from('{}'), { 'content-encoding': 'br' }))[0]).toBe(415);
  });
});
