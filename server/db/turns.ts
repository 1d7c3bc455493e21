import { DatabaseUnavailable } from './database.ts';

/** Lets so many pieces of work go on at a time, such as those with the database; the others wait in their order. */
export class Turns {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #tooMany: () => Error;
  readonly #waiting: (() => void)[] = [];
  readonly #taken = new Set<Promise<unknown>>();
  #running = 0;
  #closed = false;

  /** `tooMany`: how work is refused while so much waits. */
  constructor({
    atOnce = 1,
    waitingMax,
    tooMany = () => new DatabaseUnavailable('Too much work is waiting for the database'),
  }: {
    atOnce?: number;
    waitingMax: number;
    tooMany?: () => Error;
  }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
    this.#tooMany = tooMany;
  }

  get isIdle(): boolean {
    return this.#taken.size === 0;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('The database is closed');
    if (this.#waiting.length >= this.#waitingMax) throw this.#tooMany();
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
