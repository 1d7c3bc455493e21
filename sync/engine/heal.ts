import type { HealAnswer, HealRequest } from '../protocol/heal.ts';
import { PASSED_MAX } from '../protocol/heal.ts';
import { PROTOCOL_VERSION, PUSH_MUTATIONS_MAX } from '../protocol/push.ts';
import {
  agrees,
  type Chain,
  hashAt,
  nextToHeal,
  noteRefusals,
  readChains,
  yieldToFirstForms,
} from '../replica/heal.ts';
import { type Batch, requestOf, withinBytes } from './push.ts';
import { waitNoLonger } from './restored-server.ts';
import { answerOf, type EnginePorts, type Fork, journal, type Step, type Stop } from './step.ts';

/** Gives a restored server what it lacks of this device, incarnation by incarnation, each in the order of its mids. */
export async function healServer(ports: EnginePorts): Promise<Step> {
  const { resync, chains } = await ports.database.read(async (tx) => ({
    resync: (await tx.getState()).resync,
    chains: await readChains(tx),
  }));
  if (resync?.phase !== 'healing') return { kind: 'done', progress: false };
  let epoch: string | null = null;
  const counts = { sent: 0, passed: 0 };
  for (const chain of chains) {
    const healed = await healChain(ports, chain);
    if (healed.kind !== 'healed') return healed;
    epoch = healed.answer.epoch;
    counts.sent += healed.sent;
    counts.passed += healed.passed;
    await ports.database.write(async (tx) =>
      tx.putState(
        await noteRefusals(tx, await tx.getState(), chain.incarnation, {
          refusals: healed.answer.refusals,
          agreedMid: healed.agreedMid,
          isLeft: !chain.isCurrent,
        }),
      ),
    );
  }
  await ports.database.write(async (tx) => {
    const state = await tx.getState();
    if (state.resync?.phase !== 'healing') return;
    await tx.putState({ ...state, resync: { ...state.resync, phase: 'staging', epoch } });
    await tx.appendJournal({ atMs: ports.clock.nowMs(), what: 'healed', detail: counts });
  });
  return { kind: 'done', progress: true };
}

interface Healed {
  kind: 'healed';
  answer: HealAnswer;
  /** Up to here the server has what this device has. */
  agreedMid: number;
  sent: number;
  passed: number;
}

async function healChain(ports: EnginePorts, known: Chain): Promise<Healed | Fork | Stop> {
  let [sent, passed, countMax] = [0, 0, PUSH_MUTATIONS_MAX];
  const first = await ask(ports, known, []);
  if (first.kind !== 'answer') return first;
  const chain = agrees(known, first.value) ? await withoutLaterForms(ports, known, first.value) : known;
  let answer = first.value;
  let lmid = answer.lmid;
  const healed = async (): Promise<Healed | Stop> => {
    const agreed = await agreedMidOf(ports, chain, { lmid, hash: answer.hash });
    return agreed.kind === 'agreed' ? { kind: 'healed', answer, agreedMid: agreed.mid, sent, passed } : agreed;
  };
  for (;;) {
    if (!agrees(chain, { lmid, hash: answer.hash }) || (await isOvertaken(ports, chain, lmid)))
      // Of an incarnation that was left a twin has gone on: what both have in common is there.
      return chain.isCurrent ? { kind: 'fork', incarnation: chain.incarnation } : await healed();
    const next = nextToHeal(chain, lmid, countMax);
    if (next.kind === 'send') {
      const taken = await sendRun(ports, chain, next);
      if (taken.kind === 'too_large') {
        countMax = Math.ceil(next.mutations.length / 2);
        continue;
      }
      if (taken.kind !== 'taken') return taken;
      sent += taken.lmid - lmid;
      lmid = taken.lmid;
      answer = { ...answer, hash: hashAt(chain, lmid) ?? answer.hash };
      continue;
    }
    if (next.kind === 'done' && sent === 0) return await healed();
    const asked = await ask(ports, chain, next.kind === 'pass' ? next.passed.slice(0, PASSED_MAX) : []);
    if (asked.kind !== 'answer') return asked;
    answer = asked.value;
    if (next.kind === 'done') return await healed();
    // A server that passes nothing over would be asked for ever.
    if (answer.lmid <= lmid) return { kind: 'failed', status: 409, retryAfterMs: null };
    passed += next.passed.length;
    lmid = answer.lmid;
  }
}

/** The chain as it is to be sent: of what clashed once, and whose first form a copy has brought, that form counts (SYN-22). */
async function withoutLaterForms(ports: EnginePorts, chain: Chain, answer: HealAnswer): Promise<Chain> {
  return await ports.database.write(async (tx) => {
    const isChanged = await yieldToFirstForms(tx, chain.incarnation, answer);
    const now = isChanged ? await readChains(tx) : [];
    return now.find(({ incarnation }) => incarnation === chain.incarnation) ?? chain;
  });
}

/**
 * Up to which mid the server's history is known to be this device's. What comes after it may be a copy's (SYN-20), and
 * says nothing of the act of that mid here. One history is a beginning of the other up to where they part, so that a few
 * questions find the place; the first is whether a copy has only gone on, as it mostly has.
 */
async function agreedMidOf(
  ports: EnginePorts,
  chain: Chain,
  told: { lmid: number; hash: string },
): Promise<{ kind: 'agreed'; mid: number } | Stop> {
  if (hashAt(chain, told.lmid) === told.hash) return { kind: 'agreed', mid: told.lmid };
  const known = chain.links.filter(({ mid }) => mid <= told.lmid);
  let [from, to] = [0, known.length];
  for (let at = to - 1; from < to; at = Math.floor((from + to) / 2)) {
    const asked = await ask(ports, chain, [], known[at]?.mid);
    if (asked.kind !== 'answer') return asked;
    if (hashAt(chain, asked.value.lmid) === asked.value.hash) from = at + 1;
    else to = at;
  }
  return { kind: 'agreed', mid: known[from - 1]?.mid ?? 0 };
}

/** The server decided mids of this incarnation that nothing here ever had: those of a copy of this profile (SYN-20). */
async function isOvertaken(ports: EnginePorts, { incarnation, isCurrent }: Chain, lmid: number): Promise<boolean> {
  const now = await ports.database.read((tx) => tx.getState());
  return isCurrent && now.incarnation === incarnation && lmid >= now.nextMid;
}

async function ask(ports: EnginePorts, { incarnation }: Chain, passed: HealRequest['passed'], upTo?: number) {
  const { clientId } = await ports.database.read((tx) => tx.getState());
  const request = { protocol: PROTOCOL_VERSION, clientId, incarnation, passed };
  return answerOf(await ports.transport.heal(upTo === undefined ? request : { ...request, upTo }));
}

type Sent = { kind: 'taken'; lmid: number } | { kind: 'too_large' } | Fork | Stop;

async function sendRun(
  ports: EnginePorts,
  { incarnation, isCurrent }: Chain,
  run: { previousHash: string; mutations: Batch['mutations'] },
): Promise<Sent> {
  const batch = await ports.database.read(async (tx): Promise<Batch> => {
    const { clientId, clockOffsetMs, restoredAtMs, dismissal } = await tx.getState();
    return {
      clientId,
      incarnation,
      previousHash: run.previousHash,
      mutations: withinBytes(run.mutations),
      pending: await tx.countPending(),
      clockOffsetMs,
      isDismissed: Boolean(dismissal),
      // The one that is here speaks of the history that is gone.
      cookie: null,
      waitsForParents: restoredAtMs !== null,
    };
  });
  const result = await ports.transport.push(await requestOf(ports, batch));
  if (result.kind === 'too_large' && batch.mutations.length > 1) return { kind: 'too_large' };
  const answer = answerOf(result);
  if (answer.kind !== 'answer') return answer;
  const { result: said, lmid, stopped, serverTimeMs } = answer.value;
  if (said === 'fork' && isCurrent) return { kind: 'fork', incarnation };
  const first = batch.mutations[0]?.mid ?? 0;
  await waitNoLonger(ports, serverTimeMs);
  if (said === 'taken' && lmid >= first && !stopped) return { kind: 'taken', lmid };
  if (stopped) await journal(ports, 'stopped', { mid: stopped.mid, reason: stopped.reason });
  return { kind: 'failed', status: 409, retryAfterMs: null };
}
