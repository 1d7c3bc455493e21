import { onTestFinished } from 'vitest';
import { type KeptDraft, takeDraft } from '../../../src/platform/draft/kept-draft.ts';
import type { TabMemory } from '../../../src/platform/tab-memory.ts';
import type { LocalTx } from '../../../sync/local-database.ts';
import { entry } from '../device/outbox-rows.ts';
import { freshState, openDexieDevice } from '../device/test-device.ts';

/* A device that keeps the drafts of several pages, with the locks of their browser and what it remembers of each tab. */

/** The browser's Web Locks: each is held until its work is over; others wait, or go without it. */
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
    const done: Promise<void> = Promise.resolve(work({ name })).then(() => {
      if (held.get(name) === done) held.delete(name);
    });
    held.set(name, done);
    return await done;
  };
  // Only this overload is used here.
  return { held, locks: { request } as unknown as LockManager };
}

/** The session storage of one tab, which survives a reload. */
export function newTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    names: () => [...kept.keys()],
  };
}

export async function openDraftDevice(state = freshState()) {
  const { database } = await openDexieDevice(state);
  onTestFinished(() => database.close());
  const { locks, held } = browserLocks();
  const take = async (tab: TabMemory = newTab()): Promise<KeptDraft> => {
    const draft = await takeDraft({ database, locks, tab }, 'sale', new AbortController().signal);
    if (!draft) throw new Error('No draft was taken');
    return draft;
  };
  const drafts = () => database.read((tx) => tx.drafts.all());
  return { database, take, drafts, held, locks };
}

/** Takes the locks from a page, as the browser does when it puts the page aside. */
export const loseLocks = (held: Map<string, Promise<unknown>>) => held.clear();

export const ACT = 'a'.repeat(32);
export const SOLD = { notes: 'sold', act: ACT };

/** Puts the saved act into the outbox, or into the archive. */
export const BOOKS = {
  outbox: (tx: LocalTx) => tx.outbox.put([entry(1, { opening: ACT })]),
  archive: (tx: LocalTx) =>
    tx.archive.put([{ ...entry(1, { opening: ACT }), archivedAtMs: 1, proof: { lmid: 1, hash: '' } }]),
};
