import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { isHttps } from '../request/client-address.ts';
import type { AppDeps, AppEnv } from '../context.ts';

// WebAssembly is for the barcode reader of browsers that lack one. 'wasm-unsafe-eval' allows no JavaScript from text.
const SCRIPTS = "script-src 'self' 'wasm-unsafe-eval'";
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  SCRIPTS,
  // Mantine writes its theme into a style element at run time; no stricter value allows that. Scripts stay strict.
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

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Returns the policy for an HTML file of the build: the common one, plus the hashes of the file's inline scripts. */
export function policyOfBuiltPage(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) =>
      ` 'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return CONTENT_SECURITY_POLICY.replace(SCRIPTS, SCRIPTS + hashes.join(''));
}

const NEVER_ASKED = 'geolocation=(), microphone=(), payment=()';
/** The storefront uses no camera and no other part of a visitor's device. */
export const STORE_PERMISSIONS = `camera=(), ${NEVER_ASKED}, usb=(), serial=(), bluetooth=()`;

/** The app itself may use the camera to scan, and a receipt printer (decisions/0052); embedded pages may not. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', CONTENT_SECURITY_POLICY],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['permissions-policy', `camera=(self), ${NEVER_ASKED}, usb=(self), serial=(self), bluetooth=(self)`],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];
const A_YEAR_OF_HTTPS = 'max-age=31536000';

/**
 * Sets the security headers of every response. Keeps a policy that is set already: HTML files have their own hashes.
 */
export function securityHeaders({ settings }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const policy = c.res.headers.get('content-security-policy');
    const ofStore = c.res.headers.get('permissions-policy') === STORE_PERMISSIONS;
    for (const [name, value] of HEADERS) c.res.headers.set(name, value);
    if (policy !== null) c.res.headers.set('content-security-policy', policy);
    if (ofStore) c.res.headers.set('permissions-policy', STORE_PERMISSIONS);
    if (isHttps(c, settings)) c.res.headers.set('strict-transport-security', A_YEAR_OF_HTTPS);
  };
}
