/** Runs transactions as IndexedDB does: readers together, a writer alone, in the order of their requests. */
export class TransactionQueue {
  #lastWrite: Promise<unknown> = Promise.resolve();
  #readsSince: Promise<unknown>[] = [];

  read<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#lastWrite.then(run);
    this.#readsSince.push(settled(result));
    return result;
  }

  write<T>(run: () => Promise<T>): Promise<T> {
    const result = Promise.all([this.#lastWrite, ...this.#readsSince]).then(run);
    this.#lastWrite = settled(result);
    this.#readsSince = [];
    return result;
  }
}

const settled = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => undefined,
    () => undefined,
  );
