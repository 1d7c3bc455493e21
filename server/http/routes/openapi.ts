import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { AppDeps, AppEnv } from '../context.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';

/** Clients may cache the description for an hour. */
const KEPT = 'public, max-age=3600';

/** GET /openapi.json: the description of the API, for authors of clients. */
export function openApiRoutes({ version }: Pick<AppDeps, 'version'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let made: { text: string; etag: string } | undefined;

  routes.get('/openapi.json', (c) => {
    made ??= tagged(JSON.stringify(openApiDocument(version)));
    const headers = { 'cache-control': KEPT, etag: made.etag };
    if (c.req.header('if-none-match') === made.etag) return c.body(null, 304, headers);
    return c.body(made.text, 200, { ...headers, 'content-type': 'application/json' });
  });

  return routes;
}

const tagged = (text: string) => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});
