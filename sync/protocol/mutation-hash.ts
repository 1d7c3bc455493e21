import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import type { WireMutation } from './push.ts';

/**
 * Returns `h` of one mutation: 128 bits as hex, over the previous hash and everything that is sent (SYN-20). It is
 * synchronous, because an IndexedDB transaction ends if anything but the database is awaited in it (SYN-9).
 */
export function mutationHash(previousHash: string, mutation: Omit<WireMutation, 'h'>): string {
  const { mid, act, attempt, name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs, deps } = mutation;
  const open = [
    previousHash,
    mid,
    act,
    attempt,
    name,
    format,
    args,
    actorUserId,
    atMs,
    offsetMinutes,
    clockOffsetMs,
    deps,
  ];
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(open))).subarray(0, 16));
}
