import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PATHS } from '../../../../domain/app-path.ts';
import { ask, startTestServer, type TestServer } from '../../../support/server/server.ts';

const INLINE = 'if (!window.indexedDB) sayThatItIsTooOld();';
const INDEX = `<!doctype html><title>Kaunta</title><script>${INLINE}</script><script type="module" src="/a.js"></script>`;
const SCRIPT = `console.log('${'long '.repeat(1_000)}')`;

describe('pages and files', () => {
  let server: TestServer;
  let staticDir: string;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-pages-'));
    staticDir = join(folder, 'dist');
    mkdirSync(join(staticDir, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(staticDir, '.env'), 'secret');
    writeFileSync(join(staticDir, 'index.html'), INDEX);
    writeFileSync(join(staticDir, 'sw.js'), SCRIPT);
    writeFileSync(join(staticDir, 'manifest.webmanifest'), '{"name":"Kaunta"}');
    writeFileSync(join(staticDir, 'assets/app-4f3c.js'), SCRIPT);
    writeFileSync(join(staticDir, 'assets/twin-1a2b.js'), SCRIPT);
    writeFileSync(join(staticDir, 'assets/twin-1a2b.js.gz'), gzipSync('packed by the build'));
    server = await startTestServer({ settings: { staticDir } });
  });
  afterAll(async () => {
    await server.close();
    rmSync(join(staticDir, '..'), { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) => ask(server, `GET ${path}`, { headers });
  const raw = async (path: string, encoding: string) => {
    const response = await server.app.request(path, { headers: { 'accept-encoding': encoding } });
    return {
      encoding: response.headers.get('content-encoding'),
      bytes: new Uint8Array(await response.arrayBuffer()),
      vary: response.headers.get('vary'),
    };
  };

  it.each(APP_PATHS.map((path) => path.replace(':id', '42')))(
    'C-022 answers the screen at %s with the app',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.body]).toEqual([200, INDEX]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  it('C-022 C-024 answers an unknown name with a public page, and deeper addresses with the app’s own', async () => {
    const shop = await get('/no-such-shop');
    expect([shop.status, shop.body]).toEqual([404, expect.stringContaining('Page Not Found')]);
    expect(shop.body).not.toContain('Kaunta</title>');
    const deeper = await get('/no/such/screen');
    expect([deeper.status, deeper.body]).toEqual([404, INDEX]);
  });

  it('lets hashed assets be kept for ever, and asks about everything else', async () => {
    expect((await get('/assets/app-4f3c.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/sw.js', '/manifest.webmanifest', '/index.html', '/'])
      expect((await get(path)).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/sw.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('/manifest.webmanifest')).headers.get('content-type')).toBe(
      'application/manifest+json; charset=utf-8',
    );
  });

  it('R-BROW-10 lets the inline script of the app’s own page run, by its hash, and no other', async () => {
    const hash = createHash('sha256').update(INLINE).digest('base64');
    const first = await get('/login');
    const kept = await get('/login', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(kept.status).toBe(304);
    for (const answer of [first, kept, await get('/index.html'), await get('/no/such/screen')])
      expect(answer.headers.get('content-security-policy')).toContain(
        `; script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'; `,
      );
    for (const path of ['/no-such-shop', '/sw.js', '/api/v1/auth/me'])
      expect((await get(path)).headers.get('content-security-policy')).toContain(
        "; script-src 'self' 'wasm-unsafe-eval'; ",
      );
  });

  it('never answers a missing file with a page', async () => {
    for (const path of ['/assets/gone-9f9f.js', '/favicon.ico', '/robots.txt', '/assets/']) {
      const answer = await get(path);
      expect([answer.status, answer.body]).toEqual([404, 'Not Found']);
    }
  });

  it('sends nothing twice to who has it', async () => {
    const first = await get('/sw.js');
    const again = await get('/sw.js', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.body, again.headers.get('cache-control')]).toEqual([304, '', 'no-cache']);
    expect((await get('/sw.js', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('packs what is worth it, once for each kind of caller', async () => {
    const brotli = await raw('/sw.js', 'gzip, deflate, br');
    expect([brotli.encoding, brotli.vary, brotliDecompressSync(brotli.bytes).toString()]).toEqual([
      'br',
      'accept-encoding',
      SCRIPT,
    ]);
    const gzip = await raw('/sw.js', 'gzip;q=1.0, br;q=0');
    expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', SCRIPT]);
    expect((await raw('/sw.js', 'identity')).encoding).toBeNull();
    expect((await raw('/manifest.webmanifest', 'br')).encoding).toBeNull();
  });

  it('takes the packed twin that the build left', async () => {
    const { bytes } = await raw('/assets/twin-1a2b.js', 'gzip');
    expect(gunzipSync(bytes).toString()).toBe('packed by the build');
  });

  it('answers HEAD with the headers only', async () => {
    const response = await server.app.request('/sw.js', { method: 'HEAD' });
    expect([response.status, await response.text(), response.headers.get('etag') !== null]).toEqual([200, '', true]);
  });

  it('serves a new build as soon as it is there', async () => {
    writeFileSync(join(staticDir, 'assets/app-4f3c.js'), 'another build');
    expect((await get('/assets/app-4f3c.js')).body).toBe('another build');
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/.env',
    '/assets/%00',
    '/%',
    '//etc/passwd',
  ])('gives nothing away at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('secret');
  });

  it('says what to do when the app is not built', async () => {
    const own = await startTestServer({ settings: { staticDir: join(staticDir, 'nowhere') } });
    const answer = await ask(own, 'GET /dashboard');
    expect([answer.status, answer.body]).toEqual([503, 'The app is not built yet: run npm run build.']);
    await own.close();
  });
});
