import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../e2e/fixtures/places.ts';
import { fillReferenceShop, REFERENCE, type ReferenceLogin, type ShopSize } from './reference-shop.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const KEPT = join(ROOT, 'data/bench');
/** A shop older than this is filled again, because its oldest sales leave the window of 13 months. */
const KEPT_DAYS_MAX = 10;
const DAY_MS = 86_400_000;
/** The files that determine the rows of a filled shop. */
const FILLED_BY = [
  'tests/bench/reference-shop.ts',
  'server/db/migrations/*.sql',
  'server/db/embedded-maintenance.ts',
  'sync/mutation/*.ts',
];

export interface BenchServer extends Pick<ServerProcess, 'url' | 'memory' | 'forgetMost' | 'idle' | 'end'> {
  readonly login: ReferenceLogin;
}

/**
 * Starts a server of this build over a copy of the reference shop, so that no run sees what another one wrote. The shop
 * is filled once, through the sync calls, and stored in `data/bench`.
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
    forgetMost: server.forgetMost,
    idle: server.idle,
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
