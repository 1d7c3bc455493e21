import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareFile, shareText } from '../../../src/platform/share.ts';

const file = new File(['1'], 'receipt.png', { type: 'image/png' });
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A browser with these calls and no others. */
function useBrowser(calls: Partial<Pick<Navigator, 'share' | 'canShare'>>): void {
  vi.stubGlobal('navigator', calls);
}

test.each<[string, Partial<Pick<Navigator, 'share' | 'canShare'>>]>([
  ['shares nothing', {}],
  ['shares only texts, and cannot be asked about files', { share: vi.fn() }],
  ['says that it shares no files', { share: vi.fn(), canShare: () => false }],
  ['can be asked, but cannot share', { canShare: () => true }],
])('a browser that %s saves the file', async (_kind, calls) => {
  useBrowser(calls);
  expect([await shareFile(file), saved]).toEqual(['saved', ['receipt.png']]);
  if (calls.share !== undefined) expect(calls.share).not.toHaveBeenCalled();
});

test('a browser that shares files gets the file with its name, and saves none', async () => {
  const share = vi.fn<Navigator['share']>().mockResolvedValue();
  const canShare = vi.fn<Navigator['canShare']>().mockReturnValue(true);
  useBrowser({ share, canShare });
  expect([await shareFile(file), saved]).toEqual(['shared', []]);
  expect(share.mock.calls).toEqual([[{ files: [file], title: 'receipt.png' }]]);
  expect(canShare.mock.calls).toEqual(share.mock.calls);
});

test.each([
  ['aborted', new DOMException('The person closed it', 'AbortError')],
  ['failed', new DOMException('No tap came before', 'NotAllowedError')],
  ['failed', new Error('AbortError')],
])('what was not shared is %s', async (result, error) => {
  useBrowser({ share: () => Promise.reject(error) });
  expect(await shareText('Receipt', 'Sugar')).toBe(result);
});

test('a text goes with its title, and only where the browser shares texts', async () => {
  useBrowser({});
  expect(await shareText('Receipt', 'Sugar')).toBe('unsupported');
  const share = vi.fn<Navigator['share']>().mockResolvedValue();
  useBrowser({ share });
  expect(await shareText('Receipt', 'Sugar')).toBe('shared');
  expect(share.mock.calls).toEqual([[{ title: 'Receipt', text: 'Sugar' }]]);
});
