import { readFileSync, realpathSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { build, defineConfig, normalizePath, type Plugin } from 'vite';

/**
 * The oldest browsers that are served (R-BROW-05): Chrome of four years ago, the iPhones of spring 2022, and the Firefox ESR
 * before the current one. All that a browser loads is built for these; what they lack of APIs is in
 * domain/older-engines.ts, and a test holds the built files to both.
 */
export const BROWSERS = ['chrome105', 'firefox140', 'safari15.4', 'ios15.4'];

// In development the worker is built afresh, in memory, whenever the browser asks for it, and precaches nothing.
function workerInDevelopment(): Plugin {
  return {
    name: 'kaunta-worker-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response, next) => {
        build({
          configFile: 'vite.sw.config.ts',
          logLevel: 'silent',
          define: { 'self.__WB_MANIFEST': '[]' },
          build: { write: false, minify: false, sourcemap: 'inline' },
        })
          .then((built) => {
            const first = Array.isArray(built) ? built[0] : built;
            const chunk = first && 'output' in first ? first.output[0] : undefined;
            response.setHeader('content-type', 'text/javascript');
            response.setHeader('cache-control', 'no-store');
            response.end(chunk?.code ?? '');
          })
          .catch(next);
      });
    },
  };
}

/**
 * Writes src/too-old.js into the page as a classic script at its end (R-BROW-10): it runs before the app, which is a module,
 * and finds the app's place. The server names its hash in the page's content security policy.
 */
function tooOldInline(): Plugin {
  return {
    name: 'kaunta-too-old-inline',
    transformIndexHtml: () => [
      {
        tag: 'script',
        children: readFileSync(new URL('src/too-old.js', import.meta.url), 'utf8'),
        injectTo: 'body',
      },
    ],
  };
}

/**
 * `100dvh` becomes `calc(var(--k-dvh) * 100)`, in Mantine's style sheets too: app.css says what one is, for a browser that
 * does not know the unit (before Chrome 108) a hundredth of the window as it is without its bars.
 */
function viewportUnits(): Plugin {
  return {
    name: 'kaunta-viewport-units',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({
        code: code.replace(/\b(\d+)dvh\b/g, (unit, count) => (count === '1' ? unit : `calc(var(--k-dvh) * ${count})`)),
        map: null,
      }),
    },
  };
}

/**
 * Tells the browser to compile all functions of a file as it arrives, beside the main thread, instead of one by one on it
 * as each is first called. A cold launch uses no code cache for the module scripts that a worker answers (decision 17).
 */
function compiledOnArrival(): Plugin {
  const hint = '//# allFunctionsCalledOnLoad\n';
  return {
    name: 'kaunta-compiled-on-arrival',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // The hint counts only as the very first thing of a file, and Vite itself writes before it.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          file.code = hint + file.code;
          const map = bundle[`${file.fileName}.map`];
          if (map?.type === 'asset') map.source = oneLineLower(String(map.source));
        }
      },
    },
  };
}

/** A source map for the same code with one line more at its top. */
function oneLineLower(sourceMap: string): string {
  const map = JSON.parse(sourceMap) as { mappings: string };
  return JSON.stringify({ ...map, mappings: `;${map.mappings}` });
}

/** Rules that mutations and screens share. A file of this list that is not there ends the build. */
const RULES = new Set(
  [
    './domain/feedback.ts',
    './domain/items/item-image.ts',
    './domain/items/purchase.ts',
    './domain/items/stock-movement.ts',
    './domain/people/customer.ts',
    './domain/people/permission.ts',
    './domain/people/supplier.ts',
    './domain/sales/cash-count.ts',
    './domain/sales/customer-payment.ts',
    './domain/sales/payment-method.ts',
    './domain/sales/seen-order.ts',
    './sync/merge/field-groups.ts',
    './sync/merge/three-way.ts',
    './sync/protocol/canonical-json.ts',
  ].map((file) => normalizePath(realpathSync(new URL(file, import.meta.url)))),
);

/**
 * Two files for all that every visit loads: the packages, which stay the same from one release to the next, and the app.
 * Without this each part that a screen shares with them is a file of its own, some twenty, each with its own overhead.
 * A group of what only some screens need is not worth it: it brings to the first load what it does not need.
 */
const FIRST_LOAD = [
  // With what older engines lack, so that it comes before the packages that use it.
  { name: 'packages', tags: ['$initial' as const], test: /node_modules.*\.m?js$|domain\/older-engines\.ts$/ },
  { name: 'app', tags: ['$initial' as const] },
  // A few hundred bytes each that Home loads in any case.
  {
    name: 'small',
    test: /\/(other-item|without-cents|order-status-words|app-update|changed-keys)\.ts$/,
  },
  // Every signed-in visit loads all of them before its first copy is synced. Their own imports are not part of the file,
  // because public screens load those too. This could make files import each other; scripts/weigh.mjs would find it.
  {
    name: 'rules',
    includeDependenciesRecursively: false,
    test: (id: string) => RULES.has(id),
  },
];

/** Seven letters of a hash, not eight: the first load lists the files of all screens, and letters of chance do not shrink. */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

export default defineConfig({
  plugins: [react(), tooOldInline(), viewportUnits(), workerInDevelopment(), compiledOnArrival()],
  // The package names its build for browsers of 2015, which is twice as big as the one for the browsers that are served.
  resolve: { alias: { 'workbox-window': 'workbox-window/build/workbox-window.prod.mjs' } },
  build: {
    outDir: 'dist',
    // For scripts/weigh.mjs.
    manifest: true,
    target: BROWSERS,
    sourcemap: true,
    // Screens load when they are opened.
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOAD }, ...NAMES } },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
