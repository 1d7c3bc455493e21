import { beforeEach, expect, test } from 'vitest';
import { answerAudit } from '../../../server/mutate/answer-audit.ts';
import { answerPull, MayNotRead } from '../../../server/mutate/answer-pull.ts';
import type { ServerPorts } from '../../../server/mutate/server-store.ts';
import { runEngine } from '../../../sync/engine/engine.ts';
import { AUDIT_EVERY_MS } from '../../../sync/engine/audit-copy.ts';
import { AUDIT_ROWS_MAX, type AuditPart } from '../../../sync/protocol/audit.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { digestOf } from '../../../sync/protocol/digest.ts';
import type { Transport } from '../../../sync/ports.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { createMemoryServerStore, type MemoryServerStore } from '../../support/memory/memory-server-store.ts';
import { MemoryDatabase } from '../../support/memory/memory-database.ts';
import {
  businessRow,
  customerRow,
  itemRow,
  NOON_MS,
  purchaseRow,
  saleRow,
  supplierRow,
} from '../../support/shop-rows.ts';
import { shopRows } from '../../sim/shop.ts';

const BUSINESS = 1_000;
const OWNER = { businessId: BUSINESS, userId: BUSINESS + 1 };
const STAFF = { businessId: BUSINESS, userId: BUSINESS + 2 };
const DAY_MS = 86_400_000;
const END_MS = Number.MAX_SAFE_INTEGER;

let store: MemoryServerStore;
let ports: ServerPorts;
beforeEach(() => {
  let drawn = 0;
  const random = { below: (bound: number) => (drawn += 7_919) % bound };
  store = createMemoryServerStore({ random });
  store.addBusiness(BUSINESS, 'e', shopRows(BUSINESS, NOON_MS - DAY_MS));
  ports = {
    store,
    clock: { nowMs: () => NOON_MS },
    random,
    announce: () => undefined,
    isMutationsFault: () => false,
  };
});

const write = <T extends TableName>(table: T, rows: readonly Rows[T][]) =>
  store.change(BUSINESS, (tx) =>
    tx.writeRows(rows.map((row) => ({ table, id: row.id, before: undefined, after: row }))),
  );
const digests = (caller = OWNER, place: { table: TableName; fromMs: number } = { table: 'business', fromMs: 0 }) =>
  answerAudit(ports, caller, { protocol: PROTOCOL_VERSION, ...place, toMs: null });

test('SYN-14 a small shop’s digests come in one answer: of every table, of its living rows', async () => {
  const { parts, next, version, epoch } = await digests();
  expect([next, epoch, version]).toEqual([null, 'e', 1]);
  const { rows } = store.committed(BUSINESS);
  for (const part of parts) expect(part).toMatchObject(digestOf(rows.filter(({ table }) => table === part.table)));
  expect(parts.map(({ table }) => table)).toEqual(expect.arrayContaining(['item', 'sale', 'stockMovement']));
});

test('SYN-14 of a large shop so many rows at a time, whole instants, none left out and none twice', async () => {
  const count = AUDIT_ROWS_MAX * 2 + 700;
  const customers = Array.from({ length: count }, (_, nth) =>
    customerRow({ id: 10_000 + nth, createdAtMs: NOON_MS - DAY_MS + Math.floor(nth / 3) }),
  );
  await write('customer', customers);
  const parts: AuditPart[] = [];
  for (let place: Awaited<ReturnType<typeof digests>>['next'] = { table: 'customer', fromMs: 0 }; place;) {
    const answer = await digests(OWNER, place);
    expect(answer.parts.reduce((sum, part) => sum + part.count, 0)).toBeLessThanOrEqual(AUDIT_ROWS_MAX);
    parts.push(...answer.parts.filter(({ table }) => table === 'customer'));
    place = answer.next?.table === 'customer' ? answer.next : null;
  }
  expect(parts.length).toBeGreaterThanOrEqual(3);
  expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(count);
  parts.forEach((part, index) => expect(part.fromMs).toBe(index === 0 ? 0 : parts[index - 1]?.toMs));
  expect(parts.at(-1)?.toMs).toBe(END_MS);
});

test('SYN-14 SYN-12 of history no more is compared than every device keeps', async () => {
  await write('sale', [
    saleRow({ id: 1, createdAtMs: NOON_MS - 400 * DAY_MS }),
    saleRow({ id: 2, createdAtMs: NOON_MS - 300 * DAY_MS }),
  ]);
  const compared = async (historyFromMs?: number) => {
    const place = { table: 'sale' as const, fromMs: 0 };
    const { parts } = await answerAudit(ports, OWNER, {
      protocol: PROTOCOL_VERSION,
      ...place,
      toMs: null,
      historyFromMs,
    });
    return parts.find(({ table }) => table === 'sale');
  };
  expect(await compared()).toMatchObject(digestOf([{ id: 2, version: 2 }]));
  // A device that gives the start of its window is compared exactly from there.
  expect(await compared(NOON_MS - 401 * DAY_MS)).toMatchObject({ count: 2 });
  expect(await compared(NOON_MS - 200 * DAY_MS)).toMatchObject({ count: 0 });
});

test('SYN-14 SYN-13 SYN-25 both roles have one digest; rows come as the role sees them, and to nobody who was dismissed', async () => {
  const [owner, staff] = [await digests(OWNER), await digests(STAFF)];
  expect(staff.parts).toEqual(owner.parts);
  const rowsFor = async (caller: typeof OWNER) =>
    (await answerAudit(ports, caller, { protocol: PROTOCOL_VERSION, table: 'item', fromMs: 0, toMs: END_MS })).rows;
  expect((await rowsFor(OWNER))[0]).toHaveProperty('costPriceMinor');
  expect(await rowsFor(STAFF)).toHaveLength(4);
  expect(JSON.stringify(await rowsFor(STAFF))).not.toContain('costPrice');
  const user = store.committed(BUSINESS).rows.find(({ table, id }) => table === 'user' && id === STAFF.userId)
    ?.row as Rows['user'];
  await write('user', [{ ...user, isActive: false }]);
  await expect(digests(STAFF)).rejects.toThrow(MayNotRead);
});

/** Makes an empty device of the owner; `run` syncs it, and compares it if that is due by the device's clock. */
function newDevice() {
  const database = new MemoryDatabase(newReplicaState({ ...OWNER, role: 'admin', clientId: '0123456789abcdef' }));
  let [nowMs, audits] = [NOON_MS, 0];
  const transport: Transport = {
    push: async () => ({ kind: 'unreachable' }),
    pull: async (request) => ({ kind: 'answer', value: await answerPull(ports, OWNER, request) }),
    knownActs: async () => ({ kind: 'unreachable' }),
    async audit(request) {
      audits += 1;
      return { kind: 'answer', value: await answerAudit(ports, OWNER, request) };
    },
  };
  const device = { appVersion: 'test', pullRows: () => 500, storagePersistent: async () => null };
  const clock = { nowMs: () => nowMs, offsetMinutes: () => 0 };
  const [random, online] = [{ below: () => 0 }, { isOnline: () => true }];
  return {
    database,
    run: () => runEngine({ database, transport, clock, random, online, device }, true),
    pass: (ms: number) => (nowMs += ms),
    audits: () => audits,
  };
}

test('SYN-14 an engine repairs what the disk lost by the next comparison, says so once, and asks no more often than it should', async () => {
  await write('sale', [saleRow({ id: 1 }), saleRow({ id: 2 })]);
  await write('item', [itemRow({ id: 5 })]);
  await write('business', [businessRow({ id: BUSINESS })]);
  const { database, run, pass, audits } = newDevice();
  await run();
  expect(audits()).toBe(1);
  await database.write(async (tx) => {
    await tx.rows.remove('sale', [1]);
    await tx.rows.put('item', [{ ...itemRow({ id: 5 }), version: 1, name: 'Spoilt' }]);
  });
  await run();
  expect([audits(), database.rows('sale').length]).toEqual([1, 1]);
  pass(AUDIT_EVERY_MS);
  await run();
  expect(database.rows('sale').map(({ id }) => id)).toEqual([1, 2]);
  expect(database.rows('item').find(({ id }) => id === 5)?.name).toBe('Item 5');
  expect(database.journal().map(({ what, detail }) => [what, detail['table'], detail['count']])).toEqual([
    ['repaired', 'item', 1],
    ['repaired', 'sale', 1],
  ]);
  pass(AUDIT_EVERY_MS);
  await run();
  expect(database.journal()).toHaveLength(2);
});

test('SYN-12 SYN-14 a device that begins now gets old rows that are open or were active lately, and the comparison finds nothing amiss', async () => {
  const createdAtMs = NOON_MS - 500 * DAY_MS;
  const money = { amountMinor: 500, paymentMethodId: null, paymentMethodName: null, transactionId: null, byUserId: 7 };
  const paidAt = (atMs: number) => ({ finalMinor: 500, payments: [{ ...money, id: 9, atMs }], createdAtMs });
  await write('supplier', [supplierRow({ id: 3 })]);
  await write('sale', [
    saleRow({ id: 11, ...paidAt(NOON_MS - DAY_MS) }),
    saleRow({ id: 12, ...paidAt(createdAtMs), status: 'cancelled' }),
    saleRow({ id: 13, ...paidAt(createdAtMs) }),
    saleRow({ id: 14 }),
  ]);
  await write('purchase', [
    purchaseRow({ id: 21, supplierId: 3, createdAtMs, status: 'pending' }),
    purchaseRow({ id: 22, supplierId: 3, createdAtMs }),
  ]);
  const { database, run, pass, audits } = newDevice();
  const idsOf = (table: 'sale' | 'purchase') => database.rows(table).map(({ id }) => id);
  for (let times = 1; times <= 3; times += 1) {
    await run();
    pass(AUDIT_EVERY_MS);
    expect(audits()).toBe(times);
    expect(idsOf('sale').toSorted((a, b) => a - b)).toEqual([11, 12, 14]);
    expect(idsOf('purchase')).toEqual([21]);
  }
  expect(database.inspect().state.audit?.rounds).toBe(3);
  expect(database.journal()).toEqual([]);
});
