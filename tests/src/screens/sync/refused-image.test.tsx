import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { countRefusedImages } from '../../../../src/background/count-refused-images.ts';
import { SyncStatus } from '../../../../src/screens/sync/sync-status.tsx';
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { addImageFiles, imageFilesOf } from '../../../../sync/store/image-files.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

describe('a picture that the server did not take', () => {
  const KEY = 'c'.repeat(32);
  const SENTENCE = 'This image is damaged or incomplete. Choose another one.';
  async function showRefused() {
    const opened = await openShop({ rows: { item: [itemRow({ id: 8, name: 'Soap' })] } });
    const bytes = { original: new ArrayBuffer(1), thumbnail: new ArrayBuffer(1), type: 'image/webp' } as const;
    await addImageFiles(opened.device.database, [
      { ...bytes, key: KEY, itemId: 8, state: 'refused', refusal: SENTENCE, failedStatus: 422, addedAtMs: NOON_MS },
      // Its row was discarded, so it needs no decision any more.
      { ...bytes, key: 'd'.repeat(32), itemId: 8, state: 'refused', refusal: SENTENCE, addedAtMs: NOON_MS },
    ]);
    await opened.shop.run('item.addImage', () => ({ id: 8, key: KEY }));
    const stopCounting = countRefusedImages(opened.device.database);
    onTestFinished(stopCounting);
    renderShop(opened, [{ path: '/sync', element: <SyncStatus /> }], '/sync');
    await screen.findByRole('heading', { name: 'Journal' });
    return opened;
  }
  const state = async ({ device }: Awaited<ReturnType<typeof showRefused>>) =>
    (await imageFilesOf(device.database, [KEY]))[0]?.state;

  test('M14 G5 is among what needs attention, with the reason in a sentence, and is counted', async () => {
    await showRefused();
    const [card, ...others] = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('group');
    expect([card?.getAttribute('aria-label'), others]).toEqual(['Image of Soap', []]);
    expect(card?.textContent).toContain(`${SENTENCE}Not accepted`);
    expect(await screen.findByRole('heading', { name: '1 need attention' })).toBeTruthy();
  });

  test("M14 'Retry' sends it again", async () => {
    const opened = await showRefused();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
    expect(await state(opened)).toBe('waiting');
  });

  test("G60 R-SNEW-38 M14 M42 'Discard' takes it off its item, once that was confirmed", async () => {
    const opened = await showRefused();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const question = within(screen.getByRole('dialog', { name: 'Discard this image? This cannot be undone.' }));
    expect((await opened.shop.row('item', 8))?.images).toHaveLength(1);
    await tapUntilGone(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
    expect((await opened.shop.outbox()).map(({ wire }) => wire.name)).toEqual(['item.addImage', 'item.removeImage']);
    expect((await opened.shop.row('item', 8))?.images).toEqual([]);
  });

  test("M14 G5 a device without space says that 'Retry' and 'Discard' were not done, and the picture still needs attention", async () => {
    const opened = await showRefused();
    const { run } = opened.replica;
    const full = () => Promise.reject(new StorageFailure('quota'));
    vi.spyOn(opened.device.database.tables.imageFile, 'update').mockImplementation(full as never);
    vi.spyOn(opened.device.database.tables.imageFile, 'put').mockImplementation(full as never);
    opened.replica.run = full as typeof run;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Failed to retry')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const question = within(screen.getByRole('dialog', { name: 'Discard this image? This cannot be undone.' }));
    await userEvent.click(question.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Failed to update item')).toBeTruthy();
    expect(screen.getAllByText('This device has no space left. It was not saved.')).not.toEqual([]);
    expect(within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('group')).toHaveLength(1);
  });
});
