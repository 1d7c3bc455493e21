import { expect, test, vi } from 'vitest';
import { saveTextFile } from '../../../src/platform/save-file.ts';

test('R-BROW-08 what is behind the address of a download stays 40 seconds for a browser that asks first', () => {
  vi.useFakeTimers();
  const revoked = vi.fn<(url: string) => void>();
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: revoked });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saveTextFile('changes.ndjson', '{}');
  expect(click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(39_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(revoked.mock.calls).toEqual([['blob:1']]);
  vi.useRealTimers();
});
