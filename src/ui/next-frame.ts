/**
 * Resolves once what was drawn last is on the screen; at once where nobody looks, for a hidden page draws no frames.
 * A screen that is heavy to leave or to open comes after it, so that a person has their answer first.
 */
export function nextFrame(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    // The frame is on the screen once a task after its callbacks runs.
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}
