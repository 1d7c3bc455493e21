/** A browser that cannot tell when it is idle is given so long. */
const GUESSED_MS = 500;
/** Work that nobody waits for yet is done by then at the latest. */
const LATEST_MS = 3_000;

/** Runs work that nobody waits for once the page has drawn what somebody does. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, GUESSED_MS);
}
