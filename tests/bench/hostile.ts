import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { makeFolder, removeFolder } from '../../e2e/fixtures/places.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { apiClient } from '../support/server/api-client.ts';
import { type FullShop, openFullShop } from '../support/server/full-shop.ts';
import { hostileCalls } from '../support/hostile/hostile-calls.ts';
import { type HostileShape, hostileShapes } from '../support/hostile/hostile-shapes.ts';
import { itemArgs, saleArgs } from '../support/mutation-args.ts';
import { PushDevice } from '../support/device/push-device.ts';
import { startTestServer } from '../support/server/server.ts';
import { addStaff } from '../support/server/staff.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const PUSHES = 20;
const CPU_BOUND_PUSHES = 10;
const MEGABYTES_BOUND = 60;
const HEALTH_BOUND_MS = 250;
const WORST_SHOWN = 5;
/** The tick in which Linux counts processor time. */
const TICK_MS = 10;
/** A result over its bound is measured again this often, and the least one counts, because the machine is shared. */
const TRIES_AGAIN = 3;

interface Attack {
  what: string;
  status: number;
  cpuMs: number;
  megabytes: number;
  healthMs: number;
}

/**
 * Measures what decision 39 bounds: the processor time and memory that a stranger, a user and a dismissed user can make
 * the server spend with 256 KiB, over all calls in 200 shapes each, beside an ordinary push of 100 sales; and how long
 * others wait meanwhile.
 */
export async function run(): Promise<void> {
  const dataDir = makeFolder('bench-hostile');
  const { shop, tokens, pushes } = await prepare(dataDir);
  const server = await startServer(dataDir, { TRUST_PROXY: '1' });
  const agent = new Agent({ keepAlive: true });
  try {
    await warmUp(server, agent);
    const pushMs: number[] = [];
    for (const body of pushes) {
      const { status, cpuMs } = await measure(server, agent, 'POST /api/v1/sync/push', {
        ...{ what: 'a push', query: '', headers: { 'content-type': 'application/json' }, bytes: body },
        ...{ token: tokens[0], address: '10.9.9.9' },
      });
      if (status !== 200) throw new Error(`The ordinary push was answered ${status}`);
      pushMs.push(cpuMs);
    }
    const aloneMs = await healthAlone(server, agent);
    const push = median(pushMs);
    printFigure('D39', 'an ordinary push of 100 sales', {
      ...{ cpuMs: rounded(push), p95Ms: rounded(quantile(pushMs, 0.95)), healthAloneP95Ms: rounded(aloneMs) },
    });
    const bounds = {
      cpuMs: CPU_BOUND_PUSHES * push + TICK_MS,
      megabytes: MEGABYTES_BOUND,
      healthMs: aloneMs + HEALTH_BOUND_MS,
    };
    report(await attackAll(server, agent, { shop, tokens, bounds }), bounds);
  } finally {
    agent.destroy();
    await server.end();
    removeFolder(dataDir);
  }
}

/** Makes a shop with one row of each kind, a user of each kind, and ordinary pushes to send. */
async function prepare(dataDir: string) {
  const directory = join(dataDir, 'database');
  mkdirSync(directory, { recursive: true });
  const database = await openEmbedded({ directory });
  await migrate(database);
  const server = await startTestServer({ database, settings: { logLevel: 'error' } });
  server.clock.advance(Date.now() - server.clock.nowMs()); // the sessions are those of today
  const shop = await openFullShop(server);
  const gone = await addStaff(server, shop.owner);
  await apiClient(server, shop.owner).delete(`/users/${gone.userId}`);
  const device = PushDevice.of(server, shop.owner);
  const item = itemArgs(device, { initialStockHundredths: 9_000_000 });
  await device.push([device.wire('item.create', item)]);
  const pushes = Array.from({ length: PUSHES }, () => {
    const sales = Array.from({ length: 100 }, () => device.wire('sale.create', saleArgs(device, [item, item])));
    return new TextEncoder().encode(JSON.stringify(device.requestOf(sales)));
  });
  await server.close();
  return { shop, tokens: [shop.owner.token, shop.staff.token, gone.token, undefined], pushes };
}

interface Sent extends HostileShape {
  token: string | undefined;
  address: string;
}

type Cost = Pick<Attack, 'cpuMs' | 'megabytes' | 'healthMs'>;
const COSTS = ['cpuMs', 'megabytes', 'healthMs'] as const;

async function attackAll(
  server: ServerProcess,
  agent: Agent,
  { shop, tokens, bounds }: { shop: FullShop; tokens: readonly (string | undefined)[]; bounds: Cost },
): Promise<Attack[]> {
  const attacks: Attack[] = [];
  for (const call of hostileCalls(shop))
    for (const shape of hostileShapes(call)) {
      const nth = attacks.length;
      const { line } = call;
      // The shift after each round gives every kind of shape to every role.
      const token = tokens[(nth + Math.floor(nth / tokens.length)) % tokens.length];
      const sent = {
        ...shape,
        ...{ token, address: `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}` },
      };
      let attack = await measure(server, agent, line, sent);
      for (let again = 0; again < TRIES_AGAIN && COSTS.some((cost) => attack[cost] > bounds[cost]); again += 1)
        attack = leastOf(attack, await measure(server, agent, line, sent));
      attacks.push(attack);
    }
  return attacks;
}

const leastOf = (first: Attack, second: Attack): Attack => ({
  ...first,
  cpuMs: Math.min(first.cpuMs, second.cpuMs),
  megabytes: Math.min(first.megabytes, second.megabytes),
  healthMs: Math.min(first.healthMs, second.healthMs),
});

async function measure(server: ServerProcess, agent: Agent, line: string, sent: Sent): Promise<Attack> {
  server.forgetMost();
  const [cpuBefore, { nowMegabytes }] = [server.cpuMs(), server.memory()];
  let isOver = false;
  const health = watchHealth(server, agent, () => isOver);
  const status = await send(server, agent, line, sent);
  isOver = true;
  const healthMs = await health;
  return {
    what: `${line.replace(/\d{6,}/g, '{id}')} with ${sent.what}`,
    status,
    cpuMs: server.cpuMs() - cpuBefore,
    megabytes: server.memory().mostMegabytes - nowMegabytes,
    healthMs,
  };
}

/** Returns the longest answer time of `/healthz` meanwhile. */
async function watchHealth(server: ServerProcess, agent: Agent, isOver: () => boolean): Promise<number> {
  let longestMs = 0;
  do {
    const from = performance.now();
    await send(server, agent, 'GET /healthz', NOTHING);
    longestMs = Math.max(longestMs, performance.now() - from);
  } while (!isOver());
  return longestMs;
}

const NOTHING: Sent = { what: '', headers: {}, query: '', bytes: null, token: undefined, address: '10.9.9.9' };

function send({ url }: ServerProcess, agent: Agent, line: string, sent: Sent): Promise<number> {
  const [method = '', path = ''] = line.split(' ');
  const { query, headers, bytes, token, address } = sent;
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, {
      ...{ agent, method, path: `${path}${query}` },
      headers: {
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
        ...(bytes ? { 'content-length': bytes.length } : {}),
      },
    });
    call.once('response', (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    // The server closes the connection of a caller who sends too much.
    call.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(0) : reject(error),
    );
    call.end(bytes ?? undefined);
  });
}

async function warmUp(server: ServerProcess, agent: Agent): Promise<void> {
  for (let nth = 0; nth < 200; nth += 1) await send(server, agent, 'GET /healthz', NOTHING);
}

async function healthAlone(server: ServerProcess, agent: Agent): Promise<number> {
  const alone: number[] = [];
  for (let nth = 0; nth < 300; nth += 1) alone.push(await watchHealth(server, agent, () => true));
  return quantile(alone, 0.95);
}

function report(attacks: readonly Attack[], bounds: Cost): void {
  const failed = attacks.filter(({ status }) => status >= 500);
  for (const name of COSTS) {
    const worst = attacks.toSorted((a, b) => b[name] - a[name]).slice(0, WORST_SHOWN);
    const figures = attacks.map((attack) => attack[name]);
    printFigure('D39', `${attacks.length} hostile requests, ${name} of one`, {
      ...{ p50: rounded(median(figures)), p99: rounded(quantile(figures, 0.99)), worst: rounded(Math.max(...figures)) },
      ...{ bound: rounded(bounds[name]), over: figures.filter((figure) => figure > bounds[name]).length },
      worstOf: worst.map((each) => `${rounded(each[name])}: ${each.status} ${each.what}`).join(' | '),
    });
  }
  printFigure('D39', 'hostile requests that were answered as a fault of the server', {
    count: failed.length,
    of: failed
      .slice(0, WORST_SHOWN)
      .map(({ status, what }) => `${status} ${what}`)
      .join(' | '),
  });
}
