class CameToNothing<T> extends Error {
  override name = 'CameToNothing';
  readonly result: T;
  constructor(result: T) {
    super('A change came to nothing');
    this.result = result;
  }
}

/**
 * Runs a change that may find nothing to do. Its transaction is then rolled back, so not even a version stays (SYN-7).
 * @param run makes the change, and calls `nothing(result)` inside its transaction if there is nothing to change
 */
export async function changeOrNothing<T>(run: (nothing: (result: T) => never) => Promise<T>): Promise<T> {
  try {
    return await run((result) => {
      throw new CameToNothing(result);
    });
  } catch (error) {
    // The cast is safe: only `nothing` creates this error, with a result of this run.
    if (error instanceof CameToNothing) return error.result as T;
    throw error;
  }
}
