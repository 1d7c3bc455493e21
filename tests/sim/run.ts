import { TOMBSTONES_KEPT_MS } from '../../server/housekeeping.ts';
import { readCookie } from '../../server/mutate/cookie.ts';
import { TABLE_SET } from '../../sync/protocol/tables.ts';
import { sentMidOf } from '../../sync/replica/waiting.ts';
import { createBook } from './book.ts';
import { checkCommit } from './device-rules.ts';
import { createDevice, type Device } from './device.ts';
import { startFates } from './fates.ts';
import { startFiles } from './files.ts';
import { createOracleHistory, type OracleHistory } from './oracle-history.ts';
import { type Mask, NO_MASK, planOf, type Sabotage } from './plan.ts';
import { checkQuiet, isDismissed } from './quiet-rules.ts';
import { createChance } from './random.ts';
import type { Reached } from './reached.ts';
import { createScheduler } from './scheduler.ts';
import { createServer } from './server.ts';
import { startStorefront } from './storefront.ts';
import { createServerWatch, type ServerWatch } from './server-rules.ts';
import { shopRows } from './shop.ts';
import { createTrace } from './trace.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

export interface RunResult {
  seed: number;
  hash: string;
  events: number;
  acts: number;
  requests: number;
  reached: ReadonlyMap<Reached, number>;
  violation: Error | null;
  lines: readonly string[];
}

const START_MS = Date.UTC(2026, 2, 2, 6);
const MINUTE_MS = 60_000;
/** 11: with the faults over, everything is everywhere within so many virtual minutes. */
const QUIET_MINUTES_MAX = 25;
/** Requests that were sent twice may still be on their way for so long. */
const LATE_MINUTES = 12;

export interface RunOptions {
  mask?: Mask;
  isTraced?: boolean;
  sabotage?: Sabotage;
}

/** One run of the plan that a seed stands for; everything in it is decided by the seed and the mask. */
export async function runSeed(
  seed: number,
  { mask = NO_MASK, isTraced = false, sabotage }: RunOptions = {},
): Promise<RunResult> {
  const plan = planOf(seed, mask, sabotage ?? null);
  const trace = createTrace(START_MS, isTraced);
  const reached = new Map<Reached, number>();
  let failure: Error | null = null;
  let tags = 0;
  const scheduler = createScheduler(createChance(seed, `schedule ${mask.turn}`), START_MS, (atMs, task) => {
    trace.mark(atMs);
    trace.mark(task.name);
  });
  const watches = new Map<number, ServerWatch>();
  let restedMs = 0;
  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };
  const partial: Omit<World, 'server'> = {
    plan,
    scheduler,
    chance: createChance(seed, 'world'),
    wire: scheduler.createTask('wire'),
    book: createBook(),
    devices: [],
    isTraced,
    retriedRows: new Set(),
    spoiltRows: new Set(),
    isFaulty: true,
    isOpen: true,
    hasRested: false,
    backups: [],
    restoreCount: 0,
    nowMs: () => scheduler.nowMs() + restedMs,
    rest(ms) {
      restedMs += ms;
      world.hasRested = true;
      for (const { businessId, oracle } of oracles) {
        world.server.tidyUp(businessId);
        if (ms > TOMBSTONES_KEPT_MS) oracle.forgetRemoved();
      }
    },
    backUp: () => backUp(world, oracles, watches),
    requestCount: 0,
    nextTag: () => (tags += 1),
    note: (who, what) => trace.note(scheduler.nowMs(), who, what),
    reach: (what) => reached.set(what, (reached.get(what) ?? 0) + 1),
    fail,
    announce(businessId, version) {
      for (const device of world.devices) {
        if (device.plan.businessId !== businessId || device.line.state !== 'up') continue;
        scheduler.at(world.wire, scheduler.nowMs() + device.chance.below(1_200), () => {
          if (device.database.inspect().state.version < version) device.wake(true, 0);
        });
      }
    },
    versionOf: (businessId, { table, id }) => world.server.store.committed(businessId).rowOf(table, id)?.version ?? 0,
    hasHad: (businessId, key, sinceVersion) => world.server.store.hasHad(businessId, key, sinceVersion),
    isOfThisHistory(businessId, cookie) {
      const read = readCookie(cookie ?? '');
      return read !== null && world.server.store.hasTaken(businessId, { epoch: read.epoch, ...read.seen });
    },
    onStranger(businessId, customer) {
      oracles.find((each) => each.businessId === businessId)?.oracle.addStranger(customer);
    },
    onServerCommit(businessId) {
      try {
        watches.get(businessId)?.onCommit();
      } catch (error) {
        fail(error);
      }
    },
    async onDeviceCommit(device, commit) {
      for (const event of commit.journal) {
        world.note(device.name, `journal: ${event.what} ${JSON.stringify(event.detail)}`);
      }
      const { window } = device.database.inspect().state;
      if (commit.journal.some(({ what }) => what === 'left_window')) world.reach('row left the window');
      if ((window?.months ?? 0) < (commit.before.window?.months ?? 0)) world.reach('window made shorter');
      try {
        world.book.onCommit(device, commit);
        await checkCommit(world, device, commit);
      } catch (error) {
        fail(error);
      }
    },
  };
  const world = partial as World;
  Object.assign(world, { server: createServer(world) });
  const oracles: Shop[] = plan.businessIds.map((businessId) => {
    const rows = shopRows(businessId, START_MS - 40 * 24 * 60 * MINUTE_MS);
    world.server.store.addBusiness(businessId, `epoch-${businessId}`, rows);
    const oracle = createOracleHistory(rows);
    watches.set(businessId, createServerWatch(world, businessId, oracle));
    return { businessId, oracle };
  });
  for (const devicePlan of plan.devices) world.devices.push(createDevice(world, devicePlan, null));
  for (const device of world.devices)
    scheduler.at(world.wire, START_MS + device.chance.below(30_000), () => device.start());
  startFates(world);
  startFiles(world);
  for (const { businessId, oracle } of oracles) startStorefront(world, businessId, oracle.place);

  try {
    const isOver = () => failure !== null;
    await scheduler.runUntil(START_MS + plan.minutes * MINUTE_MS, isOver);
    if (!isOver()) await becomeQuiet(world, isOver);
    if (!isOver()) {
      for (const { businessId, oracle } of oracles) oracle.compare(world.server.store.committed(businessId).rows);
      await checkQuiet(world);
    }
  } catch (error) {
    fail(error);
  }
  for (const device of world.devices) trace.mark(JSON.stringify(device.database.inspect().state));
  for (const { businessId } of oracles) trace.mark(JSON.stringify(world.server.store.committed(businessId).rows));
  return {
    seed,
    hash: trace.hash(),
    events: scheduler.eventCount(),
    acts: world.book.acts.length,
    requests: world.requestCount,
    reached,
    violation: failure,
    lines: trace.lines(),
  };
}

interface Shop {
  businessId: number;
  oracle: OracleHistory;
}

/** The server's copy with everything that the onlookers know of it. */
function backUp(
  world: World,
  shops: readonly Shop[],
  watches: ReadonlyMap<number, ServerWatch>,
): (isNamed: boolean) => void {
  const copies = shops.map(({ businessId, oracle }) => ({
    businessId,
    shop: world.server.store.backup(businessId),
    restoreOnlookers: [oracle.backUp(), watches.get(businessId)?.backUp()],
  }));
  return (isNamed) => {
    for (const { businessId, shop, restoreOnlookers } of copies) {
      world.server.store.restore(businessId, shop, isNamed ? `epoch-${businessId}-${world.nextTag()}` : null);
      world.book.goBack(businessId, shop.ledger.version);
      for (const restore of restoreOnlookers) restore?.();
    }
  };
}

/** Faults end, everybody is online and signed in, nobody acts; then all is settled within bounds (11). */
async function becomeQuiet(world: World, isOver: () => boolean): Promise<void> {
  const { scheduler, server } = world;
  world.note('world', 'the faults are over');
  world.isFaulty = false;
  world.isOpen = false;
  Object.assign(server, { isPoisoned: false, isCorrupt: false, troubleOdds: 0, pushLimit: null, isUp: true });
  for (const device of world.devices) calm(device);
  const requestsBefore = world.requestCount;
  const budget = requestBudget(world);
  const isQuiet = () => world.devices.every((device) => isSettled(world, device));
  await scheduler.runUntil(scheduler.nowMs() + QUIET_MINUTES_MAX * MINUTE_MS, () => isOver() || isQuiet());
  if (isOver()) return;
  const restless = () =>
    world.devices
      .filter((device) => !isSettled(world, device))
      .map((device) => whyNot(device))
      .join('; ');
  hold(isQuiet(), '11', () => `not quiet after ${QUIET_MINUTES_MAX} minutes: ${restless()}`);
  const requests = world.requestCount - requestsBefore;
  hold(requests <= budget(), '11', () => `${requests} requests to become quiet, at most ${budget()} were expected`);
  await scheduler.runUntil(scheduler.nowMs() + LATE_MINUTES * MINUTE_MS, isOver);
  await scheduler.runUntil(scheduler.nowMs() + QUIET_MINUTES_MAX * MINUTE_MS, () => isOver() || isQuiet());
  hold(isOver() || isQuiet(), '11', () => `what was quiet is not any more: ${restless()}`);
}

/** No tap and no tug: what was online all the time, with the app as it is now, goes on by its own clock. */
function calm(device: Device): void {
  const isLate = device.line.state !== 'up' || device.line.tableSet < TABLE_SET;
  device.line.state = 'up';
  device.line.tableSet = TABLE_SET;
  device.fullUntilMs = 0;
  for (const { task } of device.drainers) task.frozenUntilMs = 0;
  if (!device.line.caller || device.database.inspect().state.sealed) device.signIn();
  device.start();
  if (isLate) device.wake(true, 100);
}

function isSettled(world: World, device: Device): boolean {
  const { state, outbox } = device.database.inspect();
  // A dismissed user's device has sent everything and waits for nothing more (SYN-25).
  if (isDismissed(world, device))
    return Boolean(state.dismissal) && sentMidOf(state) === state.nextMid - 1 && state.resync?.phase !== 'healing';
  if (state.sealed || state.historyLeft || !state.snapshotComplete || state.resync) return false;
  if (device.drainers.some((drainer) => drainer.isRunning())) return false;
  if ([...outbox.values()].some((entry) => entry.state === 'pending')) return false;
  if ((state.audit?.rounds ?? 0) < device.auditsWanted) return false;
  if (readCookie(state.cookie ?? '')?.tableSet !== TABLE_SET) return false;
  return state.version === world.server.store.committed(device.plan.businessId).version;
}

function whyNot(device: Device): string {
  const { state, status, outbox } = device.database.inspect();
  const waiting = [...outbox.values()].filter((entry) => entry.state === 'pending').length;
  return `${device.name} ${JSON.stringify({ waiting, dismissal: state.dismissal, nextMid: state.nextMid, version: state.version, sealed: state.sealed, historyLeft: state.historyLeft, complete: state.snapshotComplete, resync: state.resync, status })}`;
}

/**
 * A few rounds for each device, and the pages and batches that what is left takes. What waits on the others comes to it
 * in pages as well, so the rows are counted once more when it has.
 */
function requestBudget(world: World): () => number {
  const rowsOf = (businessId: number) => world.server.store.committed(businessId).rows.length;
  const devicesLeft = world.devices.map((device) => {
    const { outbox, archive } = device.database.inspect();
    const rows = rowsOf(device.plan.businessId);
    return { plan: device.plan, rows, outboxSize: outbox.size, archiveSize: archive.size };
  });
  return () => {
    let budget = 0;
    for (const { plan, rows, outboxSize, archiveSize } of devicesLeft) {
      const pages = Math.ceil(Math.max(rows, rowsOf(plan.businessId)) / plan.pullRows);
      budget += 90 + 3 * pages + 2 * outboxSize + 20 * devicesLeft.length;
      // A new copy, and what a restored server is sent first. Then ten minutes for a parent that another device may bring:
      // of the worker and each tab forty rounds at most, which wait for less than a minute each, and in a round a push and
      // a question.
      const hasGoneBack = world.restoreCount > 0 || world.devices.some(({ wasPutBack }) => wasPutBack);
      if (hasGoneBack) budget += 60 + 3 * pages + 2 * archiveSize + 80 * (plan.tabs + 1);
    }
    return budget;
  };
}
