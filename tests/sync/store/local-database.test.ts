import { beforeEach, describe, expect, test } from 'vitest';
import { UNDATED_MS } from '../../../sync/ports.ts';
import { NEW_SYNC_STATUS } from '../../../sync/replica/state.ts';
import { base, entry, wire } from '../../support/outbox-rows.ts';
import { businessRow, itemRow, paymentMethodRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES, freshState, type TestDevice } from '../../support/test-device.ts';

describe.each(DEVICES)('LocalDatabase $kind', ({ open }) => {
  let device: TestDevice;
  const write: TestDevice['database']['write'] = (work) => device.database.write(work);
  const read: TestDevice['database']['read'] = (work) => device.database.read(work);
  beforeEach(async () => {
    device = await open();
  });

  describe('rows', () => {
    test('come back in the order of the ids asked for, undefined where there is none', async () => {
      await write((tx) => tx.putRows('item', [itemRow({ id: 1 }), itemRow({ id: 2, name: 'Soap' })]));
      const rows = await read((tx) => tx.getRows('item', [2, 3, 1]));
      expect(rows.map((row) => row?.name)).toEqual(['Soap', undefined, 'Item 1']);
      expect(await read((tx) => tx.getRows('item', []))).toEqual([]);
    });

    test('are seen by later reads of the same transaction, and are replaced and removed by id', async () => {
      await write((tx) => tx.putRows('item', [itemRow({ id: 1 }), itemRow({ id: 2 })]));
      const within = await write(async (tx) => {
        await tx.putRows('item', [itemRow({ id: 1, name: 'Rice' })]);
        await tx.removeRows('item', [2]);
        return await tx.getRows('item', [1, 2]);
      });
      expect(within.map((row) => row?.name)).toEqual(['Rice', undefined]);
      expect((await read((tx) => tx.getRows('item', [1, 2]))).map((row) => row?.name)).toEqual(['Rice', undefined]);
    });

    test('of one table are not those of another with the same id', async () => {
      await write((tx) => tx.putRows('item', [itemRow({ id: 1 })]));
      expect(await read((tx) => tx.getRows('sale', [1]))).toEqual([undefined]);
    });

    test('are written in any number at once', async () => {
      const rows = Array.from({ length: 230 }, (_, index) => saleRow({ id: index + 1 }));
      await write((tx) => tx.putRows('sale', rows));
      const ids = rows.map((row) => row.id);
      expect(await read((tx) => tx.getRows('sale', ids))).toEqual(rows);
    });

    test.each([
      ['none of them is there', 0],
      ['a few are there', 30],
      ['there are more within their range than asked for', 2],
    ])('are found by any number of ids at once: %s', async (_case, every) => {
      const stored = Array.from({ length: 900 }, (_, index) => index + 1).filter((id) => every > 0 && id % every === 0);
      await write((tx) =>
        tx.putRows(
          'sale',
          stored.map((id) => saleRow({ id })),
        ),
      );
      const asked = Array.from({ length: 150 }, (_, index) => 900 - index * 6);
      const found = await read((tx) => tx.getRows('sale', [...asked, 900]));
      expect(found.map((row) => row?.id)).toEqual([...asked, 900].map((id) => (stored.includes(id) ? id : undefined)));
    });

    test('cannot be changed from outside once they are stored', async () => {
      const row = itemRow({ id: 1, customFields: { brand: 'Kimbo' } });
      await write((tx) => tx.putRows('item', [row]));
      const change = (fields: Record<string, string>) => {
        try {
          fields['brand'] = 'Other';
        } catch (error) {
          // A frozen row says so at once, a cloned one does not mind.
          expect(error).toBeInstanceOf(TypeError);
        }
      };
      change(row.customFields);
      const [found] = await read((tx) => tx.getRows('item', [1]));
      change(found?.customFields ?? {});
      const [again] = await read((tx) => tx.getRows('item', [1]));
      expect(again?.customFields).toEqual({ brand: 'Kimbo' });
    });

    test('payment methods come all, aliases and archived ones too', async () => {
      await write((tx) =>
        tx.putRows('paymentMethod', [
          paymentMethodRow({ id: 2, aliasOfId: 1 }),
          paymentMethodRow({ id: 1 }),
          paymentMethodRow({ id: 3, isArchived: true }),
        ]),
      );
      expect((await read((tx) => tx.paymentMethods())).map((row) => row.id)).toEqual([1, 2, 3]);
    });

    test('mapRows rewrites every row of a table, in whatever number, and no other table', async () => {
      const items = Array.from({ length: 1_203 }, (_, index) => itemRow({ id: index + 1, costPriceMinor: index }));
      await write(async (tx) => {
        await tx.putRows('item', items);
        await tx.putRows('business', [businessRow()]);
      });
      await write((tx) => tx.mapRows('item', ({ costPriceMinor: _, ...item }) => item));
      const rows = await read((tx) =>
        tx.getRows(
          'item',
          items.map((item) => item.id),
        ),
      );
      expect(rows.every((row) => row !== undefined && !('costPriceMinor' in row))).toBe(true);
      expect(await read((tx) => tx.getRows('business', [businessRow().id]))).toEqual([businessRow()]);
    });

    test('mapRows leaves a row alone that the function does not change', async () => {
      await write((tx) => tx.putRows('item', [itemRow({ id: 1 }), itemRow({ id: 2 })]));
      await write((tx) => tx.mapRows('item', (item) => (item.id === 2 ? { ...item, name: 'New' } : item)));
      expect((await read((tx) => tx.getRows('item', [1, 2]))).map((row) => row?.name)).toEqual(['Item 1', 'New']);
    });

    test('SYN-24 clearRows takes every row, what was counted of them and what was being made of them, and nothing else', async () => {
      await write(async (tx) => {
        await tx.putRows('item', [itemRow({ id: 1 })]);
        await tx.putRows('sale', [saleRow({ id: 1 })]);
        await tx.addToTallies(new Map([['item', 1]]));
        await tx.putBases([base(1)]);
        await tx.putEntries([entry(1)]);
        await tx.putArchive([{ ...entry(2), archivedAtMs: 1, proof: { lmid: 2, hash: 'x' }, previousHash: null }]);
        await tx.putState(freshState({ nextMid: 9 }));
        await tx.putDraft({ key: 'sale/1', content: { notes: 'not yet' } });
        await tx.clearRows();
      });
      const left = await read(async (tx) => ({
        rows: [...(await tx.getRows('item', [1])), ...(await tx.getRows('sale', [1]))],
        bases: (await tx.allBases()).length,
        outbox: (await tx.outbox()).length,
        archive: (await tx.archive()).length,
        nextMid: (await tx.getState()).nextMid,
        drafts: await tx.drafts(),
      }));
      expect(left).toEqual({ rows: [undefined, undefined], bases: 1, outbox: 1, archive: 1, nextMid: 9, drafts: [] });
      expect(await device.tally('item')).toBe(0);
    });
  });

  describe('bases', () => {
    test('are found by key, all together, or those with a staged image', async () => {
      await write((tx) => tx.putBases([base(1), base(2, { next: { row: null }, staged: 1 }), base(3, { row: null })]));
      const found = await read(async (tx) => ({
        some: await tx.getBases(['item/3', 'item/9', 'item/1']),
        all: await tx.allBases(),
        staged: await tx.stagedBases(),
      }));
      expect(found.some.map((row) => row?.id)).toEqual([3, undefined, 1]);
      expect(found.all.map((row) => row.id)).toEqual([1, 2, 3]);
      expect(found.staged).toEqual([base(2, { next: { row: null }, staged: 1 })]);
    });

    test.each([0, 3, 400])('are found by any number of keys at once, with %i there', async (count) => {
      await write((tx) => tx.putBases(Array.from({ length: count }, (_, index) => base(index + 1))));
      const found = await read((tx) => tx.getBases(Array.from({ length: 300 }, (_, index) => `item/${index + 2}`)));
      expect(found.map((row) => row?.id)).toEqual(
        Array.from({ length: 300 }, (_, index) => (index + 2 <= count ? index + 2 : undefined)),
      );
    });

    test('are replaced and removed by key', async () => {
      await write((tx) => tx.putBases([base(1, { next: { row: null }, staged: 1 }), base(2)]));
      await write(async (tx) => {
        await tx.putBases([base(1, { seqs: [1, 2] })]);
        await tx.removeBases(['item/2']);
      });
      expect(await read((tx) => tx.allBases())).toEqual([base(1, { seqs: [1, 2] })]);
      expect(await read((tx) => tx.stagedBases())).toEqual([]);
    });
  });

  describe('outbox', () => {
    test('is in seq order, however it was written', async () => {
      await write((tx) => tx.putEntries([entry(10), entry(2), entry(1)]));
      expect((await read((tx) => tx.outbox())).map(({ seq }) => seq)).toEqual([1, 2, 10]);
      expect((await read((tx) => tx.getEntries([10, 5, 1]))).map((found) => found?.seq)).toEqual([10, undefined, 1]);
    });

    test('gives what is to be sent: of one incarnation, from a mid on, undecided, in mid order, at most so many', async () => {
      await write((tx) =>
        tx.putEntries([
          entry(1, { incarnation: 1, wire: wire(4), state: 'settled' }),
          entry(2, { incarnation: 2, wire: wire(1), state: 'refused' }),
          entry(3, { incarnation: 2, wire: wire(3) }),
          entry(4, { incarnation: 2, wire: wire(2), state: 'quarantined' }),
          entry(5, { incarnation: 2, wire: wire(5) }),
          entry(6, { incarnation: 2, wire: wire(4) }),
          entry(7, { incarnation: 3, wire: wire(1) }),
        ]),
      );
      const midsFrom = async (mid: number, countMax: number) =>
        (await read((tx) => tx.outboxFrom(2, mid, countMax))).map((found) => found.wire.mid);
      expect(await midsFrom(1, 10)).toEqual([3, 4, 5]);
      expect(await midsFrom(4, 10)).toEqual([4, 5]);
      expect(await midsFrom(1, 1)).toEqual([3]);
      expect(await midsFrom(6, 10)).toEqual([]);
    });

    test('finds one entry by incarnation and mid, also a decided one', async () => {
      await write((tx) =>
        tx.putEntries([entry(1, { wire: wire(5), state: 'refused' }), entry(2, { incarnation: 2, wire: wire(5) })]),
      );
      expect((await read((tx) => tx.outboxEntry(1, 5)))?.seq).toBe(1);
      expect((await read((tx) => tx.outboxEntry(2, 5)))?.seq).toBe(2);
      expect(await read((tx) => tx.outboxEntry(2, 6))).toBeUndefined();
    });

    test('SYN-18 counts what waits and since when, without what a person must decide', async () => {
      expect(await read((tx) => tx.countPending())).toEqual({ count: 0, oldestAtMs: null });
      await write((tx) =>
        tx.putEntries([
          entry(1, { state: 'refused' }),
          entry(2, { state: 'settled' }),
          entry(3),
          entry(4, { state: 'quarantined' }),
          entry(5),
        ]),
      );
      expect(await read((tx) => tx.countPending())).toEqual({ count: 3, oldestAtMs: 1_002 });
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
        await tx.putEntries([
          entry(1, { state: 'refused', unfit: 'not_found' }),
          entry(2, { state: 'quarantined' }),
          entry(3, { unfit: 'item_missing' }),
          entry(4),
          entry(5, { state: 'settled' }),
        ]);
        await tx.putRows('conflict', [conflict, { ...conflict, id: 2, status: 'settled' }]);
      });
      expect(await read((tx) => tx.countAttention())).toBe(4);
    });

    test('M7 and each sale once whose money was taken or given back twice, until that is settled', async () => {
      const odd = [saleRow({ id: 1, flags: ['overpaid', 'over_refunded'] }), saleRow({ id: 2, flags: ['overpaid'] })];
      await write((tx) => tx.putRows('sale', [...odd, saleRow({ id: 3, flags: ['oversold'] }), saleRow({ id: 4 })]));
      expect(await read((tx) => tx.countAttention())).toBe(2);
      await write((tx) => tx.putRows('sale', [saleRow({ id: 2 })]));
      expect(await read((tx) => tx.countAttention())).toBe(1);
    });

    test('gives entries up by seq', async () => {
      await write((tx) => tx.putEntries([entry(1), entry(2)]));
      await write((tx) => tx.removeEntries([1]));
      expect((await read((tx) => tx.outbox())).map(({ seq }) => seq)).toEqual([2]);
    });
  });

  test('SYN-9 the archive keeps entries with their proof until they are older than a time', async () => {
    const archived = (seq: number, archivedAtMs: number) => ({
      ...entry(seq),
      archivedAtMs,
      previousHash: null,
      proof: { lmid: seq, hash: 'h' },
    });
    await write((tx) => tx.putArchive([archived(3, 300), archived(1, 100), archived(2, 200), archived(4, 400)]));
    await write((tx) => tx.removeArchive([4]));
    await write((tx) => tx.pruneArchive(200));
    expect(await read((tx) => tx.archive())).toEqual([archived(2, 200), archived(3, 300)]);
    await write((tx) => tx.putArchive([archived(5, UNDATED_MS)]));
    await write((tx) => tx.dateArchive(500));
    expect(await read((tx) => tx.archive())).toEqual([archived(2, 200), archived(3, 300), archived(5, 500)]);
  });

  describe('state, status, tallies, journal', () => {
    test('begin as the device was made, and are kept', async () => {
      expect(await read((tx) => tx.getState())).toEqual(freshState());
      expect(await read((tx) => tx.getStatus())).toEqual(NEW_SYNC_STATUS);
      await write(async (tx) => {
        await tx.putState(freshState({ nextMid: 5, leases: [{ block: 3, next: 1 }] }));
        await tx.putStatus({ ...NEW_SYNC_STATUS, phase: 'offline', failureCount: 2 });
      });
      expect(await read((tx) => tx.getState())).toEqual(freshState({ nextMid: 5, leases: [{ block: 3, next: 1 }] }));
      expect(await read((tx) => tx.getStatus())).toEqual({ ...NEW_SYNC_STATUS, phase: 'offline', failureCount: 2 });
    });

    test('tallies are moved, not set', async () => {
      await write((tx) =>
        tx.addToTallies(
          new Map([
            ['sale', 5],
            ['item', 2],
          ]),
        ),
      );
      await write((tx) =>
        tx.addToTallies(
          new Map([
            ['sale', -2],
            ['order', 1],
          ]),
        ),
      );
      expect([await device.tally('sale'), await device.tally('item'), await device.tally('order')]).toEqual([3, 2, 1]);
    });

    test('SYN-27 the journal is a ring of the last 500 events', async () => {
      await write(async (tx) => {
        for (let at = 1; at <= 503; at += 1) await tx.appendJournal({ atMs: at, what: 'run', detail: { round: at } });
      });
      const events = await device.journal();
      expect(events.length).toBe(500);
      expect(events[0]).toEqual({ atMs: 4, what: 'run', detail: { round: 4 } });
      expect(events.at(-1)?.atMs).toBe(503);
    });
  });

  test('drafts are kept, replaced and removed by key, in the order of their keys', async () => {
    await write(async (tx) => {
      await tx.putDraft({ key: 'sale/2', content: { notes: 'second' } });
      await tx.putDraft({ key: 'sale/1', content: { notes: 'first' } });
    });
    await write((tx) => tx.putDraft({ key: 'sale/2', content: { notes: 'second, longer' } }));
    const drafts = await read((tx) => tx.drafts());
    expect(drafts).toEqual([
      { key: 'sale/1', content: { notes: 'first' } },
      { key: 'sale/2', content: { notes: 'second, longer' } },
    ]);
    await write((tx) => tx.removeDraft('sale/1'));
    expect((await read((tx) => tx.drafts())).map(({ key }) => key)).toEqual(['sale/2']);
  });
});
