import { describe, expect, test } from 'vitest';
import { absorbPull } from '../../../sync/replica/absorb-pull.ts';
import { openReplica, outcome, readyState, Replica } from '../../support/device/replica.ts';
import { customerRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const snapshotOf = (replica: Replica) =>
  replica.read(async (tx) => ({
    state: await tx.meta.getState(),
    outbox: await tx.outbox.all(),
    archive: await tx.archive.all(),
    bases: await tx.bases.all(),
    rows: await tx.rows.get('item', [1, 2, 3]),
  }));

describe.each(DEVICES)('pages of a pull, $kind', ({ open }) => {
  test('SYN-11 rows, tombstones, cookie, version and what is confirmed are stored together', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 }), itemRow({ id: 2 })] });
    const answer = {
      rows: { item: [itemRow({ id: 3, version: 5 })] },
      tombstones: [{ table: 'item' as const, id: 2, version: 4 }],
      cookie: 'c9',
      version: 5,
      historyLeft: true,
    };
    expect(await replica.absorb({ ...answer, confirmed: await replica.confirmed(0) })).toEqual({
      kind: 'stored',
      decided: 0,
    });
    expect(await replica.state()).toMatchObject({
      cookie: 'c9',
      version: 5,
      historyLeft: true,
      epoch: 'e1',
      confirmedMid: 0,
    });
    expect((await replica.read((tx) => tx.rows.get('item', [1, 2, 3]))).map((row) => row?.version)).toEqual([
      1,
      undefined,
      5,
    ]);
    expect(await replica.device.rowCount('item')).toBe(2);
  });

  test('SYN-11 SYN-11a a page that continues another cookie is dropped whole', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    const before = await snapshotOf(replica);
    const page = {
      rows: { item: [itemRow({ id: 1, version: 9 })] },
      tombstones: [{ table: 'item' as const, id: 1, version: 9 }],
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    };
    expect(await replica.absorb({ ...page, baseCookie: 'c77' })).toEqual({ kind: 'stale' });
    expect(await replica.absorb({ ...page, baseCookie: null })).toEqual({ kind: 'stale' });
    expect(await snapshotOf(replica)).toEqual(before);
  });

  test('SYN-11 the same page twice is stored once: the second one is stale', async () => {
    const replica = await openReplica(open, {});
    const page = { baseCookie: 'c1', cookie: 'c2', rows: { item: [itemRow({ id: 1 })] } };
    expect((await replica.absorb(page)).kind).toBe('stored');
    expect((await replica.absorb(page)).kind).toBe('stale');
    expect(await replica.device.rowCount('item')).toBe(1);
  });

  test('SYN-11 a page for which there is no space leaves nothing, and can be stored later', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    const before = await snapshotOf(replica);
    const page = {
      epoch: 'e1',
      serverTimeMs: 0,
      baseCookie: 'c1',
      cookie: 'c2',
      kind: 'changes' as const,
      projection: 'admin' as const,
      version: 2,
      pages: [{ table: 'item' as const, rows: [{ ...itemRow({ id: 1, version: 2 }) }] }],
      tombstones: [],
      more: false,
      historyLeft: false,
      confirmed: null,
    };
    const failing = replica.write(async (tx) => {
      const result = await absorbPull(tx, page);
      replica.device.runOutOfSpace();
      return result;
    });
    await expect(failing).rejects.toMatchObject({ kind: 'quota' });
    expect(await snapshotOf(replica)).toEqual(before);
    expect((await replica.write((tx) => absorbPull(tx, page))).kind).toBe('stored');
    expect((await replica.row('item', 1))?.version).toBe(2);
  });

  test('SYN-11 SYN-11a history overwrites nothing newer, and fills in what is missing', async () => {
    const replica = await openReplica(open, { sale: [saleRow({ id: 1, version: 7, status: 'cancelled' })] });
    await replica.absorb({
      kind: 'history',
      rows: { sale: [saleRow({ id: 1, version: 3 }), saleRow({ id: 2, version: 3 })] },
    });
    expect([(await replica.row('sale', 1))?.status, (await replica.row('sale', 2))?.version]).toEqual(['cancelled', 3]);
    expect(await replica.device.rowCount('sale')).toBe(2);
  });

  test('SYN-11 history does not touch the base of a row that is changed here, unless it is newer', async () => {
    const replica = await openReplica(open, { sale: [saleRow({ id: 1, version: 7, notes: 'new' })] });
    await replica.run('sale.cancel', () => ({ id: 1, reason: 'mistake', refunds: [] }));
    await replica.absorb({ kind: 'history', rows: { sale: [saleRow({ id: 1, version: 7, notes: 'old' })] } });
    expect(await replica.base('sale', 1)).toMatchObject({ row: { notes: 'new' }, next: null, staged: 0 });
  });

  test('SYN-11 an older image or an older deletion changes nothing', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, version: 7, name: 'New' })] });
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 6, name: 'Old' })] },
      tombstones: [{ table: 'item', id: 1, version: 6 }],
    });
    expect((await replica.row('item', 1))?.name).toBe('New');
  });

  test('SYN-12 the first snapshot is complete with the page that exhausts it, and stays so', async () => {
    const replica = new Replica(await open(readyState({ cookie: null, snapshotComplete: false })));
    const isComplete = async () => (await replica.state()).snapshotComplete;
    await replica.absorb({ kind: 'snapshot', more: true });
    expect(await isComplete()).toBe(false);
    await replica.absorb({ kind: 'changes', confirmed: await replica.confirmed(0) });
    expect(await isComplete()).toBe(true);
    await replica.absorb({ kind: 'snapshot', more: true });
    expect(await isComplete()).toBe(true);
  });
});

describe.each(DEVICES)('pages and what waits here, $kind', ({ open }) => {
  test('SYN-4 stock is what is confirmed plus what waits, through every page', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });
    await replica.sell(1, 300);
    expect(await replica.stock(1)).toBe(700);
    // Another till sold 200: the server has 800, without our sales.
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 2, currentStockHundredths: 800 })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.stock(1)).toBe(500);
    await replica.sell(1, 100);
    expect(await replica.stock(1)).toBe(400);
    // Now the server has the first of ours.
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 3, currentStockHundredths: 500 })] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect(await replica.stock(1)).toBe(400);
    await replica.absorb({
      rows: { item: [itemRow({ id: 1, version: 4, currentStockHundredths: 400 })] },
      confirmed: await replica.confirmed(2, [outcome(2, 'applied')]),
    });
    expect([await replica.stock(1), await replica.base('item', 1), await replica.outbox()]).toEqual([
      400,
      undefined,
      [],
    ]);
  });

  test('SYN-11 SYN-4 between the pages of one pull a sale is never counted twice', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });
    const saleId = await replica.sell(1, 300);
    // The server already has our sale, but this page does not confirm it.
    await replica.absorb({ rows: { item: [itemRow({ id: 1, version: 2, currentStockHundredths: 700 })] }, more: true });
    expect(await replica.stock(1)).toBe(700);
    expect(await replica.base('item', 1)).toMatchObject({
      row: { currentStockHundredths: 1_000 },
      next: { row: { currentStockHundredths: 700 } },
      staged: 1,
    });
    // Another sale between the pages is subtracted too.
    await replica.sell(1, 50);
    expect(await replica.stock(1)).toBe(650);
    const sale = await replica.row('sale', saleId);
    await replica.absorb({
      rows: { sale: [{ ...saleRow({ id: saleId }), ...sale, version: 2 }] },
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect(await replica.stock(1)).toBe(650);
    expect(await replica.base('item', 1)).toMatchObject({
      row: { currentStockHundredths: 700 },
      next: null,
      staged: 0,
      seqs: [2],
    });
    expect(await replica.row('sale', saleId)).toMatchObject({ version: 2 });
  });

  test('SYN-11 of several images before the confirming page the newest counts', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });
    await replica.sell(1, 300);
    await replica.absorb({ rows: { item: [itemRow({ id: 1, version: 4, currentStockHundredths: 600 })] }, more: true });
    await replica.absorb({ rows: { item: [itemRow({ id: 1, version: 3, currentStockHundredths: 900 })] }, more: true });
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect(await replica.stock(1)).toBe(600);
  });

  test('SYN-5 nothing leaves the outbox but by a page that proves it: not by age, by rows, or by a lower mid', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.sell(1, 100);
    const waiting = await replica.outbox();
    await replica.absorb({
      rows: {
        item: [itemRow({ id: 1, version: 2, currentStockHundredths: 800 })],
        sale: [saleRow({ id: waiting[0]?.touched[1]?.id ?? 0, version: 2 })],
      },
      more: true,
    });
    await replica.absorb({ kind: 'history' });
    await replica.write((tx) => tx.archive.prune(Number.MAX_SAFE_INTEGER));
    await replica.absorb({ confirmed: await replica.confirmed(0) });
    const left = await replica.outbox();
    expect(left.map(({ seq, state, wire }) => [seq, state, wire])).toEqual(
      waiting.map(({ seq, wire }) => [seq, 'pending', wire]),
    );
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect((await replica.outbox()).map(({ seq }) => seq)).toEqual([2]);
  });

  test('SYN-9 what a page covers moves to the archive with the proof and the outcome', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.sell(1, 100);
    const [first, second] = await replica.outbox();
    const confirmed = await replica.confirmed(2, [outcome(1, 'applied'), outcome(2, 'flagged', ['oversold'])]);
    expect(await replica.absorb({ confirmed })).toEqual({ kind: 'stored', decided: 2 });
    const proof = { lmid: 2, hash: second?.wire.h };
    expect(await replica.read((tx) => tx.archive.all())).toMatchObject([
      { seq: 1, wire: first?.wire, outcome: { mid: 1, kind: 'applied' }, proof, archivedAtMs: NOON_MS },
      { seq: 2, wire: second?.wire, outcome: { mid: 2, kind: 'flagged', codes: ['oversold'] }, proof },
    ]);
    expect(await replica.state()).toMatchObject({ confirmedMid: 2, confirmedHash: second?.wire.h, nextMid: 3 });
  });

  test('SYN-9 the archive keeps what was proved for 30 days of the server’s time, and then forgets it', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    const archivedAfter = async (days: number) => {
      await replica.absorb({ serverTimeMs: NOON_MS + days * 86_400_000, confirmed: await replica.confirmed(1) });
      return (await replica.read((tx) => tx.archive.all())).length;
    };
    expect([await archivedAfter(29), await archivedAfter(31)]).toEqual([1, 0]);
  });

  test.each(['refused', 'quarantined'] as const)(
    'SYN-5 SYN-5a SYN-10 what is %s stays in the outbox and in view until a person decides, and the rest flows',
    async (kind) => {
      const replica = await openReplica(open, { item: [itemRow({ id: 1, name: 'Soap' })] });
      await replica.run('item.edit', () => ({ id: 1, base: { name: 'Soap' }, change: { name: 'Soap bar' } }));
      await replica.sell(1, 100);
      const page = {
        rows: { item: [itemRow({ id: 1, version: 2, name: 'Soap', currentStockHundredths: 900 })] },
        confirmed: await replica.confirmed(2, [outcome(1, kind, ['not_found']), outcome(2, 'applied')]),
      };
      await replica.absorb(page);
      expect((await replica.outbox()).map(({ seq, state, outcome: decided }) => [seq, state, decided?.codes])).toEqual([
        [1, kind, ['not_found']],
      ]);
      expect(await replica.row('item', 1)).toMatchObject({ name: 'Soap bar', currentStockHundredths: 900 });
      // It is still applied to newer rows.
      await replica.absorb({
        rows: { item: [itemRow({ id: 1, version: 3, name: 'Soap', currentStockHundredths: 850 })] },
        confirmed: await replica.confirmed(2),
      });
      expect(await replica.row('item', 1)).toMatchObject({ name: 'Soap bar', currentStockHundredths: 850 });
      expect((await replica.outbox()).map(({ seq }) => seq)).toEqual([1]);
      expect(await replica.read((tx) => tx.outbox.countPending())).toMatchObject({ count: 0 });
    },
  );

  test('SYN-20 SYN-9 another hash at the confirmed mid, or a mid that was never given out, is a fork and stores nothing', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    const before = await snapshotOf(replica);
    const rows = { item: [itemRow({ id: 1, version: 2 })] };
    const hash = 'f'.repeat(32);
    expect(await replica.absorb({ rows, confirmed: { lmid: 1, hash, outcomes: [outcome(1, 'applied')] } })).toEqual({
      kind: 'fork',
    });
    expect(await replica.absorb({ rows, confirmed: { lmid: 2, hash, outcomes: [] } })).toEqual({ kind: 'fork' });
    expect(await snapshotOf(replica)).toEqual(before);
  });

  test('SYN-20 a mid that was confirmed before is still known by its hash', async () => {
    const replica = await openReplica(open, { item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect(await replica.absorb({ confirmed: { lmid: 1, hash: 'f'.repeat(32), outcomes: [] } })).toEqual({
      kind: 'fork',
    });
    expect((await replica.absorb({ confirmed: await replica.confirmed(1) })).kind).toBe('stored');
  });

  test('a deletion under a change that waits is kept aside, and shown once the page confirms', async () => {
    const replica = await openReplica(open, { customer: [customerRow({ id: 1 })], item: [itemRow({ id: 1 })] });
    await replica.sell(1, 100);
    await replica.absorb({ tombstones: [{ table: 'item', id: 1, version: 3 }], more: true });
    expect((await replica.row('item', 1))?.currentStockHundredths).toBe(900);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'flagged', ['item_missing'])]) });
    expect([await replica.row('item', 1), await replica.device.rowCount('item')]).toEqual([undefined, 0]);
  });
});
