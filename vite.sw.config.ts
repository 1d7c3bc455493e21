import { defineConfig } from 'vite';
import { BROWSERS } from './vite.config.ts';

// The service worker: one classic script (module workers came to Firefox only with 147) with a fixed name, beside
// index.html. It is built into the app's folder, after the app.
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: BROWSERS,
    sourcemap: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'sw/index.ts',
      // What is loaded later in a page is in the one script here, and Vite's helper for it asks this nothing.
      transform: { define: { 'import.meta': '{}' } },
      output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
    },
  },
});
