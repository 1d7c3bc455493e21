import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { childrenSeconds, machineSeconds } from '../../scripts/setup/processor-time.ts';

const BUSY = 'for (const until = performance.now() + 300; performance.now() < until;);';

/** Expects both counts to be null, which they are on systems that do not report processor time, or apart by more. */
function expectMore(before: number | null, after: number | null): void {
  if (before === null || after === null) expect([before, after]).toEqual([null, null]);
  else expect(after - before).toBeGreaterThan(0.1);
}

test('what a child computed counts once it has ended', () => {
  const before = childrenSeconds();
  spawnSync(process.execPath, ['-e', BUSY]);
  expectMore(before, childrenSeconds());
});

test('what the machine computed counts while it runs, whoever started it', async () => {
  const before = machineSeconds();
  const child = spawn(process.execPath, ['-e', `${BUSY} console.log('done'); process.stdin.resume();`]);
  await once(child.stdout, 'data');
  expectMore(before, machineSeconds());
  child.kill();
  await once(child, 'exit');
});
