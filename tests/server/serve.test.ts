import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDirectory } from '../support/embedded-image.ts';
import { newRegistration } from '../support/server.ts';

const MAIN = join(import.meta.dirname, '../../server/main.ts');

interface Running {
  url: string;
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

describe('the server as a process', { timeout: 120_000 }, () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kaunta-serve-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  function run(environment: Record<string, string>): Promise<Running> {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return new Promise((resolve) => {
      const look = (chunk: Buffer) => {
        output += chunk.toString();
        const url = /Kaunta is ready: (\S+)/.exec(output)?.[1];
        if (url !== undefined) resolve({ url, child, output: () => output, ended });
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      void ended.then(() => resolve({ url: '', child, output: () => output, ended }));
    });
  }

  const post = (url: string, body: object) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  it('keeps its shops over a restart, PINs, sessions and waits included, and ends gracefully with a stream open', async () => {
    const first = await run({});
    expect(first.output()).toContain('npm run demo');
    const registration = newRegistration();
    const { phone } = registration;
    expect((await post(`${first.url}/api/v1/auth/register`, registration)).status).toBe(201);
    const signedIn = await post(`${first.url}/api/v1/auth/login`, { phone, pin: '1234' });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (let n = 0; n < 5; n += 1) await post(`${first.url}/api/v1/auth/login`, { phone, pin: '9999' });
    const stream = await fetch(`${first.url}/api/v1/events`, { headers: { cookie } });
    expect(stream.status).toBe(200);

    first.child.kill('SIGTERM');
    await stream.text();
    expect(await first.ended).toBe(0);
    expect(first.output()).not.toContain(phone);

    const second = await run({});
    const me = await fetch(`${second.url}/api/v1/auth/me`, { headers: { cookie } });
    expect(me.status).toBe(200);
    expect((await post(`${second.url}/api/v1/auth/login`, { phone, pin: '1234' })).status).toBe(429);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  });

  it('reads no body whose length is not said', async () => {
    await prepareDirectory(join(dataDir, 'database'));
    const { url, child, ended } = await run({});
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        `${url}/api/v1/auth/login`,
        { method: 'POST', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
        (response) => resolve(response.statusCode),
      );
      asked.on('error', reject);
      asked.end('{"phone":"0772123456","pin":"1234"}');
    });
    expect(status).toBe(411);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('refuses wrong settings with a sentence each, and starts nothing', async () => {
    const refused = await run({ PORT: 'x', DATABASE_URL: 'mysql://x' });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe(
      'PORT must be a whole number from 0 to 65535\nDATABASE_URL must be an address like postgres://user:password@host:5432/database\n',
    );
  });

  it('says why it cannot start: a port in use, a directory in use, a database that is not there', async () => {
    await prepareDirectory(join(dataDir, 'database'));
    await prepareDirectory(join(dataDir, 'other/database'));
    const first = await run({});
    const port = new URL(first.url).port;
    const sameDirectory = await run({});
    expect([await sameDirectory.ended, sameDirectory.output()]).toEqual([
      1,
      expect.stringContaining('is in use by another process'),
    ]);
    const samePort = await run({ PORT: port, DATA_DIR: join(dataDir, 'other') });
    expect([await samePort.ended, samePort.output()]).toEqual([
      1,
      expect.stringContaining(`PORT ${port} is in use by another program`),
    ]);
    const noDatabase = await run({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      DATA_DIR: join(dataDir, 'other'),
    });
    expect([await noDatabase.ended, noDatabase.output()]).toEqual([
      1,
      expect.stringContaining('The database cannot be reached'),
    ]);
  });
});
