/** How long to wait in a browser that cannot report when it is idle. */
const GUESSED_MS = 500;
/** The work runs after this time at the latest. */
const LATEST_MS = 3_000;

/** Runs work that is not urgent after the page has rendered what a person waits for. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, GUESSED_MS);
}
