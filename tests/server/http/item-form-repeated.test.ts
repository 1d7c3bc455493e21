import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { drawing } from '../../support/pictures.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const imageSchema = v.looseObject({ key: v.string(), originalUrl: v.string(), isStored: v.boolean() });
const itemSchema = v.object({ data: v.looseObject({ id: v.number(), images: v.array(imageSchema) }) });

describe.each(ROUTE_ENGINES)('a form of an item that is sent once more on %s', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-forms-'));
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine, settings: { dataDir } });
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });
  beforeEach(async () => {
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });

  const colours = ['#100', '#200', '#300', '#400', '#500', '#600'];
  /** Returns a call that sends the very same form each time. */
  async function formCall(method: string, path: string, fields: Record<string, string>, picturesAt: readonly number[]) {
    const data = new FormData();
    for (const [name, text] of Object.entries(fields)) data.set(name, text);
    for (const at of picturesAt)
      data.append('images', new File([new Uint8Array(await drawing('png', colours[at]))], `${at}.png`));
    const form = new Request('http://shop/', { method: 'POST', body: data });
    const headers = {
      authorization: `Bearer ${shop.token}`,
      'content-type': form.headers.get('content-type') ?? '',
      'idempotency-key': `${method} ${path}`.replaceAll(' ', '-'),
    };
    const body = await form.arrayBuffer();
    return async () => {
      const answer = await server.app.request(`/api/v1${path}`, { method, headers, body });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
  }
  const itemOf = ({ body }: { body: unknown }) => v.parse(itemSchema, body).data;
  const read = async (id: number) => dataOf(await api.get(`/items/${id}`));

  it('SYN-7b M14 a new item gets back no picture that was removed since', async () => {
    const send = await formCall('POST', '/items', { name: 'Soap', price: '5' }, [0, 1]);
    const first = await send();
    const { id, images } = itemOf(first);
    expect([first.status, images.map(({ isStored }) => isStored)]).toEqual([201, [true, true]]);
    await api.delete(`/items/${id}/images/${images[0]?.key}`);
    const before = await read(id);
    expect(await send()).toEqual(first);
    expect(await read(id)).toEqual(before);
  });

  it('C-093 M14 a picture that is in the form twice is in the item once', async () => {
    const send = await formCall('POST', '/items', { name: 'Soap', price: '5' }, [0, 1, 0]);
    const keys = itemOf(await send()).images.map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
  });

  it('SYN-7b M14 a change puts back no order of pictures, and is not refused for what was added since', async () => {
    const { id, images } = itemOf(await (await formCall('POST', '/items', { name: 'Soap', price: '5' }, [0, 1, 2]))());
    const existingImages = JSON.stringify(images.slice(1));
    const send = await formCall('PATCH', `/items/${id}`, { name: 'Blue soap', existingImages }, [3, 4]);
    const first = await send();
    const keys = itemOf(first).images.map(({ key }) => key);
    expect([first.status, keys.length]).toEqual([200, 4]);
    await api.put(`/items/${id}/images/order`, { keys: keys.toReversed() });
    await api.delete(`/items/${id}/images/${keys[2]}`);
    for (const digit of ['a', 'b']) await api.post(`/items/${id}/images`, { key: digit.repeat(32) });
    const before = await read(id);
    expect(await send()).toEqual(first);
    expect(await read(id)).toEqual(before);
  });

  it('SYN-7 SYN-7b an item and its pictures are stored together, so a call that broke off is done by its repetition', async () => {
    const uploads = join(dataDir, 'uploads', String(shop.businessId));
    await mkdir(join(dataDir, 'uploads'), { recursive: true });
    const send = await formCall('POST', '/items', { name: 'Soap', price: '5' }, [0]);
    // A file where the folder of the shop belongs: no picture can be stored.
    writeFileSync(uploads, '');
    expect((await send()).status).toBe(500);
    expect(listOf(await api.get('/items'))).toEqual([]);
    rmSync(uploads);
    const made = await send();
    const { id, images } = itemOf(made);
    expect([made.status, images.map(({ isStored }) => isStored)]).toEqual([201, [true]]);
    expect((await server.app.request(images[0]?.originalUrl ?? '')).status).toBe(200);
    expect(await send()).toEqual(made);
    expect(listOf(await api.get('/items')).map((item) => item.id)).toEqual([id]);

    const change = await formCall('PATCH', `/items/${id}`, { name: 'Blue soap' }, [1]);
    rmSync(uploads, { recursive: true });
    writeFileSync(uploads, '');
    expect((await change()).status).toBe(500);
    expect(await read(id)).toMatchObject({ name: 'Soap', images });
    rmSync(uploads);
    expect(itemOf(await change())).toMatchObject({ name: 'Blue soap', images: [images[0], { isStored: true }] });
  });

  it('SYN-16 devices hear once of an item with its pictures', async () => {
    const versions: number[] = [];
    const stop = server.deps.events.subscribe(
      shop.businessId,
      { sessionId: 1, userId: shop.userId },
      { onNews: ({ version }) => void versions.push(version), onEnd: () => undefined },
    );
    const send = await formCall('POST', '/items', { name: 'Soap', price: '5' }, [0]);
    for (const _time of ['once', 'again']) expect((await send()).status).toBe(201);
    stop();
    expect(versions).toHaveLength(1);
  });
});
