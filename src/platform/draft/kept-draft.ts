import type { LocalDatabase, LocalTx } from '../../../sync/local-database.ts';
import { type LetGo, tryLock } from './draft-lock.ts';
import { type DraftNote, forgetDraftNote, readDraftNote, writeDraftNote } from './draft-note.ts';
import { isSaved } from './kept-act.ts';
import type { TabMemory } from '../tab-memory.ts';

/*
 * The draft of a form, stored on the device while a person fills it in, so that a reload or a crash loses nothing. Two
 * tabs may fill in two sales: each tab takes one of several numbered places and has a lock for it. The browser releases
 * the lock when the tab is closed or crashes. The next form that is opened then finds the draft of that tab.
 */

/** At most this many unfinished forms of a kind are stored; a further tab stores nothing. */
const PLACES = 5;

/**
 * How long to wait for the place of this same tab. On a busy phone a page that is being reloaded releases its lock only
 * some time after the new page asks for it.
 */
const OWN_MS = 3_000;
/** How long to wait for a place with a draft of another tab: a closed tab releases its lock within this time. */
const OTHER_MS = 500;

/** The content is written after this pause in typing. */
const KEEP_AFTER_MS = 300;

export interface KeptDraft {
  /** The key of the draft, for the act that is made from it; null if all places are taken. */
  key: string | null;
  /** The content that was found when the place was taken. */
  content: unknown;
  /** Stores the present content of the form; null: there is nothing worth storing. */
  keep(content: unknown): void;
  /** Writes at once what waits to be written, because the page may end at any moment. */
  flush(): void;
  /**
   * Must be called when the page is left: notes what is not on disk yet for this tab's next page, because the last
   * write may be aborted.
   */
  leave(): void;
  /**
   * Stops writing, because the act that ends the draft is about to run. Returns false if another form has the draft by
   * now, or has ended it: then this form must not make an act from it.
   */
  hold(): Promise<boolean>;
  /** Starts writing again, because that act failed. */
  goOn(): void;
  /**
   * Takes the place again after the browser had frozen the page, which releases the lock. Returns false if another form
   * has the place now or had it meanwhile: then this form must begin again.
   */
  comeBack(): Promise<boolean>;
  /**
   * Must be called when a transaction ended the draft or replaced it: from now on the draft is that content.
   * @param content the content that the transaction stored; null: none
   */
  beginNext(content: unknown): void;
  /** Must be called when the form is closed. Its content stays stored, unless the draft was ended. */
  close(): void;
}

export interface DraftPlace {
  database: LocalDatabase & { readonly name: string };
  /** Absent in old browsers: there every tab gets the first place. */
  locks: Pick<LockManager, 'request'> | undefined;
  tab: TabMemory;
}

/**
 * Takes a free place: first the one that this tab had before a reload, then one with a draft, then an empty one.
 * Returns null if the form was closed meanwhile.
 */
export async function takeDraft(place: DraftPlace, form: 'sale', signal: AbortSignal): Promise<KeptDraft | null> {
  const { database, locks, tab } = place;
  const ownName = `kaunta-draft-${form}`;
  const note = readDraftNote(tab, database.name);
  const own = note?.key ?? tab.getItem(ownName);
  const keys = Array.from({ length: PLACES }, (_, index) => `${form}/${index + 1}`);
  const lockAt = (key: string, waitMs: number) => tryLock(locks, `${database.name}/draft/${key}`, waitMs);
  const take = async (key: string, letGo: LetGo, isRight: (found: Found) => boolean): Promise<KeptDraft | null> => {
    try {
      // Read only under the lock, because the last holder of the place may have ended its draft a moment ago.
      const found = await findAt(place, key);
      if (isRight(found) && !signal.aborted) {
        tab.setItem(ownName, key);
        const lock = (waitMs: number) => lockAt(key, waitMs);
        return draftAt(place, { key, found, letGo, lock, forget: () => tab.removeItem(ownName) });
      }
    } catch (error) {
      letGo();
      throw error;
    }
    letGo();
    return null;
  };

  // This is nearly always the right place, and then one read is enough: while a copy of the shop arrives, each read waits.
  const likely = own ?? `${form}/1`;
  const isLikelyRight = ({ filled }: Found) =>
    note?.key === likely || filled.has(likely) || !keys.some((key) => filled.has(key));
  const free = await lockAt(likely, 0);
  const taken = free && (await take(likely, free, isLikelyRight));
  if (taken || signal.aborted) return taken;

  const filled = await database.read(filledPlaces);
  const rank = (key: string) => (note?.key === key ? 0 : !filled.has(key) ? 2 : key === own ? 0 : 1);
  for (const key of keys.toSorted((one, other) => rank(one) - rank(other))) {
    if (signal.aborted) return null;
    const letGo = await lockAt(key, [OWN_MS, OTHER_MS, 0][rank(key)] ?? 0);
    if (letGo !== null) return await take(key, letGo, () => true);
  }
  return NOT_KEPT;
}

const filledPlaces = async (tx: LocalTx): Promise<ReadonlySet<string>> =>
  new Set((await tx.drafts.all()).map(({ key }) => key));

/** A form whose content is not stored. */
export const NOT_KEPT: KeptDraft = {
  key: null,
  content: null,
  keep: () => undefined,
  flush: () => undefined,
  leave: () => undefined,
  hold: () => Promise.resolve(true),
  goOn: () => undefined,
  comeBack: () => Promise.resolve(true),
  beginNext: () => undefined,
  close: () => undefined,
};

interface Found {
  /** The places that have a draft. */
  filled: ReadonlySet<string>;
  onDisk: unknown;
  /** The content that was noted when the page was left and is not on disk yet. */
  noted: { content: unknown } | null;
}

interface Place {
  key: string;
  found: Found;
  letGo: LetGo;
  lock: (waitMs: number) => Promise<LetGo | null>;
  /** Makes the tab no longer look for its draft here first. */
  forget: () => void;
}

function draftAt(at: DraftPlace, { key, found, letGo, lock, forget }: Place): KeptDraft {
  let isHeld = false;
  let isOurs = true;
  let comingBack: Promise<void> = Promise.resolve();
  let release = letGo;
  const { newest, written, ...pen } = penAt(at, key, found, { isHeld: () => isHeld, isOurs: () => isOurs });
  const goOn = () => {
    isHeld = false;
    pen.goOn();
  };
  const takeAgain = async () => {
    release();
    const released = await lock(OTHER_MS);
    release = released ?? (() => undefined);
    isOurs = released !== null && (await isStillOurs(at, { key, newest: newest(), written: written() }));
    // Repeat a write that the freeze aborted.
    if (isOurs && !isHeld) goOn();
  };
  return {
    key,
    content: newest(),
    keep: pen.keep,
    flush: pen.flush,
    leave: pen.leave,
    async hold() {
      pen.flush();
      isHeld = true;
      await comingBack;
      return isOurs;
    },
    goOn,
    async comeBack() {
      // A device whose database cannot be read shows that elsewhere. The form can be used all the same.
      comingBack = takeAgain().catch(() => undefined);
      await comingBack;
      return isOurs;
    },
    beginNext(next) {
      isHeld = false;
      pen.beginNext(next);
    },
    close() {
      pen.flush();
      pen.rest();
      // A tab that comes back finds its own unfinished form, not that of a tab that was closed.
      if (newest() === null) forget();
      release();
    },
  };
}

/** Writes the draft, and tracks how much of the form's content is on disk. */
function penAt(
  { database, tab }: DraftPlace,
  key: string,
  found: Found,
  { isHeld, isOurs }: { isHeld: () => boolean; isOurs: () => boolean },
) {
  let waiting = found.noted;
  let last: { content: unknown } | null = null;
  let { onDisk } = found;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const newest = () => (waiting ?? last ?? { content: onDisk }).content;
  /** Returns the contents that may be on disk, as far as this page knows. */
  const written = () => (last === null ? [onDisk] : [onDisk, last.content]);
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    rest();
    if (waiting === null || isHeld() || !isOurs()) return;
    const now = waiting;
    const isLate = onlyAgain(() => isHeld() || last !== now);
    const writing = write(database, key, now.content, isLate);
    [last, waiting] = [now, null];
    writing
      .then((isWritten) => {
        if (!isWritten) return;
        onDisk = now.content;
        if (isSame(newest(), onDisk)) forgetDraftNote(tab);
      })
      // Ignore a failed write: the form still has the content, and saving the form will report the error.
      .catch(() => undefined);
  };
  flush();
  return {
    newest,
    written,
    rest,
    flush,
    keep(next: unknown) {
      waiting = { content: next };
      timer ??= setTimeout(flush, KEEP_AFTER_MS);
    },
    goOn() {
      waiting ??= last;
      if (waiting !== null) timer ??= setTimeout(flush, KEEP_AFTER_MS);
    },
    leave() {
      const content = newest();
      if (isOurs() && !isSame(content, onDisk))
        writeDraftNote(tab, { database: database.name, key, content, over: written() });
      flush();
    },
    beginNext(next: unknown) {
      rest();
      forgetDraftNote(tab);
      [onDisk, waiting, last] = [next, null, null];
    },
  };
}

/**
 * Returns a check that calls `isLate` only from the second run of a write on, after room was made for it. By then the
 * write may come after the act that ends the draft, or after newer input.
 */
function onlyAgain(isLate: () => boolean): () => boolean {
  let isAgain = false;
  return () => {
    const isLateNow = isAgain && isLate();
    isAgain = true;
    return isLateNow;
  };
}

const contentAt = async (tx: LocalTx, key: string): Promise<unknown> =>
  (await tx.drafts.all()).find((draft) => draft.key === key)?.content ?? null;

/** True unless the form was continued on another page, or saved. */
async function isStillOurs(
  { database, tab }: Pick<DraftPlace, 'database' | 'tab'>,
  { key, newest, written }: { key: string; newest: unknown; written: readonly unknown[] },
): Promise<boolean> {
  const note = noteAt(tab, database.name, key);
  if (note !== null && !isSame(note.content, newest)) return false;
  return await database.read(async (tx) => isOneOf(await contentAt(tx, key), written) && !(await isSaved(tx, newest)));
}

/**
 * Finds the draft in its place. A draft that was saved meanwhile is deleted, because a person who found it would sell
 * it again.
 */
async function findAt({ database, tab }: DraftPlace, key: string): Promise<Found> {
  const note = noteAt(tab, database.name, key);
  const look = async (tx: LocalTx) => {
    const content = await contentAt(tx, key);
    const isNoted = note !== null && isOneOf(content, [...note.over, note.content]);
    return {
      content,
      filled: await filledPlaces(tx),
      isLeft: content !== null && (await isSaved(tx, content)),
      noted: isNoted && !(await isSaved(tx, note.content)) ? { content: note.content } : null,
    };
  };
  const { content, filled, isLeft, noted } = await database.read(look);
  if (note !== null && noted === null) forgetDraftNote(tab);
  if (isLeft)
    await database
      .write(async (tx) => {
        if ((await look(tx)).isLeft) await tx.drafts.remove(key);
      })
      // If the deletion fails, the next opening finds the draft and skips it too.
      .catch(() => undefined);
  return { filled, onDisk: isLeft ? null : content, noted };
}

function noteAt(tab: TabMemory, database: string, key: string): DraftNote | null {
  const note = readDraftNote(tab, database);
  return note?.key === key ? note : null;
}

const isOneOf = (content: unknown, others: readonly unknown[]): boolean =>
  others.some((other) => isSame(content, other));

/** True if both drafts are equal. A form always writes its fields in the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Writes the draft. Returns false if it did not, because the write came too late. */
async function write(database: LocalDatabase, key: string, content: unknown, isLate: () => boolean): Promise<boolean> {
  return await database.write(async (tx) => {
    if (isLate()) return false;
    // After a logout, perhaps in another tab, no draft may be written (SYN-24).
    if ((await tx.meta.getState()).sealed) return false;
    // After a save, in this tab or another, a write would bring the draft back.
    if (await isSaved(tx, content)) return false;
    if (content === null) await tx.drafts.remove(key);
    else await tx.drafts.put({ key, content });
    return true;
  });
}
