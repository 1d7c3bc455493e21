import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/settings.ts';

describe('settings', () => {
  it('have a default each', () => {
    expect(readSettings({ PORT: '', UNKNOWN: 'x' })).toEqual({
      ok: true,
      value: {
        port: 3000,
        host: '0.0.0.0',
        dataDir: resolve('data'),
        databaseUrl: undefined,
        databaseConnections: 10,
        pepper: undefined,
        logLevel: 'info',
        trustedProxies: 0,
        cookieSecure: 'auto',
        pushContact: 'https://kaunta.example',
        pushServices: [
          'fcm.googleapis.com',
          'updates.push.services.mozilla.com',
          '*.push.apple.com',
          '*.notify.windows.com',
        ],
        sessionDays: 30,
        provePhones: true,
        staticDir: resolve('dist'),
      },
    });
  });

  it('are taken from the environment', () => {
    const read = readSettings({
      PORT: '8080',
      DATA_DIR: '/srv/kaunta',
      DATABASE_URL: 'postgres://u:p@db:5432/kaunta',
      PEPPER: 'x'.repeat(16),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '2',
      COOKIE_SECURE: 'always',
      SESSION_DAYS: '90',
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        port: 8080,
        dataDir: '/srv/kaunta',
        databaseUrl: 'postgres://u:p@db:5432/kaunta',
        logLevel: 'warn',
        trustedProxies: 2,
        cookieSecure: 'always',
        sessionDays: 90,
      },
    });
  });

  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['HOST', 'no spaces', 'HOST must be an address to listen on'],
    [
      'DATABASE_URL',
      'mysql://host/db',
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database',
    ],
    ['DATABASE_URL', 'postgres://', 'DATABASE_URL must be an address like postgres://user:password@host:5432/database'],
    ['DATABASE_CONNECTIONS', '0', 'DATABASE_CONNECTIONS must be a whole number from 1 to 200'],
    ['PUSH_SERVICES', 'https://push.example', 'PUSH_SERVICES must be hosts, separated by commas'],
    ['PUSH_CONTACT', 'me', 'PUSH_CONTACT must be an https address, or mailto: and an address'],
    ['PEPPER', 'short', 'PEPPER must have at least 16 characters'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of silent, error, warn, info, debug'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be a whole number from 0 to 10'],
    ['COOKIE_SECURE', 'yes', 'COOKIE_SECURE must be one of auto, always, never'],
    ['SESSION_DAYS', '0', 'SESSION_DAYS must be a whole number from 1 to 365'],
  ])('%s=%s is refused with a sentence that names it', (name, value, sentence) => {
    expect(readSettings({ [name]: value })).toEqual({ ok: false, error: [sentence] });
  });

  it('are refused all at once, one sentence each', () => {
    expect(readSettings({ PORT: 'x', LOG_LEVEL: 'x' })).toMatchObject({
      ok: false,
      error: [expect.stringContaining('PORT'), expect.stringContaining('LOG_LEVEL')],
    });
  });
});
