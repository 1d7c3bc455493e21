import { createDevice, type Device } from './device.ts';
import type { Fate } from './plan.ts';
import { rowKeyText, TABLE_SET } from '../../sync/protocol/tables.ts';
import { StorageFailure } from '../../sync/store/database/storage-failure.ts';
import { createChance } from './random.ts';
import type { World } from './world.ts';

const DEVICES_MAX = 6;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** At most 200 days pass before the next audit, so that a spoilt row is still within the window of 13 months. */
const SPOILT_MS_MAX = 130 * DAY_MS;
const BACKUP_EVERY_MS = 60_000;
const BACKUPS_MAX = 6;
const RESTORES_MAX = 2;

/** Runs the planned blows against devices and server at random times, until the faults end. */
export function startFates(world: World): void {
  const { scheduler, plan, wire } = world;
  const chance = createChance(plan.seed, 'fates');
  if (plan.fates.length === 0) return;
  if (plan.fates.includes('restoreServer')) startBackups(world);
  async function befall(): Promise<void> {
    for (;;) {
      await scheduler.sleep(wire, Math.round(plan.fateEveryMs * (0.2 + chance.below(160) / 100)));
      if (!world.isFaulty) return;
      const fate = chance.pick(plan.fates);
      const device = chance.pick(world.devices);
      world.note(device.name, `fate: ${fate}`);
      FATE[fate](world, device);
    }
  }
  void befall().catch((error: unknown) => world.fail(error));
}

const FATE: Record<Fate, (world: World, device: Device) => void> = {
  killDevice(world, device) {
    device.kill();
    later(world, device.chance.between(500, 120_000), () => device.start());
  },
  killWorker: (_, device) => device.killWorker(),
  freezeDrainer(world, device) {
    const drainer = device.drainers.find((each) => each.isRunning()) ?? device.drainers[0];
    if (drainer) drainer.task.frozenUntilMs = world.scheduler.nowMs() + device.chance.between(20_000, 120_000);
  },
  goOffline: (world, device) => loseLine(world, device, 'down'),
  loseServer: (world, device) => loseLine(world, device, 'dead'),
  endSession(_, device) {
    device.line.caller = null;
  },
  clone(world, device) {
    if (world.devices.length >= DEVICES_MAX) return;
    const twin = createDevice(
      world,
      { ...device.plan, name: `${device.plan.name}+${world.devices.length}` },
      device.database.clone(),
    );
    twin.clock.offsetMs = device.clock.offsetMs;
    twin.wasSealed = device.wasSealed;
    twin.line.tableSet = device.line.tableSet;
    twin.auditsWanted = device.auditsWanted;
    world.book.onClone(twin, device);
    world.devices.push(twin);
    twin.start();
  },
  logout(world, device) {
    if (!device.isOn || !device.line.caller) return;
    // A tab that is still open may save what its person was typing.
    for (const tab of device.tabs) later(world, device.chance.pick([0, 0, 2_000]), () => (tab.isAlive = false));
    void device.logOut().catch((error: unknown) => world.fail(error));
    later(world, device.chance.between(3_000, 200_000), () => {
      device.kill();
      device.signIn();
      device.start();
    });
  },
  fullDisk(world, device) {
    device.fullUntilMs = world.scheduler.nowMs() + device.chance.between(2_000, 90_000);
  },
  clockJump(_, device) {
    device.clock.offsetMs +=
      device.chance.pick([-1, 1]) * device.chance.pick([60_000, HOUR_MS, 24 * HOUR_MS, 60 * 24 * HOUR_MS]);
  },
  roleFlip(world, device) {
    const { businessId, userId } = device.plan;
    void world.server.flipRole(businessId, userId).then(
      (role) => world.note(device.name, `user ${userId} is ${role} now`),
      () => world.note(device.name, 'the role stays: the server was in trouble'),
    );
  },
  dismiss(world, device) {
    const { businessId, userId } = device.plan;
    // The owner is never dismissed.
    if (userId === businessId + 1) return;
    const say = (isActive: boolean) => () =>
      world.note(device.name, `user ${userId} is ${isActive ? 'back' : 'dismissed'}`);
    const set = (isActive: boolean) =>
      void world.server.setActive(businessId, userId, isActive).then(say(isActive), () => {
        if (isActive) later(world, 5_000, () => set(true));
      });
    set(false);
    if (device.chance.odds(0.6)) later(world, device.chance.between(5_000, 400_000), () => set(true));
  },
  idClash(world, device) {
    const { businessId } = device.plan;
    const waiting = [...device.database.inspect().outbox.values()].find(
      ({ wire, state }) => state === 'pending' && wire.name === 'customer.create',
    );
    if (!waiting) return;
    const { id } = waiting.wire.args as { id: number };
    void world.server.addStranger(businessId, id).then(
      (row) => {
        world.note(device.name, row ? `id ${id} is a stranger's now` : `id ${id} was there already`);
        if (row) world.onStranger(businessId, row);
      },
      () => world.note(device.name, 'no stranger came: the server was in trouble'),
    );
  },
  spoilRow(world, device) {
    const { rows, bases, state } = device.database.inspect();
    const table = device.chance.pick(['stockMovement', 'sale'] as const);
    // The audit does not cover rows older than the window (SYN-14).
    const sinceMs = Math.max(world.nowMs() - SPOILT_MS_MAX, state.window?.sinceMs ?? 0);
    const clean = [...rows[table].values()].filter(
      ({ id, version, createdAtMs }) => version > 1 && createdAtMs > sinceMs && !bases.has(rowKeyText({ table, id })),
    );
    if (clean.length === 0 || state.sealed) return;
    const row = device.chance.pick(clean);
    const isLost = device.chance.odds(0.5);
    world.note(device.name, `the disk ${isLost ? 'loses' : 'spoils'} ${table}/${row.id}`);
    world.spoiltRows.add(rowKeyText({ table, id: row.id }));
    device.auditsWanted = (state.audit?.rounds ?? 0) + 2;
    // Written past the watchers, because it is a fault of the disk and no transaction.
    void device.database
      .write((tx) =>
        isLost
          ? tx.rows.remove(table, [row.id])
          : tx.rows.put(table, [{ ...row, version: row.version - 1, notes: 'spoilt' }]),
      )
      .catch((error: unknown) => {
        // The disk was full at this moment, so nothing changed.
        if (!(error instanceof StorageFailure)) world.fail(error);
      });
  },
  crashServer(world) {
    world.server.crash(world.chance.between(500, 60_000));
  },
  restoreServer(world) {
    const backup = world.backups.length > 0 ? world.chance.pick(world.backups) : null;
    if (!backup || world.restoreCount >= RESTORES_MAX) return;
    world.restoreCount += 1;
    world.server.crash(world.chance.between(500, 30_000));
    const isNamed = world.chance.odds(0.5);
    backup(isNamed);
    world.note('server', `is back from a backup${isNamed ? ', as a new history' : ''}`);
    // Backups that were made meanwhile belong to a history that is lost.
    world.backups.length = 0;
  },
  restoreDevice(world, device) {
    const yesterday = device.database.clone();
    const held = new Map(world.book.actsOf(device));
    later(world, device.chance.between(20_000, 240_000), () => device.goBack(yesterday, held));
  },
  updateApp(world, device) {
    if (device.line.tableSet === TABLE_SET) return;
    if (device.database.inspect().state.snapshotComplete) world.reach('app updated over a copy');
    device.line.tableSet = TABLE_SET;
    device.kill();
    later(world, 1_000, () => device.start());
  },
  longAway(world, device) {
    // At most once, because otherwise the shop would be older than the window.
    if (world.hasRested) return;
    device.kill();
    later(world, device.chance.between(500, 240_000), () => {
      if (world.hasRested) return;
      world.rest(device.chance.pick([90, 200]) * DAY_MS);
      for (const each of world.devices) each.wake(true, each.chance.below(5_000));
    });
    later(world, device.chance.between(250_000, 400_000), () => device.start());
  },
  corruptItem(world) {
    world.server.isCorrupt = true;
    later(world, world.chance.between(60_000, 20 * 60_000), () => (world.server.isCorrupt = false));
  },
};

/** Keeps the last few backups, as an operator does. */
function startBackups(world: World): void {
  world.scheduler.at(world.wire, world.scheduler.nowMs() + BACKUP_EVERY_MS, () => {
    if (!world.isFaulty) return;
    world.backups.push(world.backUp());
    if (world.backups.length > BACKUPS_MAX) world.backups.shift();
    startBackups(world);
  });
}

function later(world: World, ms: number, act: () => void): void {
  world.scheduler.at(world.wire, world.scheduler.nowMs() + ms, act);
}

function loseLine(world: World, device: Device, state: 'down' | 'dead'): void {
  device.line.state = state;
  later(world, device.chance.between(2_000, 400_000), () => {
    device.line.state = 'up';
    device.wake(true, device.chance.below(300));
  });
}
