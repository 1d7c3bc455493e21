import { describe, expect, test } from 'vitest';
import { openReplica, outcome, type RowsByTable } from '../../support/device/replica.ts';
import { customerRow, itemRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

/** The server's present rows: the second item is removed, and there is a third. */
const NEW_COPY: RowsByTable = {
  item: [itemRow({ id: 1, version: 50, currentStockHundredths: 700 }), itemRow({ id: 3, version: 51 })],
  customer: [customerRow({ id: 8, version: 40 })],
};

describe.each(DEVICES)('a copy that is too old, $kind', ({ open }) => {
  /** Makes a device with a waiting sale that was away for longer than tombstones are kept. */
  async function awayTooLong() {
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1 }), itemRow({ id: 2 })],
      customer: [customerRow({ id: 8 }), customerRow({ id: 9 })],
    });
    const saleId = await replica.sell(1, 100);
    const beginAnew = () => replica.absorb({ kind: 'resync', cookie: 'c900' });
    const isShown = async (table: 'item' | 'customer', ids: number[]) =>
      (await replica.read((tx) => tx.rows.get(table, ids))).map((row) => row !== undefined);
    /** Absorbs a page of the new copy. */
    const stage = async (rows: RowsByTable, isLast: boolean, version = 60) => {
      const { resync } = await replica.state();
      const confirmed = isLast ? { confirmed: await replica.confirmed(0) } : {};
      const page = { baseCookie: resync?.cookie ?? null, cookie: `c${(await replica.outbox()).length}-${isLast}` };
      return await replica.absorb({ kind: 'snapshot', rows, more: !isLast, version, ...page, ...confirmed });
    };
    return { replica, saleId, beginAnew, stage, isShown };
  }

  test('SYN-15 the old copy is in use until the last page of the new one, whose flip keeps and replays the outbox', async () => {
    const { replica, saleId, beginAnew, stage, isShown } = await awayTooLong();
    const waiting = await replica.outbox();
    expect(await beginAnew()).toEqual({ kind: 'resync', reason: 'resync' });
    await stage({ item: NEW_COPY.item ?? [] }, false);
    // The half copy is not visible, and selling goes on.
    expect(await isShown('item', [1, 2, 3])).toEqual([true, true, false]);
    expect(await replica.stock(1)).toBe(900);
    const second = await replica.sell(2, 200);
    expect(await stage({ customer: NEW_COPY.customer ?? [] }, true)).toMatchObject({ kind: 'stored' });
    expect(await isShown('item', [1, 3])).toEqual([true, true]);
    expect(await isShown('customer', [8, 9])).toEqual([true, false]);
    // Rows removed meanwhile are gone, but a waiting sale still changes the stock of such an item.
    expect((await replica.base('item', 2))?.row).toBeNull();
    expect(await replica.stock(1)).toBe(600);
    expect((await replica.outbox())[0]).toMatchObject({ wire: waiting[0]?.wire, state: 'pending' });
    for (const id of [saleId, second]) expect(await replica.row('sale', id)).toBeDefined();
    expect(await replica.state()).toMatchObject({ resync: null, version: 60, snapshotComplete: true });
    expect(await replica.device.rowCount('item')).toBe(2);
  });

  test('SYN-15 SYN-21 a new copy that is older than the one here tells of a server that went back while it travelled', async () => {
    const { replica, beginAnew, stage, isShown } = await awayTooLong();
    const { version } = await replica.state();
    await beginAnew();
    expect(await stage(NEW_COPY, true, version - 1)).toEqual({ kind: 'resync', reason: 'restored' });
    const { resync, restoredAtMs } = await replica.state();
    expect(resync).toMatchObject({ phase: 'healing', isRestored: true, cookie: null });
    expect(restoredAtMs).not.toBeNull();
    // The present rows stay in use until the server has got what it lacks.
    expect(await isShown('item', [1, 2, 3])).toEqual([true, true, false]);
    expect((await replica.state()).version).toBe(version);
    expect(await replica.outbox()).toHaveLength(1);
  });

  test('SYN-15 a new copy as old as the one here takes its place', async () => {
    const { replica, beginAnew, stage } = await awayTooLong();
    const { version } = await replica.state();
    await beginAnew();
    expect(await stage(NEW_COPY, true, version)).toMatchObject({ kind: 'stored' });
    expect(await replica.state()).toMatchObject({ resync: null, version });
  });

  test('SYN-15 while a new copy arrives no page of the old one is stored', async () => {
    const { replica, beginAnew } = await awayTooLong();
    const { cookie } = await replica.state();
    await beginAnew();
    const late = { baseCookie: cookie, rows: { item: [itemRow({ id: 1, version: 9, name: 'Late' })] } };
    expect(await replica.absorb(late)).toEqual({ kind: 'stale' });
    expect((await replica.row('item', 1))?.name).not.toBe('Late');
  });

  test('SYN-15 a device that is killed between two pages of the new copy goes on with the next one', async () => {
    const { replica, beginAnew, stage, isShown } = await awayTooLong();
    await beginAnew();
    await stage({ item: NEW_COPY.item ?? [] }, false);
    expect((await replica.state()).resync).toMatchObject({ phase: 'staging', cookie: expect.any(String) });
    await replica.absorb({
      kind: 'snapshot',
      baseCookie: (await replica.state()).resync?.cookie ?? null,
      rows: { customer: NEW_COPY.customer ?? [] },
      version: 60,
      confirmed: await replica.confirmed(1, [outcome(1, 'applied')]),
    });
    expect(await isShown('item', [1, 2, 3])).toEqual([true, false, true]);
    expect(await replica.outbox()).toEqual([]);
    expect(await replica.stock(1)).toBe(700);
  });

  test('SYN-15 a new copy that a server confirms before its past is complete is shown, and its past is fetched', async () => {
    const { replica, beginAnew } = await awayTooLong();
    await beginAnew();
    await replica.absorb({
      kind: 'changes',
      baseCookie: (await replica.state()).resync?.cookie ?? null,
      rows: NEW_COPY,
      version: 60,
      historyLeft: true,
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.state()).toMatchObject({ resync: null, version: 60, historyLeft: true });
    // Waiting acts are applied to the new copy, and none of them counts as proved.
    expect((await replica.outbox()).length).toBeGreaterThan(0);
    await replica.absorb({ kind: 'history', rows: { sale: [saleRow({ id: 77 })] }, historyLeft: false });
    expect(await replica.state()).toMatchObject({ historyLeft: false });
    expect(await replica.row('sale', 77)).toBeDefined();
  });
});
