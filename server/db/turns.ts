import { DatabaseUnavailable } from './database.ts';

/** Lets so many pieces of work at a time have the database; the others wait, in the order in which they came. */
export class Turns {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  readonly #taken = new Set<Promise<unknown>>();
  #running = 0;
  #closed = false;

  constructor({ atOnce = 1, waitingMax }: { atOnce?: number; waitingMax: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  get isIdle(): boolean {
    return this.#taken.size === 0;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('The database is closed');
    if (this.#waiting.length >= this.#waitingMax)
      throw new DatabaseUnavailable('Too much work is waiting for the database');
    const turn = this.#inTurn(work);
    this.#taken.add(turn);
    try {
      return await turn;
    } finally {
      this.#taken.delete(turn);
    }
  }

  /** Takes nothing more, and ends when the work taken so far has. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#taken);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to who waits longest, without being free in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
