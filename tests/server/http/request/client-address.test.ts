import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAddress, networksOf } from '../../../../server/http/request/client-address.ts';
import type { AppEnv } from '../../../../server/http/context.ts';
import { ask, startTestServer, type TestServer } from '../../../support/server/server.ts';

async function addressOf(
  remoteAddress: string,
  forwarded: string | Record<string, string> | undefined,
  trustedProxies: number,
): Promise<string> {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(clientAddress(c, { trustedProxies })));
  const headers: Record<string, string> =
    typeof forwarded === 'string' ? { 'x-forwarded-for': forwarded } : { ...forwarded };
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

const FROM_PROXY = '10.0.0.1';

describe('R-ADDR-01 R-ADDR-02 what proxies write', () => {
  it.each([
    ['203.0.113.9:52144', '203.0.113.9'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::5', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['"203.0.113.9:80"', '203.0.113.9'],
    ['1.1.1.1,203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
  ])('R-ADDR-01 X-Forwarded-For: %s is %s', async (header, expected) => {
    expect(await addressOf(FROM_PROXY, header, 1)).toBe(expected);
  });

  it.each([
    ['for=203.0.113.9', '203.0.113.9'],
    ['For="203.0.113.9:4711";proto=https;by=10.0.0.1', '203.0.113.9'],
    ['for=1.1.1.1, for="[2001:db8:cafe::17]:4711"', '2001:db8:cafe:0::/64'],
    ['proto=http; for=203.0.113.9', '203.0.113.9'],
    ['for="1.1.1.1, for=2.2.2.2", for=203.0.113.9', '203.0.113.9'],
  ])('R-ADDR-01 Forwarded: %s is %s', async (header, expected) => {
    expect(await addressOf(FROM_PROXY, { forwarded: header }, 1)).toBe(expected);
  });

  it.each([
    ['x-forwarded-for', 'unknown'],
    ['x-forwarded-for', '1.1.1.1, '],
    ['x-forwarded-for', '999.1.1.1'],
    ['x-forwarded-for', '203.0.113.9 1.1.1.1'],
    ['x-forwarded-for', '[203.0.113.9]'],
    ['x-forwarded-for', '2001:db8::1::2'],
    ['x-forwarded-for', '"203.0.113.9'],
    ['x-forwarded-for', "';drop table pin_attempt"],
    ['forwarded', 'for=_gazonk'],
    ['forwarded', 'for=unknown'],
    ['forwarded', 'by=203.0.113.9'],
    ['forwarded', '203.0.113.9'],
  ])('R-ADDR-02 %s: %s is no address, and the connection’s counts', async (header, value) => {
    expect(await addressOf(FROM_PROXY, { [header]: value }, 1)).toBe(FROM_PROXY);
  });

  it('R-ADDR-02 neither header is believed where they disagree, because a proxy writes only one of them', async () => {
    const both = (forwarded: string) => ({ 'x-forwarded-for': '203.0.113.9', forwarded });
    expect(await addressOf(FROM_PROXY, both('for=1.1.1.1'), 1)).toBe(FROM_PROXY);
    expect(await addressOf(FROM_PROXY, both('for="203.0.113.9:80"'), 1)).toBe('203.0.113.9');
  });

  it('R-ADDR-01 an IPv6 address is counted in its /64 and in its /48, an IPv4 one as it is', () => {
    expect(networksOf('2001:db8:1:2::/64')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48']);
    expect(networksOf('203.0.113.9')).toEqual(['203.0.113.9']);
    expect(networksOf('unknown')).toEqual(['unknown']);
  });
});

describe('R-ADDR-03 a proxy that is not trusted', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const warnings = ({ logLines }: TestServer) => logLines.filter((line) => line.includes('TRUST_PROXY'));

  it('R-ADDR-03 is warned about once, with what to set, and never with the address', async () => {
    const asked = (headers: Record<string, string>) => ask(server, 'GET /api/v1/version', { headers });
    await asked({});
    expect(warnings(server)).toEqual([]);
    await asked({ 'x-forwarded-for': '203.0.113.9' });
    await asked({ forwarded: 'for=203.0.113.10' });
    expect(warnings(server)).toEqual([expect.stringContaining('set TRUST_PROXY to how many do')]);
    expect(warnings(server).join('')).not.toContain('203.0.113');
  });

  it('R-ADDR-03 is not warned about where it is trusted', async () => {
    const trusting = await startTestServer({ settings: { trustedProxies: 1 } });
    await ask(trusting, 'GET /api/v1/version', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(warnings(trusting)).toEqual([]);
    await trusting.close();
  });
});
