import type { Breakage } from './breakage.ts';

const DRAINER = 'tests/sync/host/drainer.test.ts';
const HOST = 'tests/src/platform/engine-host.test.ts';

/** docs/sync.md, 'Who drains'. */
export const DRAINING: readonly Breakage[] = [
  {
    rule: 'SYN-17',
    what: 'a page waits without end for a worker that was killed',
    file: 'src/platform/worker-bridge.ts',
    find: 'const SILENT_MS = 4 * TAKEN_EVERY_MS;',
    put: 'const SILENT_MS = 4_000 * TAKEN_EVERY_MS;',
    test: 'tests/src/platform/worker-bridge.test.ts',
    title: 'fell silent was killed',
  },
  {
    rule: 'SYN-17',
    what: 'where no worker takes the job nobody does it',
    file: 'src/platform/engine-host.ts',
    find: ': await drainer.drain({ urgent });',
    put: ": { phase: 'idle' as const, wakeAfterMs: null };",
    test: HOST,
    title: 'where no worker takes the job the page does it',
  },
  {
    rule: 'SYN-17',
    what: 'an event that ends with work left asks for no other',
    file: 'sw/background.ts',
    find: 'if (waitedMs > EVENT_MAX_MS) return await ports.comeBack();',
    put: 'if (waitedMs > EVENT_MAX_MS) return;',
    test: 'tests/sw/background.test.ts',
    title: 'before the browser ends the event it asks for another',
  },
  {
    rule: 'SYN-18',
    what: 'two drainers at once',
    file: 'sync/host/drainer.ts',
    find: 'if (!locks) return',
    put: 'if (locks) return',
    test: DRAINER,
    title: 'one drainer at a time holds the lock',
  },
  {
    rule: 'SYN-18',
    what: 'a page waits for a holder that stands still',
    file: 'sync/host/drainer.ts',
    find: 'const options = steal ? { steal: true } : { ifAvailable: true };',
    put: 'const options = { ifAvailable: true };',
    test: DRAINER,
    title: 'a page takes the lock from a holder that stands still',
  },
  {
    rule: 'SYN-18',
    what: 'nobody sees that the holder stands still',
    file: 'src/platform/engine-host.ts',
    find: 'if (stalledMs < TAKE_OVER_MS) return;',
    put: 'if (stalledMs > TAKE_OVER_MS) return;',
    test: HOST,
    title: 'takes over from a holder',
  },
  {
    rule: 'SYN-19',
    what: 'a stall of a minute is not written down',
    file: 'src/platform/engine-host.ts',
    find: "stalledMs < WATCHDOG_MS ? 'lock_taken_over' : 'watchdog'",
    put: "'lock_taken_over'",
    test: HOST,
    title: 'restarts an engine that owes progress for a minute',
  },
  {
    rule: 'SYN-19',
    what: 'changes that wait without progress are no stall',
    file: 'sync/engine/watchdog.ts',
    find: 'return Math.max(0, nowMs - since);',
    put: 'return Math.max(0, since - nowMs);',
    test: 'tests/sync/engine/back-off.test.ts',
    title: 'changes that wait in reach of the server without progress make a stall',
  },
  {
    rule: 'SYN-19',
    what: 'the screen does not say how many changes wait',
    file: 'src/state/sync-status.ts',
    find: 'if (pendingCount > 0) return',
    put: 'if (pendingCount > 9) return',
    test: 'tests/src/state/sync-status.test.ts',
    title: 'SYN-19',
  },
];
