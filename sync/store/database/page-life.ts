/**
 * The life of the browser page that a connection belongs to. The browser can freeze a page in its back/forward cache
 * and show it again later. Nothing runs in a frozen page, so a transaction that the page has open never ends, and every
 * other page and the worker wait for it (SYN-26).
 */
export interface PageLife {
  isFrozen(): boolean;
  /** How often the page was frozen: work that began under a smaller number was interrupted. */
  freezeCount(): number;
  /** Resolves as soon as the page is not frozen. */
  awake(): Promise<void>;
  /** Calls back just before the page is frozen. Returns a function that ends this. */
  onFreeze(callback: () => void): () => void;
  onThaw(callback: () => void): () => void;
}

/** For a worker: the browser never freezes a worker. It ends it, with everything that the worker has open. */
export const NEVER_FROZEN: PageLife = {
  isFrozen: () => false,
  freezeCount: () => 0,
  awake: () => Promise.resolve(),
  onFreeze: () => () => undefined,
  onThaw: () => () => undefined,
};

/** Follows the events that a page gets before it is frozen and when it is shown again. */
export function createPageLife(window: EventTarget): PageLife {
  const freezing = new Set<() => void>();
  const thawing = new Set<() => void>();
  let isFrozen = false;
  let freezeCount = 0;

  const follow = (type: 'pagehide' | 'pageshow', change: () => void) =>
    window.addEventListener(
      type,
      (event) => {
        // Otherwise the page is closed for good, or was just loaded.
        if ('persisted' in event && event.persisted === true) change();
      },
      // Run before all other listeners: Dexie closes its connections at this event too, and then reports them as lost.
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
