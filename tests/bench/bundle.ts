import { build } from 'vite';
import { ROOT } from '../../e2e/fixtures/places.ts';

export interface Bundle {
  script: string;
  style: string;
}

const bundles = new Map<string, Promise<Bundle>>();

/** Bundles a module and all that it imports into one script and one style sheet. Each module is bundled once. */
export function bundle(entry: string): Promise<Bundle> {
  const known = bundles.get(entry) ?? makeBundle(entry);
  bundles.set(entry, known);
  return known;
}

async function makeBundle(entry: string): Promise<Bundle> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  const first = Array.isArray(built) ? built[0] : built;
  if (!first || !('output' in first)) throw new Error(`${entry} was not bundled`);
  const style = first.output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return { script: first.output[0].code, style: style?.type === 'asset' ? String(style.source) : '' };
}
