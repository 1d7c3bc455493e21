/**
 * The page that a connection belongs to, as far as the browser puts it aside as a whole and may show it again: its
 * back/forward cache. Nothing runs in a page meanwhile, so that a transaction which it has open never ends, and every
 * other page and the worker wait for it (SYN-26).
 */
export interface PageLife {
  isFrozen(): boolean;
  /** How often the page was put aside: what began under a smaller number was interrupted. */
  freezeCount(): number;
  /** Resolves once the page is not put aside. */
  awake(): Promise<void>;
  /** Calls back in the last moment before nothing runs any more; answers how to stop. */
  onFreeze(callback: () => void): () => void;
  onThaw(callback: () => void): () => void;
}

/** A worker's: the browser ends a worker, and with it what it has open, but does not put it aside. */
export const NEVER_FROZEN: PageLife = {
  isFrozen: () => false,
  freezeCount: () => 0,
  awake: () => Promise.resolve(),
  onFreeze: () => () => undefined,
  onThaw: () => () => undefined,
};

/** Follows what the browser tells a page before it puts it aside as a whole, and when it shows it again. */
export function createPageLife(window: EventTarget): PageLife {
  const freezing = new Set<() => void>();
  const thawing = new Set<() => void>();
  let isFrozen = false;
  let freezeCount = 0;

  const follow = (type: 'pagehide' | 'pageshow', change: () => void) =>
    window.addEventListener(
      type,
      (event) => {
        // Otherwise the page goes for good, or has just been loaded.
        if ('persisted' in event && event.persisted === true) change();
      },
      // Before everybody else: Dexie closes its connections at this event too, and tells us that they were lost.
      { capture: true },
    );
  follow('pagehide', () => {
    isFrozen = true;
    freezeCount += 1;
    for (const callback of freezing) callback();
  });
  follow('pageshow', () => {
    isFrozen = false;
    for (const callback of thawing) callback();
  });

  return {
    isFrozen: () => isFrozen,
    freezeCount: () => freezeCount,
    awake: () =>
      new Promise((resolve) => {
        if (!isFrozen) return resolve();
        const onThaw = () => {
          thawing.delete(onThaw);
          resolve();
        };
        thawing.add(onThaw);
      }),
    onFreeze(callback) {
      freezing.add(callback);
      return () => freezing.delete(callback);
    },
    onThaw(callback) {
      thawing.add(callback);
      return () => thawing.delete(callback);
    },
  };
}
