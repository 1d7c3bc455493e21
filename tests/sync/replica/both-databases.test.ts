import fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { discardAct, isDecidable, retryAct } from '../../../sync/replica/decide.ts';
import { createActSource } from '../../../sync/protocol/act.ts';
import { beginQueue } from '../../../sync/replica/new-queue.ts';
import { sealReplica, unsealReplica } from '../../../sync/replica/seal.ts';
import { itemArgs, openReplica, outcome, type Replica } from '../../support/device/replica.ts';
import { itemRow, saleRow } from '../../support/shop-rows.ts';
import { openDexieDevice, openMemoryDevice } from '../../support/device/test-device.ts';

/** One event on a device; numbers select among the existing rows and entries. */
type Step =
  | { kind: 'sell'; item: number; quantity: number }
  | { kind: 'cancel' | 'create' | 'edit'; pick: number }
  | {
      kind: 'page';
      item: number;
      stock: number;
      isDeleted: boolean;
      confirms: boolean;
      covers: number;
      refuses: boolean;
      isStaff: boolean;
    }
  | { kind: 'decide'; pick: number; isRetry: boolean }
  | { kind: 'fork' }
  | { kind: 'logout' };

const small = (max: number) => fc.nat({ max });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sell' as const), item: small(2), quantity: small(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'create' as const, 'edit' as const),
      pick: small(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('page' as const),
      item: small(2),
      stock: small(90),
      isDeleted: fc.nat({ max: 5 }).map((chance) => chance === 0),
      confirms: fc.boolean(),
      covers: small(3),
      refuses: fc.boolean(),
      isStaff: fc.nat({ max: 9 }).map((chance) => chance === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), pick: small(3), isRetry: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'fork' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'logout' as const }) },
);

/** Does one step. The rows of a page have the step's number as version, so that versions rise. */
async function take(replica: Replica, now: Step, number: number): Promise<void> {
  if (now.kind === 'page') return await takePage(replica, now, number + 2);
  const touched = (await replica.outbox()).flatMap((entry) => entry.touched);
  if (now.kind === 'sell') await replica.sell(now.item + 1, (now.quantity + 1) * 100);
  else if (now.kind === 'create')
    await replica.run('item.create', (tools) => itemArgs(tools, { name: `Made ${now.pick}`, costPriceMinor: 5 }));
  else if (now.kind === 'edit')
    await replica.run('item.edit', () => ({
      id: (now.pick % 3) + 1,
      base: { name: 'x' },
      change: { name: `Edit ${number}` },
    }));
  else if (now.kind === 'cancel') {
    const sales = touched.filter((key) => key.table === 'sale');
    await replica.run('sale.cancel', () => ({
      id: sales[now.pick % Math.max(1, sales.length)]?.id ?? 999,
      reason: 'x',
      refunds: [],
    }));
  } else if (now.kind === 'decide') {
    const refused = (await replica.outbox()).filter(isDecidable);
    const seq = refused[now.pick % Math.max(1, refused.length)]?.seq ?? 999;
    await replica.write((tx) => (now.isRetry ? retryAct(tx, seq, 0, replica.acts) : discardAct(tx, seq, 0)));
  } else if (now.kind === 'fork') {
    await replica.write((tx) => beginQueue(tx, String(number).padStart(16, '0')));
  } else if (now.kind === 'logout') {
    await replica.write(sealReplica);
    await replica.write(unsealReplica);
  }
}

async function takePage(replica: Replica, page: Extract<Step, { kind: 'page' }>, version: number): Promise<void> {
  const { confirmedMid, nextMid } = await replica.state();
  const lmid = Math.min(confirmedMid + page.covers, nextMid - 1);
  const waiting = (await replica.outbox()).filter((entry) => entry.state === 'pending');
  const covered = waiting.filter((entry) => entry.wire.mid <= lmid);
  const outcomes = covered.map((entry) =>
    outcome(entry.wire.mid, page.refuses && entry.wire.mid % 2 === 0 ? 'refused' : 'applied'),
  );
  const saleKeys = covered.flatMap((entry) => entry.touched).filter((key) => key.table === 'sale');
  await replica.absorb({
    projection: page.isStaff ? 'staff' : 'admin',
    version,
    rows: {
      item: page.isDeleted
        ? []
        : [
            itemRow({
              id: page.item + 1,
              version,
              currentStockHundredths: page.stock * 10,
              ...(page.isStaff ? {} : { costPriceMinor: 7 }),
            }),
          ],
      sale: saleKeys.map((key) => saleRow({ id: key.id, version })),
    },
    tombstones: page.isDeleted ? [{ table: 'item', id: page.item + 1, version }] : [],
    confirmed: page.confirms ? await replica.confirmed(lmid, outcomes) : null,
  });
}

async function contents(replica: Replica) {
  const { device } = replica;
  return {
    sales: await device.rows('sale'),
    items: await device.rows('item'),
    movements: await device.rows('stockMovement'),
    ...(await replica.read(async (tx) => ({
      bases: await tx.bases.all(),
      outbox: await tx.outbox.all(),
      archive: await tx.archive.all(),
      state: await tx.meta.getState(),
      counts: [await tx.outbox.countPending(), await tx.outbox.countAttention()],
    }))),
    counts: await Promise.all(['sale', 'item'].map(device.rowCount)),
  };
}

const wholeShop = { item: [1, 2, 3].map((id) => itemRow({ id, costPriceMinor: 7 })) };

test('SYN-3 SYN-4 SYN-5 SYN-11 whatever happens to a device, both databases end with the same contents, and the counts with the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      Object.assign(globalThis, { indexedDB: new IDBFactory() });
      // Both databases get the same act ids.
      const acts = () => createActSource({ below: (bound) => 12_345_678 % bound });
      const replicas = [
        await openReplica(openMemoryDevice, wholeShop, {}, acts()),
        await openReplica(openDexieDevice, wholeShop, {}, acts()),
      ];
      for (const replica of replicas) for (const [number, now] of steps.entries()) await take(replica, now, number);
      const [inMemory, overDexie] = await Promise.all(replicas.map(contents));
      expect(overDexie).toEqual(inMemory);
      expect(inMemory?.counts).toEqual([inMemory?.sales.length, inMemory?.items.length]);
    }),
    { numRuns: 40 },
  );
});
