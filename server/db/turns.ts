import { DatabaseUnavailable } from './database.ts';

/** Lets one piece of work at a time use the one connection, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #closed = false;
  readonly #waitingMax: number;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('The database is closed');
    if (this.#waiting >= this.#waitingMax) throw new DatabaseUnavailable('Too much work is waiting for the database');
    this.#waiting += 1;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Takes nothing more, and ends when the work taken so far has. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
  }
}
