import { ACTS_ASKED_MAX, type KnownActsAnswer } from '../protocol/known-acts.ts';
import { randomClientId } from '../protocol/act.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { PROTOCOL_VERSION } from '../protocol/constants.ts';
import { actsToAsk, beginHealing, newestDecidedAct } from '../replica/lost-acts.ts';
import { pushOutbox } from './push-outbox.ts';
import { noteRestore } from './note-restore.ts';
import { answerOf, type EnginePorts, journal, type Step, type Stop } from './step.ts';

/*
 * A server that came back from a backup (SYN-21):
 *
 *   noticed by a page of a pull, by a push, or because the server lacks this device's newest act
 *     ─► 'healing': the server says which acts of the archive it lacks; they are sent first, in a new queue
 *     ─► 'staging': a new copy of the shop is fetched (SYN-15)
 */

/**
 * Asks whether the server still has the newest act of this device that it decided. This is needed if no page of a pull
 * would show a restore: without a cookie, as after a sign-in, and on the device of a dismissed user (SYN-25).
 */
export async function lookForLoss(ports: EnginePorts): Promise<Step> {
  const { state, newest } = await ports.database.read(async (tx) => ({
    state: await tx.meta.getState(),
    newest: await newestDecidedAct(tx),
  }));
  const isNoticedOtherwise = state.cookie !== null || (state.resync !== null && !state.dismissal);
  if (isNoticedOtherwise || state.resync?.phase === 'healing' || newest === null)
    return { kind: 'done', progress: false };
  const answer = await askFor(ports, [newest.act]);
  if (answer.kind !== 'answer') return answer;
  if (!newest.isLacking(answer.value.known[0]?.outcome)) return { kind: 'done', progress: false };
  const now = await ports.database.read((tx) => tx.meta.getState());
  // Another drainer may have noted the restore meanwhile.
  if (now.resync?.phase !== 'healing') await noteRestore(ports, answer.value.serverTimeMs);
  return { kind: 'done', progress: true };
}

/** Sends a restored server the acts of this device that it lacks, in their old order. */
export async function healServer(ports: EnginePorts): Promise<Step> {
  const { clientId, resync, last } = await ports.database.read(async (tx) => {
    const state = await tx.meta.getState();
    const [entry] = await tx.outbox.get([state.resync?.lostSeq ?? 0]);
    return { clientId: state.clientId, resync: state.resync, last: entry };
  });
  if (resync?.phase !== 'healing') return { kind: 'done', progress: false };
  if (resync.lostSeq === null) return await askWhatIsLost(ports, clientId);
  const pushed = await pushOutbox(ports, last?.state === 'pending' ? last.wire.mid : 0);
  if (pushed.kind === 'held') return { kind: 'failed', status: 409, retryAfterMs: null };
  if (pushed.kind !== 'done') return pushed;
  await ports.database.write(async (tx) => {
    const state = await tx.meta.getState();
    // The server was restored once more meanwhile: the next round begins again.
    if (state.clientId !== clientId || state.resync?.phase !== 'healing' || state.resync.lostSeq === null) return;
    await tx.meta.putState({ ...state, resync: { ...state.resync, phase: 'staging' } });
  });
  return { kind: 'done', progress: true };
}

async function askWhatIsLost(ports: EnginePorts, clientId: string): Promise<Step> {
  const acts = await ports.database.read(actsToAsk);
  const known = new Map<string, Outcome>();
  let first: KnownActsAnswer | null = null;
  for (let from = 0; from === 0 || from < acts.length; from += ACTS_ASKED_MAX) {
    const answer = await askFor(ports, acts.slice(from, from + ACTS_ASKED_MAX));
    if (answer.kind !== 'answer') return answer;
    for (const { act, outcome } of answer.value.known) known.set(act, outcome);
    first ??= answer.value;
  }
  const lostCount = await ports.database.write(async (tx) => {
    const state = await tx.meta.getState();
    // Another drainer has stored its answer first: keep that one.
    if (state.clientId !== clientId || state.resync?.phase !== 'healing' || state.resync.lostSeq !== null) return null;
    // Store the cookie of the first answer. If the server was restored between two answers, it does not know this
    // cookie, and the device notices.
    const history = { epoch: first?.epoch ?? null, cookie: first?.cookie ?? null };
    await tx.meta.putState({ ...state, resync: { ...state.resync, ...history } });
    return await beginHealing(tx, randomClientId(ports.random), known);
  });
  if (lostCount !== null) await journal(ports, 'healed', { sent: lostCount });
  return { kind: 'done', progress: true };
}

async function askFor(ports: EnginePorts, acts: string[]): Promise<{ kind: 'answer'; value: KnownActsAnswer } | Stop> {
  return answerOf(await ports.transport.knownActs({ protocol: PROTOCOL_VERSION, acts }));
}
