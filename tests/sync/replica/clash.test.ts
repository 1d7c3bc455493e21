import { describe, expect, test } from 'vitest';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import type { OutboxEntry } from '../../../sync/ports.ts';
import { retryAct } from '../../../sync/replica/decide.ts';
import { dismissReplica, noteSent, reinstateReplica } from '../../../sync/replica/dismissal.ts';
import { sealReplica } from '../../../sync/replica/seal.ts';
import { adoptIncarnation } from '../../../sync/replica/reissue.ts';
import { customerArgs, openReplica, outcome, type Replica } from '../../support/replica.ts';
import { customerRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/test-device.ts';

const newCustomer = async (replica: Replica, name: string): Promise<number> => {
  const result = await replica.run('customer.create', (tools) => customerArgs(tools, name));
  if (!result.ok) throw new Error(result.error.code);
  return result.args.id;
};
const STRANGER = { name: 'Stranger', version: 5 };
const clash = (mid: number) => outcome(mid, 'refused', ['id_clash']);

describe.each(DEVICES)('an id that is another’s, $kind', ({ open }) => {
  const shop = () => openReplica(open, { item: [itemRow({ id: 1, currentStockHundredths: 1_000 })] });
  const customers = async (replica: Replica) =>
    (await replica.device.rows('customer')).map(({ id, name }) => [id, name]);

  test('SYN-22 what the server refused is issued again under a new id and mid, with all that refers to it', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    const saleId = await replica.sell(1, 300, { customerId: id, customerName: 'Asha' });
    const before = await replica.outbox();
    const { nextSeq, lastHash } = await replica.state();
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(2, [clash(1), clash(2)]),
    });
    const [customer, sale] = await replica.outbox();
    expect([customer?.wire.mid, sale?.wire.mid, sale?.wire.deps]).toEqual([3, 4, [3]]);
    const args = [customer?.wire.args, sale?.wire.args] as { id: number; customerId?: number; saleNumber?: string }[];
    const [newId, newSaleId] = [args[0]?.id ?? 0, args[1]?.id ?? 0];
    expect([newId, newSaleId]).not.toEqual([id, saleId]);
    expect(args[1]).toMatchObject({
      customerId: newId,
      saleNumber: (before[1]!.wire.args as { saleNumber: string }).saleNumber,
    });
    // One chain of hashes, and what was refused keeps its bytes and its proof in the archive.
    expect(customer?.wire.h).toBe(mutationHash(lastHash, customer!.wire));
    expect(sale?.wire.h).toBe(mutationHash(customer!.wire.h, sale!.wire));
    expect(await replica.state()).toMatchObject({
      nextMid: 5,
      confirmedMid: 2,
      nextSeq: nextSeq + 2,
      lastHash: sale?.wire.h,
    });
    const archived = await replica.read((tx) => tx.archive());
    expect(archived.map(({ wire, proof }) => [wire, proof.lmid])).toEqual(before.map(({ wire }) => [wire, 2]));
    // Both are there, each once; and the sale took its stock once.
    expect(await customers(replica)).toEqual(
      expect.arrayContaining([
        [id, 'Stranger'],
        [newId, 'Asha'],
      ]),
    );
    expect((await replica.device.rows('sale')).map((row) => [row.id, row.customerId])).toEqual([[newSaleId, newId]]);
    expect([await replica.stock(1), await replica.device.tally('sale')]).toEqual([700, 1]);
    expect((await replica.device.journal()).at(-1)).toMatchObject({ what: 'id_clash', detail: { count: 2 } });
    // And it ends like any other.
    await replica.absorb({
      version: 6,
      rows: {
        customer: [customerRow({ id: newId, name: 'Asha', version: 6 })],
        item: [itemRow({ id: 1, currentStockHundredths: 700, version: 6 })],
        sale: [saleRow({ id: newSaleId, version: 6 })],
      },
      confirmed: await replica.confirmed(4, [outcome(3, 'applied'), outcome(4, 'applied')]),
    });
    expect(await replica.outbox()).toEqual([]);
    expect([await replica.stock(1), await replica.device.tally('sale')]).toEqual([700, 1]);
  });

  test('SYN-9 SYN-22 SYN-25 what a dismissed user’s push heard of a clash is issued again, and its old form waits for its proof', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    const [{ wire: old }] = (await replica.outbox()) as [OutboxEntry];
    await replica.write(dismissReplica);
    const told = { incarnation: 1, lmid: 1, upTo: 1, outcomes: [clash(1)], nowMs: NOON_MS };
    await replica.write((tx) => noteSent(tx, told));
    // Told again together with something newer, it is still issued again once.
    await replica.write((tx) => noteSent(tx, { ...told, lmid: 2, upTo: 2 }));
    const mids = async () => (await replica.outbox()).map(({ wire }) => wire.mid).sort((a, b) => a - b);
    expect(await mids()).toEqual([1, 2]);
    expect(await replica.read((tx) => tx.archive())).toEqual([]);
    expect((await replica.read((tx) => tx.outboxEntry(1, 1)))?.wire).toEqual(old);
    const again = await replica.read((tx) => tx.outboxEntry(1, 2));
    expect(again?.wire.args).toMatchObject({ name: 'Asha' });
    expect(again?.wire.args).not.toMatchObject({ id });
    // Let in again: the server's hash at the refused mid is this device's, so this is no fork.
    await replica.write(reinstateReplica);
    const page = { version: 5, rows: { customer: [customerRow({ id, ...STRANGER })] } };
    const result = await replica.absorb({ ...page, confirmed: await replica.confirmed(1, [clash(1)]) });
    expect(result).toEqual({ kind: 'stored', decided: 1 });
    expect(await mids()).toEqual([2]);
    expect((await replica.read((tx) => tx.archive())).map(({ wire, state }) => [wire, state])).toEqual([
      [old, 'refused'],
    ]);
    expect((await customers(replica)).map(([, name]) => name)).toEqual(expect.arrayContaining(['Asha', 'Stranger']));
  });

  test('SYN-22 SYN-24 a logout keeps the row that it brought under its new id, and not the stranger’s', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(0),
    });
    await replica.write(sealReplica);
    expect((await customers(replica)).map(([, name]) => name)).toEqual(['Asha']);
  });

  test('SYN-22 a stranger’s row under an id of one that waits: what waits stays in view, and keeps its bytes until it is decided', async () => {
    const replica = await shop();
    const saleId = await replica.sell(1, 300);
    const [waiting] = await replica.outbox();
    await replica.absorb({
      version: 5,
      rows: { sale: [saleRow({ id: saleId, version: 5, saleNumber: 'SALE-9' })] },
      confirmed: await replica.confirmed(0),
    });
    const [entry] = await replica.outbox();
    expect(entry).toMatchObject({ state: 'pending', unfit: null, wire: waiting?.wire });
    const sales = await replica.device.rows('sale');
    expect(sales.map(({ saleNumber }) => saleNumber).sort()).toEqual(
      [(waiting!.wire.args as { saleNumber: string }).saleNumber, 'SALE-9'].sort(),
    );
    expect([await replica.stock(1), await replica.device.tally('sale')]).toEqual([700, 2]);
    const ownId = sales.find(({ saleNumber }) => saleNumber !== 'SALE-9')?.id ?? 0;
    // The person goes on with the row as it is shown; and with the stranger's.
    const cancelOwn = await replica.run('sale.cancel', () => ({ id: ownId, reason: 'Returned at once' }));
    const cancelOther = await replica.run('sale.cancel', () => ({ id: saleId, reason: 'Returned as well' }));
    expect([cancelOwn.ok, cancelOther.ok]).toEqual([true, true]);
    expect((await replica.outbox()).map(({ wire }) => wire.deps)).toEqual([[], [1], []]);
    // The server decides all three as it must: the one that is another's, what depends on it, and the last as it is.
    await replica.absorb({
      version: 6,
      rows: { sale: [saleRow({ id: saleId, version: 6, status: 'cancelled' })] },
      confirmed: await replica.confirmed(3, [clash(1), clash(2), outcome(3, 'applied')]),
    });
    const again = await replica.outbox();
    expect(again.map(({ wire }) => [wire.mid, wire.name, wire.deps, (wire.args as { id: number }).id])).toEqual([
      [4, 'sale.create', [], ownId],
      [5, 'sale.cancel', [4], ownId],
    ]);
    expect((await replica.device.rows('sale')).map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [saleId, 'cancelled'],
        [ownId, 'cancelled'],
      ]),
    );
    expect([await replica.stock(1), await replica.device.tally('sale')]).toEqual([1_000, 2]);
  });

  test('SYN-22 what only names a row that got a new id is shown with it', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    const saleId = await replica.sell(1, 300, { customerId: id, customerName: 'Asha' });
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(0),
    });
    const asha = (await replica.device.rows('customer')).find(({ name }) => name === 'Asha');
    expect(asha?.id).not.toBe(id);
    expect((await replica.row('sale', saleId))?.customerId).toBe(asha?.id);
  });

  test('SYN-22 SYN-20 a fork after a clash issues the rows under one id, not two', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(0),
    });
    const answer = { epoch: 'e1', serverTimeMs: 0, incarnation: 2, commonMid: 0, blocks: [401, 402] };
    await replica.write((tx) => adoptIncarnation(tx, answer));
    const [entry] = await replica.outbox();
    const { id: newId } = entry!.wire.args as { id: number };
    expect(await customers(replica)).toEqual(
      expect.arrayContaining([
        [id, 'Stranger'],
        [newId, 'Asha'],
      ]),
    );
    expect(await replica.device.rows('customer')).toHaveLength(2);
  });

  test('SYN-22 SYN-20 SYN-5 what both copies of a profile issue again is not doubled by the one that leaves: its author decides', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(1, [clash(1)]),
    });
    const [again] = await replica.outbox();
    const { id: newId } = again!.wire.args as { id: number };
    const saleId = await replica.sell(1, 100, { customerId: newId, customerName: 'Asha' });
    const answer = { epoch: 'e1', serverTimeMs: 0, incarnation: 2, commonMid: 1, blocks: [401, 402] };
    await replica.write((tx) => adoptIncarnation(tx, { ...answer, refusals: [clash(1)] }));
    const [refused, sale] = await replica.outbox();
    expect(refused).toMatchObject({
      incarnation: 1,
      state: 'refused',
      outcome: { codes: ['id_clash'] },
      wire: { mid: 1 },
    });
    expect(sale).toMatchObject({ incarnation: 2, state: 'pending', wire: { mid: 1, args: { customerId: newId } } });
    expect((sale!.wire.args as { id: number }).id).not.toBe(saleId);
    expect(await customers(replica)).toEqual(
      expect.arrayContaining([
        [id, 'Stranger'],
        [newId, 'Asha'],
      ]),
    );
    expect(await replica.write((tx) => retryAct(tx, refused!.seq, NOON_MS))).toMatchObject({ ok: true });
    const retried = (await replica.outbox()).find(({ wire }) => wire.mid === 2);
    expect(retried).toMatchObject({ incarnation: 2, state: 'pending', wire: { args: { id: newId, name: 'Asha' } } });
    expect(await replica.device.rows('customer')).toHaveLength(2);
  });

  test('SYN-22 out of ids, the refusal waits for a person and nothing is lost', async () => {
    const replica = await shop();
    const id = await newCustomer(replica, 'Asha');
    await replica.write(async (tx) => tx.putState({ ...(await tx.getState()), leases: [] }));
    await replica.absorb({
      version: 5,
      rows: { customer: [customerRow({ id, ...STRANGER })] },
      confirmed: await replica.confirmed(1, [clash(1)]),
    });
    expect(await replica.outbox()).toMatchObject([{ state: 'refused', outcome: { codes: ['id_clash'] } }]);
  });
});
