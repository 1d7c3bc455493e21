import type { SyncStatus } from '../ports.ts';
import { auditCopy } from './audit-copy.ts';
import { backOffMs, leftOfWaitMs } from './back-off.ts';
import { randomClientId } from '../protocol/act.ts';
import { beginQueue } from '../replica/new-queue.ts';
import { checkReinstated, wipeForDismissedUser } from './check-dismissal.ts';
import { pullChanges, pullHistory } from './pull-rows.ts';
import { pushOutbox } from './push-outbox.ts';
import { healServer, lookForLoss } from './restored-server.ts';
import { type EnginePorts, type Fork, journal, type Step, type Stop } from './step.ts';
import { leaveWindow } from './leave-window.ts';

/*
 * One run of the engine (SYN-17):
 *
 *   wait ─► look for a loss ─► heal ─► push ─► pull changes ─► history page ─┐
 *             ▲                          └── fork ──► new queue              │
 *             ├───── more to push, more history, a new copy ◄────────────────┤
 *             └───── rows past the window leave ── part of the copy compared ◄┘
 *
 * A run ends 'idle' if nothing is left to send or fetch. At the first call that failed it ends with the time of the
 * next try. All state between runs is in the database. So a run may be killed at any point, run twice at once, or be
 * continued by another page or by the worker.
 */

export interface RunReport {
  phase: SyncStatus['phase'];
  /** When to run again; null: only when something new happens. */
  wakeAfterMs: number | null;
}

/** Upper bound of the rounds of one run. A worker lives only a short time, and the next run continues. */
const ROUNDS_MAX = 400;

/**
 * Runs until nothing is left to do or a call fails. `urgent` (a person's tap, coming online, new work) skips and resets
 * the back-off, but still waits for the server's Retry-After (SYN-8).
 */
export async function runEngine(ports: EnginePorts, urgent: boolean): Promise<RunReport> {
  const before = await ports.database.read((tx) => tx.meta.getStatus());
  const nowMs = ports.clock.nowMs();
  const waitMs = leftOfWaitMs(urgent ? (before.askedToWaitUntilMs ?? null) : before.retryAtMs, nowMs);
  if (waitMs > 0) return { phase: before.phase, wakeAfterMs: waitMs };
  const patience = { askedToWaitUntilMs: null, ...(urgent ? { failureCount: 0, retryAtMs: null } : {}) };
  if (!ports.online.isOnline()) {
    await setStatus(ports, patience);
    return await endRun(ports, nowMs, { kind: 'offline' });
  }
  // Storing the status fails on a device without space. The run goes on, because sending writes nothing (SYN-26).
  await setStatus(ports, { phase: 'syncing', ...patience }).catch(() => undefined);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const step = await runRound(ports);
    if (step.kind !== 'done') return await endRun(ports, nowMs, step);
    if (!step.progress) return await endRun(ports, nowMs, null);
  }
  return { phase: 'syncing', wakeAfterMs: 0 };
}

/** Runs one round: push all, pull all changes, pull one page of history. `progress`: another round may do more. */
async function runRound(ports: EnginePorts): Promise<{ kind: 'done'; progress: boolean } | Stop> {
  let held = false;
  let progress = false;
  for (const step of [
    lookForLoss,
    healServer,
    pushAll,
    checkReinstated,
    pullChanges,
    pullHistory,
    leaveWindow,
    auditCopy,
  ]) {
    const result = await step(ports);
    if (result.kind === 'fork') return await onFork(ports, result);
    // Runs another round: what was sent before the server reported the dismissal must be noted as sent.
    if (result.kind === 'dismissed' && (await wipeForDismissedUser(ports))) return { kind: 'done', progress: true };
    if (result.kind !== 'done' && result.kind !== 'held') return result;
    held ||= result.kind === 'held';
    progress ||= result.progress;
    if (result.progress)
      await setStatus(ports, { lastProgressAtMs: ports.clock.nowMs(), failureCount: 0, retryAtMs: null });
    if (result.progress && step === pullHistory && !held) return { kind: 'done', progress: true };
  }
  return held
    ? { kind: 'failed', status: 500, retryAfterMs: null }
    : { kind: 'done', progress: (await hasUnsent(ports)) || (progress && (await isRenewing(ports))) };
}

const pushAll = (ports: EnginePorts): Promise<Step> => pushOutbox(ports);

/**
 * Begins the queue of a new client with all entries that are not proved. The browser profile was copied or restored
 * (SYN-20).
 */
async function onFork(ports: EnginePorts, { clientId }: Fork): Promise<{ kind: 'done'; progress: boolean }> {
  const count = await ports.database.write(async (tx) => {
    // Another drainer may have begun the new queue already.
    if ((await tx.meta.getState()).clientId !== clientId) return null;
    return (await beginQueue(tx, randomClientId(ports.random))).nextMid - 1;
  });
  if (count !== null) await journal(ports, 'fork', { sentAgain: count });
  return { kind: 'done', progress: true };
}

const hasUnsent = (ports: EnginePorts): Promise<boolean> =>
  ports.database.read(async (tx) => {
    const state = await tx.meta.getState();
    return (await tx.outbox.pendingFrom(state.confirmedMid + 1, 1)).length > 0;
  });

/** True while a new copy of the shop is fetched, or while a restored server is healed before that (SYN-15, SYN-21). */
const isRenewing = (ports: EnginePorts): Promise<boolean> =>
  ports.database.read(async (tx) => (await tx.meta.getState()).resync !== null);

async function endRun(ports: EnginePorts, beganAtMs: number, stop: Stop | null): Promise<RunReport> {
  const nowMs = ports.clock.nowMs();
  const before = await ports.database.read((tx) => tx.meta.getStatus());
  if (stop === null) {
    await setStatus(ports, {
      phase: 'idle',
      lastSyncAtMs: nowMs,
      lastSyncBeganAtMs: beganAtMs,
      failureCount: 0,
      retryAtMs: null,
      storagePersistent: await ports.device.storagePersistent(),
    });
    return { phase: 'idle', wakeAfterMs: null };
  }
  if (stop.kind === 'dismissed') {
    await setStatus(ports, { phase: 'dismissed', retryAtMs: null });
    return { phase: 'dismissed', wakeAfterMs: null };
  }
  if (stop.kind === 'signed_out' || stop.kind === 'outdated') {
    const phase = stop.kind === 'signed_out' ? 'sign_in' : 'outdated';
    await setStatus(ports, { phase, retryAtMs: null });
    await journal(ports, stop.kind, {});
    return { phase, wakeAfterMs: null };
  }
  const failureCount = before.failureCount + 1;
  const askedMs = stop.kind === 'failed' ? stop.retryAfterMs : null;
  const waitMs = backOffMs(failureCount, ports.random, askedMs);
  const phase = stop.kind === 'offline' ? 'offline' : 'idle';
  const retryAtMs = nowMs + waitMs;
  await setStatus(ports, { phase, failureCount, retryAtMs, askedToWaitUntilMs: askedMs === null ? null : retryAtMs });
  await journal(ports, stop.kind, { waitMs, status: stop.kind === 'failed' ? stop.status : null });
  return { phase, wakeAfterMs: waitMs };
}

async function setStatus(ports: EnginePorts, change: Partial<SyncStatus>): Promise<void> {
  await ports.database.write(async (tx) => {
    const isDismissed = Boolean((await tx.meta.getState()).dismissal);
    // A dismissed user's device shows 'dismissed', whatever phase the run is in (SYN-25).
    await tx.meta.putStatus({
      ...(await tx.meta.getStatus()),
      ...change,
      ...(isDismissed ? { phase: 'dismissed' } : {}),
    });
  });
}
