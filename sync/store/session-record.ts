import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { USER_ROLES } from '../../domain/user-role.ts';

/*
 * The signed-in user, kept on the device so that the app opens with no signal (C-156, C-157). It holds no secret: the
 * session itself is an HttpOnly cookie. A database of its own, because a shop's database is opened only once it is
 * known whose it is; and IndexedDB as it is, because a stranger's first load should not carry a library for one record.
 * The connection is opened for each use, so there is none to lose while the phone sleeps.
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

/** The answer of GET /auth/me: who is signed in, and to which shop (R-API-10, C-011). */
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
  /** Who is signed in now; null when nobody is. */
  read(): Promise<Session | null>;
  /** Calls back when another tab wrote or removed the record; answers how to stop. */
  onChangeElsewhere(callback: () => void): () => void;
  /** A logout that the server has not heard of yet: its session must still be ended there (C-147). */
  setLogoutOwed(isOwed: boolean): Promise<void>;
  isLogoutOwed(): Promise<boolean>;
}

const DATABASE = 'kaunta-session';
const STORE = 'records';
const SESSION_KEY = 'session';
const LOGOUT_OWED_KEY = 'logout-owed';

export function openSessionRecord(indexedDB: IDBFactory): SessionRecord {
  const otherTabs = new BroadcastChannel(DATABASE);
  const put = (key: string, value: unknown) => inStore(indexedDB, 'readwrite', (store) => store.put(value, key));
  const get = (key: string) => inStore<unknown>(indexedDB, 'readonly', (store) => store.get(key));
  const drop = (key: string) => inStore(indexedDB, 'readwrite', (store) => store.delete(key));

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

/** One request in one transaction; resolves when it is on the disk. */
async function inStore<T>(
  indexedDB: IDBFactory,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase(indexedDB);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const asked = request(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The device did not keep the session'));
    });
  } finally {
    database.close();
  }
}

function openDatabase(indexedDB: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('The device does not open its storage'));
  });
}

// A record that an older build wrote and this one cannot read means signing in once more, never a broken start.
function parseSession(value: unknown): Session | null {
  const parsed = v.safeParse(sessionSchema, value);
  return parsed.success ? parsed.output : null;
}
