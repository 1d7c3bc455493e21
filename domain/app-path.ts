/**
 * The paths of the app's screens. For them the server sends the app's index.html, and the service worker sends it from
 * its cache. They are matched before slugs, so that a slug can never hide a screen (C-022, C-023).
 */
export const APP_PATHS: readonly string[] = [
  '/',
  '/welcome',
  '/login',
  '/forgot-pin',
  '/register',
  '/register/business',
  '/dashboard',
  '/sales',
  '/sales/new',
  '/counter',
  '/sales/:id',
  '/receipts',
  '/orders',
  '/orders/:id',
  '/profile',
  '/products',
  '/items',
  '/items/new',
  '/items/new/advanced',
  '/items/import',
  '/items/labels',
  '/items/:id',
  '/items/:id/edit',
  '/customers',
  '/customers/new',
  '/customers/:id',
  '/suppliers',
  '/suppliers/new',
  '/suppliers/:id',
  '/purchases',
  '/purchases/new',
  '/purchases/:id',
  '/reports',
  '/add-stock',
  '/payment-methods',
  '/business-info',
  '/user-management',
  '/sync',
  '/settings/devices',
  '/settings/security',
  '/settings/printer',
  '/settings/data',
  '/help',
  '/privacy',
  '/terms',
  '/rate',
];

const patterns = APP_PATHS.map(segmentsOf);

/** Returns the kind of a path. 'app': a screen. 'slug': one segment that is no screen. 'deeper': neither. */
export function kindOfPath(path: string): 'app' | 'slug' | 'deeper' {
  const segments = segmentsOf(path);
  if (
    patterns.some(
      (pattern) =>
        pattern.length === segments.length &&
        pattern.every((part, index) => part === segments[index] || part.startsWith(':')),
    )
  )
    return 'app';
  return segments.length === 1 ? 'slug' : 'deeper';
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
