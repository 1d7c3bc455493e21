import { expect, test, vi } from 'vitest';
import { takeDraft } from '../../../../src/platform/draft/kept-draft.ts';
import { sealReplica } from '../../../../sync/replica/seal.ts';
import { BOOKS, loseLocks, newTab, openDraftDevice, SOLD } from '../../../support/screens/draft-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';

test('what stands in the form is kept when typing pauses, once, and found by the next form', async () => {
  const { take, drafts, database } = await openDraftDevice();
  const write = vi.spyOn(database, 'write');
  const first = await take();
  expect([first.key, first.content]).toEqual(['sale/1', null]);
  first.keep({ notes: 'd' });
  first.keep({ notes: 'deliver' });
  expect(await drafts()).toEqual([]);
  await vi.waitFor(
    async () => expect(await drafts()).toEqual([{ key: 'sale/1', content: { notes: 'deliver' } }]),
    PATIENTLY,
  );
  expect(write).toHaveBeenCalledOnce();
  first.close();
  expect((await take()).content).toEqual({ notes: 'deliver' });
});

test('R-BROW-12 a tab that comes back finds its own unfinished form, not that of a tab that was closed', async () => {
  const { take, drafts } = await openDraftDevice();
  const [one, two] = [newTab(), newTab()];
  const [rice, milk] = [await take(one), await take(two)];
  rice.keep({ notes: 'rice' });
  milk.keep({ notes: 'milk' });
  rice.close();
  milk.close();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(2), PATIENTLY);
  expect((await take(two)).content).toEqual({ notes: 'milk' });
  expect((await take(one)).content).toEqual({ notes: 'rice' });
});

test('what was typed a moment before the page went is kept all the same', async () => {
  const { take, drafts } = await openDraftDevice();
  const draft = await take();
  draft.keep({ notes: 'by hand' });
  draft.flush();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
  draft.keep({ notes: 'by hand, longer' });
  draft.close();
  expect((await take()).content).toEqual({ notes: 'by hand, longer' });
});

test('a form with nothing in it leaves nothing behind', async () => {
  const { take, drafts } = await openDraftDevice();
  const draft = await take();
  draft.keep({ notes: 'x' });
  draft.flush();
  draft.keep(null);
  draft.close();
  await vi.waitFor(async () => expect(await drafts()).toEqual([]), PATIENTLY);
});

test('while the act that ends it is on its way nothing is written any more, unless that act failed', async () => {
  const { take, drafts, database } = await openDraftDevice();
  const draft = await take();
  draft.keep({ notes: 'sold' });
  // Unwritten text is written first, because a crash during the act would lose it.
  await draft.hold();
  await database.write((tx) => tx.drafts.remove('sale/1'));
  draft.keep({ notes: 'tidied' });
  draft.flush();
  draft.close();
  expect(await drafts()).toEqual([]);

  const next = await take();
  await next.hold();
  next.keep({ notes: 'not sold' });
  next.goOn();
  next.flush();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
});

test('SYN-26 what finds no space until the act has ended the draft is not written after it; if the act failed, it is', async () => {
  const { take, drafts, database } = await openDraftDevice();
  const write = database.write.bind(database);
  // The first write finds the device full, and is repeated when space was freed.
  let isRoomMade = Promise.resolve();
  database.write = async (work) => {
    await write(async (tx) => {
      await work(tx);
      throw new Error('full');
    }).catch(() => undefined);
    await isRoomMade;
    return await write(work);
  };
  for (const isSold of [true, false]) {
    let makeRoom: () => void = () => undefined;
    isRoomMade = new Promise((resolve) => (makeRoom = resolve));
    const draft = await take();
    draft.keep({ notes: 'soap' });
    await draft.hold();
    await write((tx) => tx.drafts.remove('sale/1'));
    makeRoom();
    if (!isSold) draft.goOn();
    draft.flush();
    if (isSold) await write(async () => undefined);
    else await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
    expect(await drafts()).toHaveLength(isSold ? 0 : 1);
    draft.close();
  }
});

test('SYN-26 R-BROW-03 a page that was put aside and comes back goes on with its draft, and writes what was aborted', async () => {
  const { take, drafts, database, held } = await openDraftDevice();
  const draft = await take();
  draft.keep({ notes: 'so' });
  draft.flush();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
  vi.spyOn(database, 'write').mockRejectedValueOnce(new Error('aborted'));
  draft.keep({ notes: 'soap' });
  draft.flush();
  loseLocks(held);
  expect(await draft.comeBack()).toBe(true);
  await vi.waitFor(async () => expect((await drafts())[0]?.content).toEqual({ notes: 'soap' }), PATIENTLY);
  expect(await draft.hold()).toBe(true);
  // No other form takes its key.
  expect((await take()).key).toBe('sale/2');
});

test('SYN-26 R-BROW-03 a draft that another page took, changed or sold meanwhile is not sold twice', async () => {
  const { take, drafts, database, held } = await openDraftDevice();
  const others = {
    takes: async () => void (await take()),
    changes: async () => {
      const other = await take();
      other.keep({ notes: 'soap and oil' });
      other.close();
      await vi.waitFor(async () => expect((await drafts())[0]?.content).toEqual({ notes: 'soap and oil' }), PATIENTLY);
    },
    sells: async () => {
      const other = await take();
      await other.hold();
      await database.write((tx) => tx.drafts.remove('sale/1'));
      other.close();
    },
  };
  for (const [act, other] of Object.entries(others)) {
    const draft = await take();
    draft.keep({ notes: 'soap' });
    draft.flush();
    await vi.waitFor(async () => expect((await drafts())[0]?.content).toEqual({ notes: 'soap' }), PATIENTLY);
    loseLocks(held);
    await other();
    const before = await drafts();
    const back = draft.comeBack();
    // A tap that the page handles after it was frozen.
    expect([act, await draft.hold(), await back]).toEqual([act, false, false]);
    draft.goOn();
    draft.keep({ notes: 'mine' });
    draft.close();
    expect([act, await drafts()]).toEqual([act, before]);
    loseLocks(held);
    await database.write((tx) => tx.drafts.remove('sale/1'));
  }
});

test('two tabs fill in two sales; what a tab left behind is found before an empty place', async () => {
  const { take, drafts } = await openDraftDevice();
  const [one, other] = [await take(), await take()];
  expect([one.key, other.key]).toEqual(['sale/1', 'sale/2']);
  other.keep({ notes: 'of the other tab' });
  one.close();
  other.close();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
  expect((await take()).content).toEqual({ notes: 'of the other tab' });
});

test('a page that is reloaded finds its draft, though the old one still holds the place; another tab is not waited for', async () => {
  const { take } = await openDraftDevice();
  const tab = newTab();
  const old = await take(tab);
  old.keep({ notes: 'before the reload' });
  old.flush();
  setTimeout(() => old.close(), 100);
  const reloaded = await take(tab);
  expect([reloaded.key, reloaded.content]).toEqual(['sale/1', { notes: 'before the reload' }]);
  expect((await take()).key).toBe('sale/2');
});

test('R-SNEW-16 M5 on a busy phone the old page holds its place for a second: the reloaded tab waits for its own, and for no other', async () => {
  const { take } = await openDraftDevice();
  const [tab, other] = [newTab(), await take()];
  other.keep({ notes: 'of another tab' });
  other.flush();
  const old = await take(tab);
  old.keep({ notes: 'before the reload' });
  old.flush();
  setTimeout(() => old.close(), 1_000);
  const reloaded = await take(tab);
  expect([reloaded.key, reloaded.content]).toEqual(['sale/2', { notes: 'before the reload' }]);
});

test('beyond five tabs a form keeps nothing, and sells all the same', async () => {
  const { take, drafts } = await openDraftDevice();
  for (let nth = 1; nth <= 5; nth += 1) expect((await take()).key).toBe(`sale/${nth}`);
  const sixth = await take();
  sixth.keep({ notes: 'lost' });
  sixth.close();
  expect([sixth.key, await drafts()]).toEqual([null, []]);
});

test('without locks every form has the first place', async () => {
  const { database } = await openDraftDevice();
  for (let nth = 0; nth < 2; nth += 1) {
    const draft = await takeDraft({ database, locks: undefined, tab: newTab() }, 'sale', new AbortController().signal);
    expect(draft?.key).toBe('sale/1');
  }
});

test('the usual place is found with one read, beside parked sales too; another one only if that is empty', async () => {
  const { take, database } = await openDraftDevice();
  const read = vi.spyOn(database, 'read');
  await database.write((tx) => tx.drafts.put({ key: 'parked/1', content: { notes: 'later' } }));
  (await take()).close();
  expect(read).toHaveBeenCalledTimes(1);
  await database.write((tx) => tx.drafts.put({ key: 'sale/3', content: { notes: 'of a closed tab' } }));
  expect(await take()).toMatchObject({ key: 'sale/3', content: { notes: 'of a closed tab' } });
  expect(read.mock.calls.length).toBeGreaterThan(2);
});

test('a form that was closed before its place was found takes none', async () => {
  const { database, held, locks } = await openDraftDevice();
  expect(await takeDraft({ database, locks, tab: newTab() }, 'sale', AbortSignal.abort())).toBeNull();
  expect(held.size).toBe(0);
});

test('SYN-24 a device whose user has logged out, in another tab, keeps no draft', async () => {
  const { take, drafts, database } = await openDraftDevice();
  const draft = await take();
  draft.keep({ notes: 'x' });
  await database.write(sealReplica);
  draft.flush();
  await database.write((tx) => tx.meta.getState());
  expect(await drafts()).toEqual([]);
});

test.each(Object.entries(BOOKS))(
  'SYN-1 R-BROW-12 a draft that was saved, and is in the %s, is no draft: the next form is empty, and nothing of it is left',
  async (_where, save) => {
    const { take, drafts, database } = await openDraftDevice();
    const other = { notes: 'another sale', act: 'b'.repeat(32) };
    await database.write(async (tx) => {
      await save(tx);
      await tx.drafts.put({ key: 'sale/1', content: SOLD });
      await tx.drafts.put({ key: 'sale/2', content: other });
    });
    const [first, second] = [await take(), await take()];
    expect([first.key, first.content]).toEqual(['sale/1', null]);
    expect([second.key, second.content]).toEqual(['sale/2', other]);
    expect(await drafts()).toEqual([{ key: 'sale/2', content: other }]);
  },
);

test('SYN-1 R-BROW-12 a device that cannot forget what was saved shows an empty form all the same', async () => {
  const { take, database } = await openDraftDevice();
  await database.write(async (tx) => {
    await BOOKS.outbox(tx);
    await tx.drafts.put({ key: 'sale/1', content: SOLD });
  });
  vi.spyOn(database, 'write').mockRejectedValue(new Error('full'));
  expect((await take()).content).toBeNull();
});

test('SYN-1 R-BROW-12 what is written after the save, by a form that does not know of it, brings no draft back', async () => {
  const { take, drafts, database } = await openDraftDevice();
  const draft = await take();
  draft.keep(SOLD);
  await draft.hold();
  await database.write(async (tx) => {
    await BOOKS.outbox(tx);
    await tx.drafts.remove('sale/1');
  });
  // The person was told that it is unknown whether the sale is saved.
  draft.goOn();
  draft.close();
  await database.write(async () => undefined);
  expect(await drafts()).toEqual([]);
});

test('SYN-1 SYN-26 R-BROW-12 a page that was put aside begins anew when what stands in it was saved meanwhile', async () => {
  const { take, database, held } = await openDraftDevice();
  const draft = await take();
  vi.spyOn(database, 'write').mockRejectedValueOnce(new Error('aborted'));
  draft.keep(SOLD);
  draft.flush();
  loseLocks(held);
  await database.write(BOOKS.outbox);
  expect(await draft.comeBack()).toBe(false);
  expect(await draft.hold()).toBe(false);
});
