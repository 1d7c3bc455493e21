import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const DAY_MS = 86_400_000;

/** A sale, and the money that pays it or is given back for it. */
interface Sold {
  id: number;
  money: { id: number; amountMinor: number; paymentMethodId: null; paymentMethodName: null };
}

describe.each(ENGINES)('what a device that begins is sent of the time before its window, on %s', (engine) => {
  let server: TestServer;
  let device: PushDevice;
  let wires: WireMutation[];
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  beforeEach(async () => {
    device = PushDevice.of(server, await registerShop(server));
    wires = [];
  });
  afterAll(() => server.close());

  const daysAgo = (days: number) => ({ atMs: server.clock.nowMs() - days * DAY_MS });

  /** Pushes the acts; returns the ids of a table's rows that another device then gets, in their order. */
  async function idsOnNewDevice(table: 'sale' | 'purchase'): Promise<unknown[]> {
    const { outcomes } = await device.push(wires);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual([]);
    const other = PushDevice.of(server, device.user);
    const { rows } = await other.pullAll((await other.pullAll()).cookie, 'history');
    return [...rows].filter(([key]) => key.startsWith(`${table}/`)).map(([, row]) => row['id']);
  }

  it('SYN-12 SYN-12a M6 G23 gives an old sale that was paid, cancelled or refunded lately, or has a refund due or credit, and none that was settled long ago', async () => {
    const [item, customer] = [itemArgs(device), customerArgs(device)];
    wires.push(device.wire('item.create', item), device.wire('customer.create', customer));
    const sell = (days: number, status: 'pending' | 'completed'): Sold => {
      const sale = saleArgs(device, [item], { status, customerId: customer.id, customerName: 'Grace' });
      wires.push(device.wire('sale.create', sale, daysAgo(days)));
      const noMethod = { paymentMethodId: null, paymentMethodName: null };
      return { id: sale.id, money: { id: device.mintId(), amountMinor: sale.finalMinor, ...noMethod } };
    };
    const ofSale = ({ id, money }: Sold) => ({ ...money, saleId: id, orderId: null, transactionId: null });
    const pay = (days: number, sold: Sold) => wires.push(device.wire('sale.takePayment', ofSale(sold), daysAgo(days)));
    const cancel = (days: number, { id }: Sold, refunds: Sold['money'][]) =>
      wires.push(device.wire('sale.cancel', { id, reason: 'Spoilt', refunds }, { ...daysAgo(days), format: 2 }));
    const settle = (days: number, sold: Sold, way: 'kept' | 'refunded') =>
      wires.push(device.wire('sale.settleRefund', { ...ofSale(sold), way }, daysAgo(days)));

    const [paidLately, paidLongAgo] = [sell(801, 'pending'), sell(802, 'pending')];
    pay(1, paidLately);
    pay(700, paidLongAgo);
    const [cancelledLately, cancelledLongAgo] = [sell(803, 'completed'), sell(804, 'completed')];
    cancel(1, cancelledLately, [cancelledLately.money]);
    cancel(700, cancelledLongAgo, [cancelledLongAgo.money]);
    const [refundDue, credited, refundedLately] = [
      sell(805, 'completed'),
      sell(806, 'completed'),
      sell(807, 'completed'),
    ];
    for (const sold of [refundDue, credited, refundedLately]) cancel(700, sold, []);
    settle(700, credited, 'kept');
    settle(1, refundedLately, 'refunded');
    const open = [paidLately, cancelledLately, refundDue, credited, refundedLately];
    expect(await idsOnNewDevice('sale')).toEqual(open.map(({ id }) => id));
  });

  it('SYN-12 gives an old purchase that is not received or not paid yet, or was received lately', async () => {
    const item = itemArgs(device);
    const supplier = { id: device.mintId(), name: 'Mukwano', phone: null, email: null, address: null, notes: null };
    wires.push(device.wire('item.create', item), device.wire('supplier.create', supplier));
    const buy = (days: number, fields: Partial<MutationArgs<'purchase.create'>>, receivedDays?: number) => {
      const id = device.mintId();
      const line = { id: device.mintId(), itemId: item.id, itemName: item.name, quantityHundredths: 100 };
      const cost = { unitCostMinor: 1_000, totalCostMinor: 1_000, batchNumber: null, expiryDate: null, notes: null };
      const purchase: MutationArgs<'purchase.create'> = {
        ...{ id, supplierId: supplier.id, supplierName: supplier.name, purchaseDateMs: daysAgo(days).atMs },
        ...{ status: 'completed', currency: 'UGX', totalMinor: 1_000, invoiceNumber: null, invoiceDate: null },
        ...{ paymentMethod: 'cash', paymentStatus: 'paid', amountPaidMinor: null, notes: null, attachmentUrl: null },
        lines: [{ ...line, ...cost }],
        ...fields,
      };
      wires.push(device.wire('purchase.create', purchase, daysAgo(days)));
      if (receivedDays !== undefined) wires.push(device.wire('purchase.receive', { id }, daysAgo(receivedDays)));
      return id;
    };
    const recent = buy(1, {});
    const waiting = buy(801, { status: 'pending' });
    const unpaid = buy(802, { paymentStatus: 'pending' });
    const receivedLately = buy(803, { status: 'pending' }, 1);
    buy(804, { status: 'pending' }, 700);
    buy(805, {});
    expect(await idsOnNewDevice('purchase')).toEqual([recent, waiting, unpaid, receivedLately]);
  });
});
