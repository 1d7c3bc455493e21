import { describe, expect, test } from 'vitest';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { UNDATED_MS } from '../../../sync/ports.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';
import { discardAct, discardedWith, retryAct } from '../../../sync/replica/decide.ts';
import { customerArgs, itemArgs, openReplica, outcome, type Replica } from '../../support/device/replica.ts';
import { itemRow, NOON_MS, USER_ID } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const LATER_MS = NOON_MS + 3_600_000;
const discard = (replica: Replica, seq: number) => replica.write((tx) => discardAct(tx, seq, LATER_MS));
const retry = (replica: Replica, seq: number) => replica.write((tx) => retryAct(tx, seq, LATER_MS, replica.acts));
const archive = (replica: Replica) => replica.read((tx) => tx.archive.all());
const seqs = async (replica: Replica) => (await replica.outbox()).map((entry) => entry.seq);
const mids = async (replica: Replica) => (await replica.outbox()).map((entry) => entry.wire.mid);
const acts = async (replica: Replica) => (await replica.outbox()).map((entry) => entry.wire.act);

/** Absorbs a page with the server's decisions up to a mid. */
const decided = async (replica: Replica, lmid: number, outcomes: Outcome[]) =>
  replica.absorb({ confirmed: await replica.confirmed(lmid, outcomes) });

const addStock = async (replica: Replica, itemId: number, quantityHundredths: number): Promise<number> => {
  const result = await replica.run('stock.add', ({ mintId }) => ({
    ...{ id: mintId(), itemId, quantityHundredths, costPriceMinor: null, batchId: null },
  }));
  if (!result.ok) throw new Error(result.error.code);
  return result.args.id;
};
const cancel = (replica: Replica, id: number) =>
  replica.run('sale.cancel', () => ({ id, reason: 'Mistake', refunds: [] }));

describe.each(DEVICES)('what the server did not accept, $kind', ({ open }) => {
  const shop = () => openReplica(open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });

  describe('discarded', () => {
    test('SYN-5 M42 its rows are as if it had never been, what else waits on them stays, and the archive says who and when', async () => {
      const replica = await shop();
      const movementId = await addStock(replica, 1, 500);
      const saleId = await replica.sell(1, 200);
      await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
      expect(await replica.stock(1)).toBe(1_300);

      expect(await discard(replica, 1)).toEqual({ ok: true, others: 0 });
      expect(await replica.stock(1)).toBe(800);
      expect(await replica.row('stockMovement', movementId)).toBeUndefined();
      expect(await replica.row('sale', saleId)).toBeDefined();
      expect(await replica.base('item', 1)).toMatchObject({ row: { currentStockHundredths: 1_000 }, seqs: [2] });
      expect(await replica.base('stockMovement', movementId)).toBeUndefined();
      expect(await seqs(replica)).toEqual([2]);
      const { confirmedHash } = await replica.state();
      expect(await archive(replica)).toMatchObject([
        {
          seq: 1,
          state: 'refused',
          outcome: { codes: ['item_missing'] },
          archivedAtMs: UNDATED_MS,
          proof: {
            lmid: 1,
            hash: confirmedHash,
            decided: { kind: 'discarded', byUserId: USER_ID, atMs: LATER_MS },
          },
        },
      ]);
      expect(await replica.device.journal()).toMatchObject([
        { atMs: LATER_MS, what: 'discarded', detail: { name: 'stock.add', mid: 1, others: 0 } },
      ]);
      expect(await replica.read((tx) => tx.outbox.countAttention())).toBe(0);
    });

    test('SYN-5 SYN-9 SYN-23 what was decided stays in the archive, however wrong the clock of the device is', async () => {
      const replica = await shop();
      await addStock(replica, 1, 500);
      await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
      await replica.write((tx) => discardAct(tx, 1, NOON_MS - 365 * 86_400_000));
      await decided(replica, 1, []);
      expect(await archive(replica)).toMatchObject([
        { seq: 1, archivedAtMs: NOON_MS, proof: { decided: { kind: 'discarded' } } },
      ]);
    });

    test('SYN-5 M42 M5 a sale that could not be processed: its stock is back, and what depends on it goes with it', async () => {
      const replica = await shop();
      const saleId = await replica.sell(1, 300);
      await cancel(replica, saleId);
      await replica.sell(1, 100);
      await decided(replica, 2, [outcome(1, 'quarantined'), outcome(2, 'refused', ['parent_refused'])]);
      expect(await replica.device.rowCount('sale')).toBe(2);
      const outbox = await replica.outbox();
      expect(discardedWith(outbox[0]!, outbox).map((entry) => entry.wire.name)).toEqual(['sale.cancel']);

      expect(await discard(replica, 1)).toEqual({ ok: true, others: 1 });
      expect(await seqs(replica)).toEqual([3]);
      expect(await replica.row('sale', saleId)).toBeUndefined();
      expect(await replica.device.rowCount('sale')).toBe(1);
      expect(await replica.stock(1)).toBe(900);
      expect(await replica.base('sale', saleId)).toBeUndefined();
      expect((await archive(replica)).map((entry) => [entry.seq, entry.proof.decided?.kind])).toEqual([
        [1, 'discarded'],
        [2, 'discarded'],
      ]);
    });

    test('M42 the newest image of the server comes into view, also one that is still kept aside', async () => {
      const replica = await shop();
      await addStock(replica, 1, 500);
      await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
      await replica.absorb({
        version: 4,
        rows: { item: [itemRow({ id: 1, version: 4, currentStockHundredths: 70 })] },
      });
      await discard(replica, 1);
      expect(await replica.stock(1)).toBe(70);
    });

    test('SYN-5 what the server has not decided is not discarded, nor what such a change depends on', async () => {
      const replica = await shop();
      const saleId = await replica.sell(1, 300);
      expect(await discard(replica, 1)).toEqual({ ok: false, code: 'undecided' });
      expect(await retry(replica, 1)).toEqual({ ok: false, code: 'undecided' });
      await decided(replica, 1, [outcome(1, 'quarantined')]);
      await cancel(replica, saleId);
      expect(await discard(replica, 1)).toEqual({ ok: false, code: 'undecided_dependants' });
      expect(await seqs(replica)).toEqual([1, 2]);
      expect(await archive(replica)).toEqual([]);
    });

    test('SYN-24 after a logout nobody decides here', async () => {
      const replica = await shop();
      await addStock(replica, 1, 500);
      await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
      await replica.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), sealed: true }));
      expect(await discard(replica, 1)).toEqual({ ok: false, code: 'sealed' });
      expect(await seqs(replica)).toEqual([1]);
    });
  });

  describe('retried', () => {
    test('SYN-5 SYN-5a SYN-2 is the next attempt of the same act, in a new place, of the time and with the ids of the first', async () => {
      const replica = await shop();
      const movementId = await addStock(replica, 1, 500);
      await replica.sell(1, 100);
      await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
      const old = (await replica.outbox())[0]!;

      expect(await retry(replica, 1)).toEqual({ ok: true, others: 0 });
      const [sale, again] = await replica.outbox();
      expect(again).toMatchObject({ seq: 3, state: 'pending', outcome: null, unfit: null, touched: old.touched });
      const { act, args, atMs } = old.wire;
      expect(again?.wire).toMatchObject({ act, attempt: 1, mid: 3, name: 'stock.add', args, atMs });
      expect(args).toMatchObject({ id: movementId });
      expect(again?.wire.h).toBe(mutationHash(sale?.wire.h ?? '', again!.wire));
      expect(await replica.state()).toMatchObject({
        nextMid: 4,
        nextSeq: 4,
        lastHash: again?.wire.h,
      });
      expect(await replica.stock(1)).toBe(1_400);
      expect(await archive(replica)).toMatchObject([
        { seq: 1, proof: { lmid: 1, decided: { kind: 'retried', byUserId: USER_ID, atMs: LATER_MS } } },
      ]);
      expect(await replica.device.journal()).toMatchObject([
        { what: 'retried', detail: { name: 'stock.add', mid: 1 } },
      ]);

      await replica.absorb({
        version: 5,
        rows: { item: [itemRow({ id: 1, version: 5, currentStockHundredths: 1_400 })] },
        confirmed: await replica.confirmed(3, [outcome(2, 'applied'), outcome(3, 'applied')]),
      });
      expect(await seqs(replica)).toEqual([]);
      expect(await replica.stock(1)).toBe(1_400);
    });

    test('SYN-5 SYN-2 each retry is one attempt more', async () => {
      const replica = await shop();
      await addStock(replica, 1, 500);
      const [act] = await acts(replica);
      for (const mid of [1, 2, 3]) {
        await decided(replica, mid, [outcome(mid, 'refused', ['item_missing'])]);
        await retry(replica, mid);
      }
      expect((await replica.outbox()).map(({ wire }) => [wire.act, wire.attempt])).toEqual([[act, 3]]);
    });

    test.each([1, 2])(
      'SYN-5 SYN-10 what was refused with its parent is retried with it, whichever of the two a person retries: %i',
      async (chosen) => {
        const replica = await shop();
        const saleId = await replica.sell(1, 300);
        await cancel(replica, saleId);
        const [act = ''] = await acts(replica);
        await replica.run('customer.create', (tools) => customerArgs(tools));
        await decided(replica, 2, [outcome(1, 'quarantined'), outcome(2, 'refused', ['parent_refused'])]);
        expect(await retry(replica, chosen)).toEqual({ ok: true, others: 1 });
        expect(await mids(replica)).toEqual([3, 4, 5]);
        const [, sale, cancellation] = (await replica.outbox()).map((entry) => entry.wire);
        expect([sale?.name, sale?.deps, cancellation?.name, cancellation?.deps]).toEqual([
          ...['sale.create', []],
          ...['sale.cancel', [act]],
        ]);
        expect(await replica.row('sale', saleId)).toMatchObject({ status: 'cancelled' });
        expect(await replica.stock(1)).toBe(1_000);
      },
    );

    test('SYN-10 a retried change names the acts that it named: the server knows what became of them', async () => {
      const replica = await shop();
      const made = await replica.run('item.create', (tools) => itemArgs(tools));
      const itemId = made.ok ? made.args.id : 0;
      const [act = ''] = await acts(replica);
      await replica.run('item.setStore', () => ({ id: itemId, isKauntaEnabled: true }));
      await decided(replica, 2, [outcome(1, 'applied'), outcome(2, 'refused', ['item_missing'])]);
      await retry(replica, 2);
      expect((await replica.outbox()).map((entry) => [entry.wire.mid, entry.wire.deps])).toEqual([[3, [act]]]);
    });

    test('SYN-5 SYN-10 SYN-10a what is done to a row depends on what brought it, though that was retried and stands behind another change of it', async () => {
      const replica = await shop();
      const made = await replica.run('item.create', (tools) => itemArgs(tools));
      const itemId = made.ok ? made.args.id : 0;
      const switchTo = (isKauntaEnabled: boolean) =>
        replica.run('item.setStore', () => ({ id: itemId, isKauntaEnabled }));
      const [act = ''] = await acts(replica);
      await switchTo(true);
      await decided(replica, 1, [outcome(1, 'quarantined')]);
      await retry(replica, 1);
      await switchTo(false);
      expect((await replica.outbox()).map(({ wire }) => [wire.mid, wire.name, wire.deps])).toEqual([
        [2, 'item.setStore', [act]],
        [3, 'item.create', []],
        [4, 'item.setStore', [act]],
      ]);
    });

    test('SYN-5 a change that this build cannot read is sent again as it stands', async () => {
      const replica = await shop();
      await addStock(replica, 1, 500);
      await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
      await replica.write(async (tx) => {
        const [entry] = await tx.outbox.all();
        await tx.outbox.put([{ ...entry!, wire: { ...entry!.wire, name: 'thing.do', args: { id: 7 } } }]);
      });
      expect(await retry(replica, 1)).toEqual({ ok: true, others: 0 });
      expect((await replica.outbox())[0]).toMatchObject({ unfit: 'unknown_format', wire: { mid: 2, args: { id: 7 } } });
    });
  });

  test.each(['discard', 'retry'] as const)(
    'SYN-5 M42 a disk that fails under a %s leaves everything as it was',
    async (kind) => {
      const replica = await shop();
      const saleId = await replica.sell(1, 300);
      await cancel(replica, saleId);
      await decided(replica, 2, [outcome(1, 'quarantined'), outcome(2, 'refused', ['parent_refused'])]);
      const contents = async () => ({
        outbox: await replica.outbox(),
        archive: await archive(replica),
        state: await replica.state(),
        rows: [await replica.row('sale', saleId), await replica.row('item', 1), await replica.device.rowCount('sale')],
      });
      const before = await contents();
      const failing = replica.write(async (tx) => {
        if (kind === 'discard') await discardAct(tx, 1, LATER_MS);
        else await retryAct(tx, 1, LATER_MS, replica.acts);
        replica.device.runOutOfSpace();
      });
      await expect(failing).rejects.toThrow();
      expect(await contents()).toEqual(before);
    },
  );

  test.each([
    [discard, retry, []],
    [retry, discard, [2]],
    [retry, retry, [2]],
  ])('SYN-5 two tabs that decide at once decide once (%#)', async (first, second, midsLeft) => {
    const replica = await shop();
    await addStock(replica, 1, 500);
    await decided(replica, 1, [outcome(1, 'refused', ['item_missing'])]);
    const answers = await Promise.all([first(replica, 1), second(replica, 1)]);
    expect(answers).toEqual([
      { ok: true, others: 0 },
      { ok: false, code: 'gone' },
    ]);
    expect(await archive(replica)).toHaveLength(1);
    expect(await mids(replica)).toEqual(midsLeft);
    expect(await replica.stock(1)).toBe(midsLeft.length === 0 ? 1_000 : 1_500);
  });
});
