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

/** The database refused a mutation's rows. This counts against the mutation (SYN-10). */
class RowsRefused extends Error {}
/** A broken connection, a lock, or a full disk of the server. This counts against no mutation. */
class ServerTrouble extends Error {}

export const POISON = 'poison';

/** The server: the product's own logic over a store in memory. Each call of the store is an event of the schedule. */
export interface SimServer {
  readonly store: MemoryServerStore;
  isUp: boolean;
  /** While true, rows with `POISON` are refused; while `isCorrupt` is, corrupt items cannot be read. */
  isPoisoned: boolean;
  isCorrupt: boolean;
  troubleOdds: number;
  /** The most mutations in a push before it is too large; null: the product's own limit. */
  pushLimit: number | null;
  /** Resolves with the body of the answer, or with the kind of failure; never if the server dies meanwhile. */
  answer(caller: Caller | null, kind: CallKind, body: string): Promise<CallResult<string>>;
  crash(downMs: number): void;
  flipRole(businessId: number, userId: number): Promise<UserRole>;
  /** Creates a customer with an id that a device has minted; returns null if the id is taken. */
  addStranger(businessId: number, id: number): Promise<Customer | null>;
  /** Dismisses or reinstates a user. */
  setActive(businessId: number, userId: number, isActive: boolean): Promise<void>;
  /** Runs the server's housekeeping, which forgets removed rows (SYN-15). */
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
    // No device may cause any other error of the server's logic.
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

/** A mutation that failed often enough for long enough is quarantined (SYN-10). */
const FAILURES_MAX = 5;
const HELD_UP_MAX_MS = 10 * 60_000;

/** Returns the store with faults; every commit is reported to the rules. */
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

/** Returns a row that makes every mutation that reads it fail inside its savepoint. */
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
    const after = customerRow({ id, name: `Stranger ${id}`, createdAtMs, createdByUserId: null });
    await tx.writeRows([{ table: 'customer', id, before: undefined, after }]);
    return after;
  });
}
