import type { LocalDatabase } from '../../sync/ports.ts';

/*
 * The draft of a form, kept on the device while somebody fills it in, so that a reload or a crash loses nothing. Two
 * tabs may fill in two sales: each takes a place of its own and holds it by a lock, which a closed or crashed tab lets
 * go by itself. A draft whose tab is gone is found by the next form that is opened.
 */

/** At most so many unfinished forms of a kind; further tabs keep nothing. */
const PLACES = 5;

/** A page that is being reloaded holds its place longer than the new one needs to ask for it, on a busy phone by far. */
const OWN_MS = 3_000;
/** Another tab that is gone lets its place go within this long. */
const OTHER_MS = 500;

/** A pause in typing, after which what stands there is written. */
const KEEP_AFTER_MS = 300;

export interface KeptDraft {
  /** For the act that is made of it; null where all places are taken. */
  key: string | null;
  /** What was found there. */
  content: unknown;
  /** Keeps what stands in the form now; null: nothing worth keeping. */
  keep(content: unknown): void;
  /** Writes at once what waits to be written: the page may be gone in a moment. */
  flush(): void;
  /** From here on nothing is written: the act that ends the draft is on its way. */
  hold(): void;
  /** That act failed: the draft goes on. */
  goOn(): void;
  /** The form is closed: what is in it stays kept, unless it was ended. */
  close(): void;
}

type Locks = Pick<LockManager, 'request'>;

export interface DraftPlace {
  database: LocalDatabase & { readonly name: string };
  /** Absent in old browsers: there every tab has the first place. */
  locks: Locks | undefined;
  /** What is remembered of this very tab beyond a reload: a browser's `sessionStorage`. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/**
 * Takes a free place: the one that this tab had before it was reloaded, then one with a draft in it before an empty one.
 * Null when the form was closed meanwhile.
 */
export async function takeDraft(place: DraftPlace, form: 'sale', signal: AbortSignal): Promise<KeptDraft | null> {
  const { database, locks, tab } = place;
  const ownName = `kaunta-draft-${form}`;
  const own = tab.getItem(ownName);
  const filled = new Set((await database.read((tx) => tx.drafts())).map(({ key }) => key));
  const keys = Array.from({ length: PLACES }, (_, index) => `${form}/${index + 1}`);
  const rank = (key: string) => (filled.has(key) ? (key === own ? 0 : 1) : 2);
  for (const key of keys.toSorted((a, b) => rank(a) - rank(b))) {
    if (signal.aborted) return null;
    const letGo = await tryLock(locks, `${database.name}/draft/${key}`, [OWN_MS, OTHER_MS, 0][rank(key)] ?? 0);
    if (letGo === null) continue;
    tab.setItem(ownName, key);
    // Read under the lock: whoever held the place a moment ago may have ended its draft.
    const found = (await database.read((tx) => tx.drafts())).find((draft) => draft.key === key);
    return draftAt(database, {
      key,
      content: found?.content ?? null,
      letGo() {
        tab.removeItem(ownName);
        letGo();
      },
    });
  }
  return NOT_KEPT;
}

/** A form that nothing is kept of. */
export const NOT_KEPT: KeptDraft = {
  key: null,
  content: null,
  keep: () => undefined,
  flush: () => undefined,
  hold: () => undefined,
  goOn: () => undefined,
  close: () => undefined,
};

/** Answers how to let the lock go; null when another tab has it, and has it still after so long. */
function tryLock(locks: Locks | undefined, name: string, waitMs: number): Promise<(() => void) | null> {
  if (!locks) return Promise.resolve(() => undefined);
  const patience = AbortSignal.timeout(waitMs);
  const options = waitMs === 0 ? { ifAvailable: true } : { signal: patience };
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (lock === null) return resolve(null);
        // Held until the promise that the lock waits for is fulfilled.
        return new Promise<void>((letGo) => resolve(letGo));
      })
      .catch((error: unknown) => {
        if (patience.aborted) resolve(null);
        else reject(error);
      });
  });
}

interface Place {
  key: string;
  content: unknown;
  letGo: () => void;
}

function draftAt(database: LocalDatabase, { key, content, letGo }: Place): KeptDraft {
  let waiting: { content: unknown } | null = null;
  let last: { content: unknown } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === null || isHeld) return;
    const now = waiting;
    let isAgain = false;
    // Done once more after room was made, it may come after the act that ends the draft, or after what was typed since.
    const isLate = () => {
      const isLateNow = isAgain && (isHeld || last !== now);
      isAgain = true;
      return isLateNow;
    };
    const written = write(database, key, now.content, isLate);
    [last, waiting] = [now, null];
    // The form still stands there, and saving it will tell of a device that cannot be written to.
    written.catch(() => undefined);
  };
  return {
    key,
    content,
    keep(next) {
      waiting = { content: next };
      timer ??= setTimeout(flush, KEEP_AFTER_MS);
    },
    flush,
    hold() {
      flush();
      isHeld = true;
    },
    goOn() {
      isHeld = false;
      waiting ??= last;
      if (waiting !== null) timer ??= setTimeout(flush, KEEP_AFTER_MS);
    },
    close() {
      flush();
      clearTimeout(timer);
      letGo();
    },
  };
}

async function write(database: LocalDatabase, key: string, content: unknown, isLate: () => boolean): Promise<void> {
  await database.write(async (tx) => {
    if (isLate()) return;
    // Whoever logged out, perhaps in another tab, leaves nothing behind (SYN-24).
    if ((await tx.getState()).sealed) return;
    if (content === null) await tx.removeDraft(key);
    else await tx.putDraft({ key, content });
  });
}
