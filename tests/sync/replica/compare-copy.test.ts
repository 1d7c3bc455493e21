import { describe, expect, test } from 'vitest';
import type { AuditAnswer, AuditPart } from '../../../sync/protocol/audit.ts';
import { digestOf } from '../../../sync/protocol/digest.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { differingParts, endAudit, repairPart } from '../../../sync/replica/compare-copy.ts';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { openReplica, type Replica } from '../../support/device/replica.ts';
import { itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const END_MS = Number.MAX_SAFE_INTEGER;

function partOf<T extends TableName>(table: T, rows: readonly Rows[T][], fromMs = 0, toMs = END_MS): AuditPart {
  const within = rows.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs);
  return { table, fromMs, toMs, ...digestOf(within) };
}
const answerOf = (parts: AuditPart[], fields: Partial<AuditAnswer> = {}): AuditAnswer => ({
  ...{ epoch: 'e1', version: 1, projection: 'admin', parts, rows: [], next: null },
  ...fields,
});

const SALES = [1, 2, 3].map((nth) => saleRow({ id: 90 + nth, createdAtMs: NOON_MS + nth }));
const ITEMS = [itemRow({ id: 1, currentStockHundredths: 1_000 }), itemRow({ id: 2 })];

describe.each(DEVICES)('a copy compared with the server, $kind', ({ open }) => {
  const shop = () => openReplica(open, { item: ITEMS, sale: SALES });
  const differing = async (replica: Replica, answer: AuditAnswer) =>
    (await replica.read((tx) => differingParts(tx, answer)))?.map(({ table }) => table);
  const repair = (replica: Replica, part: AuditPart, rows: readonly object[]) =>
    replica.write((tx) => repairPart(tx, answerOf([part], { rows: rows as Record<string, unknown>[] }), part));

  test('SYN-14 equal copies are told as equal, also where changes wait over them', async () => {
    const replica = await shop();
    await replica.sell(1, 300);
    const answer = answerOf([
      partOf('item', ITEMS),
      partOf('sale', SALES),
      partOf('sale', SALES, NOON_MS + 2, NOON_MS + 3),
    ]);
    expect(await differing(replica, answer)).toEqual([]);
  });

  test('SYN-14 a row that is lost, stale or too many is found, and no other part', async () => {
    const replica = await shop();
    const answer = answerOf([
      partOf('item', ITEMS),
      partOf('sale', SALES, 0, NOON_MS + 2),
      partOf('sale', SALES, NOON_MS + 2),
    ]);
    const spoil = async (work: Parameters<Replica['write']>[0]) => {
      const other = await shop();
      await other.write(work);
      return (await other.read((tx) => differingParts(tx, answer)))?.map(({ table, fromMs }) => `${table} ${fromMs}`);
    };
    expect(await differing(replica, answer)).toEqual([]);
    expect(await spoil((tx) => tx.rows.remove('sale', [91]))).toEqual(['sale 0']);
    expect(await spoil((tx) => tx.rows.put('sale', [{ ...SALES[2]!, version: 0 }]))).toEqual([`sale ${NOON_MS + 2}`]);
    expect(await spoil((tx) => tx.rows.put('item', [itemRow({ id: 3 })]))).toEqual(['item 0']);
  });

  test('SYN-14 only a copy at the very version of the answer is compared', async () => {
    const replica = await shop();
    const parts = [partOf('sale', [])];
    expect(await differing(replica, answerOf(parts))).toEqual(['sale']);
    for (const other of [{ version: 2 }, { epoch: 'e2' }, { projection: 'staff' as const }])
      expect(await differing(replica, answerOf(parts, other))).toBeUndefined();
    await replica.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), historyLeft: true }));
    expect(await differing(replica, answerOf(parts))).toBeUndefined();
    expect(await repair(replica, parts[0]!, [])).toBeNull();
    expect(await replica.device.rows('sale')).toHaveLength(3);
  });

  test('SYN-14 a part is replaced by what the server has of it; the outbox stays, and its effects stand upon it', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    const before = await replica.outbox();
    await replica.write(async (tx) => {
      await tx.rows.remove('sale', [91]);
      await tx.rows.put('sale', [{ ...SALES[1]!, version: 0, saleNumber: 'SPOILT' }, saleRow({ id: 99 })]);
      const [base] = await tx.bases.get(['item/1']);
      await tx.bases.put([{ ...base!, row: itemRow({ id: 1, version: 0, currentStockHundredths: 5 }) }]);
      await tx.rows.put('item', [itemRow({ id: 1, version: 0, currentStockHundredths: 5 - 300 })]);
    });
    const [items, sales] = [partOf('item', ITEMS), partOf('sale', SALES)];
    expect(await differing(replica, answerOf([items, sales]))).toEqual(['item', 'sale']);
    expect([await repair(replica, sales, SALES), await repair(replica, items, ITEMS)]).toEqual([3, 1]);
    expect(await differing(replica, answerOf([items, sales]))).toEqual([]);
    expect((await replica.device.rows('sale')).map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      [...SALES.map(({ id }) => id), saleId].sort((a, b) => a - b),
    );
    expect((await replica.row('sale', 92))?.saleNumber).toBe(SALES[1]?.saleNumber);
    expect(await replica.stock(1)).toBe(700);
    expect(await replica.outbox()).toEqual(before);
  });

  test('SYN-14 at the end of a round the counts of the lists are those of the rows', async () => {
    const replica = await shop();
    await replica.write((tx) => tx.rows.remove('sale', [91, 92]));
    expect(await replica.device.rowCount(COUNT_KEYS.sales)).toBe(3);
    await replica.write((tx) => endAudit(tx, { table: 'sale', fromMs: 5 }, NOON_MS));
    expect((await replica.state()).audit).toEqual({ place: { table: 'sale', fromMs: 5 }, atMs: NOON_MS, rounds: 0 });
    await replica.write((tx) => endAudit(tx, null, NOON_MS));
    expect((await replica.state()).audit).toMatchObject({ place: null, rounds: 1 });
    const counts = [COUNT_KEYS.sales, COUNT_KEYS.items, COUNT_KEYS.activeItems, COUNT_KEYS.orders];
    expect(await Promise.all(counts.map((key) => replica.device.rowCount(key)))).toEqual([1, 2, 2, 0]);
  });
});
