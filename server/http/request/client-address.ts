import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../../settings.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { groupsOf, readForwarded, readForwardedFor } from './forwarded-address.ts';

type Trust = Pick<Settings, 'trustedProxies'>;

/**
 * Returns the caller's address. Each trusted proxy appends the address that it saw. So the entry at the number of
 * proxies from the right cannot be invented by a caller. For IPv6 returns the /64, because one caller owns all of it.
 */
export function clientAddress(c: AppContext, { trustedProxies }: Trust): string {
  const seen = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  return networkOf((trustedProxies > 0 ? forwardedAddress(c, trustedProxies) : null) ?? seen);
}

/**
 * Returns the address in the proxies' headers; null if there is none. A proxy that writes one of the two headers may
 * pass on the other one unchecked. If they disagree, the caller may have invented one, so neither is used.
 */
function forwardedAddress(c: AppContext, trustedProxies: number): string | null {
  const list = c.req.header('x-forwarded-for');
  const pairs = c.req.header('forwarded');
  const listed = list === undefined ? null : (readForwardedFor(list).at(-trustedProxies) ?? null);
  const paired = pairs === undefined ? null : (readForwarded(pairs).at(-trustedProxies)?.address ?? null);
  if (listed !== null && paired !== null && networkOf(listed) !== networkOf(paired)) return null;
  return listed ?? paired;
}

/** Returns the /64 of an IPv6 address; returns IPv4 addresses and other text unchanged. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:65535')
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${shown(groups.slice(0, 4))}::/64`;
}

const shown = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');

/** Returns the networks that count tries of an address: itself, and for IPv6 the /48, which one customer may rent. */
export function networksOf(address: string): string[] {
  const groups = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address)?.[1];
  return groups === undefined ? [address] : [address, `${groups}::/48`];
}

/** Warns the operator once: while the proxy is not trusted, all callers behind it count as one address. */
export function warnOfUntrustedProxy({ settings, log }: Pick<AppDeps, 'settings' | 'log'>): MiddlewareHandler<AppEnv> {
  let isWarned = settings.trustedProxies > 0;
  return async (c, next) => {
    const header = isWarned ? undefined : HEADERS_OF_PROXIES.find((name) => c.req.header(name) !== undefined);
    if (header !== undefined) {
      isWarned = true;
      log.warn(
        { header },
        'A request bears the header of a proxy, and TRUST_PROXY is 0: if a proxy of yours stands in front, set TRUST_PROXY to how many do (1 for one), because until then everybody behind it is counted as one address',
      );
    }
    await next();
  };
}

const HEADERS_OF_PROXIES = ['x-forwarded-for', 'forwarded'] as const;

/** True if the browser uses https, to this server or to the proxy before it. */
export function isHttps(c: AppContext, { trustedProxies }: Trust): boolean {
  if (trustedProxies === 0) return new URL(c.req.url).protocol === 'https:';
  const proto = c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim();
  return (proto ?? readForwarded(c.req.header('forwarded') ?? '').at(-1)?.proto) === 'https';
}

/** Returns the host of the browser's address bar, with its port. */
export function requestHost(c: AppContext, { trustedProxies }: Trust): string {
  const forwarded = trustedProxies > 0 ? c.req.header('x-forwarded-host') : undefined;
  return forwarded ?? c.req.header('host') ?? new URL(c.req.url).host;
}

/** Returns the origin that the client used to reach this server: 'https://shop.example.com'. */
export const requestOrigin = (c: AppContext, trust: Trust): string =>
  `${isHttps(c, trust) ? 'https' : 'http'}://${requestHost(c, trust)}`;
