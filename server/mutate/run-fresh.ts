import { assert } from '../../domain/assert.ts';
import { createOverlay, type Overlay } from '../../sync/mutation/overlay.ts';
import { isMintedFrom, rowIdOf } from '../../sync/protocol/act.ts';
import { mintingActFrom } from '../../sync/protocol/derived-act.ts';
import { isClash, isNotAccepted, type Outcome } from '../../sync/protocol/outcome.ts';
import { type PushAnswer, type PushRequest, type WireMutation } from '../../sync/protocol/push.ts';
import { type ActDecision, actDecisions } from './answer-known-acts.ts';
import { type ReadMutation, readMutation, rowsWanted, runOnServer } from './decide-mutation.ts';
import type { Caller, ChangeTx, DecidedAct } from './server-store.ts';

export interface FailedMutation {
  wire: WireMutation;
  reason: string;
}

/**
 * True if a referenced row is missing and may still come from another device's archive (SYN-21). A row that one of these
 * refused acts would have made never comes.
 */
async function waitsForParent(
  rows: Overlay,
  { mutation, args }: ReadMutation,
  { waitsForParents }: PushRequest,
  refusedActs: readonly string[],
): Promise<boolean> {
  if (!waitsForParents) return false;
  const awaited = mutation.refersTo(args).filter(({ id }) => !refusedActs.some((refused) => isMintedFrom(id, refused)));
  for (const { table, id } of awaited) if (!(await rows.get(table, id))) return true;
  return false;
}

export interface FreshRun {
  decided: DecidedAct[];
  stopped: PushAnswer['stopped'];
  failed: FailedMutation | null;
}

/** Decides in order the mutations of a push whose mids are new. An act that was decided before keeps its outcome. */
export async function runFresh(
  tx: ChangeTx,
  caller: Caller,
  request: PushRequest,
  fresh: readonly WireMutation[],
  nowMs: number,
): Promise<FreshRun> {
  const actor = await tx.actor(caller.userId);
  if (fresh.length === 0 || !actor) return { decided: [], stopped: null, failed: null };
  const overlay = createOverlay(tx);
  const decisions = actDecisions(await tx.decided([...new Set(fresh.flatMap(({ act, deps }) => [act, ...deps]))]));
  // Reuses an outcome only if the mutation names the caller: nobody acts in another user's name, not even by repeating.
  const saidOf = (wire: WireMutation): Outcome | null =>
    wire.actorUserId === actor.userId ? decidedBefore(wire, decisions.get(wire.act)) : null;
  const { reads, stop } = readAll(fresh, (wire) => saidOf(wire) !== null);
  const undecided = reads.flatMap(({ read }) => read ?? []);
  await overlay.prefetch(undecided.flatMap(rowsWanted));
  const tombstones = await tx.tombstones(undecided.flatMap(({ mutation, args }) => mutation.mints(args)));
  const decided: DecidedAct[] = [];
  const keep = (wire: WireMutation, outcome: Outcome): void => {
    noteDecision(decisions, wire, outcome);
    decided.push({ act: wire.act, attempt: wire.attempt, outcome });
  };
  let ended = stop;
  for (const { wire, read } of reads) {
    const said = saidOf(wire);
    if (said) {
      keep(wire, said);
      continue;
    }
    try {
      assert(read, 'What is not decided has been read');
      const refusedActs = wire.deps.filter((dep) => refusalOf(decisions.get(dep)) !== null);
      const refusedParents = refusedActs.flatMap((refused) => refusalOf(decisions.get(refused)) ?? []);
      const isClashing = refusedParents.some(isClash);
      if (!isClashing && (await waitsForParent(overlay, read, request, refusedActs))) {
        ended = { stopped: { mid: wire.mid, reason: 'parent_missing' }, failed: null };
        break;
      }
      const outcome = await runOnServer(overlay, read, wire, {
        businessId: caller.businessId,
        nowMs,
        actor,
        parentRefused: refusedActs.length > 0,
        parentClashed: isClashing,
        mintServerId: serverIdsOf(wire.act),
        findDuplicates: tx.findDuplicates,
        tombstones,
      });
      keep(wire, outcome);
    } catch (error) {
      ended = {
        stopped: { mid: wire.mid, reason: 'failed' },
        failed: { wire, reason: error instanceof Error ? error.message : String(error) },
      };
      break;
    }
  }
  await tx.writeRows(overlay.writes());
  return { decided, ...ended };
}

/** Returns the outcome that the act has already, from whichever client: one act has one effect (SYN-7). */
function decidedBefore({ mid, h, attempt }: WireMutation, decision: ActDecision | undefined): Outcome | null {
  const said = decision?.accepted ?? decision?.refusals.get(attempt);
  return said ? { ...said, mid, h } : null;
}

const refusalOf = (decision: ActDecision | undefined): Outcome | null =>
  decision && decision.accepted === null ? decision.last : null;

/** Notes the decision for later mutations of the run: they may depend on it, or be other attempts of the act. */
function noteDecision(decisions: Map<string, ActDecision>, { act, attempt }: WireMutation, outcome: Outcome): void {
  const { accepted = null, refusals = new Map<number, Outcome>() } = decisions.get(act) ?? {};
  const isAccepted = !isNotAccepted(outcome);
  decisions.set(act, {
    accepted: accepted ?? (isAccepted ? outcome : null),
    last: accepted ?? outcome,
    refusals: isAccepted ? refusals : new Map(refusals).set(attempt, outcome),
  });
}

/** Returns a source of ids for rows that only the server creates (conflicts). They too follow from the act (SYN-2). */
function serverIdsOf(act: string): () => number {
  let nth = 0;
  return () => rowIdOf(mintingActFrom(act, 'server'), nth++);
}

/**
 * Reads the mutations up to the first unreadable one, and returns why that one is. Skips mutations that were decided
 * before, because they may have been quarantined as unreadable.
 */
function readAll(
  fresh: readonly WireMutation[],
  isDecided: (wire: WireMutation) => boolean,
): {
  reads: { wire: WireMutation; read: ReadMutation | null }[];
  stop: Omit<FreshRun, 'decided'>;
} {
  const reads: { wire: WireMutation; read: ReadMutation | null }[] = [];
  for (const wire of fresh) {
    try {
      if (isDecided(wire)) {
        reads.push({ wire, read: null });
        continue;
      }
      const read = readMutation(wire);
      if (!read) return { reads, stop: { stopped: { mid: wire.mid, reason: 'format_newer' }, failed: null } };
      reads.push({ wire, read });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { reads, stop: { stopped: { mid: wire.mid, reason: 'failed' }, failed: { wire, reason } } };
    }
  }
  return { reads, stop: { stopped: null, failed: null } };
}
