import { beforeEach, describe, expect, test } from 'vitest';
import type {} from '../../../sync/local-database.ts';
import { UNDATED_MS } from '../../../sync/ports.ts';
import { NEW_SYNC_STATUS } from '../../../sync/replica/state.ts';
import { base, entry, wire } from '../../support/device/outbox-rows.ts';
import { businessRow, itemRow, paymentMethodRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES, freshState, type TestDevice } from '../../support/device/test-device.ts';

describe.each(DEVICES)('LocalDatabase $kind', ({ open }) => {
  let device: TestDevice;
  const write: TestDevice['database']['write'] = (work) => device.database.write(work);
  const read: TestDevice['database']['read'] = (work) => device.database.read(work);
  beforeEach(async () => {
    device = await open();
  });

  describe('rows', () => {
    test('come back in the order of the ids asked for, undefined where there is none', async () => {
      await write((tx) => tx.rows.put('item', [itemRow({ id: 1 }), itemRow({ id: 2, name: 'Soap' })]));
      const rows = await read((tx) => tx.rows.get('item', [2, 3, 1]));
      expect(rows.map((row) => row?.name)).toEqual(['Soap', undefined, 'Item 1']);
      expect(await read((tx) => tx.rows.get('item', []))).toEqual([]);
    });

    test('are seen by later reads of the same transaction, and are replaced and removed by id', async () => {
      await write((tx) => tx.rows.put('item', [itemRow({ id: 1 }), itemRow({ id: 2 })]));
      const within = await write(async (tx) => {
        await tx.rows.put('item', [itemRow({ id: 1, name: 'Rice' })]);
        await tx.rows.remove('item', [2]);
        return await tx.rows.get('item', [1, 2]);
      });
      expect(within.map((row) => row?.name)).toEqual(['Rice', undefined]);
      expect((await read((tx) => tx.rows.get('item', [1, 2]))).map((row) => row?.name)).toEqual(['Rice', undefined]);
    });

    test('of one table are not those of another with the same id', async () => {
      await write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
      expect(await read((tx) => tx.rows.get('sale', [1]))).toEqual([undefined]);
    });

    test('are written in any number at once', async () => {
      const rows = Array.from({ length: 230 }, (_, index) => saleRow({ id: index + 1 }));
      await write((tx) => tx.rows.put('sale', rows));
      const ids = rows.map((row) => row.id);
      expect(await read((tx) => tx.rows.get('sale', ids))).toEqual(rows);
    });

    test.each([
      ['none of them is there', 0],
      ['a few are there', 30],
      ['there are more within their range than asked for', 2],
    ])('are found by any number of ids at once: %s', async (_case, every) => {
      const stored = Array.from({ length: 900 }, (_, index) => index + 1).filter((id) => every > 0 && id % every === 0);
      await write((tx) =>
        tx.rows.put(
          'sale',
          stored.map((id) => saleRow({ id })),
        ),
      );
      const asked = Array.from({ length: 150 }, (_, index) => 900 - index * 6);
      const found = await read((tx) => tx.rows.get('sale', [...asked, 900]));
      expect(found.map((row) => row?.id)).toEqual([...asked, 900].map((id) => (stored.includes(id) ? id : undefined)));
    });

    test('cannot be changed from outside once they are stored', async () => {
      const row = itemRow({ id: 1, customFields: { brand: 'Kimbo' } });
      await write((tx) => tx.rows.put('item', [row]));
      const change = (fields: Record<string, string>) => {
        try {
          fields['brand'] = 'Other';
        } catch (error) {
          // Changing a frozen row fails at once; a cloned row is simply another object.
          expect(error).toBeInstanceOf(TypeError);
        }
      };
      change(row.customFields);
      const [found] = await read((tx) => tx.rows.get('item', [1]));
      change(found?.customFields ?? {});
      const [again] = await read((tx) => tx.rows.get('item', [1]));
      expect(again?.customFields).toEqual({ brand: 'Kimbo' });
    });

    test('payment methods come all, aliases and archived ones too', async () => {
      await write((tx) =>
        tx.rows.put('paymentMethod', [
          paymentMethodRow({ id: 2, aliasOfId: 1 }),
          paymentMethodRow({ id: 1 }),
          paymentMethodRow({ id: 3, isArchived: true }),
        ]),
      );
      expect((await read((tx) => tx.rows.paymentMethods())).map((row) => row.id)).toEqual([1, 2, 3]);
    });

    test('mapRows rewrites every row of a table, in whatever number, and no other table', async () => {
      const items = Array.from({ length: 1_203 }, (_, index) => itemRow({ id: index + 1, costPriceMinor: index }));
      await write(async (tx) => {
        await tx.rows.put('item', items);
        await tx.rows.put('business', [businessRow()]);
      });
      await write((tx) => tx.rows.map('item', ({ costPriceMinor: _, ...item }) => item));
      const rows = await read((tx) =>
        tx.rows.get(
          'item',
          items.map((item) => item.id),
        ),
      );
      expect(rows.every((row) => row !== undefined && !('costPriceMinor' in row))).toBe(true);
      expect(await read((tx) => tx.rows.get('business', [businessRow().id]))).toEqual([businessRow()]);
    });

    test('mapRows leaves a row alone that the function does not change', async () => {
      await write((tx) => tx.rows.put('item', [itemRow({ id: 1 }), itemRow({ id: 2 })]));
      await write((tx) => tx.rows.map('item', (item) => (item.id === 2 ? { ...item, name: 'New' } : item)));
      expect((await read((tx) => tx.rows.get('item', [1, 2]))).map((row) => row?.name)).toEqual(['Item 1', 'New']);
    });

    test('SYN-24 clearRows takes every row, what was counted of them and what was being made of them, and nothing else', async () => {
      await write(async (tx) => {
        await tx.rows.put('item', [itemRow({ id: 1 })]);
        await tx.rows.put('sale', [saleRow({ id: 1 })]);
        await tx.meta.addToCounts(new Map([['item', 1]]));
        await tx.bases.put([base(1)]);
        await tx.outbox.put([entry(1)]);
        await tx.archive.put([{ ...entry(2), archivedAtMs: 1, proof: { lmid: 2, hash: 'x' } }]);
        await tx.meta.putState(freshState({ nextMid: 9 }));
        await tx.drafts.put({ key: 'sale/1', content: { notes: 'not yet' } });
        await tx.rows.clear();
      });
      const left = await read(async (tx) => ({
        rows: [...(await tx.rows.get('item', [1])), ...(await tx.rows.get('sale', [1]))],
        bases: (await tx.bases.all()).length,
        outbox: (await tx.outbox.all()).length,
        archive: (await tx.archive.all()).length,
        nextMid: (await tx.meta.getState()).nextMid,
        drafts: await tx.drafts.all(),
      }));
      expect(left).toEqual({ rows: [undefined, undefined], bases: 1, outbox: 1, archive: 1, nextMid: 9, drafts: [] });
      expect(await device.rowCount('item')).toBe(0);
    });
  });

  describe('bases', () => {
    test('are found by key, all together, or those with a staged image', async () => {
      await write((tx) => tx.bases.put([base(1), base(2, { next: { row: null }, staged: 1 }), base(3, { row: null })]));
      const found = await read(async (tx) => ({
        some: await tx.bases.get(['item/3', 'item/9', 'item/1']),
        all: await tx.bases.all(),
        staged: await tx.bases.staged(),
      }));
      expect(found.some.map((row) => row?.id)).toEqual([3, undefined, 1]);
      expect(found.all.map((row) => row.id)).toEqual([1, 2, 3]);
      expect(found.staged).toEqual([base(2, { next: { row: null }, staged: 1 })]);
    });

    test.each([0, 3, 400])('are found by any number of keys at once, with %i there', async (count) => {
      await write((tx) => tx.bases.put(Array.from({ length: count }, (_, index) => base(index + 1))));
      const found = await read((tx) => tx.bases.get(Array.from({ length: 300 }, (_, index) => `item/${index + 2}`)));
      expect(found.map((row) => row?.id)).toEqual(
        Array.from({ length: 300 }, (_, index) => (index + 2 <= count ? index + 2 : undefined)),
      );
    });

    test('are replaced and removed by key', async () => {
      await write((tx) => tx.bases.put([base(1, { next: { row: null }, staged: 1 }), base(2)]));
      await write(async (tx) => {
        await tx.bases.put([base(1, { seqs: [1, 2] })]);
        await tx.bases.remove(['item/2']);
      });
      expect(await read((tx) => tx.bases.all())).toEqual([base(1, { seqs: [1, 2] })]);
      expect(await read((tx) => tx.bases.staged())).toEqual([]);
    });
  });

  describe('outbox', () => {
    test('is in seq order, however it was written', async () => {
      await write((tx) => tx.outbox.put([entry(10), entry(2), entry(1)]));
      expect((await read((tx) => tx.outbox.all())).map(({ seq }) => seq)).toEqual([1, 2, 10]);
      expect((await read((tx) => tx.outbox.get([10, 5, 1]))).map((found) => found?.seq)).toEqual([10, undefined, 1]);
    });

    test('gives what is to be sent: from a mid on, undecided, in mid order, at most so many', async () => {
      await write((tx) =>
        tx.outbox.put([
          entry(1, { wire: wire(4), state: 'refused' }),
          entry(2, { wire: wire(1), state: 'refused' }),
          entry(3, { wire: wire(3) }),
          entry(4, { wire: wire(2), state: 'quarantined' }),
          entry(5, { wire: wire(5) }),
          entry(6, { wire: wire(4) }),
        ]),
      );
      const midsFrom = async (mid: number, countMax: number) =>
        (await read((tx) => tx.outbox.pendingFrom(mid, countMax))).map((found) => found.wire.mid);
      expect(await midsFrom(1, 10)).toEqual([3, 4, 5]);
      expect(await midsFrom(1, Infinity)).toEqual([3, 4, 5]);
      expect(await midsFrom(4, 10)).toEqual([4, 5]);
      expect(await midsFrom(1, 1)).toEqual([3]);
      expect(await midsFrom(6, 10)).toEqual([]);
    });

    test('SYN-20 what was decided under the same mid of an earlier queue hides nothing that is to be sent', async () => {
      const decided = [1, 2, 3].map((mid) => entry(mid, { wire: wire(mid), state: 'refused' }));
      const again = entry(4, { wire: wire(3), state: 'quarantined' });
      const waiting = [1, 2, 3].map((mid) => entry(4 + mid, { wire: wire(mid) }));
      await write((tx) => tx.outbox.put([...decided, again, ...waiting]));
      const seqsFrom = async (mid: number, countMax: number) =>
        (await read((tx) => tx.outbox.pendingFrom(mid, countMax))).map(({ seq }) => seq);
      for (const mid of [1, 2, 3]) {
        for (let countMax = 1; countMax <= 7; countMax += 1)
          expect(await seqsFrom(mid, countMax), `${countMax} from ${mid}`).toEqual(
            [5, 6, 7].slice(mid - 1, mid - 1 + countMax),
          );
        expect((await read((tx) => tx.outbox.pendingAt(mid)))?.seq).toBe(4 + mid);
      }
    });

    test('finds the undecided entry of a mid, and no decided one', async () => {
      await write((tx) => tx.outbox.put([entry(1, { state: 'refused', wire: wire(5) }), entry(2, { wire: wire(6) })]));
      expect(await read((tx) => tx.outbox.pendingAt(5))).toBeUndefined();
      expect((await read((tx) => tx.outbox.pendingAt(6)))?.seq).toBe(2);
      expect(await read((tx) => tx.outbox.pendingAt(7))).toBeUndefined();
    });

    test('SYN-1 finds what a form’s opening has saved, whether it waits or has left', async () => {
      const proof = { lmid: 2, hash: 'x' };
      await write(async (tx) => {
        await tx.outbox.put([entry(1), entry(2, { opening: 'waits' })]);
        await tx.archive.put([{ ...entry(3, { opening: 'left' }), archivedAtMs: 1, proof }]);
      });
      expect((await read((tx) => tx.outbox.ofOpening('waits')))?.seq).toBe(2);
      expect((await read((tx) => tx.outbox.ofOpening('left')))?.seq).toBe(3);
      expect(await read((tx) => tx.outbox.ofOpening('nobody'))).toBeUndefined();
    });

    test('SYN-18 counts what waits and since when, without what a person must decide', async () => {
      expect(await read((tx) => tx.outbox.countPending())).toEqual({ count: 0, oldestAtMs: null });
      await write((tx) =>
        tx.outbox.put([
          entry(1, { state: 'refused' }),
          entry(2),
          entry(3),
          entry(4, { state: 'quarantined' }),
          entry(5),
        ]),
      );
      expect(await read((tx) => tx.outbox.countPending())).toEqual({ count: 3, oldestAtMs: 1_002 });
    });

    test('counts what a person must decide: refused, quarantined, no longer fitting, open conflicts', async () => {
      const side = { values: {}, userId: null, atMs: 1 };
      const conflict = {
        id: 1,
        version: 1,
        table: 'item' as const,
        rowId: 1,
        group: 'price',
        mine: side,
        theirs: side,
        status: 'open' as const,
        settled: null,
        createdAtMs: 1,
      };
      await write(async (tx) => {
        await tx.outbox.put([
          entry(1, { state: 'refused', unfit: 'not_found' }),
          entry(2, { state: 'quarantined' }),
          entry(3, { unfit: 'item_missing' }),
          entry(4),
          entry(5),
        ]);
        await tx.rows.put('conflict', [conflict, { ...conflict, id: 2, status: 'settled' }]);
      });
      expect(await read((tx) => tx.outbox.countAttention())).toBe(4);
    });

    test('M7 and each sale once whose money was taken or given back twice, until that is settled', async () => {
      const odd = [saleRow({ id: 1, flags: ['overpaid', 'over_refunded'] }), saleRow({ id: 2, flags: ['overpaid'] })];
      await write((tx) => tx.rows.put('sale', [...odd, saleRow({ id: 3, flags: ['oversold'] }), saleRow({ id: 4 })]));
      expect(await read((tx) => tx.outbox.countAttention())).toBe(2);
      await write((tx) => tx.rows.put('sale', [saleRow({ id: 2 })]));
      expect(await read((tx) => tx.outbox.countAttention())).toBe(1);
    });

    test('gives entries up by seq', async () => {
      await write((tx) => tx.outbox.put([entry(1), entry(2)]));
      await write((tx) => tx.outbox.remove([1]));
      expect((await read((tx) => tx.outbox.all())).map(({ seq }) => seq)).toEqual([2]);
    });
  });

  test('SYN-9 the archive keeps entries with their proof until they are older than a time', async () => {
    const archived = (seq: number, archivedAtMs: number) => ({
      ...entry(seq),
      archivedAtMs,
      proof: { lmid: seq, hash: 'h' },
    });
    await write((tx) => tx.archive.put([archived(3, 300), archived(1, 100), archived(2, 200), archived(4, 400)]));
    await write((tx) => tx.archive.remove([4]));
    await write((tx) => tx.archive.prune(200));
    expect(await read((tx) => tx.archive.all())).toEqual([archived(2, 200), archived(3, 300)]);
    await write((tx) => tx.archive.put([archived(5, UNDATED_MS)]));
    await write((tx) => tx.archive.date(500));
    expect(await read((tx) => tx.archive.all())).toEqual([archived(2, 200), archived(3, 300), archived(5, 500)]);
  });

  describe('state, status, counts, journal', () => {
    test('begin as the device was made, and are kept', async () => {
      expect(await read((tx) => tx.meta.getState())).toEqual(freshState());
      expect(await read((tx) => tx.meta.getStatus())).toEqual(NEW_SYNC_STATUS);
      await write(async (tx) => {
        await tx.meta.putState(freshState({ nextMid: 5, formerClientId: 'f'.repeat(16) }));
        await tx.meta.putStatus({ ...NEW_SYNC_STATUS, phase: 'offline', failureCount: 2 });
      });
      expect(await read((tx) => tx.meta.getState())).toEqual(
        freshState({ nextMid: 5, formerClientId: 'f'.repeat(16) }),
      );
      expect(await read((tx) => tx.meta.getStatus())).toEqual({
        ...NEW_SYNC_STATUS,
        phase: 'offline',
        failureCount: 2,
      });
    });

    test('counts are moved, not set', async () => {
      await write((tx) =>
        tx.meta.addToCounts(
          new Map([
            ['sale', 5],
            ['item', 2],
          ]),
        ),
      );
      await write((tx) =>
        tx.meta.addToCounts(
          new Map([
            ['sale', -2],
            ['order', 1],
          ]),
        ),
      );
      expect([await device.rowCount('sale'), await device.rowCount('item'), await device.rowCount('order')]).toEqual([
        3, 2, 1,
      ]);
    });

    test('SYN-27 the journal is a ring of the last 500 events', async () => {
      await write(async (tx) => {
        for (let at = 1; at <= 503; at += 1)
          await tx.meta.appendJournal({ atMs: at, what: 'run', detail: { round: at } });
      });
      const events = await device.journal();
      expect(events.length).toBe(500);
      expect(events[0]).toEqual({ atMs: 4, what: 'run', detail: { round: 4 } });
      expect(events.at(-1)?.atMs).toBe(503);
    });
  });

  test('drafts are kept, replaced and removed by key, in the order of their keys', async () => {
    await write(async (tx) => {
      await tx.drafts.put({ key: 'sale/2', content: { notes: 'second' } });
      await tx.drafts.put({ key: 'sale/1', content: { notes: 'first' } });
    });
    await write((tx) => tx.drafts.put({ key: 'sale/2', content: { notes: 'second, longer' } }));
    const drafts = await read((tx) => tx.drafts.all());
    expect(drafts).toEqual([
      { key: 'sale/1', content: { notes: 'first' } },
      { key: 'sale/2', content: { notes: 'second, longer' } },
    ]);
    await write((tx) => tx.drafts.remove('sale/1'));
    expect((await read((tx) => tx.drafts.all())).map(({ key }) => key)).toEqual(['sale/2']);
  });
});
