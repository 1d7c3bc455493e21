import { liveQuery, type Subscription } from 'dexie';
import { areReadsHeld, holdReads, whenReadsGoOn } from './held-reads.ts';

/** While changes keep coming, a result is passed on at most this often. */
const EVERY_MS = 1_000;

/** The result of a read that was held: it has read nothing. */
const HELD = Symbol('held');

/** Results for a screen, in the shape that Dexie's React hook takes. */
export interface LiveResults<T> {
  subscribe(onNext: (result: T) => void, onError?: (error: unknown) => void): () => void;
  /** False: without it, the hook would subscribe twice to look for a first value. */
  hasValue(): boolean;
}

/**
 * Dexie's live query, which also has results while changes keep coming. Dexie drops the result of a read if a change
 * came during it, and reads again. So while a first copy of the shop arrives, a page of it every tenth of a second, a
 * screen would show nothing. Here the first result is passed on, and then one a second; the last one is always Dexie's
 * own, which nothing has changed since.
 *
 * While live reads are held, a change is not read. The query begins afresh when they go on. The first read of a query
 * never waits, and holds the others: a person waits for it, while they only renew what is shown.
 */
export function steadyLiveQuery<T>(read: () => Promise<T>): LiveResults<T> {
  return {
    hasValue: () => false,
    subscribe(onNext, onError) {
      let begun = 0;
      let passed = { nth: 0, atMs: -Infinity };
      let isOver = false;
      const pass = (nth: number, result: T) => {
        passed = { nth, atMs: performance.now() };
        onNext(result);
      };
      const passDropped = (nth: number, result: T) => {
        if (!isOver && nth > passed.nth && performance.now() - passed.atMs >= EVERY_MS) pass(nth, result);
      };
      let subscription: Subscription | undefined;
      let stopWaiting: () => unknown = () => undefined;
      let othersGoOn: () => void = () => undefined;
      const start = () => {
        subscription?.unsubscribe();
        subscription = liveQuery<T | typeof HELD>(() => {
          if (begun > 0 && areReadsHeld()) {
            stopWaiting = whenReadsGoOn(start);
            return HELD;
          }
          begun += 1;
          const nth = begun;
          if (nth === 1) othersGoOn = holdReads();
          const reading = read();
          // Outside of Dexie's zone, in which what a screen reads would count as read by this query. Dexie passes its
          // own result on before this timer fires.
          reading.then(
            (result) => setTimeout(() => (passDropped(nth, result), othersGoOn()), 0),
            () => setTimeout(othersGoOn, 0),
          );
          return reading;
        }).subscribe((result) => {
          if (result !== HELD) pass(begun, result);
        }, onError);
      };
      start();
      return () => {
        isOver = true;
        othersGoOn();
        stopWaiting();
        subscription?.unsubscribe();
      };
    },
  };
}
