import { type DBCore, type DBCoreCursor, type DBCoreTable, Dexie, type Middleware } from 'dexie';

/** All open transactions of a connection, so that they can be aborted at once (SYN-26). */
export interface OpenTransactions {
  /** Watches the requests to the tables, so that they can be rejected if the browser never answers them. */
  readonly middleware: Middleware<DBCore>;
  /**
   * Watches every transaction, also those that pass no middleware: the upgrade, and the transaction over all tables in
   * which Dexie inspects a database that it has just opened.
   */
  readonly indexedDB: IDBFactory;
  /** Aborts all transactions that are not being committed; those report their own end. */
  abortAll(): void;
  /** True if `abortAll` aborted the transaction. */
  wasAborted(transaction: object): boolean;
  /** Calls back once, as soon as no transaction is open. */
  onceNone(callback: () => void): void;
  /** Remembers the transactions that are open now, to reject later the requests that still wait for them. */
  mark(): MarkedTransactions;
}

export interface MarkedTransactions {
  answerAborted(): void;
  answerAll(): void;
}

/** Rejects a waiting request of a transaction that was aborted. */
type Refuse = (reason: unknown) => void;

export function watchTransactions(factory: IDBFactory): OpenTransactions {
  const open = new Map<object, { transaction: IDBTransaction; waiting: Set<Refuse> }>();
  const aborted = new WeakSet<object>();
  const onNone: (() => void)[] = [];
  const forget = (transaction: object) => {
    open.delete(transaction);
    if (open.size === 0) for (const callback of onNone.splice(0)) callback();
  };
  const watch = (transaction: IDBTransaction) => {
    open.set(transaction, { transaction, waiting: new Set() });
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => forget(transaction));
  };
  const answered: Answered = (transaction, answer) => {
    const waiting = open.get(transaction)?.waiting;
    return waiting === undefined ? answer : refusable(waiting, answer);
  };
  const answer = (transactions: readonly object[]) => {
    for (const it of transactions) {
      const unanswered = open.get(it);
      if (unanswered === undefined) continue;
      forget(it);
      const reason = new DOMException('The browser gave no answer', 'AbortError');
      for (const refuse of unanswered.waiting) refuse(reason);
      // Call Dexie's own handler, because Dexie waits for the end of the transaction.
      unanswered.transaction.onabort?.(new Event('abort'));
    }
  };
  return {
    middleware: {
      stack: 'dbcore',
      name: 'open transactions',
      create: (core) => ({
        ...core,
        table: (name) => answeredTable(core.table(name), answered),
      }),
    },
    indexedDB: watchedFactory(factory, watch),
    abortAll() {
      for (const { transaction } of open.values()) {
        try {
          transaction.abort();
          aborted.add(transaction);
        } catch {
          // The transaction is being committed or has ended.
        }
      }
    },
    wasAborted: (transaction) => aborted.has(transaction),
    onceNone(callback) {
      if (open.size === 0) callback();
      else onNone.push(callback);
    },
    mark() {
      const all = [...open.keys()];
      return {
        answerAborted: () => answer(all.filter((transaction) => aborted.has(transaction))),
        answerAll: () => answer(all),
      };
    },
  };
}

type Watch = (transaction: IDBTransaction) => void;

const watchedFactory = (factory: IDBFactory, watch: Watch): IDBFactory => ({
  open(...args) {
    const request = factory.open(...args);
    // This listener runs before those of the caller, so no transaction is missed.
    request.addEventListener('upgradeneeded', () => request.transaction && watch(request.transaction));
    request.addEventListener('success', () => watchThoseOf(request.result, watch));
    return request;
  },
  deleteDatabase: (name) => factory.deleteDatabase(name),
  databases: () => factory.databases(),
  cmp: (one, other) => factory.cmp(one, other),
});

function watchThoseOf(database: IDBDatabase, watch: Watch): void {
  const begin = database.transaction.bind(database);
  database.transaction = (...args) => {
    const transaction = begin(...args);
    watch(transaction);
    return transaction;
  };
}

/** Returns the browser's result, or rejects through `waiting` if the browser never settles. */
const refusable = <T>(waiting: Set<Refuse>, answer: Promise<T>): Promise<T> =>
  new Dexie.Promise<T>((resolve, reject) => {
    waiting.add(reject);
    answer.then(
      (value) => {
        waiting.delete(reject);
        resolve(value);
      },
      (error: unknown) => {
        waiting.delete(reject);
        reject(error);
      },
    );
  });

type Answered = <T>(transaction: object, answer: Promise<T>) => Promise<T>;

const answeredTable = (table: DBCoreTable, answered: Answered): DBCoreTable => ({
  ...table,
  mutate: (request) => answered(request.trans, table.mutate(request)),
  get: (request) => answered(request.trans, table.get(request)),
  getMany: (request) => answered(request.trans, table.getMany(request)),
  query: (request) => answered(request.trans, table.query(request)),
  count: (request) => answered(request.trans, table.count(request)),
  openCursor: (request) =>
    answered(request.trans, table.openCursor(request)).then((cursor) =>
      cursor === null ? null : answeredCursor(cursor, request.trans, answered),
    ),
});

/**
 * Changes the cursor itself instead of wrapping it, because Dexie uses more of it than its type names. Only its way
 * through the rows is watched.
 */
function answeredCursor(cursor: DBCoreCursor, transaction: object, answered: Answered): DBCoreCursor {
  const start = cursor.start.bind(cursor);
  cursor.start = (onNext) => answered(transaction, start(onNext));
  return cursor;
}
