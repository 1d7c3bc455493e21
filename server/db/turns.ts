import { DatabaseUnavailable } from './database.ts';

/** Limits how many tasks run at a time, such as transactions; the others wait in their order. */
export class Turns {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #tooMany: () => Error;
  readonly #waiting: (() => void)[] = [];
  readonly #taken = new Set<Promise<unknown>>();
  #running = 0;
  #closed = false;

  /** `tooMany` creates the error for a task that comes while `waitingMax` tasks wait. */
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

  /** Refuses new tasks, and resolves when the accepted ones have ended. */
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
      // Passes the place directly to the longest waiting task, so that no new task can take it first.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
