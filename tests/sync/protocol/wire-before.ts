import { createHash } from 'node:crypto';
import type { WireBefore } from '../../../sync/protocol/build-before.ts';
import { canonicalJson } from '../../../sync/protocol/canonical-json.ts';

/* Mutations of the build before: identified by a mid in the queue of an incarnation, with mids as dependencies. */

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

export function hashBefore(previousHash: string, mutation: Omit<WireBefore, 'h'>): string {
  const { mid, name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs, deps } = mutation;
  return sha256(
    canonicalJson([previousHash, mid, name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs, deps]),
  );
}

/** Returns the act id that such a mutation has now on every device. */
export const actBefore = (client: string, incarnation: number, { mid, h }: { mid: number; h: string }): string =>
  sha256(`${client}/${incarnation}/${mid}/${h}`);

/** Gives these mutations consecutive mids and hashes. */
export function runBefore(
  previousHash: string,
  fromMid: number,
  mutations: readonly Partial<Omit<WireBefore, 'mid' | 'h'>>[],
): WireBefore[] {
  let previous = previousHash;
  return mutations.map((changes, index) => {
    const mid = fromMid + index;
    const open = {
      ...{ mid, name: 'customer.create', format: 1, args: { id: mid }, actorUserId: 70, atMs: 1_000 + mid },
      ...{ offsetMinutes: 180, clockOffsetMs: null, deps: [] },
      ...changes,
    };
    previous = hashBefore(previous, open);
    return { ...open, h: previous };
  });
}
