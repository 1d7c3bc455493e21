import { TABLE_NAMES } from '../../sync/protocol/tables.ts';

// Bare IndexedDB without Kaunta's code, with the same rows in the same browser.

type Place = [store: string, row: unknown];

export const BARE_BUTTON = 'bare-tap';

/** Milliseconds that the browser itself takes: for the transaction, and from the tap to the frame that shows it. */
export interface BareTap {
  writtenMs: number;
  shownMs: number;
}

/**
 * Adds a bare button to the page. A tap on it writes once more, in one strict transaction, what the newest entry of the
 * outbox wrote (its rows, their bases, the entry, the state, the count), then shows a word. Returns the times of the
 * tap.
 */
export async function offerBareTap(name: string): Promise<{ tapped: Promise<BareTap> }> {
  const database = await open(name);
  const places = await placesOfLastAct(database);
  const button = document.createElement('button');
  button.id = BARE_BUTTON;
  button.textContent = 'Tap';
  button.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9999';
  document.body.append(button);
  const tapped = new Promise<MouseEvent>((resolve) => button.addEventListener('click', resolve, { once: true }));
  return {
    tapped: tapped.then(async ({ timeStamp }) => {
      const startedMs = performance.now();
      await writeAll(database, places, 'strict');
      const writtenMs = performance.now() - startedMs;
      button.textContent = 'Saved';
      await new Promise<void>((resolve) => {
        // The frame has been painted when the next task runs.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        });
      });
      const shownMs = performance.now() - timeStamp;
      button.remove();
      database.close();
      return { writtenMs, shownMs };
    }),
  };
}

async function placesOfLastAct(database: IDBDatabase): Promise<Place[]> {
  const transaction = database.transaction([...database.objectStoreNames], 'readonly');
  const newest = await answer(transaction.objectStore('outbox').openCursor(null, 'prev'));
  if (!newest) throw new Error('No act waits on this device');
  const entry = newest.value as { touched: { table: string; id: number }[] };
  const places: Place[] = [['outbox', entry]];
  for (const { table, id } of entry.touched) {
    places.push([table, await answer(transaction.objectStore(table).get(id))]);
    places.push(['base', await answer(transaction.objectStore('base').get(`${table}/${id}`))]);
  }
  places.push(['meta', await answer(transaction.objectStore('meta').get('state'))]);
  places.push(['tally', await answer(transaction.objectStore('tally').get('sale'))]);
  return places;
}

/** Writes every row of the device into a new database with the same indexes, `rowsEach` rows in each transaction. */
export async function copyBare(name: string, rowsEach: number): Promise<{ rows: number; tookMs: number }> {
  const source = await open(name);
  const places: Place[] = [];
  const reading = source.transaction([...TABLE_NAMES], 'readonly');
  const stores = TABLE_NAMES.map((table) => storeOf(reading.objectStore(table)));
  for (const table of TABLE_NAMES) {
    const rows: unknown[] = await answer(reading.objectStore(table).getAll());
    for (const row of rows) places.push([table, row]);
  }
  const copy = await open(`bare-${name}`, (made) => makeStores(made, stores));
  const startedMs = performance.now();
  for (let at = 0; at < places.length; at += rowsEach) await writeAll(copy, places.slice(at, at + rowsEach), 'relaxed');
  const tookMs = performance.now() - startedMs;
  copy.close();
  source.close();
  await answer(indexedDB.deleteDatabase(`bare-${name}`));
  return { rows: places.length, tookMs };
}

interface Store {
  name: string;
  keyPath: string | string[];
  indexes: [name: string, keyPath: string | string[]][];
}

const storeOf = (store: IDBObjectStore): Store => ({
  name: store.name,
  keyPath: store.keyPath ?? [],
  indexes: [...store.indexNames].map((name) => [name, store.index(name).keyPath]),
});

function makeStores(database: IDBDatabase, stores: readonly Store[]): void {
  for (const { name, keyPath, indexes } of stores) {
    const store = database.createObjectStore(name, { keyPath });
    for (const [indexName, indexPath] of indexes) store.createIndex(indexName, indexPath);
  }
}

function writeAll(
  database: IDBDatabase,
  places: readonly Place[],
  durability: IDBTransactionDurability,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([...new Set(places.map(([store]) => store))], 'readwrite', { durability });
    for (const [store, row] of places) transaction.objectStore(store).put(row);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The bare transaction was aborted'));
  });
}

function open(name: string, upgrade?: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => upgrade?.(request.result);
  return answer(request);
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not answer'));
  });
}
