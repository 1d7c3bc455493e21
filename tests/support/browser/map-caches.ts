/** The browser's caches, as far as the worker uses them: in memory, keyed by address. */
class MapCache {
  readonly kept = new Map<string, Response>();
  match = async (key: string) => this.kept.get(key)?.clone();
  put = async (key: string, response: Response) => void this.kept.set(key, response);
  keys = async () => [...this.kept.keys()].map((url) => new Request(url));
  delete = async (request: Request) => this.kept.delete(request.url);
}

export class MapCaches {
  readonly #caches = new Map<string, MapCache>();

  /** Returns the addresses in a cache, the oldest first. */
  addresses = (name: string): string[] => [...(this.#caches.get(name)?.kept.keys() ?? [])];

  // Only the methods above are called.
  open = async (name: string): Promise<Cache> => {
    const cache = this.#caches.get(name) ?? new MapCache();
    this.#caches.set(name, cache);
    return cache as unknown as Cache;
  };

  get asStorage(): CacheStorage {
    return this as unknown as CacheStorage;
  }
}
