import { expect, onTestFinished, test, vi } from 'vitest';
import { type KeptDraft, takeDraft } from '../../../src/platform/kept-draft.ts';
import { sealReplica } from '../../../sync/replica/seal.ts';
import { freshState, openDexieDevice } from '../../support/test-device.ts';
import { PATIENTLY } from '../../support/patience.ts';

/** The locks of a browser: each is held until its work is over; whoever wants it waits or does without. */
function browserLocks() {
  const held = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { ifAvailable, signal }: LockOptions,
    work: (lock: object | null) => unknown,
  ) => {
    if (ifAvailable && held.has(name)) return await work(null);
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    aborted.catch(() => undefined);
    while (held.has(name)) await Promise.race([held.get(name), aborted]);
    const done = Promise.resolve(work({ name })).then(() => held.delete(name));
    held.set(name, done);
    return await done;
  };
  // The one overload that is used here.
  return { held, locks: { request } as unknown as LockManager };
}

/** What a browser remembers of one tab, beyond its reload. */
function newTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

async function openDevice() {
  const { database } = await openDexieDevice(freshState());
  onTestFinished(() => database.close());
  const { locks } = browserLocks();
  const take = async (tab = newTab()): Promise<KeptDraft> => {
    const draft = await takeDraft({ database, locks, tab }, 'sale', new AbortController().signal);
    if (!draft) throw new Error('No draft was taken');
    return draft;
  };
  const drafts = () => database.read((tx) => tx.drafts());
  return { database, take, drafts };
}

test('what stands in the form is kept when typing pauses, once, and found by the next form', async () => {
  const { take, drafts, database } = await openDevice();
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

test('what was typed a moment before the page went is kept all the same', async () => {
  const { take, drafts } = await openDevice();
  const draft = await take();
  draft.keep({ notes: 'by hand' });
  draft.flush();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
  draft.keep({ notes: 'by hand, longer' });
  draft.close();
  expect((await take()).content).toEqual({ notes: 'by hand, longer' });
});

test('a form with nothing in it leaves nothing behind', async () => {
  const { take, drafts } = await openDevice();
  const draft = await take();
  draft.keep({ notes: 'x' });
  draft.flush();
  draft.keep(null);
  draft.close();
  await vi.waitFor(async () => expect(await drafts()).toEqual([]), PATIENTLY);
});

test('while the act that ends it is on its way nothing is written any more, unless that act failed', async () => {
  const { take, drafts, database } = await openDevice();
  const draft = await take();
  draft.keep({ notes: 'sold' });
  // What waited goes first: a crash in the middle of the act would lose it otherwise.
  draft.hold();
  await database.write((tx) => tx.removeDraft('sale/1'));
  draft.keep({ notes: 'tidied' });
  draft.flush();
  draft.close();
  expect(await drafts()).toEqual([]);

  const next = await take();
  next.hold();
  next.keep({ notes: 'not sold' });
  next.goOn();
  next.flush();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
});

test('SYN-26 what finds no space until the act has ended the draft is not written after it; if the act failed, it is', async () => {
  const { take, drafts, database } = await openDevice();
  const write = database.write.bind(database);
  // The first write finds the device full, and is done once more when room was made.
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
    draft.hold();
    await write((tx) => tx.removeDraft('sale/1'));
    makeRoom();
    if (!isSold) draft.goOn();
    draft.flush();
    if (isSold) await write(async () => undefined);
    else await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
    expect(await drafts()).toHaveLength(isSold ? 0 : 1);
    draft.close();
  }
});

test('two tabs fill in two sales; what a tab left behind is found before an empty place', async () => {
  const { take, drafts } = await openDevice();
  const [one, other] = [await take(), await take()];
  expect([one.key, other.key]).toEqual(['sale/1', 'sale/2']);
  other.keep({ notes: 'of the other tab' });
  one.close();
  other.close();
  await vi.waitFor(async () => expect(await drafts()).toHaveLength(1), PATIENTLY);
  expect((await take()).content).toEqual({ notes: 'of the other tab' });
});

test('a page that is reloaded finds its draft, though the old one still holds the place; another tab is not waited for', async () => {
  const { take } = await openDevice();
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
  const { take } = await openDevice();
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
  const { take, drafts } = await openDevice();
  for (let nth = 1; nth <= 5; nth += 1) expect((await take()).key).toBe(`sale/${nth}`);
  const sixth = await take();
  sixth.keep({ notes: 'lost' });
  sixth.close();
  expect([sixth.key, await drafts()]).toEqual([null, []]);
});

test('without locks every form has the first place', async () => {
  const { database } = await openDevice();
  for (let nth = 0; nth < 2; nth += 1) {
    const draft = await takeDraft({ database, locks: undefined, tab: newTab() }, 'sale', new AbortController().signal);
    expect(draft?.key).toBe('sale/1');
  }
});

test('a form that was closed before its place was found takes none', async () => {
  const { database } = await openDevice();
  const { held, locks } = browserLocks();
  expect(await takeDraft({ database, locks, tab: newTab() }, 'sale', AbortSignal.abort())).toBeNull();
  expect(held.size).toBe(0);
});

test('SYN-24 a device whose user has logged out, in another tab, keeps no draft', async () => {
  const { take, drafts, database } = await openDevice();
  const draft = await take();
  draft.keep({ notes: 'x' });
  await database.write(sealReplica);
  draft.flush();
  await database.write((tx) => tx.getState());
  expect(await drafts()).toEqual([]);
});
