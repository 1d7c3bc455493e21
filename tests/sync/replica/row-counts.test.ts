import { describe, expect, test } from 'vitest';
import { COUNT_KEYS } from '../../../sync/replica/row-counts.ts';
import { itemArgs, openReplica, outcome } from '../../support/device/replica.ts';
import { itemRow, orderRow, saleRow } from '../../support/shop-rows.ts';
import { DEVICES } from '../../support/device/test-device.ts';

describe.each(DEVICES)('kept counts, $kind', ({ open }) => {
  test('R-HOME-19 R-SALE-21 move with the rows that they count, in their transaction', async () => {
    const replica = await openReplica(open, {
      item: [itemRow({ id: 1 }), itemRow({ id: 2, isActive: false })],
      order: [orderRow({ id: 1 })],
      sale: [saleRow({ id: 1 })],
    });
    const counts = async () =>
      Promise.all(
        [COUNT_KEYS.items, COUNT_KEYS.activeItems, COUNT_KEYS.sales, COUNT_KEYS.orders].map(replica.device.rowCount),
      );
    expect(await counts()).toEqual([2, 1, 1, 1]);
    await replica.sell(1, 100);
    const made = await replica.run('item.create', (tools) => itemArgs(tools));
    if (!made.ok) throw new Error('refused');
    expect(await counts()).toEqual([3, 2, 2, 1]);
    // The server's rows replace both, another item is switched off, and an order is deleted.
    const [sale] = await replica.outbox();
    const saleId = sale?.touched.find((key) => key.table === 'sale')?.id ?? 0;
    await replica.absorb({
      rows: {
        item: [itemRow({ id: 1, version: 2, isActive: false }), itemRow({ id: made.args.id, version: 2 })],
        sale: [saleRow({ id: saleId, version: 2 })],
      },
      tombstones: [{ table: 'order', id: 1, version: 2 }],
      confirmed: await replica.confirmed(2, [outcome(1, 'applied'), outcome(2, 'applied')]),
    });
    expect(await counts()).toEqual([3, 1, 2, 0]);
  });

  test('R-PAY-12 R-PAY-17 know of a method that only a payment was made by, until the sale leaves', async () => {
    const replica = await openReplica(open, { sale: [saleRow({ id: 1, status: 'pending', finalMinor: 900 })] });
    const isUsed = (id: number) => replica.read((tx) => tx.rows.isInUse('paymentMethod', id));
    const pay = (paymentMethodId: number) =>
      replica.run('sale.takePayment', ({ mintId }) => ({
        ...{ id: mintId(), saleId: 1, orderId: null, amountMinor: 100 },
        ...{ paymentMethodId, paymentMethodName: 'Wallet', transactionId: null },
      }));
    expect(await isUsed(5)).toBe(false);
    await pay(5);
    await pay(5);
    expect([await isUsed(5), await isUsed(6)]).toEqual([true, false]);
    await replica.absorb({
      tombstones: [{ table: 'sale', id: 1, version: 2 }],
      confirmed: await replica.confirmed(2, [outcome(1, 'applied'), outcome(2, 'applied')]),
    });
    expect(await isUsed(5)).toBe(false);
  });

  test('a row that was created here and never reached the server leaves the count when it leaves the view', async () => {
    const replica = await openReplica(open, {});
    const made = await replica.run('item.create', (tools) => itemArgs(tools));
    if (!made.ok) throw new Error('refused');
    expect(await replica.device.rowCount(COUNT_KEYS.items)).toBe(1);
    await replica.absorb({ confirmed: await replica.confirmed(1, [outcome(1, 'applied')]) });
    expect([await replica.row('item', made.args.id), await replica.device.rowCount(COUNT_KEYS.items)]).toEqual([
      undefined,
      0,
    ]);
  });
});
