import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { USER_ROLES } from '../../domain/people/user-role.ts';
import { NEVER_FROZEN, type PageLife } from './database/page-life.ts';
import { type MakeRevocablePlace, tryRevocably } from './database/revocable-place.ts';

/*
 * The signed-in user, stored on the device so that the app opens without a connection (C-156, C-157). The record
 * contains no secret: the session itself is an HttpOnly cookie. It has a database of its own, because a shop's database
 * is opened only after its user is known. It uses IndexedDB directly, because the first load on a new device should not
 * include a library for one record. The connection is opened for each use, so a sleeping phone has none to lose. If the
 * page is frozen, a write is aborted and rejects, and a read runs again on resume (SYN-26).
 */

const signedInUserSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  username: v.nullish(v.string(), ''),
  firstName: v.nullish(v.string(), ''),
  lastName: v.nullish(v.string(), ''),
  phone: v.nullish(v.string(), ''),
  email: v.nullish(v.string(), ''),
  role: v.picklist(USER_ROLES),
  isBusinessOwner: v.optional(v.boolean(), false),
});

const signedInBusinessSchema = v.object({
  id: v.optional(idSchema),
  name: v.nullish(v.string(), ''),
  slug: v.nullish(v.string(), ''),
  currency: v.nullish(v.string(), ''),
  country: v.nullish(v.string(), ''),
  timeZone: v.nullish(v.string(), 'UTC'),
  businessCategoryId: v.nullish(idSchema, null),
});

/** The answer of GET /auth/me: the signed-in user and their shop (R-API-10, C-011). */
export const currentUserSchema = v.pipe(
  v.object({ user: signedInUserSchema, business: signedInBusinessSchema }),
  v.transform(({ user, business }) => ({ user, business: { ...business, id: user.businessId } })),
);

const sessionSchema = v.intersect([currentUserSchema, v.object({ signedInAtMs: v.number() })]);

export type CurrentUser = v.InferOutput<typeof currentUserSchema>;
export type SignedInUser = CurrentUser['user'];
export type Session = CurrentUser & { signedInAtMs: number };

/** How another tab changed the record: 'ended' if the server has ended the session, else 'changed'. */
export type RecordChange = 'changed' | 'ended';

export interface SessionRecord {
  /** Returns the signed-in user; null if none is signed in, or if they are logging out. */
  read(): Promise<Session | null>;
  /** Stores the signed-in user. No earlier logout is left to finish then, here or at the server. */
  write(session: Session): Promise<void>;
  remove(): Promise<void>;
  /** Removes the user whose session the server has ended. Other tabs hear that it was no logout (decision 69). */
  end(): Promise<void>;
  /** Calls back when another tab changed who is signed in. Returns a function that stops this. */
  onChangeElsewhere(callback: (change: RecordChange) => void): () => void;
  /**
   * Notes that a logout has begun: from here on nobody is signed in, and the server's session must still be ended
   * (C-147).
   */
  beginLogout(): Promise<void>;
  /** Removes the user whose logout has begun. Changes nothing if somebody has signed in meanwhile. */
  removeLeaver(): Promise<void>;
  /** Notes that the server's session is ended. Changes nothing if somebody has signed in meanwhile. */
  endLogout(): Promise<void>;
  /** True if the server has not heard of the last logout yet. */
  isLogoutOwed(): Promise<boolean>;
  /** Returns the user whose logout has begun and whose shop may still be on this device; null if there is none. */
  unfinishedLogout(): Promise<Session | null>;
}

const DATABASE = 'kaunta-session';
const STORE = 'records';
const SESSION_KEY = 'session';
const LOGOUT_OWED_KEY = 'logout-owed';
const NOT_KEPT = 'The device did not keep the session';

/**
 * Opens the record.
 * @param page absent in a worker
 * @param revocablePlace used as long as the record's database may not exist yet
 */
export function openSessionRecord(
  indexedDB: IDBFactory,
  page: PageLife = NEVER_FROZEN,
  revocablePlace: MakeRevocablePlace = () => null,
): SessionRecord {
  const otherTabs = new BroadcastChannel(DATABASE);
  const place = { indexedDB, page, revocablePlace };
  const change = async <T>(request: AskStore<T>, message: RecordChange = 'changed'): Promise<void> => {
    await inStore(place, 'readwrite', request);
    otherTabs.postMessage(message);
  };
  const remove = (message?: RecordChange) => change((store) => store.delete(SESSION_KEY), message);
  /** Reads the session and the note of a logout in one request, because a cold launch waits for it. */
  const readAll = async () => {
    for (;;) {
      if (page.isFrozen()) await page.awake();
      const begunAt = page.freezeCount();
      try {
        const stored: unknown[] = await inStore(place, 'readonly', (store) => store.getAll());
        return { isLogoutOwed: stored.includes(true), session: parseSession(stored.find((each) => each !== true)) };
      } catch (error) {
        if (page.freezeCount() === begunAt) throw error;
      }
    }
  };

  return {
    async read() {
      const { isLogoutOwed, session } = await readAll();
      return isLogoutOwed ? null : session;
    },
    write: (session) =>
      change((store) => {
        store.delete(LOGOUT_OWED_KEY);
        return store.put(session, SESSION_KEY);
      }),
    remove: () => remove(),
    end: () => remove('ended'),
    onChangeElsewhere(callback) {
      const onMessage = ({ data }: MessageEvent<RecordChange>) => callback(data);
      otherTabs.addEventListener('message', onMessage);
      return () => otherTabs.removeEventListener('message', onMessage);
    },
    beginLogout: () => change((store) => store.put(true, LOGOUT_OWED_KEY)),
    removeLeaver: () => change((store) => whileLogoutIsOwed(store, () => store.delete(SESSION_KEY))),
    endLogout: () =>
      change((store) =>
        whileLogoutIsOwed(store, () => {
          // Without the note, a record that is still there would sign its user in again.
          store.delete(SESSION_KEY);
          store.delete(LOGOUT_OWED_KEY);
        }),
      ),
    isLogoutOwed: async () => (await readAll()).isLogoutOwed,
    async unfinishedLogout() {
      const { isLogoutOwed, session } = await readAll();
      return isLogoutOwed ? session : null;
    },
  };
}

/** Runs `act` in this transaction if a logout has begun and nobody has signed in since. */
function whileLogoutIsOwed(store: IDBObjectStore, act: () => void): IDBRequest<unknown> {
  const asked: IDBRequest<unknown> = store.get(LOGOUT_OWED_KEY);
  asked.onsuccess = () => {
    if (asked.result === true) act();
  };
  return asked;
}

interface Place {
  indexedDB: IDBFactory;
  page: PageLife;
  revocablePlace: MakeRevocablePlace;
}

type AskStore<T> = (store: IDBObjectStore) => IDBRequest<T>;

/** Runs one request in one transaction; resolves when it is on disk. */
async function inStore<T>(place: Place, mode: IDBTransactionMode, request: AskStore<T>): Promise<T> {
  const done = await tryRevocably(place.page, place.revocablePlace, ({ indexedDB }) =>
    inStoreOf({ ...place, indexedDB }, mode, request),
  );
  return done === null ? await inStoreOf(place, mode, request) : done.value;
}

async function inStoreOf<T>({ indexedDB, page }: Place, mode: IDBTransactionMode, request: AskStore<T>): Promise<T> {
  const begunAt = page.isFrozen() ? null : page.freezeCount();
  let transaction: IDBTransaction | null = null;
  const stopFreezing = page.onFreeze(() => abort(transaction));
  let database: IDBDatabase | null = null;
  try {
    database = await openDatabase(indexedDB, (upgrade) => (transaction = upgrade));
    const opened = database;
    // Another user may have signed in while the page was frozen, so do not write.
    if (mode === 'readwrite' && page.freezeCount() !== begunAt) throw new Error(NOT_KEPT);
    return await new Promise<T>((resolve, reject) => {
      const writing = opened.transaction(STORE, mode, { durability: 'strict' });
      transaction = writing;
      const asked = request(writing.objectStore(STORE));
      writing.oncomplete = () => resolve(asked.result);
      writing.onabort = () => reject(writing.error ?? new Error(NOT_KEPT));
    });
  } finally {
    stopFreezing();
    database?.close();
  }
}

function abort(transaction: IDBTransaction | null): void {
  try {
    transaction?.abort();
  } catch {
    // The transaction is being committed or has ended.
  }
}

function openDatabase(
  indexedDB: IDBFactory,
  onUpgrade: (upgrade: IDBTransaction | null) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => {
      onUpgrade(opening.transaction);
      opening.result.createObjectStore(STORE);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('The device does not open its storage'));
  });
}

// A record that this build cannot read counts as no session: the person signs in once more, and the start does not
// fail.
function parseSession(value: unknown): Session | null {
  const parsed = v.safeParse(sessionSchema, value);
  return parsed.success ? parsed.output : null;
}
