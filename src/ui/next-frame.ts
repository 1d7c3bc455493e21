/**
 * Resolves after the last render is painted; at once in a hidden page, which paints no frames. Wait for it before heavy
 * rendering, so that the person sees the result of their tap first.
 */
export function nextFrame(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    // The frame is painted once a task after its callbacks runs.
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}
