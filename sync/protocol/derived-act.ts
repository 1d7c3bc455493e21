import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { SOURCE_DIGITS } from './act.ts';

/** Derives the id of an act from names: the same names give the same id everywhere (SYN-2). */
export const actFrom = (...names: readonly (string | number)[]): string =>
  bytesToHex(sha256(utf8ToBytes(names.join('/'))).subarray(0, 16));

/** Derives the id of an act that mints ids: its counter begins at 0. */
export function mintingActFrom(...names: readonly (string | number)[]): string {
  const act = actFrom(...names);
  return act.slice(0, SOURCE_DIGITS).padEnd(act.length, '0');
}
