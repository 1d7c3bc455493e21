import { expect, test, vi } from 'vitest';
import { loadOnce } from '../../../src/platform/load-once.ts';

test('P1 a part is loaded once: later calls get the same one, without another load', async () => {
  const load = vi.fn(() => Promise.resolve({}));
  const part = loadOnce(load);
  const [first, second] = await Promise.all([part(), part()]);
  expect(second).toBe(first);
  expect(await part()).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
});

test('P1 a load that failed is tried again by the next call', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('No signal')).mockResolvedValue('part');
  const part = loadOnce(load);
  await expect(part()).rejects.toThrow('No signal');
  expect(await part()).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});
