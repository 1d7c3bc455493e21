import { expect, test } from 'vitest';
import { createHandOver } from '../../sw/hand-over.ts';

const never = new Promise<string>(() => undefined);

test('SYN-26 SYN-26c what hangs is left when the next worker is to take over; what begins later goes on as ever', async () => {
  const handOver = createHandOver();
  const hanging = [handOver.untilLeft(never), handOver.untilLeft(never)];
  handOver.leave();
  expect(await Promise.all(hanging)).toEqual([null, null]);
  expect(await handOver.untilLeft(Promise.resolve('done'))).toBe('done');
});

test('SYN-26 SYN-26c what was done before is done, and what failed has failed', async () => {
  const handOver = createHandOver();
  const done = handOver.untilLeft(Promise.resolve('done'));
  const failed = handOver.untilLeft(Promise.reject(new Error('no space')));
  await expect(failed).rejects.toThrow('no space');
  expect(await done).toBe('done');
  handOver.leave();
});
