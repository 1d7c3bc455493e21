import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_BYTES_LIMIT, type ItemImage } from '../../../domain/items/item-image.ts';
import { forgetUnlisted, UNLISTED_KEPT_MS } from '../../../server/images/forget-unlisted.ts';
import { uploadFolderOf } from '../../../server/images/upload-folder.ts';
import { drawing, heavyPicture, photo } from '../../support/pictures.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const key = (digit: string): string => digit.repeat(32);
const itemSchema = v.object({
  data: v.object({ id: v.number(), images: v.array(v.any()), type: v.string(), trackStock: v.boolean() }),
});
interface Answered {
  status: number;
  body: unknown;
}

describe.each(ROUTE_ENGINES)('the pictures of items on %s', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-images-'));
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine, settings: { dataDir } });
    shop = await registerShop(server);
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  async function send(
    method: string,
    path: string,
    body?: BodyInit,
    headers: object = {},
    by = shop,
  ): Promise<Answered> {
    const response = await server.app.request(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${by.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: await response.json() };
  }
  const json = { 'content-type': 'application/json' };
  const imagesOf = ({ body }: Answered): ItemImage[] => v.parse(itemSchema, body).data.images as ItemImage[];
  const idOf = ({ body }: Answered): number => v.parse(itemSchema, body).data.id;
  const newItem = async () => idOf(await send('POST', '/items', JSON.stringify({ name: 'Soap', price: '5' }), json));
  const list = (id: number, digit: string) =>
    send('POST', `/items/${id}/images`, JSON.stringify({ key: key(digit) }), json);
  const bring = (id: number, digit: string, bytes: Buffer, by?: SignedInUser) =>
    send('PUT', `/items/${id}/images/${key(digit)}/file`, new Uint8Array(bytes), {}, by);
  const read = (id: number) => send('GET', `/items/${id}`);
  const fetchFile = (url: string) => server.app.request(url);

  it('R-IMG-01 R-IMG-05 C-160 an image is listed first, and its file follows: upright, small, without where it was taken', async () => {
    const id = await newItem();
    expect(imagesOf(await list(id, 'a'))).toEqual([
      {
        key: key('a'),
        originalUrl: `/uploads/${shop.businessId}/${key('a')}/original.webp`,
        thumbnailUrl: `/uploads/${shop.businessId}/${key('a')}/thumbnail.webp`,
        order: 0,
        isStored: false,
      },
    ]);
    expect((await bring(id, 'a', await photo(4_000, 3_000))).status).toBe(200);
    const [image] = imagesOf(await read(id));
    expect(image?.isStored).toBe(true);

    const answer = await fetchFile(image?.originalUrl ?? '');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const original = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([original.width, original.height]).toEqual([1_200, 1_600]);
    expect([original.exif, original.orientation]).toEqual([undefined, undefined]);
    const thumbnail = await fetchFile(image?.thumbnailUrl ?? '');
    const small = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
    expect([small.width, small.height, small.format]).toEqual([320, 320, 'webp']);
  });

  it.each(['png', 'webp'] as const)('R-IMG-01 takes %s', async (format) => {
    const id = await newItem();
    await list(id, 'a');
    expect((await bring(id, 'a', await drawing(format))).status).toBe(200);
  });

  it.each<[string, () => Promise<Buffer>, number, string, string]>([
    ['R-IMG-02 a GIF', () => drawing('gif'), 415, 'Invalid file type', 'Only JPEG, PNG, and WebP images are allowed.'],
    [
      'R-IMG-02 C-102 a page in the dress of a picture',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      ...([415, 'Invalid file type', 'Only JPEG, PNG, and WebP images are allowed.'] as const),
    ],
    [
      'R-IMG-02 nothing',
      async () => Buffer.alloc(0),
      415,
      'Invalid file type',
      'Only JPEG, PNG, and WebP images are allowed.',
    ],
    [
      'R-IMG-03 C-101 exactly 5 MB',
      async () => Buffer.concat([await photo(), Buffer.alloc(IMAGE_BYTES_LIMIT)], IMAGE_BYTES_LIMIT),
      ...([413, 'File too large', 'Image size must be less than 5MB.'] as const),
    ],
    [
      'R-IMG-03 more than 5 MB',
      () => heavyPicture(IMAGE_BYTES_LIMIT + 1),
      ...([413, 'File too large', 'Image size must be less than 5MB.'] as const),
    ],
    [
      'C-102 one that breaks off',
      async () => (await heavyPicture(100_000)).subarray(0, 40_000),
      ...([422, 'Damaged image', 'This image is damaged or incomplete. Choose another one.'] as const),
    ],
    [
      'C-102 other things behind the first bytes of a picture',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('MZ this is a program')]),
      ...([422, 'Damaged image', 'This image is damaged or incomplete. Choose another one.'] as const),
    ],
    [
      'a small file that unpacks into billions of pixels',
      () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      ...([422, 'Damaged image', 'This image is damaged or incomplete. Choose another one.'] as const),
    ],
  ])('%s: refused with its sentence, and nothing is kept', async (_what, make, status, error, message) => {
    const id = await newItem();
    await list(id, 'b');
    const refused = await bring(id, 'b', await make());
    expect(refused).toMatchObject({ status, body: { error, message } });
    const [image] = imagesOf(await read(id));
    expect(image?.isStored).toBe(false);
    expect((await fetchFile(image?.originalUrl ?? '')).status).toBe(404);
  });

  it('a file that no item lists, of an item that is not there, of another shop, or of nobody is not taken', async () => {
    const id = await newItem();
    expect((await bring(id, 'c', await photo())).status).toBe(409);
    expect((await bring(id + 1, 'c', await photo())).status).toBe(404);
    await list(id, 'c');
    expect((await bring(id, 'c', await photo(), await registerShop(server))).status).toBe(404);
    const nobody = { ...shop, token: 'nobody' };
    expect((await bring(id, 'c', await photo(), nobody)).status).toBe(401);
  });

  it('SYN-7 the same file again changes nothing; every device hears of the first', async () => {
    const id = await newItem();
    await list(id, 'd');
    const versions: number[] = [];
    const stop = server.deps.events.subscribe(
      shop.businessId,
      { sessionId: 1, userId: 1 },
      {
        onNews: ({ version }) => void versions.push(version),
        onEnd: () => undefined,
      },
    );
    for (const _turn of [1, 2]) expect((await bring(id, 'd', await photo())).status).toBe(200);
    stop();
    expect(versions).toHaveLength(1);
  });

  it('M14 R-IMG-04 images are ordered and removed; a sixth is refused', async () => {
    const id = await newItem();
    for (const digit of ['1', '2', '3', '4', '5']) await list(id, digit);
    expect(await list(id, '6')).toMatchObject({ status: 409, body: { message: 'Maximum 5 images allowed.' } });
    const order = await send('PUT', `/items/${id}/images/order`, JSON.stringify({ keys: [key('5'), key('1')] }), json);
    expect(
      imagesOf(order)
        .map((image) => image.key.charAt(0))
        .join(''),
    ).toBe('51234');
    const left = await send('DELETE', `/items/${id}/images/${key('1')}`);
    expect(imagesOf(left).map(({ key: name, order: at }) => `${name.charAt(0)}${at}`)).toEqual([
      '50',
      '21',
      '32',
      '43',
    ]);
  });

  it('half a picture has no name: what was written aside is not served', async () => {
    const names = readdirSync(join(dataDir, 'uploads', String(shop.businessId)));
    expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([]);
    for (const path of [
      'x/y/original.webp',
      `${shop.businessId}/${key('a')}/..%2f..%2fpepper`,
      `1/${key('a')}/other.webp`,
    ])
      expect((await fetchFile(`/uploads/${path}`)).status).toBe(404);
  });

  it('files that no item has listed for 30 days are removed, the others stay', async () => {
    const id = await newItem();
    for (const digit of ['e', 'f']) {
      await list(id, digit);
      expect((await bring(id, digit, await photo())).status).toBe(200);
    }
    await send('DELETE', `/items/${id}/images/${key('e')}`);
    const folder = uploadFolderOf({ dataDir });
    const has = async () => [await folder.has(shop.businessId, key('e')), await folder.has(shop.businessId, key('f'))];
    // Files have the machine's time.
    await forgetUnlisted(server.deps.database, folder, Date.now() + UNLISTED_KEPT_MS - 60_000);
    expect(await has()).toEqual([true, true]);
    await forgetUnlisted(server.deps.database, folder, Date.now() + UNLISTED_KEPT_MS + 60_000);
    expect(await has()).toEqual([false, true]);
  });

  it('a file that is brought again is no old one, though its row is still to come', async () => {
    const id = await newItem();
    await list(id, 'd');
    const bytes = await photo();
    expect((await bring(id, 'd', bytes)).status).toBe(200);
    await send('DELETE', `/items/${id}/images/${key('d')}`);
    const folder = uploadFolderOf({ dataDir });
    const longAgo = new Date(Date.now() - UNLISTED_KEPT_MS - 60_000);
    await utimes(join(dataDir, 'uploads', String(shop.businessId), key('d')), longAgo, longAgo);
    expect(await folder.keysBefore(shop.businessId, Date.now() - UNLISTED_KEPT_MS)).toEqual([key('d')]);
    const files = { original: new Uint8Array([1]), thumbnail: new Uint8Array([1]) };
    await folder.keep(shop.businessId, key('d'), files);
    await forgetUnlisted(server.deps.database, folder, Date.now());
    expect(await folder.has(shop.businessId, key('d'))).toBe(true);
  });

  describe('an item as a form with files', () => {
    async function form(
      method: string,
      path: string,
      fields: Record<string, string>,
      files: Buffer[] = [],
      headers = {},
    ) {
      const data = new FormData();
      for (const [name, text] of Object.entries(fields)) data.set(name, text);
      for (const [index, bytes] of files.entries())
        data.append('images', new File([new Uint8Array(bytes)], `${index}.jpg`));
      const request = new Request('http://shop/', { method: 'POST', body: data });
      const type = { 'content-type': request.headers.get('content-type') ?? '' };
      return await send(method, path, await request.arrayBuffer(), { ...type, ...headers });
    }
    const colours = ['#100', '#200', '#300', '#400', '#500', '#600'];
    const drawings = (count: number) => Promise.all(colours.slice(0, count).map((colour) => drawing('png', colour)));

    it('R-API-26 R-INEW-10 R-INEW-20 C-093 C-094 comes with up to 5 pictures, its type and whether it is counted', async () => {
      const fields = {
        name: 'Haircut',
        price: '5',
        type: 'service',
        cost: '2',
        'dynamicFields[brand]': 'B',
        trackStock: 'false',
      };
      const made = await form('POST', '/items', fields, await drawings(5));
      expect(made).toMatchObject({
        status: 201,
        body: { data: { type: 'service', trackStock: false, costPrice: '2.00', customFields: { brand: 'B' } } },
      });
      expect(imagesOf(made).map(({ order, isStored }) => [order, isStored])).toEqual(
        [0, 1, 2, 3, 4].map((at) => [at, true]),
      );
      expect((await fetchFile(imagesOf(made)[4]?.thumbnailUrl ?? '')).status).toBe(200);
    });

    it('R-INEW-40 R-IMG-02 R-IMG-04 what is refused is refused whole, with the server’s text', async () => {
      const before = JSON.stringify((await send('GET', '/items')).body);
      expect(await form('POST', '/items', { name: 'Six', price: '5' }, await drawings(6))).toMatchObject({
        status: 422,
        body: { error: 'Too many images', message: 'Maximum 5 images allowed.' },
      });
      expect(await form('POST', '/items', { name: 'Gif', price: '5' }, [await drawing('gif')])).toMatchObject({
        status: 415,
      });
      expect(await form('POST', '/items', { name: ' ', price: '5' }, await drawings(1))).toMatchObject({
        status: 422,
        body: { message: 'Item name is required' },
      });
      expect(JSON.stringify((await send('GET', '/items')).body)).toBe(before);
    });

    it('SYN-7 sent twice under one key it is one item with its pictures once', async () => {
      const sent = { 'idempotency-key': 'once' };
      const body = new Request('http://shop/', { method: 'POST', body: await pictureForm() });
      const bytes = await body.arrayBuffer();
      const type = { 'content-type': body.headers.get('content-type') ?? '', ...sent };
      const first = await send('POST', '/items', bytes, type);
      const second = await send('POST', '/items', bytes, type);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(imagesOf(second)).toEqual(imagesOf(first));
      expect(idOf(second)).toBe(idOf(first));
    });
    async function pictureForm(): Promise<FormData> {
      const data = new FormData();
      data.set('name', 'Once');
      data.set('price', '5');
      data.append('images', new File([new Uint8Array(await drawing('png'))], 'a.png'));
      return data;
    }

    it('R-API-28 R-IEDIT-15 R-IEDIT-10 existingImages keeps the chosen order, what is not named goes, new ones follow', async () => {
      const made = await form('POST', '/items', { name: 'Ordered', price: '5' }, await drawings(3));
      const [one, , three] = imagesOf(made);
      const existingImages = JSON.stringify([
        { ...three, order: 0 },
        { ...one, order: 1 },
      ]);
      const changed = await form('PATCH', `/items/${idOf(made)}`, { existingImages }, [await photo()]);
      expect(changed.status).toBe(200);
      const images = imagesOf(changed);
      expect(images.map(({ key: name }) => name).slice(0, 2)).toEqual([three?.key, one?.key]);
      expect(images.map(({ order }) => order)).toEqual([0, 1, 2]);

      const tooMany = await form('PATCH', `/items/${idOf(made)}`, { name: 'Never' }, (await drawings(6)).slice(3));
      expect(tooMany).toMatchObject({ status: 422, body: { message: 'Maximum 5 images allowed.' } });
      expect((await read(idOf(made))).body).toMatchObject({ data: { name: 'Ordered' } });
    });

    it('R-IEDIT-14 R-IEDIT-15 a form that cannot be read says so', async () => {
      const id = await newItem();
      const type = { 'content-type': 'multipart/form-data; boundary=x' };
      expect((await send('PATCH', `/items/${id}`, 'nothing', type)).status).toBe(400);
      expect(await form('PATCH', `/items/${id}`, { existingImages: '[{"order":1}]' })).toMatchObject({
        status: 422,
        body: { message: 'List the images that stay' },
      });
    });
  });
});
