import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD, NODE, ROOT } from '../../e2e/fixtures/places.ts';
import { fillReferenceShop, REFERENCE, type ReferenceLogin, type ShopSize } from './reference-shop.ts';

const KEPT = join(ROOT, 'data/bench');
/** A shop that is older than this has sales that leave the window of 13 months: it is filled anew. */
const KEPT_DAYS_MAX = 10;
const DAY_MS = 86_400_000;
const READY = /Kaunta is ready: (http:\S+)/;
/** What decides which rows a filled shop has. */
const FILLED_BY = [
  'tests/bench/reference-shop.ts',
  'server/db/migrations/*.sql',
  'server/db/embedded-maintenance.ts',
  'sync/mutation/*.ts',
];

export interface BenchServer {
  readonly url: string;
  readonly login: ReferenceLogin;
  /** What its process holds now, and the most that it ever held, in megabytes. */
  memory(): { nowMegabytes: number; mostMegabytes: number };
  end(): Promise<void>;
}

/**
 * A server of this build over a copy of the reference shop, so that no run sees what another one wrote. The shop is
 * filled once, through the sync calls, and kept in `data/bench`.
 */
export async function serveReferenceShop(size: ShopSize = REFERENCE): Promise<BenchServer> {
  const kept = join(KEPT, `shop-${size.sales}`);
  const login = await keepFilled(kept, size);
  const copy = join(KEPT, `run-${process.pid}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(kept, 'data'), copy, { recursive: true });
  const server = await startServer(copy);
  return {
    url: server.url,
    login,
    memory: server.memory,
    async end() {
      await server.end();
      rmSync(copy, { recursive: true, force: true });
    },
  };
}

async function keepFilled(folder: string, size: ShopSize): Promise<ReferenceLogin> {
  const noteFile = join(folder, 'filled.json');
  const filledBy = hashOfFillers();
  if (existsSync(noteFile)) {
    const note = JSON.parse(readFileSync(noteFile, 'utf8')) as {
      filledBy: string;
      filledAtMs: number;
      login: ReferenceLogin;
    };
    if (note.filledBy === filledBy && Date.now() - note.filledAtMs < KEPT_DAYS_MAX * DAY_MS) return note.login;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`Filling a shop with ${size.items} items and ${size.sales} sales; this is done once ...\n`);
  const server = await startServer(join(folder, 'data'));
  const filledAtMs = Date.now();
  const { phone, pin } = await fillReferenceShop(server.url, 1, size, filledAtMs);
  await server.end();
  writeFileSync(noteFile, JSON.stringify({ filledBy, filledAtMs, login: { phone, pin } }));
  return { phone, pin };
}

function hashOfFillers(): string {
  const hash = createHash('sha256');
  for (const file of globSync(FILLED_BY, { cwd: ROOT }).toSorted()) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

async function startServer(dataDir: string): Promise<Pick<BenchServer, 'url' | 'memory' | 'end'>> {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    STATIC_DIR: BUILD,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(NODE, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...settings, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await urlOf(child);
  return {
    url,
    memory: () => memoryOf(child.pid ?? 0),
    async end() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = READY.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`The server ended:\n${said}`)));
  });
}

/** As Linux tells it of a process. */
function memoryOf(pid: number): { nowMegabytes: number; mostMegabytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_000);
  return { nowMegabytes: megabytes('VmRSS'), mostMegabytes: megabytes('VmHWM') };
}
