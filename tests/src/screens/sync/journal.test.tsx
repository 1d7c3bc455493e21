import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Journal } from '../../../../src/screens/sync/journal.tsx';
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

const saved: { name: string; text: Promise<string> }[] = [];
vi.mock('../../../../src/platform/save-file.ts', () => ({
  saveTextFile: (name: string, text: string) => saved.push({ name, text: Promise.resolve(text) }),
}));
afterEach(() => void saved.splice(0));

/** A journal of so many events. */
async function show(count: number) {
  const opened = await openShop();
  await opened.shop.write(async (tx) => {
    for (let nth = 1; nth <= count; nth += 1)
      await tx.meta.appendJournal({ atMs: NOON_MS + nth, what: 'search_failed', detail: { reason: `${nth}` } });
  });
  renderShop(opened, [{ path: '*', element: <Journal timeZone="Africa/Kampala" /> }], '/sync');
  await screen.findByText('A search did not work: 60');
  return opened;
}
const exporting = () => userEvent.click(screen.getByRole('button', { name: /Export/ }));

test('SYN-27 the journal is exported whole, also what is not shown, a line for each event', async () => {
  await show(60);
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(50);
  await exporting();
  expect(saved.map(({ name }) => name)).toEqual(['kaunta-journal.jsonl']);
  const lines = ((await saved[0]?.text) ?? '').trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { what: string; detail: { reason: string } });
  expect(events).toHaveLength(60);
  expect([events[0]?.detail.reason, events.at(-1)?.detail.reason]).toEqual(['60', '1']);
});

test('a journal that could not be read is not exported, and that is said', async () => {
  const { replica } = await show(60);
  vi.spyOn(replica.database.tables.journal, 'orderBy').mockImplementation(() => {
    throw new StorageFailure('lost');
  });
  await exporting();
  expect(await screen.findByText('Failed to export')).toBeTruthy();
  expect(saved).toEqual([]);
});

test('SYN-27 decisions about different changes are not told as the same', async () => {
  const opened = await openShop();
  for (const mid of [5, 7, 7])
    await opened.shop.write((tx) => tx.meta.appendJournal({ what: 'discarded', detail: { mid }, atMs: NOON_MS }));
  renderShop(opened, [{ path: '*', element: <Journal timeZone="Africa/Kampala" /> }], '/sync');
  expect(await screen.findByText('Change number 7 was discarded. The same once before.')).toBeTruthy();
  expect(screen.getByText('Change number 5 was discarded.')).toBeTruthy();
});
