/**
 * The result of an action that may be refused. An expected refusal is a value with a closed set of codes;
 * a bug fails an `assert`.
 */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function refuse<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
