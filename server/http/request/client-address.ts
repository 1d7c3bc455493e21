import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../../settings.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { groupsOf, readForwarded, readForwardedFor } from './forwarded-address.ts';

type Trust = Pick<Settings, 'trustedProxies'>;

/**
 * Who asks. Each trusted proxy has appended the address that it saw, so counting from the right by the number of
 * proxies finds the one that no caller can invent. An IPv6 caller owns a /64, so that is what is counted.
 */
export function clientAddress(c: AppContext, { trustedProxies }: Trust): string {
  const seen = c.env?.incoming?.socket.remoteAddress ?? 'unknown';
  return networkOf((trustedProxies > 0 ? forwardedAddress(c, trustedProxies) : null) ?? seen);
}

/**
 * A proxy that writes one of the two headers may pass the other one on as the caller sent it. Where they disagree, one
 * is invented, and neither is believed.
 */
function forwardedAddress(c: AppContext, trustedProxies: number): string | null {
  const list = c.req.header('x-forwarded-for');
  const pairs = c.req.header('forwarded');
  const listed = list === undefined ? null : (readForwardedFor(list).at(-trustedProxies) ?? null);
  const paired = pairs === undefined ? null : (readForwarded(pairs).at(-trustedProxies)?.address ?? null);
  if (listed !== null && paired !== null && networkOf(listed) !== networkOf(paired)) return null;
  return listed ?? paired;
}

/** An IPv4 address as it is; the /64 of an IPv6 one; text that is neither as it is. */
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

/** The networks that an address is counted in: itself, and for IPv6 the /48, which is what one customer may rent. */
export function networksOf(address: string): string[] {
  const groups = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(address)?.[1];
  return groups === undefined ? [address] : [address, `${groups}::/48`];
}

/** Tells the operator, once, that everybody behind a proxy counts as one address while the proxy is not trusted. */
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

/** True when the browser uses https, to us or to the proxy in front of us. */
export function isHttps(c: AppContext, { trustedProxies }: Trust): boolean {
  if (trustedProxies === 0) return new URL(c.req.url).protocol === 'https:';
  const proto = c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim();
  return (proto ?? readForwarded(c.req.header('forwarded') ?? '').at(-1)?.proto) === 'https';
}

/** The host that the browser's address bar shows, with its port. */
export function requestHost(c: AppContext, { trustedProxies }: Trust): string {
  const forwarded = trustedProxies > 0 ? c.req.header('x-forwarded-host') : undefined;
  return forwarded ?? c.req.header('host') ?? new URL(c.req.url).host;
}

/** The origin that the client used to reach this server: 'https://shop.example.com'. */
export const requestOrigin = (c: AppContext, trust: Trust): string =>
  `${isHttps(c, trust) ? 'https' : 'http'}://${requestHost(c, trust)}`;
