import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

/** Browsers from the spring of 2023 on; the worker is built for the same ones. */
export const BROWSERS = ['chrome111', 'firefox114', 'safari16.4'];

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
          build: { write: false, minify: false },
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
          if (file.map) file.map.mappings = `;${file.map.mappings}`;
        }
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), workerInDevelopment(), compiledOnArrival()],
  build: {
    outDir: 'dist',
    // For scripts/weigh.mjs.
    manifest: true,
    target: BROWSERS,
    sourcemap: true,
    // Screens load when they are opened. No chunks by hand: they pull lazy parts into the first load.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:3000', '/uploads': 'http://127.0.0.1:3000' } },
});
