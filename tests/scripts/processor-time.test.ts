import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processorSeconds } from '../../scripts/setup/processor-time.ts';

const BUSY = 'for (const until = performance.now() + 300; performance.now() < until;);';

test('what a child computed counts once it has ended', () => {
  const before = processorSeconds();
  spawnSync(process.execPath, ['-e', BUSY]);
  const after = processorSeconds();
  // Both are null on systems that do not report processor time.
  if (before === null || after === null) expect([before, after]).toEqual([null, null]);
  else expect(after.children - before.children).toBeGreaterThan(0.1);
});

test('what the machine computed counts while it runs, whoever started it', async () => {
  const before = processorSeconds();
  const child = spawn(process.execPath, ['-e', `${BUSY} console.log('done'); process.stdin.resume();`]);
  await once(child.stdout, 'data');
  const after = processorSeconds();
  if (before === null || after === null) expect([before, after]).toEqual([null, null]);
  else expect(after.machine - before.machine).toBeGreaterThan(0.1);
  child.kill();
  await once(child, 'exit');
});
