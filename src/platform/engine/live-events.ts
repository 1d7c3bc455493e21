import * as v from 'valibot';
import { versionEventSchema } from '../../../sync/protocol/version-event.ts';

/** All phones of a shop hear of a sale at once; they do not ask for it at once. Within the 2 s of SYN-16 and short enough to be there by then. */
const SPREAD_MS = 1_200;

export interface LiveEventsOptions {
  /** The newest version that this device has. */
  knownVersion: () => Promise<number>;
  onNewer: () => void;
  random: () => number;
}

/**
 * Listens to the server's event stream while a person looks. It says that there is a newer version and nothing else;
 * where it cannot be reached, polling remains.
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
