const EVERY_MS = 100;
const GIVES_UP_AFTER_MS = 120_000;

/** Looks again until it is as it should be; what never comes is told with what was seen last. */
export async function until<T>(what: string, look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  const giveUpAtMs = performance.now() + GIVES_UP_AFTER_MS;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > giveUpAtMs) throw new Error(`${what}: it stays at ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
