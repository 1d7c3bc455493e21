import { FIRST_TABLE_SET } from '../../sync/protocol/tables.ts';
import type { KnownActsAnswer, KnownActsRequest } from '../../sync/protocol/known-acts.ts';
import { isNotAccepted, type Outcome } from '../../sync/protocol/outcome.ts';
import { firstCookie, writeCookie } from './cookie.ts';
import type { Caller, DecidedAct, ServerPorts } from './server-store.ts';

/**
 * Returns which of a device's acts this server has decided. The device sends the others to a restored server (SYN-21).
 */
export async function answerKnownActs(
  ports: ServerPorts,
  caller: Caller,
  request: KnownActsRequest,
): Promise<KnownActsAnswer> {
  return await ports.store.snapshot(caller.businessId, async (tx) => {
    const decisions = actDecisions(await tx.decided(request.acts));
    const nowMs = ports.clock.nowMs();
    // A pull with a larger view sends the other rows and tables later.
    const leastView = { projection: 'staff', tableSet: FIRST_TABLE_SET } as const;
    return {
      epoch: tx.epoch,
      serverTimeMs: nowMs,
      cookie: writeCookie(firstCookie(tx, leastView, nowMs)),
      known: [...decisions].map(([act, { last }]) => ({ act, outcome: last })),
    };
  });
}

/** The server's decision on an act (SYN-5). An act may have several attempts; at most one of them is accepted. */
export interface ActDecision {
  accepted: Outcome | null;
  /** The outcome of the accepted attempt, or else of the latest one. */
  last: Outcome;
  /** The outcomes of the other attempts, by the attempt's number. */
  refusals: ReadonlyMap<number, Outcome>;
}

export function actDecisions(decided: readonly DecidedAct[]): Map<string, ActDecision> {
  const decisions = new Map<string, ActDecision & { refusals: Map<number, Outcome> }>();
  for (const { act, attempt, outcome } of decided.toSorted((a, b) => a.attempt - b.attempt)) {
    const known = decisions.get(act) ?? { accepted: null, last: outcome, refusals: new Map<number, Outcome>() };
    if (isNotAccepted(outcome)) known.refusals.set(attempt, outcome);
    else known.accepted ??= outcome;
    decisions.set(act, { ...known, last: known.accepted ?? outcome });
  }
  return decisions;
}
