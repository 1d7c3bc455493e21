/** The number of rows, and the XOR of their hashes: the same for the same rows in any order (SYN-14). */
export interface Digest {
  count: number;
  xor: number;
}

const WORD = 2 ** 32;

/** Returns 32 bits of a row's id and version, mixed so that neighbours differ in about half of the bits. */
export function rowHash(id: number, version: number): number {
  let hash = 0x811c9dc5;
  for (const word of [id % WORD, Math.floor(id / WORD), version % WORD, Math.floor(version / WORD)]) {
    hash = Math.imul(hash ^ word, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

export function digestOf(rows: Iterable<{ id: number; version: number }>): Digest {
  let [count, xor] = [0, 0];
  for (const { id, version } of rows) {
    count += 1;
    xor = (xor ^ rowHash(id, version)) >>> 0;
  }
  return { count, xor };
}
