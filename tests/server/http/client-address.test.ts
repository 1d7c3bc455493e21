import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../../server/http/client-address.ts';
import type { AppEnv } from '../../../server/http/context.ts';

async function addressOf(
  remoteAddress: string,
  forwarded: string | undefined,
  trustedProxies: number,
): Promise<string> {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(clientAddress(c, { trustedProxies })));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } } as HttpBindings);
  return response.text();
}

describe('G9 the address that guesses are counted for', () => {
  it.each([
    ['the connection’s, when no proxy is trusted', '198.51.100.7', '203.0.113.9', 0, '198.51.100.7'],
    ['the one that the proxy saw', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
    ['never one that the caller invented', '10.0.0.1', '1.1.1.1, 203.0.113.9', 1, '203.0.113.9'],
    ['behind two proxies the one that the first saw', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
    ['the connection’s, when the proxy said nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['plain, when an IPv4 address comes as IPv6', '::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
    ['the network of an IPv6 caller, who owns all of it', '2001:db8:1:2:aaaa::1', undefined, 0, '2001:db8:1:2::/64'],
    ['the network of a shortened IPv6 address', '2001:db8::1', undefined, 0, '2001:db8:0:0::/64'],
    ['the machine itself', '::1', undefined, 0, '0:0:0:0::/64'],
  ])('is %s', async (_what, remoteAddress, forwarded, trustedProxies, expected) => {
    expect(await addressOf(remoteAddress, forwarded, trustedProxies)).toBe(expected);
  });
});
