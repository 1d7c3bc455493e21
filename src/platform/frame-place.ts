import type { RevocablePlace } from '../../sync/store/database/revocable-place.ts';

/**
 * Returns the IndexedDB of an empty frame, which ends with the frame (SYN-26). Null if the browser gives the frame
 * none.
 */
export function createFramePlace(document: Document): RevocablePlace | null {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentWindow as (Window & Pick<typeof globalThis, 'indexedDB' | 'IDBKeyRange'>) | null;
  const revoke = () => frame.remove();
  if (inside?.indexedDB === undefined) {
    revoke();
    return null;
  }
  return { indexedDB: inside.indexedDB, IDBKeyRange: inside.IDBKeyRange, revoke };
}
