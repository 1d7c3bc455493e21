import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { canonicalJson } from './canonical-json.ts';
import { actFrom } from './derived-act.ts';
import { mutationHash } from './mutation-hash.ts';
import { HASH_ZERO } from './constants.ts';
import { hashSchema, midSchema, type WireMutation, wireMutationSchema } from './push.ts';

/*
 * Older builds identified a change by its client, incarnation, mid and hash. The id of its act is derived from these,
 * so that every copy of an old profile, every old file and the server (migration 0015) derive the same act.
 */

export interface PlaceBefore {
  clientId: string;
  incarnation: number;
  mid: number;
  h: string;
}

export const actOfBuildBefore = ({ clientId, incarnation, mid, h }: PlaceBefore): string =>
  actFrom(clientId, incarnation, mid, h);

const { act: _act, attempt: _attempt, deps: _deps, ...kept } = wireMutationSchema.entries;
export const wireBeforeSchema = v.object({ ...kept, mid: midSchema, deps: v.array(midSchema), h: hashSchema });
export type WireBefore = v.InferOutput<typeof wireBeforeSchema>;

/**
 * Converts a run of an older build into a run of this build that begins a queue. Returns null if a mid is missing or a
 * hash is wrong. Changes that the run refers to but does not contain were decided before it, so they are dropped from
 * `deps`.
 */
export function mutationsOfBuildBefore(
  { clientId, incarnation, previousHash }: { clientId: string; incarnation: number; previousHash: string },
  run: readonly WireBefore[],
): WireMutation[] | null {
  const actsByMid = new Map<number, string>();
  let [before, previous] = [previousHash, HASH_ZERO];
  const mutations: WireMutation[] = [];
  for (const [index, wire] of run.entries()) {
    const isNext = wire.mid === (run[0]?.mid ?? 0) + index && wire.h === hashBefore(before, wire);
    if (!isNext) return null;
    before = wire.h;
    const act = actOfBuildBefore({ clientId, incarnation, mid: wire.mid, h: wire.h });
    actsByMid.set(wire.mid, act);
    const deps = wire.deps.flatMap((mid) => actsByMid.get(mid) ?? []);
    const open = { ...wire, act, attempt: 0, deps, mid: index + 1 };
    previous = mutationHash(previous, open);
    mutations.push({ ...open, h: previous });
  }
  return mutations;
}

function hashBefore(previousHash: string, wire: WireBefore): string {
  const { mid, name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs, deps } = wire;
  const open = [previousHash, mid, name, format, args, actorUserId, atMs, offsetMinutes, clockOffsetMs, deps];
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(open))).subarray(0, 16));
}
