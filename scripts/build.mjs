// node scripts/build.mjs [--if-changed] [--out FOLDER]
// Builds the app, the service worker as one classic file, and the script of the shops' pages. Then it writes the list of
// files to precache into the worker. The new build replaces the old one at the end, so no server serves half a build.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { injectManifest } from 'workbox-build';
import { ROOT } from './setup/paths.mjs';

const SOURCES = [
  'index.html',
  'package-lock.json',
  'vite*.config.ts',
  'tsconfig*.json',
  '{domain,sync,src,sw,storefront,public}/**/*',
  'scripts/build.mjs',
];

const { values: options } = parseArgs({
  options: { 'if-changed': { type: 'boolean', default: false }, out: { type: 'string', default: 'dist' } },
});
const out = resolve(ROOT, options.out);
const sources = hashOfSources();
if (options['if-changed'] && builtFrom() === sources) console.log('The app is built already.');
else await buildApp();

async function buildApp() {
  const next = `${out}.next`;
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: next, emptyOutDir: true },
  });
  for (const configFile of ['vite.sw.config.ts', 'vite.store.config.ts'])
    await build({
      root: ROOT,
      configFile: join(ROOT, configFile),
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: false },
    });
  const { count, size, warnings } = await injectPrecacheList(next);
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  packLargeFiles(next);
  writeFileSync(join(next, '.built-from'), sources);
  rmSync(out, { recursive: true, force: true });
  renameSync(next, out);
  console.log(`The app is built: ${count} files, ${Math.ceil(size / 1024)} KiB are kept on a device.`);
}

async function injectPrecacheList(/** @type {string} */ folder) {
  const worker = join(folder, 'sw.js');
  const injected = join(folder, 'sw.js.next');
  const list = await injectManifest({
    swSrc: worker,
    swDest: injected,
    globDirectory: folder,
    // The barcode reader's .wasm is larger than the app. Devices that need it cache it
    // (src/platform/own-barcode-reader.ts).
    globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,woff2}'],
    // The screenshots are shown only by the browser's question whether to install the app.
    globIgnores: ['sw.js', 'sw.js.next', 'storefront.js', 'screenshots/**', '**/*.map'],
    // Files under assets/ have a hash in their name, so they need no revision.
    dontCacheBustURLsMatching: /assets\/.*-[\w-]{7}\./,
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
  });
  renameSync(injected, worker);
  return list;
}

/** Compresses large files now: for the barcode reader it takes seconds, too long for the server's first answer. */
function packLargeFiles(/** @type {string} */ folder) {
  for (const file of globSync('assets/*.wasm', { cwd: folder })) {
    const bytes = readFileSync(join(folder, file));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => statSync(join(ROOT, file)).isFile());
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function builtFrom() {
  const stamp = join(out, '.built-from');
  return existsSync(stamp) && existsSync(join(out, 'index.html')) ? readFileSync(stamp, 'utf8') : null;
}
