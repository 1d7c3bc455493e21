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

export interface SessionRecord {
  read(): Promise<Session | null>;
  write(session: Session): Promise<void>;
  remove(): Promise<void>;
  /** Returns the signed-in user; null if none is signed in. */
  read(): Promise<Session | null>;
  /** Calls back when another tab wrote or removed the record. Returns a function that ends this. */
  onChangeElsewhere(callback: () => void): () => void;
  /** Notes whether the server has not heard of a logout yet: its session must still be ended there (C-147). */
  setLogoutOwed(isOwed: boolean): Promise<void>;
  isLogoutOwed(): Promise<boolean>;
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
  const put = (key: string, value: unknown) => inStore(place, 'readwrite', (store) => store.put(value, key));
  const drop = (key: string) => inStore(place, 'readwrite', (store) => store.delete(key));
  const get = async (key: string): Promise<unknown> => {
    for (;;) {
      if (page.isFrozen()) await page.awake();
      const begunAt = page.freezeCount();
      try {
        return await inStore<unknown>(place, 'readonly', (store) => store.get(key));
      } catch (error) {
        if (page.freezeCount() === begunAt) throw error;
      }
    }
  };

  return {
    read: async () => parseSession(await get(SESSION_KEY)),
    async write(session) {
      await put(SESSION_KEY, session);
      otherTabs.postMessage('changed');
    },
    async remove() {
      await drop(SESSION_KEY);
      otherTabs.postMessage('changed');
    },
    onChangeElsewhere(callback) {
      otherTabs.addEventListener('message', callback);
      return () => otherTabs.removeEventListener('message', callback);
    },
    async setLogoutOwed(isOwed) {
      await (isOwed ? put(LOGOUT_OWED_KEY, true) : drop(LOGOUT_OWED_KEY));
    },
    isLogoutOwed: async () => (await get(LOGOUT_OWED_KEY)) === true,
  };
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
