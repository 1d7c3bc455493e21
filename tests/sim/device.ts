import * as makeRoom from '../../sync/host/make-room.ts';
import { roomyDatabase } from '../../sync/host/roomy-database.ts';
import type { LocalDatabase, LocalTx } from '../../sync/local-database.ts';
import type { Clock } from '../../sync/ports.ts';
import { sealReplica, unsealReplica } from '../../sync/replica/seal.ts';
import { newReplicaState } from '../../sync/replica/state.ts';
import { isFull, StorageFailure } from '../../sync/store/database/storage-failure.ts';
import { MemoryDatabase } from '../support/memory/memory-database.ts';
import type { Act } from './book.ts';
import { startDeciding } from './decisions.ts';
import { createDrainer, type Drainer } from './drainer.ts';
import type { Line } from './network.ts';
import { startPerson } from './people.ts';
import type { DevicePlan } from './plan.ts';
import { type Chance, createChance } from './random.ts';
import type { Task } from './scheduler.ts';
import { watchDatabase } from './watched-database.ts';
import type { World } from './world.ts';

/** A phone in somebody's hand: one profile, its database, up to two drainers and two tabs. */
export interface Device {
  readonly name: string;
  readonly plan: DevicePlan;
  readonly chance: Chance;
  readonly line: Line;
  readonly clock: Clock & { offsetMs: number };
  database: MemoryDatabase;
  /** Who holds the lock of the drainers (SYN-18). */
  lock: Task | null;
  /** Until this time a write may find the disk full. */
  fullUntilMs: number;
  isOn: boolean;
  /** The number of audit rounds after which a damaged disk must be repaired (SYN-14). */
  auditsWanted: number;
  /** True after its person has logged out with changes waiting. */
  wasSealed: boolean;
  /** True after its profile was put back to an earlier state. */
  wasPutBack: boolean;
  /** Reactions of its person that are due soon, by name, such as signing in. */
  isAboutTo: Set<string>;
  drainers: Drainer[];
  tabs: Task[];
  /** The task that logs in and out; an empty battery ends it too. */
  account: Task[];
  openDatabase(task: Task): LocalDatabase;
  start(): void;
  /** Kills the device: all its tasks end, and the disk is as of the last commit. */
  kill(): void;
  killWorker(): void;
  /** Signs in again, after a 401 of the server or after a logout. */
  signIn(): void;
  logOut(): Promise<void>;
  wake(urgent: boolean, afterMs: number): void;
  /** Puts the profile back to an earlier state. */
  goBack(yesterday: MemoryDatabase, held: ReadonlyMap<number, Act>): void;
}

export const clientIdOf = (chance: Chance): string =>
  Array.from({ length: 16 }, () => chance.below(16).toString(16)).join('');

/** Creates a new device, or the copy of another device's profile. */
export function createDevice(world: World, plan: DevicePlan, database: MemoryDatabase | null): Device {
  const chance = createChance(world.plan.seed, plan.name);
  const { scheduler } = world;
  const caller = { businessId: plan.businessId, userId: plan.userId };
  const fresh = () =>
    new MemoryDatabase(newReplicaState({ ...caller, role: roleNow(world, plan), clientId: clientIdOf(chance) }));
  const device: Device = {
    name: plan.name,
    plan,
    chance,
    line: {
      ...{ name: plan.name, chance: createChance(world.plan.seed, `${plan.name} line`) },
      ...{ state: 'up', caller, tableSet: plan.tableSet },
    },
    clock: {
      offsetMs: plan.clockOffsetMs,
      nowMs: () => world.nowMs() + device.clock.offsetMs,
      offsetMinutes: () => 180,
    },
    database: database ?? fresh(),
    lock: null,
    fullUntilMs: 0,
    isOn: false,
    auditsWanted: 0,
    wasSealed: false,
    wasPutBack: false,
    isAboutTo: new Set(),
    drainers: [],
    tabs: [],
    account: [],
    openDatabase: (task) => openDatabase(world, device, task),
    start() {
      if (device.isOn) return;
      device.isOn = true;
      device.drainers = (['page', 'worker'] as const).map((name) => createDrainer(world, device, name));
      device.tabs = Array.from({ length: plan.tabs }, (_, index) =>
        scheduler.createTask(`${plan.name}/tab${index + 1}`),
      );
      device.tabs.forEach((tab) => {
        startPerson(world, device, tab);
        startDeciding(world, device, tab);
      });
      device.wake(true, chance.below(500));
    },
    kill() {
      if (!device.isOn) return;
      const isBusy = device.drainers.some((drainer) => drainer.isRunning());
      if (isBusy) world.reach('kill between two awaits');
      device.isOn = false;
      for (const task of [...device.drainers.map((drainer) => drainer.task), ...device.tabs, ...device.account])
        task.isAlive = false;
      device.account = [];
      device.lock = null;
    },
    killWorker() {
      const index = device.drainers.findIndex((drainer) => drainer.name === 'worker');
      const worker = device.drainers[index];
      if (!worker || !device.isOn) return;
      if (worker.isRunning()) world.reach('worker killed');
      worker.task.isAlive = false;
      device.drainers[index] = createDrainer(world, device, 'worker');
    },
    signIn() {
      device.line.caller = caller;
      void unseal(world, device).catch((error: unknown) => world.fail(error));
    },
    async logOut() {
      const task = scheduler.createTask(`${plan.name}/logout`);
      device.account.push(task);
      device.wasSealed = true;
      const isLeft = (await device.openDatabase(task).read((tx) => tx.outbox.countPending())).count > 0;
      if (isLeft) world.reach('logout with changes waiting');
      while (!(await isWritten(device.openDatabase(task).write(sealReplica)))) await scheduler.sleep(task, 1_000);
      device.line.caller = null;
      // If nothing waits, nothing is kept: the next sign-in begins with a new client.
      const isClean = device.database.inspect().outbox.size === 0;
      if (isClean && chance.odds(0.5)) {
        device.kill();
        device.database = fresh();
        device.auditsWanted = 0;
        world.book.onNewProfile(device);
      }
    },
    goBack(yesterday, held) {
      device.kill();
      world.book.onPutBack(device, held);
      device.database = yesterday;
      // Damage to its disk since then is undone, and its audit rounds continue where they were then.
      const { audit } = yesterday.inspect().state;
      device.auditsWanted = Math.min(device.auditsWanted, (audit?.rounds ?? 0) + 2);
      device.wasPutBack = true;
      device.line.caller = caller;
      if (yesterday.inspect().state.sealed) device.signIn();
      scheduler.at(world.wire, scheduler.nowMs() + chance.between(500, 30_000), () => device.start());
    },
    wake(urgent, afterMs) {
      for (const drainer of device.drainers) drainer.wake(urgent, afterMs);
    },
  };
  return device;
}

/** Stores the login's answer: the user's present role. */
function roleNow(world: World, plan: DevicePlan) {
  const user = world.server.store.committed(plan.businessId).rowOf('user', plan.userId)?.row;
  return user && 'role' in user ? user.role : plan.role;
}

async function unseal(world: World, device: Device): Promise<void> {
  const task = world.scheduler.createTask(`${device.name}/sign-in`);
  device.account.push(task);
  const open = async (tx: LocalTx): Promise<void> => {
    // As in the app, the engine finds out whether a dismissed user has been reinstated.
    if (!(await tx.meta.getState()).dismissal) await unsealReplica(tx);
  };
  while (!(await isWritten(device.openDatabase(task).write(open)))) await world.scheduler.sleep(task, 5_000);
  device.wake(true, 10);
}

/** Returns false if the disk is full, so that the caller tries again. Throws any other error. */
async function isWritten(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof StorageFailure) return false;
    throw error;
  }
}

function openDatabase(world: World, device: Device, task: Task): LocalDatabase {
  const { plan, scheduler } = world;
  const { chance } = device;
  const isSlow = plan.hardships.has('slowDisk');
  const view = watchDatabase(device.database, {
    pause: () => scheduler.sleep(task, isSlow && chance.odds(0.03) ? chance.between(200, 5_000) : chance.below(6)),
    isFull: () => device.fullUntilMs > scheduler.nowMs() && chance.odds(0.4),
    onCommit: (commit) => world.onDeviceCommit(device, commit),
  });
  return roomyDatabase(view, isFull, async () => makeRoom);
}
