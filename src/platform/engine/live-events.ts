import * as v from 'valibot';
import { versionEventSchema } from '../../../sync/protocol/version-event.ts';

/**
 * The longest random delay before a pull. All devices of a shop hear of a sale at the same moment and must not all ask
 * at once. It is short enough for the 2 s of SYN-16.
 */
const SPREAD_MS = 1_200;

export interface LiveEventsOptions {
  /** Returns the newest version that this device has. */
  knownVersion: () => Promise<number>;
  onNewer: () => void;
  random: () => number;
}

/**
 * Listens to the server's event stream while the page is visible. An event says only that there is a newer version. If
 * the stream cannot be reached, polling remains.
 */
export function listenToEvents({ knownVersion, onNewer, random }: LiveEventsOptions): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hear = async (text: unknown) => {
    const event = v.safeParse(v.pipe(v.string(), v.parseJson(), versionEventSchema), text);
    if (!event.success || event.output.version <= (await knownVersion()) || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      onNewer();
    }, random() * SPREAD_MS);
  };
  const follow = () => {
    const isWanted = document.visibilityState === 'visible' && navigator.onLine;
    if (!isWanted || source?.readyState === EventSource.CLOSED) {
      source?.close();
      source = null;
    }
    if (!isWanted || source) return;
    source = new EventSource('/api/v1/events');
    source.addEventListener('message', (message) => void hear(message.data));
  };
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('online', follow);
  window.addEventListener('offline', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('online', follow);
    window.removeEventListener('offline', follow);
    clearTimeout(timer);
    source?.close();
  };
}
