import type { MiddlewareHandler } from 'hono';
import { isHttps } from './client-address.ts';
import type { AppDeps, AppEnv } from './context.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  // WebAssembly for the barcode reader of browsers that have none; it runs nothing that a page or a text could bring.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Mantine writes its theme into a style element at run time, for which there is no other word. Scripts stay strict.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', CONTENT_SECURITY_POLICY],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];
const A_YEAR_OF_HTTPS = 'max-age=31536000';

/** One policy for everything that leaves: pages, files and API answers. */
export function securityHeaders({ settings }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    for (const [name, value] of HEADERS) c.res.headers.set(name, value);
    if (isHttps(c, settings)) c.res.headers.set('strict-transport-security', A_YEAR_OF_HTTPS);
  };
}
