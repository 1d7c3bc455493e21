import { type RunReport, runEngine } from '../engine/engine.ts';
import type { EnginePorts } from '../engine/step.ts';

/*
 * Decides which tab or worker runs the engine (SYN-18). One drainer at a time holds the lock of the database; a second
 * one that finds it taken returns at once. The lock only saves work: two at once are harmless, because the server
 * decides each mid once.
 *
 *   idle ── drain ──► running ── drain ──► running, next run requested ──► runs again ──► idle
 *     └── lock taken by another: 'held'
 */

export interface Drainer {
  /**
   * Runs the engine until it has nothing left to do or has to wait. Work that arrives during the run is included.
   * Returns 'held' if another drainer has the lock. `steal` takes the lock from a drainer that makes no progress
   * (SYN-18, SYN-19).
   */
  drain(options: { urgent: boolean; steal?: boolean }): Promise<RunReport | 'held'>;
}

export function createDrainer(name: string, ports: EnginePorts): Drainer {
  let running: Promise<RunReport | 'held'> | null = null;
  let newestRun = 0;
  let isAskedAgain = false;

  // A request can arrive after the work has ended, before the lock is released. So the last look at `isAskedAgain` and
  // the reset of `running` are one synchronous step: no request is lost, and a later caller starts its own run.
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
    // Without the Web Locks API (old browsers) every tab runs the engine. That costs requests and nothing else.
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return await runEngine(ports, urgent);
    const options = steal ? { steal: true } : { ifAvailable: true };
    try {
      return await locks.request(`kaunta-drain-${name}`, options, async (lock) =>
        lock ? await runEngine(ports, urgent) : 'held',
      );
    } catch (error) {
      // The lock was stolen. This run stops; the new holder continues.
      if (error instanceof DOMException && error.name === 'AbortError') return 'held';
      throw error;
    }
  }

  return {
    async drain({ urgent, steal = false }) {
      if (running && !steal) {
        // The current run may already be past this call's work, so another run follows it.
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
