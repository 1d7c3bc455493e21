class CameToNothing<T> extends Error {
  override name = 'CameToNothing';
  readonly result: T;
  constructor(result: T) {
    super('A change came to nothing');
    this.result = result;
  }
}

/**
 * Runs a change that may come to nothing: then it leaves nothing behind, not even a version (SYN-7).
 * @param run makes the change, and says `nothing(result)` inside its transaction where there is none to make
 */
export async function changeOrNothing<T>(run: (nothing: (result: T) => never) => Promise<T>): Promise<T> {
  try {
    return await run((result) => {
      throw new CameToNothing(result);
    });
  } catch (error) {
    // Only `nothing` makes one, out of a result of this very run.
    if (error instanceof CameToNothing) return error.result as T;
    throw error;
  }
}
