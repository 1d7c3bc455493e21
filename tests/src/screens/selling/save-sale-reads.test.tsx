import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useToasts } from '../../../../src/state/toasts.ts';
import { areReadsHeld } from '../../../../sync/store/held-reads.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { form, savingOf, SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';

// On a busy machine a sale in a test may take longer than a hold lasts in the product.
vi.mock(import('../../../../sync/store/held-reads.ts'), async (original) => {
  const actual = await original();
  return { ...actual, holdReads: () => actual.holdReads(600_000) };
});

/** Collects what waits until the page is idle. */
function holdIdle(): { run: () => void } {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work));
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'requestIdleCallback'));
  return { run: () => waiting.splice(0).forEach((work) => work()) };
}

test("P1 the screen is read again only after 'Sale created' and the list that follows, when the page is idle", async () => {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  const app = showOpened(opened, '/sales/new');
  await form.opened();
  await form.choose(1, 'Sugar');
  await waitFor(() => expect(areReadsHeld()).toBe(false), PATIENTLY);
  const idle = holdIdle();
  let wereHeldAtToast: boolean | undefined;
  const stop = useToasts.subscribe(({ isQueued }) => {
    if (isQueued) wereHeldAtToast ??= areReadsHeld();
  });
  onTestFinished(stop);
  await form.save();
  await screen.findByText('Sale created');
  await waitFor(() => expect(app.path()).toBe('/sales'), PATIENTLY);
  // The list is read meanwhile: a first read does not wait.
  await screen.findByRole('listitem', undefined, PATIENTLY);
  expect([wereHeldAtToast, areReadsHeld()]).toEqual([true, true]);
  idle.run();
  await waitFor(() => expect(areReadsHeld()).toBe(false), PATIENTLY);
});

test('P1 the screen is read again after a sale that could not be saved too', async () => {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  const saving = savingOf(opened);
  showOpened(saving, '/sales/new');
  await form.opened();
  await form.choose(1, 'Sugar');
  const idle = holdIdle();
  saving.runOutOfSpace();
  await form.save();
  await screen.findByText('Failed to create sale. Please try again.');
  idle.run();
  await waitFor(() => expect(areReadsHeld()).toBe(false), PATIENTLY);
});
