import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ITEMS } from '../../../scripts/demo/catalogue.ts';
import { type ApiClient, apiClient } from '../../support/server/api-client.ts';
import { drawing, heavyPicture, photo } from '../../support/pictures.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { pageOf, StoreVisitor, textsOf } from '../../support/server/store-visitor.ts';

/** The bytes that a server may send before the first acknowledgement: ten packets (RFC 6928). */
const FIRST_FLIGHT_BYTES = 10 * 1_460;
/** The bound of P14. */
const PLAIN_BYTES_MAX = 50 * 1024;
/** Some messengers show no larger picture. */
const PREVIEW_BYTES_MAX = 300 * 1024;

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('the first page of a shop', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-first-page-'));
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let visitor: StoreVisitor;
  beforeAll(async () => {
    server = await startTestServer({ settings: { dataDir, trustedProxies: 1 } });
    shop = await registerShop(server, { businessName: 'Mama Grace’s corner shop' });
    api = apiClient(server, shop);
    visitor = new StoreVisitor(server, shop.slug);
    await api.put(`/business/${shop.businessId}`, { description: 'Groceries and drinks. '.repeat(20).trim() });
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  async function send(path: string, name: string, picture: Buffer, fields: Record<string, string> = {}) {
    const form = new FormData();
    for (const [field, text] of Object.entries(fields)) form.set(field, text);
    form.set(name, new File([new Uint8Array(picture)], 'picture.jpg'));
    const request = new Request('http://shop/', { method: 'POST', body: form });
    const bytes = await request.arrayBuffer();
    const response = await server.app.request(`/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.token}`,
        'content-type': request.headers.get('content-type') ?? '',
        'content-length': String(bytes.byteLength),
      },
      body: bytes,
    });
    return (await response.json()) as { data: { id: number; key: string } };
  }
  const showPicture = (picture: Buffer) => send(`/business/${shop.businessId}/profile-image`, 'image', picture);
  const overHttps = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shops.example' };
  const previewOf = (page: Document) =>
    ['', ':type', ':width', ':height'].map(
      (part) => page.querySelector(`meta[property="og:image${part}"]`)?.getAttribute('content') ?? null,
    );

  it('R-GEN-11 P14 of 60 items with pictures comes whole within the first ten packets, and waits for nothing else to be shown', async () => {
    const picture = await drawing('png');
    await showPicture(picture);
    for (const [nth, { name, unit, price }] of DEMO_ITEMS.slice(0, 60).entries()) {
      const description = nth % 4 === 0 ? '' : 'Fresh every week, from a supplier whom we have known for years.';
      const fields = { name, description, price: String(price), stock: '500', unitOfMeasure: unit };
      const { data } = await send('/items', 'images', picture, fields);
      await api.patch(`/items/${data.id}/kaunta-status`, { isKauntaEnabled: true });
    }
    const answer = await server.app.request(`/${shop.slug}`, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    const bodyBytes = (await bytesOf(answer)).length;
    const headerBytes = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
    expect(bodyBytes + headerBytes).toBeLessThan(FIRST_FLIGHT_BYTES);

    const plain = await visitor.look();
    expect(new TextEncoder().encode(plain.text).length).toBeLessThan(PLAIN_BYTES_MAX);
    const page = pageOf(plain);
    expect(textsOf(page, '.item h2')).toHaveLength(24);
    // The styles are inline and load nothing; the one script is deferred.
    expect(page.querySelectorAll('link[rel=stylesheet], link[rel=preload], iframe').length).toBe(0);
    expect(textsOf(page, 'style').join('')).not.toMatch(/url\(|@import/);
    expect([...page.querySelectorAll('script')].map((script) => [script.src, script.defer])).toEqual([
      ['/storefront.js', true],
    ]);
    // Pictures load when they come into view, and their space is reserved, so nothing moves.
    const pictures = [...page.querySelectorAll('img')];
    expect(pictures).toHaveLength(25);
    expect(pictures.every(({ width, height }) => width > 0 && height > 0)).toBe(true);
    expect(pictures.filter((each) => each.getAttribute('loading') === 'lazy')).toHaveLength(24);
  });

  it('C-022 a messenger finds a JPEG of the shop at a whole address, small enough for the strictest, made once', async () => {
    const { data } = await showPicture(await photo(4_000, 3_000));
    const page = pageOf(await visitor.visit(`GET /${shop.slug}`, { headers: overHttps }));
    const path = `/uploads/${shop.businessId}/${data.key}/preview.jpg`;
    expect(previewOf(page)).toEqual([`https://shops.example${path}`, 'image/jpeg', '600', '600']);
    const answers = await Promise.all([1, 2, 3].map(async () => await server.app.request(path)));
    for (const { status, headers } of answers)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/jpeg',
        'public, max-age=31536000, immutable',
      ]);
    const [bytes = Buffer.alloc(0), ...others] = await Promise.all(answers.map(bytesOf));
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect([width, height, format, exif]).toEqual([600, 600, 'jpeg', undefined]);
    for (const other of others) expect(other).toEqual(bytes);
    const folder = join(dataDir, 'uploads', String(shop.businessId), data.key);
    expect(readdirSync(folder).toSorted()).toEqual(['original.webp', 'preview.jpg', 'thumbnail.webp']);
    expect(await bytesOf(await server.app.request(path))).toEqual(bytes);
  });

  it('even of the picture that packs worst it stays under 300 KB; what lets something through stands on white', async () => {
    const previewBytes = async (picture: Buffer) => {
      const { data } = await showPicture(picture);
      return await bytesOf(await server.app.request(`/uploads/${shop.businessId}/${data.key}/preview.jpg`));
    };
    const noise = await previewBytes(await heavyPicture(3 * 600 * 600));
    expect([noise.length > 50_000, noise.length < PREVIEW_BYTES_MAX]).toEqual([true, true]);
    const glass = await previewBytes(await drawing('png', '#00000000'));
    expect((await sharp(glass).stats()).channels.map(({ mean }) => mean)).toEqual([255, 255, 255]);
  });

  it('M35 R-GEN-11 a shop without a picture, or whose file has not come, shows none', async () => {
    await api.put(`/business/${shop.businessId}/profile-image`, { key: 'c'.repeat(32) });
    for (const _again of [1, 2]) {
      const page = pageOf(await visitor.look());
      expect([previewOf(page), page.querySelectorAll('header img').length]).toEqual([[null, null, null, null], 0]);
      await api.put(`/business/${shop.businessId}/profile-image`, { key: null });
    }
    const nothing = await server.app.request(`/uploads/${shop.businessId}/${'c'.repeat(32)}/preview.jpg`);
    expect(nothing.status).toBe(404);
  });
});
