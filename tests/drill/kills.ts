import { KauntaServer } from '../../e2e/fixtures/server.ts';
import { stockShelves } from '../../e2e/fixtures/items.ts';
import { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { Line } from '../../e2e/fixtures/proxy.ts';
import { registerShop, type Shop, ShopOnServer } from '../../e2e/fixtures/shop.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { BROWSER } from '../bench/browser.ts';
import { printFigure } from '../bench/figure.ts';
import { type Copy, type Count, countCopy, isSpotless, type Shelf } from './count.ts';
import { type Moment, type PlanSize, planSteps, type Step } from './plan.ts';
import { copyOnPhone, Till } from './till.ts';

const SHELVES: readonly Shelf[] = [
  { name: 'Sugar 1 kg', price: 4_500, stock: 10_000 },
  { name: 'Blue soap', price: 2_500, stock: 10_000 },
  { name: 'Rice 5 kg', price: 21_000, stock: 10_000 },
  { name: 'Salt', price: 1_200, stock: 10_000 },
];
const SYNC = /\/api\/v1\/sync\//;
const PUSH = /\/sync\/push/;
/** The moment may never come, because everything has been sent or the engine is waiting. */
const MOMENT_WITHIN_MS = 2_000;
const SETTLED_WITHIN_MS = 180_000;

/**
 * Kills browser and server (SIGKILL) at random moments of selling and of sending, and restarts them with the same
 * profile, directory and port. At the end every sale that was shown as saved must exist once on the server and once on
 * the phone, with its number and amount; there must be no other sale, and the stock must be right. Returns true if all
 * holds.
 */
export async function drillKills({ seed, ...size }: PlanSize & { seed: number }): Promise<boolean> {
  const startedMs = performance.now();
  const server = await KauntaServer.start();
  const line = await Line.open(server.url);
  const phone = await PhoneWithProfile.start(line, BROWSER);
  try {
    const shop = await registerShop(server.url);
    await stockShelves(
      server.url,
      shop,
      SHELVES.map(({ name, price, stock }) => ({ name, price: String(price), stock: String(stock) })),
    );
    const random = seededRandom(seed);
    const drill = new Drill(server, line, new Till(phone, random, SHELVES));
    await drill.open(shop);
    for (const [nth, step] of planSteps(random, size).entries()) {
      await drill.take(step);
      if (nth % 10 === 9) process.stderr.write(`${nth + 1} kills, ${drill.till.told.length} sales told\n`);
    }
    await drill.sellUpTo(size.sales);
    await drill.settle();
    // The counts compare the contents of both disks.
    await server.kill();
    await server.startAgain({ atSamePort: true });
    await phone.quit();
    await drill.till.startAgain();
    return report(drill, await countBoth(drill, shop), { seed, tookMs: performance.now() - startedMs });
  } finally {
    await phone.dispose();
    await line.close();
    await server.remove();
  }
}

class Drill {
  readonly till: Till;
  readonly server: KauntaServer;
  /** The kills so far, and which requests were on the line then. */
  readonly kills = { browser: 0, server: 0, overPush: 0, overPull: 0, withQueue: 0, longestQueue: 0 };
  readonly #line: Line;

  constructor(server: KauntaServer, line: Line, till: Till) {
    this.server = server;
    this.#line = line;
    this.till = till;
  }

  async open(shop: Shop): Promise<void> {
    const { phone } = this.till;
    const app = await phone.open('/login');
    await app.login.signIn(shop);
    await app.header.syncStatus.getByText('All changes synced').waitFor();
    await phone.isReadyForOffline();
    // The browser stores cookies when it is closed, otherwise after a while. Without them the session would be lost.
    await phone.quit();
    await this.till.startAgain();
  }

  async take(step: Step): Promise<void> {
    if (step.hasSignal) await this.till.phone.findSignal();
    else await this.till.phone.loseSignal();
    if (step.during === 'replaying') await this.#killOverReplay(step);
    else if (step.killed === 'browser') await this.#killOverTap(step);
    else await this.#killServerWhileSelling(step);
    this.kills[step.killed] += 1;
    if (step.settles) await this.settle();
  }

  async sellUpTo(count: number): Promise<void> {
    while (this.till.told.length < count) await this.till.sell();
  }

  /** Waits until nothing is unsent. The returning signal makes the phone send at once. */
  async settle(): Promise<void> {
    const { phone } = this.till;
    await phone.loseSignal();
    await phone.findSignal();
    const giveUpAtMs = performance.now() + SETTLED_WITHIN_MS;
    while ((await copyOnPhone(phone)).waiting > 0) {
      if (performance.now() > giveUpAtMs) throw new Error('The phone does not get rid of its changes');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await phone.app.header.syncStatus.getByText('All changes synced').waitFor();
  }

  async #killOverReplay(step: Step): Promise<void> {
    for (let nth = 0; nth < step.sales; nth += 1) await this.till.sell();
    const { waiting } = await copyOnPhone(this.till.phone);
    this.kills.longestQueue = Math.max(this.kills.longestQueue, waiting);
    const seenBefore = this.#line.seen.length;
    await this.till.phone.findSignal();
    await this.#reach(step.moment, seenBefore);
    this.#noteLine(waiting > 0);
    if (step.killed === 'server') await this.#killServer(step);
    else {
      await this.till.phone.killAfter(0);
      await this.till.startAgain();
    }
  }

  async #killOverTap(step: Step): Promise<void> {
    for (let nth = 1; nth < step.sales; nth += 1) await this.till.sell();
    await this.till.sellAndDie(step.tapToKillMs);
  }

  async #killServerWhileSelling(step: Step): Promise<void> {
    let killing: Promise<void> | null = null;
    for (let nth = 0; nth < step.sales; nth += 1) {
      if (nth === Math.floor(step.sales / 2)) {
        const seenBefore = this.#line.seen.length;
        killing = this.#reach(step.moment, seenBefore).then(async () => {
          this.#noteLine(true);
          await this.#killServer(step);
        });
      }
      await this.till.sell();
    }
    await killing;
  }

  async #killServer({ awayMs }: Step): Promise<void> {
    await this.server.kill();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await this.server.startAgain({ atSamePort: true });
  }

  /** Waits for this moment among the requests from now on. */
  async #reach({ after, delayMs }: Moment, seenBefore: number): Promise<void> {
    const giveUpAtMs = performance.now() + MOMENT_WITHIN_MS;
    const pushes = () => this.#line.seen.slice(seenBefore).filter(({ path }) => PUSH.test(path));
    const isReached = () =>
      after === 'signal' ||
      (after === 'push' ? pushes().length > 0 : pushes().some(({ status }) => status !== null)) ||
      performance.now() > giveUpAtMs;
    while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }

  #noteLine(hasQueue: boolean): void {
    const last = this.#line.seen.findLast(({ path }) => SYNC.test(path));
    if (hasQueue) this.kills.withQueue += 1;
    if (!last || last.status !== null || last.fault !== null) return;
    if (PUSH.test(last.path)) this.kills.overPush += 1;
    else this.kills.overPull += 1;
  }
}

async function countBoth({ till, server }: Drill, shop: Shop): Promise<{ onServer: Count; onPhone: Count }> {
  return {
    onServer: countCopy(till.told, await copyOnServer(await ShopOnServer.of(server.url, shop)), SHELVES),
    onPhone: countCopy(till.told, await copyOnPhone(till.phone), SHELVES),
  };
}

async function copyOnServer(onServer: ShopOnServer): Promise<Copy> {
  const sales = (await onServer.get('/sales')) as {
    notes: string | null;
    saleNumber: string;
    status: string;
    finalAmount: string;
  }[];
  const items = (await onServer.get('/items')) as { name: string; currentStock: string }[];
  return {
    sales: sales.map(({ finalAmount, ...sale }) => ({ ...sale, amount: Number(finalAmount) })),
    stock: new Map(items.map(({ name, currentStock }) => [name, Number(currentStock)])),
  };
}

function report(
  { till, kills }: Drill,
  { onServer, onPhone }: { onServer: Count; onPhone: Count },
  { seed, tookMs }: { seed: number; tookMs: number },
): boolean {
  const crashes = till.phone.complaints.crashes.length;
  printFigure('SYN-1', `${kills.browser} kills of the browser, ${kills.server} of the server`, {
    seed,
    minutes: Math.round(tookMs / 6_000) / 10,
    sales: till.told.length,
    ...lengthsOf('server', onServer),
    ...lengthsOf('phone', onPhone),
    killedOverTap: `${till.killedOver.told} told, ${till.killedOver.found} found, ${till.killedOver.gone} gone`,
    killedOverPush: kills.overPush,
    killedOverPull: kills.overPull,
    killedWithQueue: kills.withQueue,
    longestQueue: kills.longestQueue,
    crashes,
  });
  const holds = isSpotless(onServer) && isSpotless(onPhone) && crashes === 0;
  if (!holds) console.error(JSON.stringify({ onServer, onPhone, complaints: till.phone.complaints }, null, 1));
  return holds;
}

const lengthsOf = (where: string, count: Count): Record<string, number> =>
  Object.fromEntries(
    Object.entries(count).map(([what, list]: [string, string[]]) => [`${where}.${what}`, list.length]),
  );
