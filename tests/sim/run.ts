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
/** Rule 11: after the faults have ended, all copies are equal within so many virtual minutes. */
const QUIET_MINUTES_MAX = 25;
/** How long a duplicated request may still be on its way. */
const LATE_MINUTES = 12;

export interface RunOptions {
  mask?: Mask;
  isTraced?: boolean;
  sabotage?: Sabotage;
}

/** Runs the plan of a seed. Seed and mask decide everything that happens. */
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

/** Backs up the server, and with it what book, oracle and rules know of it. */
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

/** Ends the faults and all acts, brings everybody online and signs them in; then all must settle in time (rule 11). */
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

/**
 * Wakes only devices that cannot wake up by themselves. A device that was online all the time syncs by its own clock.
 */
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
  // A dismissed user's device is settled once it has sent everything (SYN-25).
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
 * Returns the most requests that may be needed: a few rounds for each device, plus the pages and batches of what is
 * left. What waits on other devices arrives in pages too, so the rows are counted again once it has been sent.
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
      // A new copy, and the acts that a restored server gets first. Then ten minutes of waiting for a parent that
      // another device may bring: worker and tabs make at most forty rounds each, less than a minute apart, and each
      // round is a push and a question for acts.
      const hasGoneBack = world.restoreCount > 0 || world.devices.some(({ wasPutBack }) => wasPutBack);
      if (hasGoneBack) budget += 60 + 3 * pages + 2 * archiveSize + 80 * (plan.tabs + 1);
    }
    return budget;
  };
}
