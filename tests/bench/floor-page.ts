import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { ROOT } from '../../e2e/fixtures/places.ts';

/** An empty page with React and Mantine that works offline by a worker of ten lines: the least cost of a launch. */
export interface FloorPage {
  readonly url: string;
  end(): Promise<void>;
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Floor</title>
<link rel="icon" href="data:," /></head><body><div id="root"></div>
<script type="module" src="./main.tsx"></script></body></html>`;

const MAIN = `import '@mantine/core/styles.css';
import { createRoot } from 'react-dom/client';
import { Button, MantineProvider, TextInput } from '@mantine/core';
navigator.serviceWorker.register('/sw.js');
createRoot(document.getElementById('root')).render(
  <MantineProvider><TextInput label="Item" /><Button type="submit">Create sale</Button></MantineProvider>,
);
`;

const worker = (paths: readonly string[]) => `
self.addEventListener('install', (event) =>
  event.waitUntil(caches.open('floor').then((cache) => cache.addAll(${JSON.stringify(paths)}))));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const key = event.request.mode === 'navigate' ? '/' : event.request;
  event.respondWith(caches.open('floor').then((cache) => cache.match(key)).then((kept) => kept ?? fetch(event.request)));
});
`;

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

export async function serveFloorPage(): Promise<FloorPage> {
  const files = await buildFloorPage();
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = files.get(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? '' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, never on a pipe
  let isOpen = true;
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      if (!isOpen) return;
      isOpen = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function buildFloorPage(): Promise<Map<string, string>> {
  // Inside the project, so that its packages can be imported.
  const folder = join(ROOT, 'data/bench', `floor-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'main.tsx'), MAIN);
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: { outDir: 'dist', assetsInlineLimit: 0 },
    });
    const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
    const paths = outputs.map(({ fileName }) => `/${fileName}`);
    const files = new Map(paths.map((path) => [path, readFileSync(join(folder, 'dist', path), 'utf8')]));
    files.set('/sw.js', worker(['/', ...paths.filter((path) => path !== '/index.html')]));
    return files;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
