import type { Settings } from '../settings.ts';
import type { AppContext } from './context.ts';

type Trust = Pick<Settings, 'trustedProxies'>;

/**
 * Who asks. Each trusted proxy has appended the address that it saw, so counting from the right by the number of
 * proxies finds the one that no caller can invent. An IPv6 caller owns a /64, so that is what is counted.
 */
export function clientAddress(c: AppContext, { trustedProxies }: Trust): string {
  const seen = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return networkOf(seen);
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return networkOf(forwarded.at(-trustedProxies) || seen);
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':');
  const filled =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array.from({ length: Math.max(0, 8 - groups.length - tail.split(':').length) }, () => '0'),
          ...tail.split(':'),
        ];
  return `${filled
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')}::/64`;
}

/** Whether the browser speaks https, to us or to the proxy in front of us. */
export function isHttps(c: AppContext, { trustedProxies }: Trust): boolean {
  if (trustedProxies > 0) return c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https';
  return new URL(c.req.url).protocol === 'https:';
}

/** The host that the browser's address bar shows, with its port. */
export function requestHost(c: AppContext, { trustedProxies }: Trust): string {
  const forwarded = trustedProxies > 0 ? c.req.header('x-forwarded-host') : undefined;
  return forwarded ?? c.req.header('host') ?? new URL(c.req.url).host;
}

/** How this server is addressed by whoever asks: 'https://shop.example.com'. */
export const requestOrigin = (c: AppContext, trust: Trust): string =>
  `${isHttps(c, trust) ? 'https' : 'http'}://${requestHost(c, trust)}`;
