import { type RunReport, runEngine } from '../engine/engine.ts';
import type { EnginePorts } from '../engine/step.ts';

/*
 * Who drains (SYN-18). One drainer at a time holds the lock of the database; a second one that finds it taken leaves
 * at once. Correctness does not depend on it: two at once are harmless, because the server decides each mid once.
 *
 *   idle ── drain ──► running ── drain ──► running, once more asked ──► runs again ──► idle
 *     └── lock taken by another: 'held'
 */

export interface Drainer {
  /**
   * Runs the engine until it has nothing left to do or has to wait. Work that arrives meanwhile is taken along.
   * 'held': somebody else is at it. With `steal` a holder that stands still loses the lock (SYN-18, SYN-19).
   */
  drain(options: { urgent: boolean; steal?: boolean }): Promise<RunReport | 'held'>;
}

export function createDrainer(name: string, ports: EnginePorts): Drainer {
  let running: Promise<RunReport | 'held'> | null = null;
  let newestRun = 0;
  let isAskedAgain = false;

  // Requests may come until the lock is released, after the work has ended. They are checked in the same synchronous
  // step in which the run stops counting as running: later callers start a run of their own.
  async function runUntilNobodyAsks(run: number, urgent: boolean, steal: boolean): Promise<RunReport | 'held'> {
    try {
      let report = await runLocked(urgent, steal);
      while (isAskedAgain && report !== 'held') {
        isAskedAgain = false;
        report = await runLocked(true, false);
      }
      return report;
    } finally {
      if (run === newestRun) running = null;
    }
  }

  async function runLocked(urgent: boolean, steal: boolean): Promise<RunReport | 'held'> {
    // Without locks (an old engine) everybody drains, which costs requests and nothing else.
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return await runEngine(ports, urgent);
    const options = steal ? { steal: true } : { ifAvailable: true };
    try {
      return await locks.request(`kaunta-drain-${name}`, options, async (lock) =>
        lock ? await runEngine(ports, urgent) : 'held',
      );
    } catch (error) {
      // The lock was stolen: its new holder goes on.
      if (error instanceof DOMException && error.name === 'AbortError') return 'held';
      throw error;
    }
  }

  return {
    async drain({ urgent, steal = false }) {
      if (running && !steal) {
        // The running work may have passed the point that this call is about.
        isAskedAgain ||= urgent;
        return await running;
      }
      isAskedAgain = false;
      newestRun += 1;
      running = runUntilNobodyAsks(newestRun, urgent, steal);
      return await running;
    },
  };
}
