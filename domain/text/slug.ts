import * as v from 'valibot';
import { assert } from '../assert.ts';

/** A slug is the shop's name in its public address: {host}/{slug} (R-GEN-11). */
export const SLUG_CHARS_MIN = 2;
export const SLUG_CHARS_MAX = 50;

const SLUG_TRIES_MAX = 100_000;
const NAMELESS_SLUG = 'my-shop';

/** First segments of the paths of screens, files and services, and words that would mislead (C-023). */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  // screens
  ...[
    'welcome',
    'login',
    'logout',
    'register',
    'dashboard',
    'home',
    'sales',
    'counter',
    'receipts',
    'orders',
    'profile',
    'settings',
  ],
  ...['products', 'items', 'customers', 'suppliers', 'purchases', 'reports', 'add-stock', 'stock', 'payment-methods'],
  ...['business-info', 'user-management', 'users', 'help', 'privacy', 'terms', 'rate', 'sync', 'sync-status'],
  ...['notifications', 'search', 'forgot-pin', 'devices', '404'],
  // files
  ...['sw', 'sw.js', 'assets', 'icons', 'images', 'img', 'static', 'public', 'uploads', 'files', 'fonts', 'index'],
  ...['index.html', 'offline', 'offline.html', 'manifest', 'manifest.json', 'manifest.webmanifest', 'favicon'],
  ...['favicon.ico', 'robots', 'robots.txt', 'sitemap', 'sitemap.xml', 'workbox', '.well-known', 'well-known'],
  // services
  ...[
    'api',
    'v1',
    'auth',
    'events',
    'healthz',
    'readyz',
    'health',
    'status',
    'metrics',
    'docs',
    'openapi',
    'openapi.json',
  ],
  // words
  ...['admin', 'app', 'kaunta', 'shop', 'shops', 'store', 'stores', 'about', 'contact', 'support', 'www', 'mail'],
  ...['null', 'undefined'],
]);

/** A typed slug (C-023): lowercase letters, digits and hyphens, and not reserved. */
export const slugSchema = v.pipe(
  v.string('Link name is required'),
  v.trim(),
  v.minLength(SLUG_CHARS_MIN, `Link name must be at least ${SLUG_CHARS_MIN} characters`),
  v.maxLength(SLUG_CHARS_MAX, `Link name must be ${SLUG_CHARS_MAX} characters or less`),
  v.regex(/^[a-z0-9-]+$/, 'Link name can contain only lowercase letters, digits and hyphens'),
  v.check((slug) => !RESERVED_SLUGS.has(slug), 'This link name is reserved'),
);

/** Returns a slug for a business name: 'Mama Áma & Sons' → 'mama-ama-sons'. It may be reserved or taken. */
export function slugFromName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = trimHyphens(trimHyphens(words).slice(0, SLUG_CHARS_MAX));
  if (slug === '') return NAMELESS_SLUG;
  return slug.length < SLUG_CHARS_MIN ? `${NAMELESS_SLUG}-${slug}` : slug;
}

/** Returns `base`, or the first of base-2, base-3 … that is neither reserved nor taken (C-023, R-REG-35). */
export function nextFreeSlug(base: string, isTaken: (slug: string) => boolean): string {
  for (let nth = 1; nth <= SLUG_TRIES_MAX; nth += 1) {
    const suffix = nth === 1 ? '' : `-${nth}`;
    const slug = trimHyphens(base.slice(0, SLUG_CHARS_MAX - suffix.length)) + suffix;
    if (!RESERVED_SLUGS.has(slug) && !isTaken(slug)) return slug;
  }
  assert(false, `No free slug for '${base}' in ${SLUG_TRIES_MAX} tries`);
}

function trimHyphens(text: string): string {
  return text.replace(/^-+/, '').replace(/-+$/, '');
}
