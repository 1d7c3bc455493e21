import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import type { WireMutation } from './push.ts';

/**
 * `h` of one mutation: 128 bits, hex, over the previous hash and all that travels (SYN-20). Synchronous, because
 * awaiting anything but the database inside an IndexedDB transaction ends it (SYN-9).
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
