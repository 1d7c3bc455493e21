import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createPictureTurns,
  HELD_BYTES_MAX,
  PicturesBusy,
  pictureTurns,
  WAITING_MAX,
} from '../../../server/images/picture-turns.ts';
import { readImage } from '../../../server/images/read-image.ts';
import { type ApiClient, apiClient, dataOf } from '../../support/server/api-client.ts';
import { hostilePictures } from '../../support/hostile/hostile-pictures.ts';
import { drawing, photo } from '../../support/pictures.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';

/** Making the pictures takes most of this time. */
const MEASURING_MS = 180_000;

describe('turns of pictures', () => {
  it('R-LIM-06 one runs at a time, so many wait, and the next is sent away; a failure holds nobody up', async () => {
    const turns = createPictureTurns({ heldBytesMax: 10, waitingMax: 3 });
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    let running = 0;
    let most = 0;
    const read = async (gate: Promise<void>) => {
      running += 1;
      most = Math.max(most, running);
      await gate.finally(() => (running -= 1));
    };
    const turned = gates.map(({ promise }) => turns.turn(() => read(promise)));
    await expect(turns.turn(async () => undefined)).rejects.toThrow(PicturesBusy);
    gates[0]?.reject(new Error('unreadable'));
    await expect(turned[0]).rejects.toThrow('unreadable');
    // There is room for one more again.
    turned.push(turns.turn(async () => undefined));
    for (const { resolve } of gates.slice(1)) resolve();
    await Promise.all(turned.slice(1));
    expect(most).toBe(1);
  });

  it('R-LIM-06 bodies are held up to a sum, and give their room back however they end', async () => {
    const turns = createPictureTurns({ heldBytesMax: 10, waitingMax: 3 });
    const gate = Promise.withResolvers<void>();
    const first = turns.hold(6, () => gate.promise);
    await expect(turns.hold(5, async () => 'too much')).rejects.toThrow(PicturesBusy);
    expect(await turns.hold(4, async () => 'fits')).toBe('fits');
    gate.reject(new Error('broke off'));
    await expect(first).rejects.toThrow('broke off');
    expect(await turns.hold(10, async () => 'all of it')).toBe('all of it');
  });

  it('R-LIM-06 pictures that come at once are read one after another by the library itself', async () => {
    let mostRead = 0;
    let mostQueued = 0;
    // Two separate maxima: a sum could count a picture twice that moves from the queue to the reading.
    const count = () => {
      const { process: reading, queue } = sharp.counters();
      mostRead = Math.max(mostRead, reading);
      mostQueued = Math.max(mostQueued, queue);
    };
    sharp.queue.on('change', count);
    onTestFinished(() => void sharp.queue.removeListener('change', count));
    const bytes = new Uint8Array(await photo(1_200, 900));
    const read = await Promise.all(Array.from({ length: 8 }, () => readImage(bytes)));
    expect(read.map(({ ok }) => ok)).toEqual(Array.from({ length: 8 }, () => true));
    expect(mostRead).toBe(1);
    expect(mostQueued).toBeLessThanOrEqual(1);
  });

  it(
    'R-LIM-06 hostile pictures, all at once, cost less than 300 MB, bodies included',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'kaunta-hostile-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const pictures = Object.entries(await hostilePictures());
      const paths = pictures.map(([name, { bytes }]) => {
        const path = join(folder, name.replaceAll(/\W+/g, '-'));
        writeFileSync(path, bytes);
        return path;
      });
      const measured = await promisify(execFile)(process.execPath, ['tests/support/measure-pictures.ts', ...paths]);
      const { outcomes, moreMb } = JSON.parse(measured.stdout) as { outcomes: string[]; moreMb: number };
      expect(outcomes.map((outcome, at) => [pictures[at]?.[0], outcome])).toEqual(
        pictures.map(([name, { outcome }]) => [name, outcome]),
      );
      // The bodies that a server may hold meanwhile are added.
      expect(moreMb + HELD_BYTES_MAX / 2 ** 20).toBeLessThan(300);
    },
    MEASURING_MS,
  );
});

describe('a server that has enough pictures', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-pictures-'));
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ settings: { dataDir } });
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  const put = async (path: string) =>
    await server.app.request(`/api/v1${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'image/png' },
      body: new Uint8Array(await drawing('png')),
    });

  it('R-LIM-06 answers 503 with Retry-After, and takes the picture later', async () => {
    const { id } = dataOf(await api.post('/items', { name: 'Soap', price: 5 }));
    const key = 'a'.repeat(32);
    await api.post(`/items/${id}/images`, { key });
    const path = `/items/${id}/images/${key}/file`;
    const fills = [
      (gate: Promise<void>) => [pictureTurns.hold(HELD_BYTES_MAX, () => gate)],
      (gate: Promise<void>) => Array.from({ length: WAITING_MAX + 1 }, () => pictureTurns.turn(() => gate)),
    ];
    for (const fill of fills) {
      const gate = Promise.withResolvers<void>();
      const filled = fill(gate.promise);
      const refused = await put(path);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
      expect(await refused.json()).toMatchObject({ error: 'Busy', message: expect.stringContaining('pictures') });
      gate.resolve();
      await Promise.all(filled);
    }
    expect((await put(path)).status).toBe(200);
  });
});
