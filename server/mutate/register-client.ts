import { assert } from '../../domain/assert.ts';
import { LEASE_BLOCK_MAX } from '../../domain/id.ts';
import type {
  LeaseAnswer,
  LeaseRequest,
  RegisterClientAnswer,
  RegisterClientRequest,
} from '../../sync/protocol/client.ts';
import { HASH_ZERO } from '../../sync/protocol/mutation-hash.ts';
import type { Caller, ChangeTx, ClientRow, ServerPorts } from './server-store.ts';

const BLOCKS_AT_FIRST = 3;
const DRAWS_MAX = 50;

/** This client id or incarnation is another user's: the route answers 403. */
export class NotYourClient extends Error {}

/**
 * Gives a device a new incarnation with blocks of ids of its own (SYN-2). To one that leaves an incarnation it says
 * up to which mid the server's history of it is the device's: what came later has to be issued again (SYN-20). Where
 * that history is a beginning of the device's there is no fork: the device stays in its incarnation, which the server
 * takes up again when a restore lost it. Issued anew, what waits in two copies of the profile would be doubled (SYN-21).
 */
export async function registerClient(
  ports: ServerPorts,
  caller: Caller,
  request: RegisterClientRequest,
): Promise<RegisterClientAnswer> {
  const nowMs = ports.clock.nowMs();
  return await ports.store.change(caller.businessId, async (tx) => {
    const known = await tx.incarnations(request.clientId);
    if (known.some((client) => client.userId !== caller.userId))
      throw new NotYourClient('This device is registered for somebody else');
    const incarnation =
      continued(known, request) ??
      Math.max(0, request.leaving?.incarnation ?? 0, ...known.map((client) => client.incarnation)) + 1;
    const key = { clientId: request.clientId, incarnation };
    if (!known.some((client) => client.incarnation === incarnation))
      await tx.putClient({ ...key, userId: caller.userId, lmid: 0, hash: HASH_ZERO }, nowMs, null);
    return {
      epoch: tx.epoch,
      serverTimeMs: nowMs,
      incarnation,
      ...(await commonHistory(tx, request)),
      blocks: await drawBlocks(tx, ports, ownerOf(key), BLOCKS_AT_FIRST),
    };
  });
}

/** The incarnation that a device wants to leave, where all that this server has of it is what the device has. */
function continued(known: readonly ClientRow[], { leaving }: RegisterClientRequest): number | null {
  if (!leaving) return null;
  const left = known.find((client) => client.incarnation === leaving.incarnation);
  const isOwn = !left || left.lmid === 0 || leaving.hashes.some(({ mid, h }) => mid === left.lmid && h === left.hash);
  return isOwn ? leaving.incarnation : null;
}

/**
 * More blocks for an incarnation; a lost answer costs a block of 2^33, nothing else. None for one that is not known
 * here: its device then asks for a new one, which no sign-in would bring it to.
 */
export async function grantLeases(ports: ServerPorts, caller: Caller, request: LeaseRequest): Promise<LeaseAnswer> {
  return await ports.store.change(caller.businessId, async (tx) => {
    const client = await tx.client(request);
    if (!client) return { blocks: [] };
    if (client.userId !== caller.userId) throw new NotYourClient('This device is registered for somebody else');
    return { blocks: await drawBlocks(tx, ports, ownerOf(request), request.count) };
  });
}

const ownerOf = (key: { clientId: string; incarnation: number }): string => `${key.clientId}/${key.incarnation}`;

/** The hashes are a chain: where one agrees, all before it do. */
async function commonHistory(
  tx: ChangeTx,
  request: RegisterClientRequest,
): Promise<Pick<RegisterClientAnswer, 'commonMid' | 'refusals'>> {
  if (!request.leaving) return { commonMid: 0 };
  const told = new Map(request.leaving.hashes.map(({ mid, h }) => [mid, h]));
  const key = { clientId: request.clientId, incarnation: request.leaving.incarnation };
  const common = (await tx.outcomes(key, [...told.keys()])).filter((outcome) => told.get(outcome.mid) === outcome.h);
  return {
    commonMid: Math.max(0, ...common.map((outcome) => outcome.mid)),
    refusals: common.filter((outcome) => outcome.kind === 'refused' || outcome.kind === 'quarantined'),
  };
}

/** Blocks are drawn by chance and unique in the business, so that a restored server does not issue one twice. */
async function drawBlocks(tx: ChangeTx, ports: ServerPorts, owner: string, count: number): Promise<number[]> {
  const blocks: number[] = [];
  for (let draw = 0; blocks.length < count; draw += 1) {
    assert(draw < DRAWS_MAX, 'Blocks of ids are drawn from 2^33: so many clashes are no chance');
    const block = 1 + ports.random.below(LEASE_BLOCK_MAX);
    if (await tx.grantBlock(block, owner)) blocks.push(block);
  }
  return blocks;
}
