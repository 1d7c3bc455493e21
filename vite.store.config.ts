import { defineConfig } from 'vite';
import { BROWSERS } from './vite.config.ts';

// What a script adds to a shop's public pages: one small file with a fixed name, which no device of the shop keeps.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: BROWSERS,
    sourcemap: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'storefront/index.ts',
      output: { format: 'iife', entryFileNames: 'storefront.js', codeSplitting: false },
    },
  },
});
