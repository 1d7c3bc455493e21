import type { RowSource } from '../../sync/mutation/overlay.ts';
import type { HealAnswer, HealRequest } from '../../sync/protocol/heal.ts';
import { HASH_ZERO } from '../../sync/protocol/mutation-hash.ts';
import { passedOver } from '../../sync/protocol/outcome.ts';
import type { PushRequest } from '../../sync/protocol/push.ts';
import { readCookie } from './cookie.ts';
import { NotYourClient } from './register-client.ts';
import type { ReadMutation } from './run-mutation.ts';
import type { Caller, ChangeTx, ClientRow, History, ServerPorts } from './server-store.ts';
import { standingOf } from './standing.ts';

/**
 * Tells a device what this server has of one of its incarnations, and takes the incarnation up again when it was lost
 * with the backup: then it is healed under the mids and hashes that it had, and a twin cannot bring it twice (SYN-21).
 */
export async function healClient(ports: ServerPorts, caller: Caller, request: HealRequest): Promise<HealAnswer> {
  if (request.upTo !== undefined) return await tellStanding(ports, caller, request, request.upTo);
  const nowMs = ports.clock.nowMs();
  return await ports.store.change(caller.businessId, async (tx) => {
    const userId = await authorOf(tx, caller, request);
    const known = await tx.incarnations(request.clientId);
    if (known.some((client) => client.userId !== userId))
      throw new NotYourClient('This device is registered for somebody else');
    // Where the operator named no new epoch, ids of our own that were issued after the backup would be issued again.
    await tx.retireServerIds();
    const { clientId, incarnation } = request;
    const before: ClientRow = known.find((client) => client.incarnation === incarnation) ?? {
      clientId,
      incarnation,
      userId,
      lmid: 0,
      hash: HASH_ZERO,
    };
    const client = await passOver(tx, before, request, nowMs);
    await tx.putClient(client, nowMs, null);
    return {
      epoch: tx.epoch,
      serverTimeMs: nowMs,
      lmid: client.lmid,
      hash: client.lmid === 0 ? HASH_ZERO : client.hash,
      refusals: await tx.refusals(client),
    };
  });
}

/** Whose incarnations are spoken of: an admin may give back what another one left behind (SYN-25). */
async function authorOf(
  tx: Pick<ChangeTx, 'actor'>,
  caller: Caller,
  { authorUserId = caller.userId }: HealRequest,
): Promise<number> {
  if (authorUserId === caller.userId) return authorUserId;
  const [sender, author] = [await tx.actor(caller.userId), await tx.actor(authorUserId)];
  if (sender?.role !== 'admin' || !sender.isActive || !author)
    throw new NotYourClient('Only an admin gives back what somebody else left');
  return authorUserId;
}

/** Out of a snapshot: who asks often takes no version of the shop and no block of ids. */
async function tellStanding(
  ports: ServerPorts,
  caller: Caller,
  request: HealRequest,
  upTo: number,
): Promise<HealAnswer> {
  return await ports.store.snapshot(caller.businessId, async (tx) => {
    const userId = await authorOf(tx, caller, request);
    const client = await tx.client(request);
    if (client && client.userId !== userId) throw new NotYourClient('This device is registered for somebody else');
    const isBeyond = client !== null && client.lmid > upTo;
    const [found] = isBeyond ? await tx.outcomesAfter(request, upTo - 1) : [];
    const last = found ?? (client && client.lmid > 0 ? { mid: client.lmid, h: client.hash } : null);
    return {
      epoch: tx.epoch,
      serverTimeMs: ports.clock.nowMs(),
      lmid: last?.mid ?? 0,
      hash: last?.h ?? HASH_ZERO,
      refusals: [],
    };
  });
}

/** What was refused in the history that is gone stays so; of what the device no longer has, nobody can do more. */
async function passOver(tx: ChangeTx, client: ClientRow, { passed }: HealRequest, nowMs: number): Promise<ClientRow> {
  const fresh = passed.filter(({ mid }) => mid > client.lmid);
  const last = fresh.at(-1);
  if (!last) return client;
  const outcomes = fresh.map((each, index) => passedOver(each, (fresh[index - 1]?.mid ?? client.lmid) + 1));
  await tx.addOutcomes(client, outcomes, nowMs);
  return { ...client, lmid: last.mid, hash: last.h };
}

/** Whether a run comes from a device that has seen what this history does not have, and does not know it yet. */
export async function isOfLostHistory(history: History, { cookie }: PushRequest): Promise<boolean> {
  return cookie !== null && (await standingOf(readCookie(cookie), history)) === 'restored';
}

/** Whether a row that the mutation refers to is missing, and may still come from another device's archive. */
export async function waitsForParent(
  rows: RowSource,
  read: ReadMutation,
  { waitsForParents }: PushRequest,
): Promise<boolean> {
  if (!waitsForParents) return false;
  for (const { table, id } of read.mutation.refersTo(read.args)) {
    const [row] = await rows.getMany(table, [id]);
    if (!row) return true;
  }
  return false;
}
