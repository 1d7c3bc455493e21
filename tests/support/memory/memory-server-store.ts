import { isPaidBy } from '../../../domain/sales/sale-payment.ts';
import type { User } from '../../../domain/people/user.ts';
import type {
  Actor,
  ChangePosition,
  ChangeTx,
  ServerStore,
  SnapshotTx,
  StoredRow,
} from '../../../server/mutate/server-store.ts';
import type { RowChange } from '../../../sync/mutation/overlay.ts';
import {
  isDuplicate,
  type DuplicateKind,
  type DuplicateRow,
  duplicateTable,
} from '../../../sync/mutation/duplicate.ts';
import { lastActiveMs } from '../../../sync/protocol/last-active.ts';
import { type RowKey, rowKeyText, type Rows, TABLE_NAMES, type TableName } from '../../../sync/protocol/tables.ts';
import { firstAfter } from './change-log.ts';
import { type Committed, committedOf } from './committed-shop.ts';
import { clientCalls, decidedAmong } from './memory-client-calls.ts';
import {
  at,
  commit,
  keep,
  type Ledger,
  livingAt,
  removedBy,
  type Shop,
  type ShopBackup,
  stored,
  tombstone,
} from './memory-shop.ts';

export interface MemoryServerStore extends ServerStore {
  /** Adds a business as after its registration: these rows at version 1. */
  addBusiness(businessId: number, epoch: string, rows: readonly { table: TableName; row: Rows[TableName] }[]): void;
  /** Returns the committed state, for checks; needs no transaction. */
  committed(businessId: number): Committed;
  /** True if a row with this key has existed continuously since the version. */
  hasHad(businessId: number, key: RowKey, sinceVersion: number): boolean;
  /** True if the version belongs to the present history, not to one that a restore has ended. */
  hasTaken(businessId: number, seen: { epoch: string; version: number; nonce: string }): boolean;
  backup(businessId: number): ShopBackup;
  /** Restores a backup of the business, as an operator does; with a new epoch, or silently without one. */
  restore(businessId: number, backup: ShopBackup, epoch: string | null): void;
  /** Forgets tombstones, as the server's housekeeping does. */
  forgetTombstones(businessId: number, beforeMs: number): void;
  /**
   * Kills the process: running transactions never end, and their locks are free. Returns how many changes were cut off.
   */
  crash(): number;
}

export interface MemoryServerOptions {
  random: { below(bound: number): number };
  /** Awaited before every call of a transaction, so that others may run in between. */
  pause?: () => Promise<void>;
  clock?: { nowMs(): number };
}

/**
 * The server's store in memory. A change is atomic and works on copies until it commits. A snapshot never sees what
 * commits after it began. Rows are stored by reference, so callers must not change them.
 */
export function createMemoryServerStore(options: MemoryServerOptions): MemoryServerStore {
  const shops = new Map<number, Shop>();
  let life = 0;
  let open = 0;
  const pause = options.pause ?? (() => Promise.resolve());
  const mark = () => ({ nonce: String(options.random.below(2 ** 40)), atMs: options.clock?.nowMs() ?? 0 });
  const shopOf = (businessId: number): Shop => {
    const shop = shops.get(businessId);
    if (!shop) throw new Error(`There is no business ${businessId}`);
    return shop;
  };

  return {
    addBusiness(businessId, epoch, rows) {
      const histories = new Map(TABLE_NAMES.map((table) => [table, new Map<number, StoredRow[]>()]));
      const ledger: Ledger = {
        version: 0,
        clients: new Map(),
        decided: new Map(),
        failures: new Map(),
        quarantined: [],
      };
      const shop: Shop = {
        epoch,
        ledger,
        histories,
        log: [],
        lock: Promise.resolve(),
        marks: new Map([[1, mark()]]),
        horizon: 0,
      };
      shops.set(businessId, shop);
      const writes = new Map(
        rows.map(({ table, row }) => [rowKeyText({ table, id: row.id }), stored(table, row.id, 1, row)]),
      );
      commit(shop, { ...ledger, version: 1 }, writes);
    },
    committed: (businessId) => committedOf(shopOf(businessId)),
    hasHad(businessId, { table, id }, sinceVersion) {
      const shop = shopOf(businessId);
      const later = shop.histories
        .get(table)
        ?.get(id)
        ?.filter(({ version }) => version > sinceVersion);
      return [at(shop, table, id, sinceVersion), ...(later ?? [])].every((each) => each?.row);
    },
    hasTaken(businessId, { epoch, version, nonce }) {
      const shop = shopOf(businessId);
      const isForgotten = version < shop.horizon;
      return epoch === shop.epoch && (isForgotten || shop.marks.get(version)?.nonce === nonce);
    },
    backup(businessId) {
      const { epoch, ledger, log, marks, horizon } = shopOf(businessId);
      return { epoch, ledger, log: [...log], marks: new Map(marks), horizon };
    },
    restore(businessId, backup, epoch) {
      const histories = new Map(TABLE_NAMES.map((table) => [table, new Map<number, StoredRow[]>()]));
      const shop: Shop = {
        ...backup,
        epoch: epoch ?? backup.epoch,
        log: [],
        marks: new Map(backup.marks),
        histories,
        lock: Promise.resolve(),
      };
      for (const row of backup.log) keep(shop, row);
      shops.set(businessId, shop);
    },
    forgetTombstones(businessId, beforeMs) {
      const shop = shopOf(businessId);
      const old = [...shop.marks].filter(([, { atMs }]) => atMs < beforeMs).map(([version]) => version);
      if (old.length === 0) return;
      shop.horizon = Math.max(shop.horizon, ...old);
      for (const version of old) if (version < shop.horizon) shop.marks.delete(version);
      const isGone = (row: StoredRow) =>
        row.row === null && row.version <= shop.horizon && at(shop, row.table, row.id, shop.ledger.version) === row;
      for (const { table, id } of shop.log.filter(isGone)) shop.histories.get(table)?.delete(id);
      shop.log = shop.log.filter(({ table, id }) => shop.histories.get(table)?.has(id));
    },
    crash() {
      const cutOff = open;
      life += 1;
      open = 0;
      for (const shop of shops.values()) shop.lock = Promise.resolve();
      return cutOff;
    },
    async change(businessId, work) {
      const bornIn = life;
      await pause();
      const shop = shopOf(businessId);
      const before = shop.lock;
      const { promise, resolve: release } = Promise.withResolvers<void>();
      shop.lock = promise;
      await before;
      open += 1;
      try {
        const drawn = mark();
        const draft = changeOf(shop, { pause, nonce: drawn.nonce });
        const result = await work(draft.tx);
        await pause();
        if (bornIn !== life) throw new Error('The process that ran this transaction is gone');
        shop.marks.set(draft.tx.version, drawn);
        commit(shop, draft.ledger(), draft.writes);
        return result;
      } finally {
        if (bornIn === life) open -= 1;
        release();
      }
    },
    async snapshot(businessId, work) {
      await pause();
      return await work(snapshotOf(shopOf(businessId), pause));
    },
  };
}

function actorOf(user: Rows[TableName] | null | undefined): Actor | null {
  if (!user) return null;
  // The cast is safe: the key is one of the user table.
  const { id, role, isActive } = user as User;
  return { userId: id, role, isActive };
}

function changeOf(
  shop: Shop,
  { pause, nonce }: { pause: () => Promise<void>; nonce: string },
): { tx: ChangeTx; ledger(): Ledger; writes: Map<string, StoredRow> } {
  const start = shop.ledger;
  const version = start.version + 1;
  const [clients, decided] = [new Map(start.clients), new Map(start.decided)];
  const failures = new Map(start.failures);
  const quarantined = [...start.quarantined];
  const writes = new Map<string, StoredRow>();
  const current = (table: TableName, id: number) =>
    writes.get(rowKeyText({ table, id })) ?? at(shop, table, id, start.version);

  const living = <T extends TableName>(table: T): Rows[T][] => {
    const ids = new Set(shop.histories.get(table)?.keys());
    for (const written of writes.values()) if (written.table === table) ids.add(written.id);
    // The rows of a table's history are that table's.
    return [...ids].flatMap((id) => (current(table, id)?.row ?? []) as Rows[T] | []);
  };

  const tx: ChangeTx = {
    version,
    epoch: shop.epoch,
    horizon: shop.horizon,
    async nonceOf(of) {
      await pause();
      return of === version ? nonce : (shop.marks.get(of)?.nonce ?? null);
    },
    async getMany<T extends TableName>(table: T, ids: readonly number[]) {
      await pause();
      // The rows of a table's history are that table's.
      return ids.map((id) => (current(table, id)?.row ?? undefined) as Rows[T] | undefined);
    },
    async paymentMethods() {
      await pause();
      return living('paymentMethod');
    },
    async tombstones(keys: readonly RowKey[]) {
      await pause();
      return new Set(keys.filter(({ table, id }) => current(table, id)?.row === null).map(rowKeyText));
    },
    async getDeleted<T extends TableName>(table: T, id: number) {
      await pause();
      // The rows of a table's history are that table's.
      return removedBy(current(table, id)) as Rows[T] | undefined;
    },
    async isInUse(table, id) {
      await pause();
      const sales = living('sale');
      if (table === 'paymentMethod') return sales.some((sale) => isPaidBy(sale, id));
      return [...sales, ...living('order')].some(({ customerId }) => customerId === id);
    },
    async openConflicts({ table, id }) {
      await pause();
      return living('conflict').filter(
        (conflict) => conflict.status === 'open' && conflict.table === table && conflict.rowId === id,
      );
    },
    async suppliersNamed(name) {
      await pause();
      return living('supplier').filter((supplier) => supplier.name === name);
    },
    async actor(userId) {
      await pause();
      return actorOf(current('user', userId)?.row);
    },
    async findDuplicates<Kind extends DuplicateKind>(kind: Kind, value: string) {
      await pause();
      const rows = [...livingAt(shop, duplicateTable(kind), start.version)].map(({ row }) => row as DuplicateRow<Kind>);
      return rows.filter((row) => isDuplicate(kind, row, value));
    },
    async writeRows(changes: readonly RowChange[]) {
      await pause();
      for (const { table, id, after, removed } of changes) {
        const last = removed ?? current(table, id)?.row;
        if (after) writes.set(rowKeyText({ table, id }), stored(table, id, version, after));
        else if (last) writes.set(rowKeyText({ table, id }), tombstone(table, id, version, last));
      }
    },
    ...clientCalls({ clients, decided, failures, quarantined }, pause),
  };
  return { tx, writes, ledger: () => ({ version, clients, decided, failures, quarantined }) };
}

function snapshotOf(shop: Shop, pause: () => Promise<void>): SnapshotTx {
  const { version, clients, decided } = shop.ledger;
  return {
    version,
    epoch: shop.epoch,
    horizon: shop.horizon,
    nonce: shop.marks.get(version)?.nonce ?? '',
    async nonceOf(of) {
      await pause();
      return shop.marks.get(of)?.nonce ?? null;
    },
    async actor(userId) {
      await pause();
      return actorOf(at(shop, 'user', userId, version)?.row);
    },
    async client(clientId) {
      await pause();
      return clients.get(clientId) ?? null;
    },
    async outcomesAfter(clientId, mid) {
      await pause();
      const outcomes = (decided.get(clientId) ?? []).map(({ outcome }) => outcome);
      return outcomes.filter((outcome) => outcome.mid > mid);
    },
    async decided(acts) {
      await pause();
      return decidedAmong(decided, acts);
    },
    async changesAfter(position, countMax) {
      await pause();
      return changesAfter(shop, version, position, countMax);
    },
    async rowsAfter(table, id, countMax) {
      await pause();
      const rows = [...livingAt(shop, table, version)].filter((row) => row.id > id);
      return rows.sort((a, b) => a.id - b.id).slice(0, countMax);
    },
    async historyBefore(table, place, bounds, countMax) {
      await pause();
      const rows = [...livingAt(shop, table, version)].filter((row) => {
        const isIn = row.row !== null && lastActiveMs(table, row.row) >= bounds.sinceMs;
        return isIn && row.version <= bounds.versionMax && (!place || isBefore(row, place));
      });
      return rows.sort((a, b) => createdAtMs(b) - createdAtMs(a) || b.id - a.id).slice(0, countMax);
    },
    async createdFrom(table, fromMs, countMax) {
      await pause();
      const rows = [...livingAt(shop, table, version)].map((row) => ({
        id: row.id,
        version: row.version,
        createdAtMs: createdAtMs(row),
      }));
      return rows
        .filter((row) => row.createdAtMs >= fromMs)
        .sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id)
        .slice(0, countMax);
    },
    async rowsOf(keys: readonly RowKey[]) {
      await pause();
      return keys.flatMap(({ table, id }) => at(shop, table, id, version) ?? []);
    },
  };
}

const createdAtMs = (row: StoredRow): number => (row.row && 'createdAtMs' in row.row ? row.row.createdAtMs : 0);
const isBefore = (row: StoredRow, place: { createdAtMs: number; id: number }): boolean =>
  createdAtMs(row) < place.createdAtMs || (createdAtMs(row) === place.createdAtMs && row.id < place.id);

function changesAfter(shop: Shop, version: number, position: ChangePosition, countMax: number): StoredRow[] {
  const found: StoredRow[] = [];
  for (let index = firstAfter(shop.log, position); index < shop.log.length && found.length < countMax; index += 1) {
    const row = shop.log[index];
    if (!row || row.version > version) break;
    if (at(shop, row.table, row.id, version) === row) found.push(row);
  }
  return found;
}
