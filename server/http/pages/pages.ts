import type { Context } from 'hono';
import { notFoundPage } from '../../storefront/plain-page.ts';
import { kindOfPath } from '../../../domain/app-path.ts';
import { acceptedEncoding } from '../middleware/compress.ts';
import type { AppEnv } from '../context.ts';
import { policyOfBuiltPage } from '../middleware/security-headers.ts';
import { type StaticFile, StaticFiles } from './static-files.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** The browser caches index.html, the service worker, the manifest and the icons, but revalidates them each time. */
const ASK_FIRST = 'no-cache';

/**
 * Serves everything outside the API: files of the build, and the app's index.html for the path of a screen. A path of
 * one segment that is no screen is a slug. A deeper unknown path gets the app with its 'Page Not Found' (C-022, C-024).
 */
export function createPages(staticDir: string): (c: Context<AppEnv>) => Promise<Response> {
  const files = new StaticFiles(staticDir);
  return async (c) => {
    const path = decodePath(c.req.path);
    if (path === undefined) return c.text('Not Found', 404, { 'cache-control': 'no-store' });
    const file = path === '/' ? undefined : await files.find(path);
    if (file !== undefined) return sendFile(c, file, 200);
    if (path.startsWith('/assets/') || /\.[A-Za-z0-9]+$/.test(path))
      return c.text('Not Found', 404, { 'cache-control': 'no-store' });
    const kind = kindOfPath(path);
    if (kind === 'slug') return c.html(notFoundPage(), 404, { 'cache-control': 'no-store' });
    const page = await files.find('/index.html');
    if (page === undefined) return c.text('The app is not built yet: run npm run build.', 503);
    return sendFile(c, page, kind === 'app' ? 200 : 404);
  };
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

async function sendFile(c: Context<AppEnv>, file: StaticFile, status: 200 | 404): Promise<Response> {
  const headers: Record<string, string> = {
    etag: file.etag,
    'cache-control': file.immutable ? FOREVER : ASK_FIRST,
    vary: 'accept-encoding',
  };
  // A 304 has the policy too: the browser replaces the headers in its cache by those of the 304.
  if (file.type.startsWith('text/html'))
    headers['content-security-policy'] = policyOfBuiltPage(new TextDecoder().decode(file.bytes));
  if (status === 200 && matches(c.req.header('if-none-match'), file.etag)) return c.body(null, 304, headers);
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  const packed = encoding === undefined ? undefined : await file.packed(encoding);
  if (encoding !== undefined && packed !== undefined) headers['content-encoding'] = encoding;
  return c.body(packed ?? file.bytes, status, { ...headers, 'content-type': file.type });
}

/** True if the tag is in If-None-Match. Compares weakly: all encodings of a content have the same tag. */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
