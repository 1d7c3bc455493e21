// npm run dev, after the packages are installed: the app with live reload on port 5173, and behind it the server, which
// restarts when its sources change. PORT is the server's port, as in npm start.
import { createServer } from 'vite';
import { RESERVED_SLUGS } from '../domain/text/slug.ts';
import { createDevLine } from './setup/dev-line.ts';
import { NODE, ROOT } from './setup/paths.mjs';
import { projectEnvironment, run } from './setup/run.mjs';

/** @import { IncomingMessage } from 'node:http' */

const port = process.env['PORT'] ?? '3000';
const target = `http://127.0.0.1:${port}`;

// Needed for the script of the shops' pages, which only a build makes.
const built = await run(NODE, ['scripts/build.mjs', '--if-changed']);
if (built === 0) await develop();
else process.exitCode = built;

async function develop() {
  const app = await createServer({
    root: ROOT,
    plugins: [
      {
        name: 'kaunta-line-in-development',
        configureServer: ({ middlewares }) => void middlewares.use(createDevLine()),
      },
    ],
    server: {
      host: '127.0.0.1',
      proxy: {
        '^/(api|uploads)/|^/storefront\\.js$': target,
        '^/': { target, bypass: (request) => (isShopPage(request) ? undefined : (request.url ?? '/')) },
      },
    },
  });
  await app.listen();
  app.printUrls();
  process.exitCode = await run(NODE, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    env: projectEnvironment({ PORT: port }),
  });
  await app.close();
}

/**
 * Returns true if a browser navigates to a shop's page, which the server renders, and not to an address of the app.
 * @param {IncomingMessage} request
 */
function isShopPage({ url = '/', headers }) {
  const { pathname } = new URL(url, target);
  const [, slug = ''] = /^\/([a-z0-9-]+)(?:\/[^.]*)?$/.exec(pathname) ?? [];
  const isNavigation = (headers.accept ?? '').includes('text/html');
  return isNavigation && slug !== '' && !RESERVED_SLUGS.has(slug);
}
