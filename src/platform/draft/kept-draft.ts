import type { LocalDatabase, LocalTx } from '../../../sync/local-database.ts';
import { type LetGo, tryLock } from './draft-lock.ts';
import { type DraftNote, forgetDraftNote, readDraftNote, writeDraftNote } from './draft-note.ts';
import { isSaved } from './kept-act.ts';
import type { TabMemory } from '../tab-memory.ts';

/*
 * The draft of a form, kept on the device while somebody fills it in, so that a reload or a crash loses nothing. Two
 * tabs may fill in two sales: each takes a place of its own and holds it by a lock, which a closed or crashed tab lets
 * go by itself. A draft whose tab is gone is found by the next form that is opened.
 */

/** At most so many unfinished forms of a kind; further tabs keep nothing. */
const PLACES = 5;

/**
 * A page that is being reloaded holds its place longer than the new one needs to ask for it, on a busy phone by far.
 */
const OWN_MS = 3_000;
/** Another tab that is gone lets its place go within this long. */
const OTHER_MS = 500;

/** A pause in typing, after which what stands there is written. */
const KEEP_AFTER_MS = 300;

export interface KeptDraft {
  /** For the act that is made of it; null where all places are taken. */
  key: string | null;
  /** The content that was found. */
  content: unknown;
  /** Keeps what stands in the form now; null: nothing worth keeping. */
  keep(content: unknown): void;
  /** Writes at once what waits to be written: the page may be gone in a moment. */
  flush(): void;
  /**
   * The page goes: what is not on the disk yet is noted for this tab's next page, whatever becomes of the last write.
   */
  leave(): void;
  /**
   * From here on nothing is written: the act that ends the draft is on its way. False: the draft is another form's by
   * now, or was ended by it, and may not be made into anything here.
   */
  hold(): Promise<boolean>;
  /** That act failed: the draft goes on. */
  goOn(): void;
  /**
   * The browser had put the page aside, which lets its place go. Takes it again; false: another form has or had it, so
   * that this one must begin anew.
   */
  comeBack(): Promise<boolean>;
  /**
   * A transaction ended the draft, or put another one in its place: what is kept from here on is that.
   * @param content what stands there by now; null: nothing
   */
  beginNext(content: unknown): void;
  /** The form is closed: what is in it stays kept, unless it was ended. */
  close(): void;
}

export interface DraftPlace {
  database: LocalDatabase & { readonly name: string };
  /** Absent in old browsers: there every tab has the first place. */
  locks: Pick<LockManager, 'request'> | undefined;
  tab: TabMemory;
}

/**
 * Takes a free place: the one that this tab had before it was reloaded, then one with a draft in it before an empty
 * one. Null when the form was closed meanwhile.
 */
export async function takeDraft(place: DraftPlace, form: 'sale', signal: AbortSignal): Promise<KeptDraft | null> {
  const { database, locks, tab } = place;
  const ownName = `kaunta-draft-${form}`;
  const note = readDraftNote(tab, database.name);
  const own = note?.key ?? tab.getItem(ownName);
  const filled = new Set((await database.read((tx) => tx.drafts.all())).map(({ key }) => key));
  const keys = Array.from({ length: PLACES }, (_, index) => `${form}/${index + 1}`);
  const rank = (key: string) => (note?.key === key ? 0 : !filled.has(key) ? 2 : key === own ? 0 : 1);
  for (const key of keys.toSorted((a, b) => rank(a) - rank(b))) {
    if (signal.aborted) return null;
    const lock = (waitMs: number) => tryLock(locks, `${database.name}/draft/${key}`, waitMs);
    const letGo = await lock([OWN_MS, OTHER_MS, 0][rank(key)] ?? 0);
    if (letGo === null) continue;
    tab.setItem(ownName, key);
    try {
      // Read under the lock: the last holder of the place may have ended its draft a moment ago.
      const found = await findAt(place, key);
      return draftAt(place, { key, found, letGo, lock, forget: () => tab.removeItem(ownName) });
    } catch (error) {
      letGo();
      throw error;
    }
  }
  return NOT_KEPT;
}

/** A form that nothing is kept of. */
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
  onDisk: unknown;
  /** Was noted, and is not on the disk yet. */
  noted: { content: unknown } | null;
}

interface Place {
  key: string;
  found: Found;
  letGo: LetGo;
  lock: (waitMs: number) => Promise<LetGo | null>;
  /** The tab no longer looks for its draft here first. */
  forget: () => void;
}

function draftAt(at: DraftPlace, { key, found, letGo, lock, forget }: Place): KeptDraft {
  let isHeld = false;
  let isOurs = true;
  let comingBack: Promise<void> = Promise.resolve();
  let release = letGo;
  const { standing, written, ...pen } = penAt(at, key, found, { isHeld: () => isHeld, isOurs: () => isOurs });
  const goOn = () => {
    isHeld = false;
    pen.goOn();
  };
  const takeAgain = async () => {
    release();
    const released = await lock(OTHER_MS);
    release = released ?? (() => undefined);
    isOurs = released !== null && (await isStillOurs(at, { key, standing: standing(), written: written() }));
    // A write that the freeze aborted is repeated.
    if (isOurs && !isHeld) goOn();
  };
  return {
    key,
    content: standing(),
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
      // A device that cannot be read says so elsewhere; the form goes on.
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
      forget();
      release();
    },
  };
}

/** Writes the draft, and knows how much of the form's content is on the disk. */
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
  const standing = () => (waiting ?? last ?? { content: onDisk }).content;
  /** The contents that may be on the disk, as far as is known here. */
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
        if (isSame(standing(), onDisk)) forgetDraftNote(tab);
      })
      // The form still stands there, and saving it will tell of a device that cannot be written to.
      .catch(() => undefined);
  };
  flush();
  return {
    standing,
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
      const content = standing();
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
 * Asks only when a write is done once more, after room was made for it: by then it may come after the act that ends the
 * draft, or after what was typed since.
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

/** True unless somebody continued the form on another page, or saved it. */
async function isStillOurs(
  { database, tab }: Pick<DraftPlace, 'database' | 'tab'>,
  { key, standing, written }: { key: string; standing: unknown; written: readonly unknown[] },
): Promise<boolean> {
  const note = noteAt(tab, database.name, key);
  if (note !== null && !isSame(note.content, standing)) return false;
  return await database.read(
    async (tx) => isOneOf(await contentAt(tx, key), written) && !(await isSaved(tx, standing)),
  );
}

/** The kept draft. One that was saved meanwhile is deleted: a person who finds it would sell it again. */
async function findAt({ database, tab }: DraftPlace, key: string): Promise<Found> {
  const note = noteAt(tab, database.name, key);
  const look = async (tx: LocalTx) => {
    const content = await contentAt(tx, key);
    const isNoted = note !== null && isOneOf(content, [...note.over, note.content]);
    return {
      content,
      isLeft: content !== null && (await isSaved(tx, content)),
      noted: isNoted && !(await isSaved(tx, note.content)) ? { content: note.content } : null,
    };
  };
  const { content, isLeft, noted } = await database.read(look);
  if (note !== null && noted === null) forgetDraftNote(tab);
  if (isLeft)
    await database
      .write(async (tx) => {
        if ((await look(tx)).isLeft) await tx.drafts.remove(key);
      })
      // It is found, and passed over, the next time too.
      .catch(() => undefined);
  return { onDisk: isLeft ? null : content, noted };
}

function noteAt(tab: TabMemory, database: string, key: string): DraftNote | null {
  const note = readDraftNote(tab, database);
  return note?.key === key ? note : null;
}

const isOneOf = (content: unknown, others: readonly unknown[]): boolean =>
  others.some((other) => isSame(content, other));

/** Drafts are what a form writes: the same in the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Answers whether it was written: what comes too late is not. */
async function write(database: LocalDatabase, key: string, content: unknown, isLate: () => boolean): Promise<boolean> {
  return await database.write(async (tx) => {
    if (isLate()) return false;
    // After logging out, perhaps in another tab, no draft is written (SYN-24).
    if ((await tx.meta.getState()).sealed) return false;
    // A write after the save, here or elsewhere, would bring the draft back.
    if (await isSaved(tx, content)) return false;
    if (content === null) await tx.drafts.remove(key);
    else await tx.drafts.put({ key, content });
    return true;
  });
}
