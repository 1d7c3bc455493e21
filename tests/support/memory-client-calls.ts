import type { ChangeTx, ClientKey, ClientRow, Failure } from '../../server/mutate/server-store.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';

export interface Quarantined extends ClientKey {
  mid: number;
  raw: string;
  reason: string;
  atMs: number;
}

export const clientText = (key: ClientKey): string => `${key.clientId}/${key.incarnation}`;
const failureText = (key: ClientKey, mid: number): string => `${clientText(key)}/${mid}`;

interface ClientDraft {
  clients: Map<string, ClientRow>;
  outcomes: Map<string, readonly Outcome[]>;
  failures: Map<string, Failure>;
  quarantined: Quarantined[];
}

type ClientCalls = Pick<
  ChangeTx,
  | 'client'
  | 'incarnations'
  | 'putClient'
  | 'outcomes'
  | 'addOutcomes'
  | 'failure'
  | 'putFailure'
  | 'quarantine'
  | 'refusals'
>;

/** What a change does to devices and to what was decided of their mutations. */
export function clientCalls(draft: ClientDraft, pause: () => Promise<void>): ClientCalls {
  const outcomesOf = (key: ClientKey) => draft.outcomes.get(clientText(key)) ?? [];
  return {
    async client(key) {
      await pause();
      return draft.clients.get(clientText(key)) ?? null;
    },
    async incarnations(clientId) {
      await pause();
      return [...draft.clients.values()].filter((client) => client.clientId === clientId);
    },
    async putClient({ clientId, incarnation, userId, lmid, hash }) {
      await pause();
      draft.clients.set(clientText({ clientId, incarnation }), { clientId, incarnation, userId, lmid, hash });
    },
    async outcomes(key, mids) {
      await pause();
      return outcomesOf(key).filter((outcome) => mids.includes(outcome.mid));
    },
    async addOutcomes(key, outcomes) {
      await pause();
      const all = outcomesOf(key);
      if (new Set([...all, ...outcomes].map(({ mid }) => mid)).size < all.length + outcomes.length)
        throw new Error('An outcome is stored once');
      draft.outcomes.set(
        clientText(key),
        [...all, ...outcomes].sort((a, b) => a.mid - b.mid),
      );
    },
    async refusals(key) {
      await pause();
      return outcomesOf(key).filter(({ kind }) => kind === 'refused' || kind === 'quarantined');
    },
    async failure(key, mid) {
      await pause();
      return draft.failures.get(failureText(key, mid)) ?? null;
    },
    async putFailure(key, mid, failure) {
      await pause();
      draft.failures.set(failureText(key, mid), failure);
    },
    async quarantine({ clientId, incarnation }, mid, raw, reason, atMs) {
      await pause();
      draft.quarantined.push({ clientId, incarnation, mid, raw, reason, atMs });
    },
  };
}
