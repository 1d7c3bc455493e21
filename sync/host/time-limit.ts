/**
 * Returns a signal that aborts after this time. It does not use AbortSignal.timeout, which some supported browsers do
 * not have.
 */
export function timeLimit(afterMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('It took too long', 'TimeoutError')), afterMs);
  return controller.signal;
}
