import { expect, test, vi } from 'vitest';
import { tabMemory } from '../../../../src/platform/tab-memory.ts';
import { ACT, BOOKS, loseLocks, newTab, openDraftDevice, SOLD } from '../../../support/screens/draft-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { freshState } from '../../../support/device/test-device.ts';

/** Makes a page whose last typing is not written, as if it was frozen or ended too early. */
async function leftOverTyping({ take, database }: Awaited<ReturnType<typeof openDraftDevice>>, tab = newTab()) {
  const draft = await take(tab);
  draft.keep({ notes: 'soa', act: ACT });
  draft.flush();
  await database.write(async () => undefined);
  const write = vi.spyOn(database, 'write').mockRejectedValue(new Error('aborted'));
  draft.keep({ notes: 'soap', act: ACT });
  draft.leave();
  write.mockRestore();
  return { tab, draft };
}

test('R-BROW-13 what was typed last is there on the next page of the tab, though the browser aborted its write, and is written then', async () => {
  const device = await openDraftDevice();
  const { tab } = await leftOverTyping(device);
  expect(await device.drafts()).toEqual([{ key: 'sale/1', content: { notes: 'soa', act: ACT } }]);
  loseLocks(device.held);
  const next = await device.take(tab);
  expect([next.key, next.content]).toEqual(['sale/1', { notes: 'soap', act: ACT }]);
  await vi.waitFor(
    async () => expect(await device.drafts()).toEqual([{ key: 'sale/1', content: { notes: 'soap', act: ACT } }]),
    PATIENTLY,
  );
  await vi.waitFor(() => expect(tab.names()).toEqual(['kaunta-draft-sale']), PATIENTLY);
});

test('R-BROW-13 the first words of a sale too, before there was anything on the disk; and that the form was emptied', async () => {
  const { take, drafts, database, held } = await openDraftDevice();
  const tab = newTab();
  const leave = async (content: unknown) => {
    const draft = await take(tab);
    const write = vi.spyOn(database, 'write').mockRejectedValue(new Error('aborted'));
    draft.keep(content);
    draft.leave();
    write.mockRestore();
    loseLocks(held);
  };
  await leave({ notes: 's', act: ACT });
  // Another tab has left a draft under another key, which must not be taken for this tab's.
  await database.write((tx) => tx.drafts.put({ key: 'sale/2', content: { notes: 'of another tab' } }));
  const next = await take(tab);
  expect([next.key, next.content]).toEqual(['sale/1', { notes: 's', act: ACT }]);
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(2), PATIENTLY);
  loseLocks(held);
  await leave(null);
  expect((await take(tab)).content).toBeNull();
  await vi.waitFor(async () => expect((await drafts()).map(({ key }) => key)).toEqual(['sale/2']), PATIENTLY);
});

test.each<[string, (device: Awaited<ReturnType<typeof openDraftDevice>>) => Promise<unknown>, unknown]>([
  ['saved', ({ database }) => database.write(BOOKS.outbox), null],
  ['thrown away', ({ database }) => database.write((tx) => tx.drafts.remove('sale/1')), null],
  [
    'gone on with',
    ({ database }) => database.write((tx) => tx.drafts.put({ key: 'sale/1', content: { notes: 'oil', act: ACT } })),
    { notes: 'oil', act: ACT },
  ],
])(
  'SYN-1 R-BROW-12 R-BROW-13 what was typed last is not taken up where the sale was %s meanwhile',
  async (_what, meanwhile, found) => {
    const device = await openDraftDevice();
    const { tab } = await leftOverTyping(device);
    loseLocks(device.held);
    await meanwhile(device);
    expect((await device.take(tab)).content).toEqual(found);
    expect(tab.names()).toEqual(['kaunta-draft-sale']);
  },
);

test('R-BROW-13 nor where another tab has the place: the note of a copied tab is for nobody else', async () => {
  const device = await openDraftDevice();
  const { tab } = await leftOverTyping(device);
  // The first tab still holds its key.
  const other = await device.take(tab);
  expect([other.key, other.content]).toEqual(['sale/2', null]);
});

test('R-BROW-13 what is on the disk already is not noted, and nothing is where another form has the draft', async () => {
  const { take, database, held } = await openDraftDevice();
  const tab = newTab();
  const draft = await take(tab);
  draft.keep(SOLD);
  draft.flush();
  await database.write(async () => undefined);
  draft.leave();
  expect(tab.names()).toEqual(['kaunta-draft-sale']);
  loseLocks(held);
  await take();
  expect(await draft.comeBack()).toBe(false);
  draft.keep({ notes: 'mine' });
  draft.leave();
  expect(tab.names()).toEqual(['kaunta-draft-sale']);
});

test('SYN-26 R-BROW-03 R-BROW-13 a page that comes back goes on with what it noted, unless the page after it did', async () => {
  const device = await openDraftDevice();
  for (const isTakenUp of [false, true]) {
    const { tab, draft } = await leftOverTyping(device);
    loseLocks(device.held);
    if (isTakenUp) {
      const next = await device.take(tab);
      next.keep({ notes: 'soap and oil', act: ACT });
      const write = vi.spyOn(device.database, 'write').mockRejectedValue(new Error('aborted'));
      next.leave();
      write.mockRestore();
      loseLocks(device.held);
    }
    expect([isTakenUp, await draft.comeBack()]).toEqual([isTakenUp, !isTakenUp]);
    draft.close();
    const then = await device.take(tab);
    expect(then.content).toEqual({ notes: isTakenUp ? 'soap and oil' : 'soap', act: ACT });
    then.keep(null);
    then.close();
    await vi.waitFor(async () => expect(await device.drafts()).toEqual([]), PATIENTLY);
  }
});

test('SYN-24 R-BROW-13 what was noted is for the same person and shop only; what nobody can read is passed over', async () => {
  const mine = await openDraftDevice();
  const { tab } = await leftOverTyping(mine);
  const noted = tab.getItem('kaunta-draft-note') ?? '';
  const theirs = await openDraftDevice(freshState({ userId: 71 }));
  expect((await theirs.take(tab)).content).toBeNull();
  expect(tab.getItem('kaunta-draft-note')).toBeNull();
  loseLocks(mine.held);
  for (const text of ['', '{', 'null', '[]', '{"database":1}', noted.replace('"over"', '"other"')]) {
    tab.setItem('kaunta-draft-note', text);
    const draft = await mine.take(tab);
    expect([text, draft.content]).toEqual([text, { notes: 'soa', act: ACT }]);
    expect(tab.getItem('kaunta-draft-note')).toBeNull();
    draft.close();
  }
});

test('R-BROW-13 a browser that denies the memory of the tab, or has no space in it, changes nothing else', async () => {
  const { take, drafts, held } = await openDraftDevice();
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(denied);
  const draft = await take(tabMemory);
  draft.keep({ notes: 'soap' });
  draft.leave();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
  loseLocks(held);
  expect(await draft.comeBack()).toBe(true);
  draft.close();
  expect((await take(tabMemory)).content).toEqual({ notes: 'soap' });
});
