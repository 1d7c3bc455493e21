import type { User, UserRole } from '../../../domain/people/user.ts';
import { answerAudit } from '../../../server/mutate/answer-audit.ts';
import { answerKnownActs } from '../../../server/mutate/answer-known-acts.ts';
import { answerPull, MayNotRead } from '../../../server/mutate/answer-pull.ts';
import { takePush } from '../../../server/mutate/answer-push.ts';
import type { Caller, ServerPorts } from '../../../server/mutate/server-store.ts';
import { runEngine } from '../../../sync/engine/engine.ts';
import { fetchOlder, type OlderResult } from '../../../sync/engine/older.ts';
import type { EnginePorts } from '../../../sync/engine/step.ts';
import type { MutationArgs, MutationName } from '../../../sync/mutation/registry.ts';
import type { CallResult, OutboxEntry, Transport } from '../../../sync/ports.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';
import type { HistoryTable, Rows, TableName } from '../../../sync/protocol/tables.ts';
import { type ArgumentTools, runMutation, type RunResult } from '../../../sync/replica/run-mutation.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { MemoryDatabase } from '../memory/memory-database.ts';
import { createMemoryServerStore, type MemoryServerStore } from '../memory/memory-server-store.ts';
import { newTestActs } from './test-acts.ts';
import {
  BUSINESS_ID,
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  paymentMethodRow,
  supplierRow,
} from '../shop-rows.ts';

/** The rows that the shop of the two phones has at the beginning. */
export const ITEM = 1;
export const CUSTOMER = 2;
export const SUPPLIER = 3;
export const CASH = 4;
export const WALLET = 5;
export const AMINA = 70;
export const BRIAN = 71;

/** One person's phone: the real engine over a database in memory. It syncs only when a test calls `sync`. */
export class Phone {
  readonly userId: number;
  readonly database: MemoryDatabase;
  readonly acts = newTestActs();
  readonly #user: { userId: number; role: UserRole };
  readonly #server: ServerPorts;
  readonly #nowMs: () => number;

  constructor(
    server: ServerPorts,
    user: { userId: number; role: UserRole },
    nowMs: () => number,
    database?: MemoryDatabase,
  ) {
    this.userId = user.userId;
    this.#user = user;
    this.#server = server;
    this.#nowMs = nowMs;
    const clientId = user.userId.toString(16).padStart(16, '0');
    this.database = database ?? new MemoryDatabase(newReplicaState({ businessId: BUSINESS_ID, clientId, ...user }));
  }

  /** Returns another phone with a copy of this one's profile (SYN-20). */
  copy(): Phone {
    return new Phone(this.#server, this.#user, this.#nowMs, this.database.clone());
  }

  /** Runs an act of the person, offline or not; it must be saved. */
  async act<Name extends MutationName>(
    name: Name,
    build: (tools: ArgumentTools) => MutationArgs<Name>,
  ): Promise<MutationArgs<Name>> {
    const result = await this.tryTo(name, build);
    if (!result.ok) throw new Error(`${name} was refused on the phone: ${JSON.stringify(result.error)}`);
    return result.args;
  }

  tryTo<Name extends MutationName>(
    name: Name,
    build: (tools: ArgumentTools) => MutationArgs<Name>,
  ): Promise<RunResult<Name>> {
    const clock = { nowMs: this.#nowMs, offsetMinutes: () => 180 };
    return runMutation({ database: this.database, clock, acts: this.acts }, name, build);
  }

  /** Changes fields of a row as this phone shows it. */
  async edit(table: 'item' | 'customer' | 'supplier' | 'business', id: number, change: object): Promise<void> {
    const seen: Record<string, unknown> = { ...this.row(table, id) };
    const base = Object.fromEntries(Object.keys(change).map((field) => [field, seen[field] ?? null]));
    await this.act(`${table}.edit`, () => ({ id, base, change }) as never); // each table's own change
  }

  /** Deletes a row as this phone shows it. */
  async remove(table: 'customer' | 'supplier', id: number): Promise<void> {
    const { name, phone, address, notes } = this.row(table, id) ?? {};
    await this.act(`${table}.remove`, () => ({ id, base: { name, phone, address, notes } }));
  }

  /** Settles the one conflict that the phone shows, as it shows it. */
  async settle(keep: 'mine' | 'theirs', conflict: Conflict | undefined = this.conflicts()[0]): Promise<void> {
    if (!conflict) throw new Error('The phone shows no conflict');
    const { id, mine, theirs } = conflict;
    await this.act('conflict.settle', () => ({ id, keep, mine: mine.values, theirs: theirs.values }));
  }

  /** Sends and fetches everything. */
  async sync(): Promise<void> {
    const report = await runEngine(this.ports(), true);
    if (report.phase !== 'idle' && report.phase !== 'dismissed')
      throw new Error(`The phone is ${report.phase} after a sync`);
  }

  /** Fetches rows that are older than the phone's window. */
  askForOlder(table: HistoryTable): Promise<OlderResult> {
    return fetchOlder(this.ports(), table);
  }

  ports(): EnginePorts {
    return {
      database: this.database,
      transport: transportTo(this.#server, { businessId: BUSINESS_ID, userId: this.userId }),
      clock: { nowMs: this.#nowMs, offsetMinutes: () => 180 },
      random: { below: newClientRandom },
      online: { isOnline: () => true },
      device: { appVersion: 'test', pullRows: () => 500, storagePersistent: async () => null },
    };
  }

  row<T extends TableName>(table: T, id: number): Rows[T] | undefined {
    return this.database.inspect().rows[table].get(id);
  }

  rows<T extends TableName>(table: T): Rows[T][] {
    return this.database.rows(table);
  }

  /** The open conflicts, which its Sync status shows. */
  conflicts(): Conflict[] {
    return this.rows('conflict').filter(({ status }) => status === 'open');
  }

  outbox(): OutboxEntry[] {
    return [...this.database.inspect().outbox.values()];
  }
}

export interface Shop {
  /** The phone of an admin. */
  amina: Phone;
  /** The phone of staff, unless the test says otherwise. */
  brian: Phone;
  store: MemoryServerStore;
  /** The server's decisions about a phone's acts, in order. */
  outcomesOf(phone: Phone): readonly Outcome[];
  server<T extends TableName>(table: T, id: number): Rows[T] | undefined;
  /** Lets time pass on all clocks. */
  pass(ms: number): void;
}

/** Opens two phones of one shop that have just synced. The test decides which phone syncs first afterwards. */
export async function openTwoPhones(roleOfBrian: UserRole = 'staff'): Promise<Shop> {
  let nowMs = NOON_MS;
  const tick = () => (nowMs += 1_000);
  let drawn = 0;
  const random = { below: (bound: number) => (drawn += 1_000) % bound };
  const store = createMemoryServerStore({ random });
  const ports: ServerPorts = {
    store,
    clock: { nowMs: () => nowMs },
    random,
    announce: () => undefined,
    isMutationsFault: () => false,
  };
  const users = [
    { userId: AMINA, role: 'admin' },
    { userId: BRIAN, role: roleOfBrian },
  ] as const;
  store.addBusiness(BUSINESS_ID, 'epoch', [
    { table: 'business', row: businessRow({ defaultPaymentMethodId: CASH }) },
    ...users.map(({ userId, role }) => ({ table: 'user' as const, row: userRow(userId, role) })),
    { table: 'paymentMethod', row: paymentMethodRow({ id: CASH, name: 'Cash', isReadonly: true }) },
    { table: 'paymentMethod', row: paymentMethodRow({ id: WALLET, name: 'Wallet' }) },
    { table: 'item', row: itemRow({ id: ITEM, name: 'Sugar', costPriceMinor: 100_000 }) },
    { table: 'customer', row: customerRow({ id: CUSTOMER, name: 'Grace' }) },
    { table: 'supplier', row: supplierRow({ id: SUPPLIER, name: 'Mukwano' }) },
  ]);
  const [amina, brian] = [new Phone(ports, users[0], tick), new Phone(ports, users[1], tick)];
  await amina.sync();
  await brian.sync();
  const committed = () => store.committed(BUSINESS_ID);
  return {
    amina,
    brian,
    store,
    pass: (ms) => (nowMs += ms),
    outcomesOf: (phone) =>
      committed()
        .clients.filter(({ userId }) => userId === phone.userId)
        .flatMap((client) => committed().outcomesOf(client)),
    server: <T extends TableName>(table: T, id: number) =>
      committed().rows.find((stored) => stored.table === table && stored.id === id)?.row as Rows[T] | undefined, // of this table
  };
}

/** Syncs both phones in one of the two possible orders; afterwards both have everything. */
export async function syncBoth(first: Phone, second: Phone): Promise<void> {
  for (const phone of [first, second, first]) await phone.sync();
}

let draws = 0;
/** A random source that gives each client another id. */
const newClientRandom = (bound: number): number => ((draws += 1) * 2_654_435_761) % bound;

/** Returns the value as it is after a transfer as JSON. */
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function transportTo(server: ServerPorts, caller: Caller): Transport {
  const call =
    <Request, Answer>(answer: (ports: ServerPorts, caller: Caller, request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<CallResult<Answer>> => ({
      kind: 'answer',
      value: overTheWire(await answer(server, caller, overTheWire(request))),
    });
  const reading =
    <Request, Answer>(answer: (ports: ServerPorts, caller: Caller, request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<CallResult<Answer>> => {
      try {
        return await call(answer)(request);
      } catch (error) {
        if (error instanceof MayNotRead) return { kind: 'dismissed' };
        throw error;
      }
    };
  return {
    push: call(takePush),
    pull: reading(answerPull),
    knownActs: call(answerKnownActs),
    audit: reading(answerAudit),
  };
}

const userRow = (id: number, role: UserRole): User => ({
  id,
  version: 1,
  username: `user ${id}`,
  firstName: id === AMINA ? 'Amina' : 'Brian',
  lastName: 'Okello',
  phone: `07000000${id}`,
  email: `user${id}@example.com`,
  role,
  isBusinessOwner: role === 'admin',
  isActive: true,
  createdAtMs: NOON_MS,
});
