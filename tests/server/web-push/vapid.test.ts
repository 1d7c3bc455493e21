import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readVapidKeys, vapidHeader } from '../../../server/web-push/vapid.ts';

describe('who the server is to a push service', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kaunta-vapid-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('G37 its keys are made at the first start, kept for the next, and readable by its owner only', () => {
    const { publicKey } = readVapidKeys({ dataDir });
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(readVapidKeys({ dataDir }).publicKey).toBe(publicKey);
    expect(statSync(join(dataDir, 'vapid.pem')).mode & 0o777).toBe(0o600);
  });

  test('a file that holds no key is told', () => {
    writeFileSync(join(dataDir, 'vapid.pem'), 'nonsense');
    expect(() => readVapidKeys({ dataDir })).toThrow('holds no key');
  });

  test('G37 signs for one push service and for half a day (RFC 8292)', () => {
    const keys = readVapidKeys({ dataDir });
    const nowMs = Date.parse('2026-03-02T09:00:00Z');
    const header = vapidHeader(keys, {
      endpoint: 'https://push.example:8443/send/abc',
      contact: 'mailto:a@example.com',
      nowMs,
    });
    const [, head = '', claims = '', signature = '', key = ''] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
    expect(key).toBe(keys.publicKey);
    const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(decoded(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(decoded(claims)).toEqual({
      aud: 'https://push.example:8443',
      exp: nowMs / 1_000 + 43_200,
      sub: 'mailto:a@example.com',
    });
    const publicKey = createPublicKey(keys.privateKey);
    const isSigned = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
    expect(isSigned(`${head}.${claims}`)).toBe(true);
    expect(isSigned(`${head}.${claims}x`)).toBe(false);
  });
});
