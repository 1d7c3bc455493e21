import { describe, expect, test } from 'vitest';
import type { LocalTx } from '../../../sync/local-database.ts';
import { rowIdOf, sourceOf } from '../../../sync/protocol/act.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { retryAct } from '../../../sync/replica/decide.ts';
import { sealReplica } from '../../../sync/replica/seal.ts';
import { customerArgs, openReplica, outcome, type Replica } from '../../support/device/replica.ts';
import { customerRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { newTestActs } from '../../support/device/test-acts.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const newCustomer = async (replica: Replica, name: string): Promise<number> => {
  const result = await replica.run('customer.create', (tools) => customerArgs(tools, name));
  if (!result.ok) throw new Error(result.error.code);
  return result.args.id;
};
const STRANGER = { name: 'Stranger', version: 5 };
const clash = (mid: number) => outcome(mid, 'refused', ['id_clash']);
const retry = (replica: Replica, seq: number) => replica.write((tx) => retryAct(tx, seq, NOON_MS, replica.acts));

describe.each(DEVICES)('an id that is another’s, $kind', ({ open }) => {
  const shop = () => openReplica(open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });
  const customers = async (replica: Replica) =>
    (await replica.device.rows('customer')).map(({ id, name }) => [id, name]);
  /** Makes a customer and a sale to her, both refused because another row has her id. */
  const refusedSale = async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    const saleId = await replica.sell(1, 300, { customerId: id, customerName: 'Asha' });
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(2, [clash(1), clash(2)]),
    });
    return { replica, id, saleId };
  };

  test('SYN-22 SYN-5 what the server refused stays in view for its author, and the row is the stranger’s', async () => {
    const { replica, id } = await refusedSale();
    expect((await replica.outbox()).map(({ state, outcome: told }) => [state, told?.codes])).toEqual([
      ['refused', ['id_clash']],
      ['refused', ['id_clash']],
    ]);
    expect(await customers(replica)).toEqual([[id, 'Stranger']]);
    expect(await replica.read((tx) => tx.outbox.countAttention())).toBe(2);
  });

  test.each([1, 2])(
    'SYN-22 SYN-5 retried they are new acts under new ids, and each refers to the other as before: %i',
    async (chosen) => {
      const { replica, id, saleId } = await refusedSale();
      const old = (await replica.outbox()).map(({ wire }) => wire);
      expect(await retry(replica, chosen)).toEqual({ ok: true, others: 1 });
      const [customer, sale] = (await replica.outbox()).map(({ wire }) => wire);
      const newId = rowIdOf(customer?.act ?? '', 0);
      const newSaleId = rowIdOf(sale?.act ?? '', 0);
      expect([customer, sale]).toMatchObject([
        { attempt: 0, mid: 3, deps: [], args: { id: newId, name: 'Asha' } },
        { attempt: 0, mid: 4, deps: [customer?.act], args: { id: newSaleId, customerId: newId } },
      ]);
      // The printed sale number and the time stay the same.
      const { saleNumber } = (old[1] as WireMutation).args as { saleNumber: string };
      expect(sale).toMatchObject({ atMs: old[1]?.atMs, args: { saleNumber } });
      for (const [before, now] of [
        [old[0]?.act, customer?.act],
        [old[1]?.act, sale?.act],
        [id, newId],
        [saleId, newSaleId],
      ])
        expect(now).not.toBe(before);
      expect(new Map((await customers(replica)) as [number, string][])).toEqual(
        new Map([
          [id, 'Stranger'],
          [newId, 'Asha'],
        ]),
      );
      expect((await replica.device.rows('sale')).map((row) => [row.id, row.customerId])).toEqual([[newSaleId, newId]]);
      expect([await replica.stock(1), await replica.device.rowCount('sale')]).toEqual([700, 1]);
    },
  );

  test('SYN-2 SYN-22 what its new ids are made from is known as this device’s own from then on', async () => {
    const { replica } = await refusedSale();
    const added: string[] = [];
    const followed = (tx: LocalTx): LocalTx => ({
      ...tx,
      meta: {
        ...tx.meta,
        async addSource(source) {
          added.push(source);
          await tx.meta.addSource(source);
        },
      },
    });
    // The page was reloaded, so act ids come from another source.
    await replica.write((tx) => retryAct(followed(tx), 1, NOON_MS, newTestActs()));
    const [source, ...others] = new Set((await replica.outbox()).map(({ wire }) => sourceOf(wire.act)));
    expect(others).toEqual([]);
    expect(added).toEqual([source]);
    expect((await replica.read((tx) => tx.meta.getState())).source).toBe(source);
  });

  test('SYN-22 an amount that equals nothing but itself is left alone', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    const saleId = await replica.sell(1, 300, { customerId: id, customerName: 'Asha', notes: String(id) });
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(2, [clash(1), clash(2)]),
    });
    const before = (await replica.outbox())[1]?.wire.args as Record<string, unknown>;
    await retry(replica, 2);
    const after = (await replica.outbox())[1]?.wire.args as Record<string, unknown>;
    expect(before['id']).toBe(saleId);
    const [lineBefore, lineAfter] = [before, after].map((args) => (args['lines'] as Record<string, unknown>[])[0]);
    expect({ ...after, id: 0, customerId: 0, lines: [{ ...lineAfter, id: 0 }] }).toEqual({
      ...{ ...before, id: 0, customerId: 0 },
      lines: [{ ...lineBefore, id: 0 }],
    });
  });

  test('SYN-22 SYN-3 a stranger’s row that comes before the refusal is shown, and what waits keeps its bytes', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    const [waiting] = await replica.outbox();
    await replica.absorb({
      version: 5,
      rows: { sale: [saleRow({ id: saleId, version: 5, saleNumber: 'SALE-9' })] },
      confirmed: await replica.confirmed(0),
    });
    expect(await replica.outbox()).toMatchObject([{ state: 'pending', unfit: 'id_clash', wire: waiting?.wire }]);
    expect((await replica.device.rows('sale')).map(({ saleNumber }) => saleNumber)).toEqual(['SALE-9']);
    expect(await replica.device.rowCount('sale')).toBe(1);
  });

  test('SYN-22 SYN-24 a logout keeps nothing of the stranger', async () => {
    const { replica } = await refusedSale();
    await replica.write(sealReplica);
    expect(await customers(replica)).toEqual([]);
  });
});
