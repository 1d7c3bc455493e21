import type { Chance } from './random.ts';

/** A thread of an actor: a drainer, a person, a request on the server. A dead task never continues. */
export interface Task {
  readonly name: string;
  isAlive: boolean;
  /** The task is frozen until this time, like a worker that hangs. */
  frozenUntilMs: number;
}

interface Entry {
  atMs: number;
  /** Random; decides the order of entries of the same time. */
  turn: number;
  task: Task;
  run: () => void;
}

/**
 * One thread and virtual time. Everything that an actor awaits is an entry here. Entries run one at a time in the order
 * of their times; chance decides between two of the same time. All promises that an entry resolves have run before the
 * next entry.
 */
export interface Scheduler {
  nowMs(): number;
  eventCount(): number;
  createTask(name: string): Task;
  /** Runs at that time, or as soon as the task is no longer frozen; never if it is dead. */
  at(task: Task, atMs: number, run: () => void): void;
  /** Resolves after this long; never if the task died meanwhile. */
  sleep(task: Task, ms: number): Promise<void>;
  /** Settles as the promise does, if the task still lives then. */
  follow<T>(task: Task, promise: Promise<T>): Promise<T>;
  /** Lets time pass until the instant, or until `isDone` returns true between two entries. */
  runUntil(atMs: number, isDone?: () => boolean): Promise<void>;
}

export function createScheduler(
  chance: Chance,
  startMs: number,
  onEvent: (atMs: number, task: Task) => void,
): Scheduler {
  const heap: Entry[] = [];
  let nowMs = startMs;
  let events = 0;
  const at: Scheduler['at'] = (task, atMs, run) =>
    push(heap, { atMs: Math.max(atMs, nowMs), turn: chance.below(2 ** 30), task, run });

  return {
    nowMs: () => nowMs,
    eventCount: () => events,
    createTask: (name) => ({ name, isAlive: true, frozenUntilMs: 0 }),
    at,
    sleep: (task, ms) => new Promise((resolve) => at(task, nowMs + ms, resolve)),
    follow: (task, promise) =>
      new Promise((resolve, reject) => {
        promise.then(
          (value) => at(task, nowMs, () => resolve(value)),
          (error: unknown) => at(task, nowMs, () => reject(error instanceof Error ? error : new Error(String(error)))),
        );
      }),
    async runUntil(atMs, isDone) {
      while (!isDone?.()) {
        const first = heap[0];
        if (!first || first.atMs > atMs) {
          nowMs = Math.max(nowMs, atMs);
          return;
        }
        pop(heap);
        if (!first.task.isAlive) continue;
        nowMs = first.atMs;
        if (first.task.frozenUntilMs > nowMs) {
          at(first.task, first.task.frozenUntilMs, first.run);
          continue;
        }
        events += 1;
        onEvent(nowMs, first.task);
        first.run();
        await settled();
      }
    },
  };
}

/** Resolves when no promise can continue any more. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isBefore = (a: Entry, b: Entry): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.turn < b.turn);

function push(heap: Entry[], entry: Entry): void {
  let place = heap.length;
  heap.push(entry);
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isBefore(entry, parent)) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (!left) break;
    if (right && isBefore(right, left)) below += 1;
    const child = heap[below];
    if (!child || !isBefore(child, last)) break;
    heap[place] = child;
    place = below;
  }
  heap[place] = last;
}
