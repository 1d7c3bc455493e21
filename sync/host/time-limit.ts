/** A signal that aborts after so long. By hand: AbortSignal.timeout is younger than the browsers that are served. */
export function timeLimit(afterMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('It took too long', 'TimeoutError')), afterMs);
  return controller.signal;
}
