import type { ReplicaState } from '../ports.ts';
import { PROTOCOL_VERSION } from '../protocol/push.ts';
import { lastDecided } from '../replica/heal.ts';
import { addLeases, adoptIncarnation, keepIncarnation } from '../replica/reissue.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/** Unused blocks of ids kept in stock (SYN-2). */
const LEASES_IN_STOCK = 2;
const HASHES_TOLD_MAX = 20_000;

/** Makes sure that this client has an incarnation: without one it can neither mint ids nor send (SYN-2). */
export async function ensureIncarnation(ports: EnginePorts): Promise<Step> {
  const state = await ports.database.read((tx) => tx.getState());
  return state.incarnation > 0 ? { kind: 'done', progress: false } : await takeIncarnation(ports, state, []);
}

/**
 * Leaves an incarnation for a new one: the server's history of it is not this device's, because the profile was copied
 * or restored (SYN-20). Where the server finds that it is no fork the device stays in it. One that this device has left already stays left: what was sent since under the next one must
 * not be issued once more.
 */
export async function leaveIncarnation(ports: EnginePorts, incarnation: number): Promise<Step> {
  const { state, hashes } = await ports.database.read(async (tx) => {
    const now = await tx.getState();
    const known = [...(await tx.archive()), ...(await tx.outbox())].filter(
      (entry) => entry.incarnation === now.incarnation,
    );
    const told = known.map(({ wire }) => ({ mid: wire.mid, h: wire.h })).slice(1 - HASHES_TOLD_MAX);
    // The archive forgets (SYN-9); how far the server had come stays known.
    if (now.confirmedMid > 0) told.push({ mid: now.confirmedMid, h: now.confirmedHash });
    return { state: now, hashes: told };
  });
  if (state.incarnation !== incarnation) return { kind: 'done', progress: true };
  return await takeIncarnation(ports, state, hashes);
}

async function takeIncarnation(
  ports: EnginePorts,
  state: ReplicaState,
  hashes: { mid: number; h: string }[],
): Promise<Step> {
  const answer = answerOf(
    await ports.transport.register({
      protocol: PROTOCOL_VERSION,
      clientId: state.clientId,
      leaving: state.incarnation === 0 ? null : { incarnation: state.incarnation, hashes },
      appVersion: ports.device.appVersion,
    }),
  );
  if (answer.kind !== 'answer') return answer;
  const adopted = await ports.database.write(async (tx) => {
    const now = await tx.getState();
    // Another drainer of this very database was quicker: its incarnation stands, ours stays unused.
    if (now.incarnation !== state.incarnation) return null;
    if (answer.value.incarnation !== state.incarnation) {
      // Of what was written since the question, another drainer may have sent some: to the server it was a stranger's,
      // and issued again here it would be doubled (SYN-20). Asked again, with its hashes, the answer is another one.
      if (state.incarnation > 0 && now.nextMid !== state.nextMid) return null;
      return await adoptIncarnation(tx, answer.value);
    }
    await keepIncarnation(tx, answer.value);
    return null;
  });
  if (adopted && state.incarnation > 0)
    await journal(ports, 'fork', {
      left: state.incarnation,
      now: answer.value.incarnation,
      reissued: adopted.reissued,
    });
  return { kind: 'done', progress: true };
}

/** Keeps two unused blocks of ids in stock, so that a long time without signal does not run out of them. */
export async function topUpLeases(ports: EnginePorts): Promise<Step> {
  const state = await ports.database.read((tx) => tx.getState());
  const unused = state.leases.filter((lease) => lease.next === 0).length;
  if (unused >= LEASES_IN_STOCK) return { kind: 'done', progress: false };
  const request = { clientId: state.clientId, incarnation: state.incarnation, count: LEASES_IN_STOCK - unused };
  const answer = answerOf(await ports.transport.lease(request));
  if (answer.kind !== 'answer') return answer;
  // The server gives none to a client that it does not know: it was restored to before this one came.
  if (answer.value.blocks.length === 0) {
    const last = await ports.database.read(lastDecided);
    // Where it had decided something, be it of an incarnation before, the push or the pull will tell, and it is healed.
    if (state.confirmedMid > 0 || last) return { kind: 'done', progress: false };
    // Any other it takes up again.
    return { kind: 'fork', incarnation: request.incarnation };
  }
  await ports.database.write((tx) => addLeases(tx, request.incarnation, answer.value.blocks));
  return { kind: 'done', progress: true };
}
