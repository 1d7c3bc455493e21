import * as v from 'valibot';

/** One file of the build: its address, and a revision if the address itself does not change with the content. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

/** One cache for all builds. The list of a build names the files that belong to it. */
export const PRECACHE = 'kaunta-shell';
const REVISION_PARAM = '__revision';

/**
 * Returns the cache key of an entry. Two revisions of one address are both in the cache until the old build is gone.
 */
export function precacheKey(entry: PrecacheEntry, origin: string): string {
  const url = new URL(entry.url, origin);
  if (entry.revision !== null) url.searchParams.set(REVISION_PARAM, entry.revision);
  return url.href;
}

/** Returns the cache key of each file of the build, by the path of its address. */
export const precacheKeys = (entries: readonly PrecacheEntry[], origin: string): ReadonlyMap<string, string> =>
  new Map(entries.map((entry) => [new URL(entry.url, origin).pathname, precacheKey(entry, origin)]));

/**
 * How many files are fetched at once. A browser opens six connections to a server. On a slow network the requests of a
 * person who signs in meanwhile must not wait behind a hundred files that are not needed yet.
 */
const FETCHES_AT_ONCE = 3;

/**
 * Fetches the files of this build that the cache lacks. Any answer other than a plain success rejects: a build is
 * installed whole or not at all, and until then the old one goes on serving.
 */
export async function installPrecache(
  cache: Cache,
  entries: readonly PrecacheEntry[],
  origin: string,
  fetchFile: typeof fetch,
): Promise<void> {
  // Before the first file: an older build that is activated meanwhile must not delete the files of this one.
  const present = entries.map((entry) => precacheKey(entry, origin));
  await cache.put(noteKey(INSTALLING_NOTE, origin), new Response(JSON.stringify([present])));
  const left = entries.values();
  const keepRest = async () => {
    for (const entry of left) await keep(cache, entry, origin, fetchFile);
  };
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, keepRest));
}

async function keep(cache: Cache, entry: PrecacheEntry, origin: string, fetchFile: typeof fetch): Promise<void> {
  const key = precacheKey(entry, origin);
  if (await cache.match(key)) return;
  // Bypass the HTTP cache, which may still have the file of an older build under the same address.
  const response = await fetchFile(new URL(entry.url, origin).href, {
    cache: entry.revision === null ? 'default' : 'reload',
    credentials: 'same-origin',
  });
  if (!response.ok || response.redirected) throw new Error(`${entry.url} could not be kept: status ${response.status}`);
  await cache.put(key, response);
}

/** The addresses of the notes, each with a list of builds, as the keys of their files. No file of a build has them. */
const BUILDS_NOTE = '/__builds';
const INSTALLING_NOTE = '/__installing';
const noteSchema = v.array(v.array(v.string()));

const noteKey = (note: string, origin: string): string => new URL(note, origin).href;

/**
 * Deletes the files of older builds, but those of the build before this one stay until the next update: a page of it may
 * stay open over a form in progress and still have to load a part of the app (SYN-26c). Of builds that left no note,
 * every file stays that long. A newer build that is being installed meanwhile keeps what it has fetched.
 */
export async function prunePrecache(cache: Cache, entries: readonly PrecacheEntry[], origin: string): Promise<void> {
  const notes = [BUILDS_NOTE, INSTALLING_NOTE].map((note) => noteKey(note, origin));
  const kept = (await cache.keys()).filter(({ url }) => !notes.includes(url));
  // Read after the files were listed: a build writes it before its first file.
  const installing = await readNote(cache, INSTALLING_NOTE, origin);
  const [last, ...before] = await readNote(cache, BUILDS_NOTE, origin);
  const present = entries.map((entry) => precacheKey(entry, origin));
  const isActiveAlready = last !== undefined && last.join() === present.join();
  const previous = (isActiveAlready ? before[0] : last) ?? kept.map(({ url }) => url);
  const wanted = new Set([...present, ...previous, ...installing.flat()]);
  // First the deletion, which needs no space: a full device may be unable to write the note.
  await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((request) => cache.delete(request)));
  await cache.put(noteKey(BUILDS_NOTE, origin), new Response(JSON.stringify([present, previous])));
}

/** Returns the keys of each noted build's files, the newest build first. */
async function readNote(cache: Cache, note: string, origin: string): Promise<string[][]> {
  const response = await cache.match(noteKey(note, origin));
  if (!response) return [];
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), noteSchema), await response.text());
  return read.success ? read.output : [];
}
