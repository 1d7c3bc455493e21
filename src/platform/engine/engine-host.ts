import { stalledForMs, TAKE_OVER_MS, WATCHDOG_MS } from '../../../sync/engine/watchdog.ts';
import type { RunReport } from '../../../sync/engine/engine.ts';
import { browserClock } from '../../../sync/host/browser-ports.ts';
import type { Drainer } from '../../../sync/host/drainer.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { pageLife } from './page-life.ts';
import { askWorker, registerBackgroundSync } from './worker-bridge.ts';

/*
 * Keeps the engine running while a page is open (SYN-17 … SYN-19). The worker does the work. If the worker does not
 * take the job, this page runs the same engine.
 *
 *   trigger ─► worker? ── taken ──► its report ─► timer for the next run
 *                 └── silent ──► this page drains ─┘
 *   every 10 s: progress due for 30 s ─► steal the lock
 */

const POLL_MS = 60_000;
const WATCH_MS = 10_000;
/**
 * Another tab or the worker has the lock. It may have started before this page's change was stored, so look again soon.
 */
const HELD_RETRY_MS = 2_000;

export interface EngineHost {
  /**
   * Starts a run, because there is work. Urgent: a person acted or the network came back, so the run skips the
   * back-off.
   */
  wake(urgent: boolean): void;
  stop(): void;
}

export function startEngineHost(database: ShopDatabase, client: { businessId: number; userId: number }): EngineHost {
  const drainer = pageDrainer(database, client.userId);
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAskedAgain = false;
  let isStopped = false;

  async function run(urgent: boolean): Promise<void> {
    if (isStopped) return;
    if (isRunning) {
      isAskedAgain ||= urgent;
      return;
    }
    isRunning = true;
    clearTimeout(timer);
    const report = await runOnce(container, drainer, client, urgent).catch((): RunReport => ({
      phase: 'idle',
      wakeAfterMs: POLL_MS,
    }));
    isRunning = false;
    if (isStopped) return;
    const isUrgent = isAskedAgain;
    isAskedAgain = false;
    // If the network came back during a run that failed, the next run skips the back-off.
    if (isUrgent) await run(true);
    else if (report.wakeAfterMs !== null) timer = setTimeout(() => void run(false), report.wakeAfterMs);
  }

  const wake = (urgent: boolean) => {
    void run(urgent);
    if (urgent) void registerBackgroundSync(container);
  };
  const triggers = listen(window, () => wake(true));
  const poll = setInterval(() => {
    if (document.visibilityState === 'visible') wake(false);
  }, POLL_MS);
  // Ignore a write that fails for lack of space; the next interval tries again.
  const watch = setInterval(() => void takeOverIfStalled(database, drainer).catch(() => undefined), WATCH_MS);
  wake(true);
  return {
    wake,
    stop() {
      isStopped = true;
      triggers();
      clearTimeout(timer);
      clearInterval(poll);
      clearInterval(watch);
    },
  };
}

/**
 * Returns the page's own engine. Its code is fetched only if the worker does not take the job, so it is not in the
 * first load.
 */
function pageDrainer(database: ShopDatabase, userId: number): Drainer {
  let drainer: Promise<Drainer> | null = null;
  const made = async (): Promise<Drainer> => {
    const { createPageDrainer } = await import('./page-drainer.ts');
    return createPageDrainer(database, userId);
  };
  return {
    async drain(options) {
      // If the file could not be loaded, the next call tries again.
      drainer ??= made().catch((error: unknown) => {
        drainer = null;
        throw error;
      });
      return await (await drainer).drain(options);
    },
  };
}

async function runOnce(
  container: ServiceWorkerContainer | undefined,
  drainer: Drainer,
  client: { businessId: number; userId: number },
  urgent: boolean,
): Promise<RunReport> {
  const reply = await askWorker(container, {
    type: 'drain',
    ...client,
    urgent,
    visible: document.visibilityState === 'visible',
  });
  const ended = reply?.type === 'ended' ? reply : null;
  const report = ended
    ? ended.phase === 'held'
      ? 'held'
      : { phase: ended.phase, wakeAfterMs: ended.wakeAfterMs }
    : await drainer.drain({ urgent });
  return report === 'held' ? { phase: 'syncing', wakeAfterMs: HELD_RETRY_MS } : report;
}

/**
 * Steals the lock from a drainer without progress, if this page is visible, and writes that to the journal (SYN-18,
 * SYN-19).
 */
async function takeOverIfStalled(database: ShopDatabase, drainer: Drainer): Promise<void> {
  if (document.visibilityState !== 'visible' || !navigator.onLine) return;
  const nowMs = browserClock.nowMs();
  const stalledMs = await database.read(async (tx) =>
    stalledForMs(await tx.meta.getStatus(), await tx.outbox.countPending(), nowMs),
  );
  if (stalledMs < TAKE_OVER_MS) return;
  const what = stalledMs < WATCHDOG_MS ? 'lock_taken_over' : 'watchdog';
  await database.write((tx) => tx.meta.appendJournal({ atMs: nowMs, what, detail: { stalledMs } }));
  await drainer.drain({ urgent: true, steal: true });
}

/**
 * Calls back when there may be news: the network is back, or the page is focused, visible or unfrozen again. Returns a
 * function that stops it.
 */
function listen(target: Window, onTrigger: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') onTrigger();
  };
  target.addEventListener('online', onTrigger);
  target.addEventListener('focus', onTrigger);
  const stopThawing = pageLife.onThaw(onTrigger);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    target.removeEventListener('online', onTrigger);
    target.removeEventListener('focus', onTrigger);
    stopThawing();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
