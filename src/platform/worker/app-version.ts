import * as v from 'valibot';
import type { Api } from '../api-client.ts';

/** The version that is shown if none was ever fetched (R-SET-14, C-152). */
export const VERSION_UNKNOWN = '1.0.0';

const KEY = 'kaunta-version';

const versionSchema = v.object({ version: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)) });

/** Returns the last version that the server reported; works offline. */
export function lastKnownVersion(storage: Storage): string {
  return storage.getItem(KEY) ?? VERSION_UNKNOWN;
}

/**
 * Asks the server for its version and stores it. If the call fails, it returns the last known version (R-SET-13,
 * R-SET-14).
 */
export async function fetchVersion(api: Api, storage: Storage, signal: AbortSignal): Promise<string> {
  const answer = await api.call('GET', '/version', { data: versionSchema, signal });
  if (!answer.ok) return lastKnownVersion(storage);
  storage.setItem(KEY, answer.value.data.version);
  return answer.value.data.version;
}
