import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { childrenSeconds } from '../../scripts/setup/processor-time.ts';

test('what a child computed counts once it has ended', () => {
  const before = childrenSeconds();
  const busy = 'for (const until = performance.now() + 300; performance.now() < until;);';
  spawnSync(process.execPath, ['-e', busy]);
  const after = childrenSeconds();
  // Both are null on systems that do not report processor time.
  if (before === null || after === null) expect([before, after]).toEqual([null, null]);
  else expect(after - before).toBeGreaterThan(0.1);
});
