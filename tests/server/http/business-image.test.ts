import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_BYTES_LIMIT } from '../../../domain/items/item-image.ts';
import { forgetUnlisted, UNLISTED_KEPT_MS } from '../../../server/images/forget-unlisted.ts';
import { uploadFolderOf } from '../../../server/images/upload-folder.ts';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import { drawing, heavyPicture, photo } from '../../support/pictures.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const KEY = 'a'.repeat(32);
const OTHER_KEY = 'b'.repeat(32);

describe.each(ROUTE_ENGINES)('the picture of a business on %s', (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-business-image-'));
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine, settings: { dataDir } });
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  const ORIGIN = 'https://shop.example.com';
  const pathOf = ({ businessId }: SignedInUser) => `/business/${businessId}/profile-image`;

  async function upload(image: Buffer | null, fields: Record<string, string> = {}, by = shop, path = pathOf(shop)) {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.set(name, text);
    if (image) form.set('image', new File([new Uint8Array(image)], 'shop.jpg'));
    const request = new Request('http://shop/', { method: 'POST', body: form });
    const bytes = await request.arrayBuffer();
    const response = await server.app.request(`${ORIGIN}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.token}`,
        'content-type': request.headers.get('content-type') ?? '',
        'content-length': String(bytes.byteLength),
      },
      body: bytes,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const urlIn = ({ body }: { body: object }): string =>
    (body as { data: { profileImageUrl: string } }).data.profileImageUrl;
  const me = async () =>
    (dataOf(await apiClient(server, shop).get('/auth/me')) as unknown as { business: { profileImageUrl: unknown } })
      .business.profileImageUrl;
  const show = (key: string | null) => apiClient(server, shop).put(pathOf(shop), { key });

  it('R-API-38 R-BIZ-17 C-135 comes as a form in the field image, and is answered by an absolute address, small and without what the camera wrote', async () => {
    shop = await registerShop(server);
    const made = await upload(await photo(4_000, 3_000));
    expect(made.status).toBe(200);
    const url = new URL(urlIn(made));
    expect(url.origin).toBe(ORIGIN);
    const file = await server.app.request(url.pathname);
    const { width, height, format, exif } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    expect([width, height, format, exif]).toEqual([1_200, 1_600, 'webp', undefined]);
    expect(await me()).toMatch(new RegExp(`${url.pathname}$`));
  });

  it('R-API-38 the same form twice is one picture; another takes its place', async () => {
    shop = await registerShop(server);
    const [first, again] = [await upload(await drawing('png')), await upload(await drawing('png'))];
    expect(urlIn(again)).toBe(urlIn(first));
    expect(urlIn(await upload(await drawing('webp', '#111')))).not.toBe(urlIn(first));
  });

  it('R-BIZ-27 C-135 C-137 the address sent back as it was answered changes nothing; another one takes the picture’s place', async () => {
    shop = await registerShop(server);
    const profileImageUrl = urlIn(await upload(await drawing('png')));
    const put = async (body: object) => {
      const response = await server.app.request(`${ORIGIN}/api/v1/business/${shop.businessId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as object };
    };
    expect(urlIn(await put({ name: 'Sweet Things', profileImageUrl }))).toBe(profileImageUrl);
    expect((await put({ profileImageUrl: '/uploads/1/x' })).status).toBe(422);
    const elsewhere = 'https://example.com/shop.webp';
    expect(urlIn(await put({ profileImageUrl: elsewhere }))).toBe(elsewhere);
    // The file of the former picture is no longer accepted.
    expect((await upload(await drawing('png'), { key: KEY })).status).toBe(409);
  });

  it('M35 SYN-10 a device names its picture first, and its file follows', async () => {
    shop = await registerShop(server);
    expect((await upload(await drawing('png'), { key: KEY })).status).toBe(409);
    expect((await show(KEY)).status).toBe(200);
    expect((await server.app.request(`/uploads/${shop.businessId}/${KEY}/original.webp`)).status).toBe(404);
    for (const _again of [1, 2])
      expect(await upload(await drawing('png'), { key: KEY })).toMatchObject({
        status: 200,
        body: { data: { key: KEY } },
      });
    expect((await server.app.request(`/uploads/${shop.businessId}/${KEY}/thumbnail.webp`)).status).toBe(200);
    expect((await show(OTHER_KEY)).status).toBe(200);
    expect((await upload(await drawing('png'), { key: KEY })).status).toBe(409);
    expect(dataOf(await show(null))).toMatchObject({ profileImageUrl: null });
    expect(await me()).toBeNull();
  });

  it.each<[string, () => Promise<Buffer>, number, string]>([
    ['R-IMG-02 a GIF', () => drawing('gif'), 415, 'Only JPEG, PNG, and WebP images are allowed.'],
    ['R-IMG-03 more than 5 MB', () => heavyPicture(IMAGE_BYTES_LIMIT + 1), 413, 'Image size must be less than 5MB.'],
    [
      'C-102 one that breaks off',
      async () => (await heavyPicture(100_000)).subarray(0, 40_000),
      ...([422, 'This image is damaged or incomplete. Choose another one.'] as const),
    ],
  ])('%s: refused with its sentence, and the one before stays', async (_what, make, status, message) => {
    shop = await registerShop(server);
    await upload(await drawing('png'));
    const before = await me();
    expect(await upload(await make())).toMatchObject({
      status,
      body: { message, details: [{ path: 'image', message }] },
    });
    expect(await me()).toBe(before);
  });

  it('R-API-38 a form without an image, and what is no form, are told so', async () => {
    shop = await registerShop(server);
    expect(await upload(null)).toMatchObject({ status: 422, body: { details: [{ path: 'image' }] } });
    expect((await upload(await drawing('png'), { key: 'nonsense' })).status).toBe(422);
    expect((await apiClient(server, shop).post(pathOf(shop), { image: 'x' })).status).toBe(400);
  });

  it('G7 G8 is an admin’s to change, and another shop’s is not there', async () => {
    shop = await registerShop(server);
    const staff = await addStaff(server, shop);
    const stranger = await registerShop(server);
    expect((await upload(await drawing('png'), {}, staff)).status).toBe(403);
    expect((await upload(await drawing('png'), {}, stranger)).status).toBe(404);
    expect((await apiClient(server, stranger).put(pathOf(shop), { key: null })).status).toBe(404);
  });

  it('its file stays for as long as it is shown, and 30 days', async () => {
    shop = await registerShop(server);
    await show(KEY);
    await upload(await drawing('png'), { key: KEY });
    const folder = uploadFolderOf({ dataDir });
    const tidyUp = () => forgetUnlisted(server.deps.database, folder, Date.now() + UNLISTED_KEPT_MS + 60_000);
    await tidyUp();
    expect(await folder.has(shop.businessId, KEY)).toBe(true);
    await show(null);
    await tidyUp();
    expect(await folder.has(shop.businessId, KEY)).toBe(false);
  });
});
