import * as v from 'valibot';
import type { Customer } from '../../domain/people/customer.ts';
import type { Item } from '../../domain/items/item.ts';
import type { User, UserRole } from '../../domain/people/user.ts';
import { answerAudit } from '../../server/mutate/answer-audit.ts';
import { answerKnownActs } from '../../server/mutate/answer-known-acts.ts';
import { TOMBSTONES_KEPT_MS } from '../../server/housekeeping.ts';
import { answerPull, MayNotRead } from '../../server/mutate/answer-pull.ts';
import { takePush } from '../../server/mutate/answer-push.ts';
import type { Caller, ChangeTx, ServerPorts, ServerStore } from '../../server/mutate/server-store.ts';
import type { CallResult } from '../../sync/ports.ts';
import { auditRequestSchema } from '../../sync/protocol/audit.ts';
import { knownActsRequestSchema } from '../../sync/protocol/known-acts.ts';
import { pullRequestSchema } from '../../sync/protocol/pull.ts';
import { packPull } from '../../sync/protocol/pull-wire.ts';
import { pushRequestSchema } from '../../sync/protocol/push.ts';
import { createMemoryServerStore, type MemoryServerStore } from '../support/memory/memory-server-store.ts';
import { customerRow } from '../support/shop-rows.ts';
import { createChance } from './random.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

export type CallKind = 'push' | 'pull' | 'audit' | 'knownActs';

/** The database refused a mutation's rows: the mutation's own fault (SYN-10). */
class RowsRefused extends Error {}
/** A broken connection, a lock, a full disk of the server: nobody's fault. */
class ServerTrouble extends Error {}

export const POISON = 'poison';

/** The server: the product's own logic over a store in memory, each call of the store an event of the schedule. */
export interface SimServer {
  readonly store: MemoryServerStore;
  isUp: boolean;
  /** While the faults are on: rows with poison are refused, and items called corrupt cannot be read. */
  isPoisoned: boolean;
  isCorrupt: boolean;
  troubleOdds: number;
  /** Mutations that a push may carry before it is too large; null: as the product has it. */
  pushLimit: number | null;
  /** Answers with the text of the body, or how it went wrong; never settles when the server dies meanwhile. */
  answer(caller: Caller | null, kind: CallKind, body: string): Promise<CallResult<string>>;
  crash(downMs: number): void;
  flipRole(businessId: number, userId: number): Promise<UserRole>;
  /** Puts a customer under an id that a device has minted; null when the id is taken. */
  addStranger(businessId: number, id: number): Promise<Customer | null>;
  /** Dismisses a user, or lets one in again. */
  setActive(businessId: number, userId: number, isActive: boolean): Promise<void>;
  /** The server's housekeeping: removes rows for good (SYN-15). */
  tidyUp(businessId: number): void;
}

export function createServer(world: World): SimServer {
  const { scheduler, plan } = world;
  const chance = createChance(plan.seed, 'server');
  let life = scheduler.createTask('server');
  const pause = () =>
    scheduler.sleep(
      life,
      plan.hardships.has('slowDisk') && chance.odds(0.02) ? chance.between(100, 3_000) : chance.below(8),
    );
  const store = createMemoryServerStore({ random: chance, pause, clock: { nowMs: () => world.nowMs() } });
  const server: SimServer = {
    store,
    isUp: true,
    isPoisoned: plan.hardships.has('poison'),
    isCorrupt: false,
    troubleOdds: plan.faultOdds.serverError / 2,
    pushLimit: plan.pushLimit,
    answer: (caller, kind, body) => answerCall(world, server, ports, { caller, kind, body }),
    crash(downMs) {
      life.isAlive = false;
      if (store.crash() > 0) world.reach('server crash in a transaction');
      server.isUp = false;
      life = scheduler.createTask('server');
      scheduler.at(life, scheduler.nowMs() + downMs, () => (server.isUp = true));
    },
    tidyUp: (businessId) => store.forgetTombstones(businessId, world.nowMs() - TOMBSTONES_KEPT_MS),
    flipRole: (businessId, userId) => flipRole(ports.store, businessId, userId),
    addStranger: (businessId, id) => addStranger(ports.store, businessId, id, scheduler.nowMs()),
    setActive: (businessId, userId, isActive) =>
      changeUser(ports.store, businessId, userId, () => ({ isActive })).then(() => undefined),
  };
  const ports: ServerPorts = {
    store: troubledStore(world, server, () => chance.odds(server.troubleOdds)),
    clock: { nowMs: () => world.nowMs() },
    random: chance,
    announce: (businessId, version) => world.announce(businessId, version),
    isMutationsFault: (error) => error instanceof RowsRefused,
  };
  return server;
}

async function answerCall(
  world: World,
  server: SimServer,
  ports: ServerPorts,
  call: { caller: Caller | null; kind: CallKind; body: string },
): Promise<CallResult<string>> {
  const { caller, kind } = call;
  if (!caller) return { kind: 'signed_out' };
  const body: unknown = JSON.parse(call.body);
  try {
    return { kind: 'answer', value: JSON.stringify(await handle(world, server, ports, caller, kind, body)) };
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too_large' };
    if (error instanceof ServerTrouble || error instanceof RowsRefused)
      return { kind: 'retry_later', status: 500, retryAfterMs: null };
    if (error instanceof MayNotRead) return { kind: 'dismissed' };
    // Whatever else the server's logic throws, no build of ours may bring it to.
    world.fail(error);
    return { kind: 'unreachable' };
  }
}

class TooLarge extends Error {}

async function handle(
  world: World,
  server: SimServer,
  ports: ServerPorts,
  caller: Caller,
  kind: CallKind,
  body: unknown,
): Promise<unknown> {
  switch (kind) {
    case 'push': {
      const request = v.parse(pushRequestSchema, body);
      if (server.pushLimit !== null && request.mutations.length > server.pushLimit) throw new TooLarge();
      const lmid = server.store
        .committed(caller.businessId)
        .clients.find(({ clientId }) => clientId === request.clientId)?.lmid;
      const answer = await takePush(ports, caller, request);
      if (answer.result === 'taken' && (request.mutations[0]?.mid ?? 0) <= (lmid ?? 0))
        world.reach('duplicate outcome');
      return answer;
    }
    case 'pull':
      return packPull(await answerPull(ports, caller, v.parse(pullRequestSchema, body)));
    case 'audit':
      return await answerAudit(ports, caller, v.parse(auditRequestSchema, body));
    case 'knownActs':
      return await answerKnownActs(ports, caller, v.parse(knownActsRequestSchema, body));
  }
}

/** SYN-10: what failed so often for so long is set aside. */
const FAILURES_MAX = 5;
const HELD_UP_MAX_MS = 10 * 60_000;

/** The store with what may go wrong in it, watched at every commit. */
function troubledStore(world: World, server: SimServer, isTrouble: () => boolean): ServerStore {
  const guarded = (tx: ChangeTx, queue: { isHeldUp: boolean }): ChangeTx => ({
    ...tx,
    async putFailure(key, mid, failure, reason, atMs) {
      queue.isHeldUp = failure.count >= FAILURES_MAX && atMs - failure.firstAtMs >= HELD_UP_MAX_MS;
      await tx.putFailure(key, mid, failure, reason, atMs);
    },
    async quarantine(...facts) {
      queue.isHeldUp = false;
      await tx.quarantine(...facts);
    },
    async writeRows(changes) {
      if (isTrouble()) throw new ServerTrouble('The connection broke');
      const isPoison =
        server.isPoisoned && changes.some(({ after }) => after && 'notes' in after && after.notes === POISON);
      if (isPoison) throw new RowsRefused('A check of the table refused the row');
      await tx.writeRows(changes);
    },
    async getMany(table, ids) {
      const rows = await tx.getMany(table, ids);
      return server.isCorrupt && table === 'item'
        ? rows.map((row) => (row && isCorruptible(row as Item) ? corrupted(row) : row))
        : rows;
    },
  });
  return {
    async change(businessId, work) {
      const queue = { isHeldUp: false };
      const result = await server.store.change(businessId, (tx) => work(guarded(tx, queue)));
      if (queue.isHeldUp) world.fail(new Violation('[11] one bad mutation blocks the rest for longer than it may'));
      world.onServerCommit(businessId);
      return result;
    },
    snapshot: (businessId, work) => server.store.snapshot(businessId, work),
  };
}

const isCorruptible = (item: Item): boolean => item.id % 5 === 0;

/** A row that no mutation can work with: what goes wrong inside its own savepoint. */
function corrupted<T extends object>(row: T): T {
  return Object.defineProperty({ ...row }, 'type', {
    enumerable: true,
    get() {
      throw new Error('This row cannot be read');
    },
  });
}

async function flipRole(store: ServerStore, businessId: number, userId: number): Promise<UserRole> {
  const flipped = await changeUser(store, businessId, userId, ({ role }) => ({
    role: role === 'admin' ? 'staff' : 'admin',
  }));
  return flipped.role;
}

async function changeUser(
  store: ServerStore,
  businessId: number,
  userId: number,
  change: (user: User) => Partial<User>,
): Promise<User> {
  return await store.change(businessId, async (tx) => {
    const [user] = await tx.getMany('user', [userId]);
    if (!user) throw new Error('Everybody in this world has an account');
    const after: User = { ...user, ...change(user) };
    await tx.writeRows([{ table: 'user', id: userId, before: user, after }]);
    return after;
  });
}

async function addStranger(
  store: ServerStore,
  businessId: number,
  id: number,
  createdAtMs: number,
): Promise<Customer | null> {
  return await store.change(businessId, async (tx) => {
    if ((await tx.getMany('customer', [id]))[0]) return null;
    const after = customerRow({ id, name: `Stranger ${id}`, createdAtMs });
    await tx.writeRows([{ table: 'customer', id, before: undefined, after }]);
    return after;
  });
}
