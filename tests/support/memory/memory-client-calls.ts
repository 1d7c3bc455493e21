import type { ChangeTx, ClientRow, DecidedAct, Failure } from '../../../server/mutate/server-store.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';

export interface Quarantined {
  clientId: string;
  mid: number;
  raw: string;
  reason: string;
  atMs: number;
}

/** The time of a decision. Outcomes do not contain it, but the simulation needs it. */
export const decidedAtMs = new WeakMap<Outcome, number>();

const failureText = (clientId: string, mid: number): string => `${clientId}/${mid}`;

interface ClientDraft {
  clients: Map<string, ClientRow>;
  /** Decisions by client, in the order of mids. */
  decided: Map<string, readonly DecidedAct[]>;
  failures: Map<string, Failure>;
  quarantined: Quarantined[];
}

type ClientCalls = Pick<
  ChangeTx,
  'client' | 'putClient' | 'outcomes' | 'decided' | 'addOutcomes' | 'failure' | 'putFailure' | 'quarantine'
>;

/** Returns all decisions about these acts, whichever client sent them. */
export function decidedAmong(
  decided: ReadonlyMap<string, readonly DecidedAct[]>,
  acts: readonly string[],
): DecidedAct[] {
  const asked = new Set(acts);
  return [...decided.values()].flatMap((ofClient) => ofClient.filter(({ act }) => asked.has(act)));
}

/** The calls of a change that read and write clients and decisions. */
export function clientCalls(draft: ClientDraft, pause: () => Promise<void>): ClientCalls {
  const decidedOf = (clientId: string) => draft.decided.get(clientId) ?? [];
  return {
    async client(clientId) {
      await pause();
      return draft.clients.get(clientId) ?? null;
    },
    async putClient({ clientId, userId, lmid, hash }) {
      await pause();
      draft.clients.set(clientId, { clientId, userId, lmid, hash });
    },
    async outcomes(clientId, mids) {
      await pause();
      return decidedOf(clientId)
        .map(({ outcome }) => outcome)
        .filter(({ mid }) => mids.includes(mid));
    },
    async decided(acts) {
      await pause();
      return decidedAmong(draft.decided, acts);
    },
    async addOutcomes(clientId, decided, atMs) {
      await pause();
      for (const { outcome } of decided) decidedAtMs.set(outcome, atMs);
      const all = [...decidedOf(clientId), ...decided];
      if (new Set(all.map(({ outcome }) => outcome.mid)).size < all.length)
        throw new Error('An outcome is stored once');
      draft.decided.set(
        clientId,
        all.toSorted((a, b) => a.outcome.mid - b.outcome.mid),
      );
    },
    async failure(clientId, mid) {
      await pause();
      return draft.failures.get(failureText(clientId, mid)) ?? null;
    },
    async putFailure(clientId, mid, failure) {
      await pause();
      draft.failures.set(failureText(clientId, mid), failure);
    },
    async quarantine(clientId, mid, raw, reason, atMs) {
      await pause();
      draft.quarantined.push({ clientId, mid, raw, reason, atMs });
    },
  };
}
