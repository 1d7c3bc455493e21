import { expect, onTestFinished, test, vi } from 'vitest';
import { takeDraft } from '../../../../src/platform/draft/kept-draft.ts';
import { newTab, openDraftDevice } from '../../../support/screens/draft-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';

/** A browser that answers requests for locks only when the test says so. */
function silentLocks() {
  const answers: (() => void)[] = [];
  let heldCount = 0;
  const request = (_name: string, _options: LockOptions, work: (lock: object | null) => unknown) =>
    new Promise((resolve) => {
      answers.push(() => {
        heldCount += 1;
        resolve(Promise.resolve(work({})).then(() => (heldCount -= 1)));
      });
    });
  return {
    locks: { request } as unknown as LockManager,
    answer: () => answers.splice(0).forEach((answer) => answer()),
    heldCount: () => heldCount,
  };
}

test('R-BROW-15 a browser that answers no request for a lock: after 3 s the form has its draft all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database } = await openDraftDevice();
  const { locks, answer, heldCount } = silentLocks();
  await database.write((tx) => tx.drafts.put({ key: 'sale/1', content: { notes: 'soap' } }));
  const asked = vi.spyOn(locks, 'request');
  const taking = takeDraft({ database, locks, tab: newTab() }, 'sale', new AbortController().signal);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), PATIENTLY);
  await vi.advanceTimersByTimeAsync(3_000);
  const draft = await taking;
  expect([draft?.key, draft?.content]).toEqual(['sale/1', { notes: 'soap' }]);
  // The late lock is taken, and released with the form.
  answer();
  expect(heldCount()).toBe(1);
  const back = draft?.comeBack();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), PATIENTLY);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await back).toBe(true);
  draft?.close();
  answer();
  await vi.waitFor(() => expect(heldCount()).toBe(0), PATIENTLY);
});
