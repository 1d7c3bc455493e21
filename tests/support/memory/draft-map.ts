/** A map and the changes that a transaction has made to it; the map itself changes only at `commit`. */
export class DraftMap<Key extends number | string, Value> {
  readonly #stored: Map<Key, Value>;
  /** The values written; undefined for a removed one. */
  #written = new Map<Key, Value | undefined>();
  #isCleared = false;

  constructor(stored: Map<Key, Value>) {
    this.#stored = stored;
  }

  get(key: Key): Value | undefined {
    if (this.#written.has(key)) return this.#written.get(key);
    return this.#isCleared ? undefined : this.#stored.get(key);
  }

  set(key: Key, value: Value): void {
    this.#written.set(key, value);
  }

  delete(key: Key): void {
    this.#written.set(key, undefined);
  }

  clear(): void {
    this.#isCleared = true;
    this.#written.clear();
  }

  /** The values in the order of their keys, as in a table. */
  values(): Value[] {
    const keys = new Set([...(this.#isCleared ? [] : this.#stored.keys()), ...this.#written.keys()]);
    return [...keys]
      .sort((a, b) => (a < b ? -1 : 1))
      .map((key) => this.get(key))
      .filter((value) => value !== undefined);
  }

  isChanged(): boolean {
    return this.#isCleared || this.#written.size > 0;
  }

  commit(): void {
    if (this.#isCleared) this.#stored.clear();
    for (const [key, value] of this.#written) {
      if (value === undefined) this.#stored.delete(key);
      else this.#stored.set(key, value);
    }
    this.#written = new Map();
    this.#isCleared = false;
  }
}
