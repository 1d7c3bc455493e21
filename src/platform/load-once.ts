/**
 * Returns a function that loads a part once. Even of a loaded part `import()` answers in a task of its own, which comes
 * after a frame that is due: a person who has tapped would wait for it. A failed load is tried again by the next call.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
