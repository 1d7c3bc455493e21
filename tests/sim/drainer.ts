import { runEngine } from '../../sync/engine/engine.ts';
import type { EnginePorts } from '../../sync/engine/step.ts';
import { stalledForMs, TAKE_OVER_MS } from '../../sync/engine/watchdog.ts';
import { StorageFailure } from '../../sync/store/database/storage-failure.ts';
import type { Device } from './device.ts';
import { createTransport } from './network.ts';
import { sabotaged } from './sabotage.ts';
import { createChance } from './random.ts';
import type { Task } from './scheduler.ts';
import type { World } from './world.ts';

export type DrainerName = 'page' | 'worker';

/** The engine of the page or of the worker. Work, events and time start its runs, one after another (SYN-17). */
export interface Drainer {
  readonly name: DrainerName;
  readonly task: Task;
  isRunning(): boolean;
  wake(urgent: boolean, afterMs: number): void;
}

const POLL_MS = { page: 60_000, worker: 150_000 };

export function createDrainer(world: World, device: Device, name: DrainerName): Drainer {
  const { scheduler } = world;
  const task = scheduler.createTask(`${device.name}/${name}`);
  const database = device.openDatabase(task);
  const ports: EnginePorts = {
    database,
    transport: sabotaged(createTransport(world, device.line, task), database, world.plan.sabotage),
    clock: device.clock,
    random: createChance(world.plan.seed, `${task.name} ${scheduler.nowMs()}`),
    online: { isOnline: () => device.line.state !== 'down' },
    device: {
      appVersion: '1.0.0',
      pullRows: () => device.plan.pullRows,
      storagePersistent: async () => {
        await scheduler.sleep(task, 1);
        return true;
      },
    },
  };
  let isRunning = false;
  let isAskedAgain = false;

  const wake = (urgent: boolean, afterMs: number): void =>
    scheduler.at(task, scheduler.nowMs() + afterMs, () => void run(urgent));
  const poll = (): void => {
    scheduler.at(task, scheduler.nowMs() + POLL_MS[name], () => {
      void run(false);
      poll();
    });
  };

  async function run(urgent: boolean): Promise<void> {
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    if (!takeLock(world, device, task)) return;
    isRunning = true;
    if (device.drainers.every((drainer) => drainer.isRunning())) world.reach('two drainers at once');
    const wakeAfterMs = await runOnce(world, device, ports, urgent);
    isRunning = false;
    if (device.lock === task) device.lock = null;
    if (isAskedAgain) wake(true, 0);
    else if (wakeAfterMs !== null) wake(false, wakeAfterMs);
    isAskedAgain = false;
  }

  poll();
  return { name, task, isRunning: () => isRunning, wake };
}

async function runOnce(world: World, device: Device, ports: EnginePorts, urgent: boolean): Promise<number | null> {
  try {
    const report = await runEngine(ports, urgent);
    if (report.phase === 'sign_in') soon(world, device, 'sign in', () => device.signIn());
    if (report.phase === 'outdated') soon(world, device, 'update', () => device.wake(true, 0));
    return report.wakeAfterMs;
  } catch (error) {
    if (!(error instanceof StorageFailure)) world.fail(error);
    world.reach('quota abort');
    return 5_000;
  }
}

/** Makes the person react after a while, once, however often the engine asks meanwhile. */
function soon(world: World, device: Device, name: string, act: () => void): void {
  const { isAboutTo } = device;
  if (isAboutTo.has(name)) return;
  isAboutTo.add(name);
  world.scheduler.at(world.wire, world.scheduler.nowMs() + device.chance.between(2_000, 60_000), () => {
    isAboutTo.delete(name);
    act();
  });
}

/** Runs one drainer at a time; takes over from a holder without progress. Without locks all drainers run. */
function takeLock(world: World, device: Device, task: Task): boolean {
  if (world.plan.hardships.has('noLock') || !device.lock?.isAlive) {
    device.lock = task;
    return true;
  }
  const { status, outbox } = device.database.inspect();
  const waiting = [...outbox.values()].filter((entry) => entry.state === 'pending');
  const pending = { count: waiting.length, oldestAtMs: waiting[0]?.wire.atMs ?? null };
  if (stalledForMs(status, pending, device.clock.nowMs()) < TAKE_OVER_MS) return false;
  world.reach('drainer taken over');
  device.lock = task;
  return true;
}
