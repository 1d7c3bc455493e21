import { partsOf, salesToPay } from '../../domain/sales/customer-payment.ts';
import type { Order } from '../../domain/sales/order.ts';
import { saleNumberOf } from '../../domain/sales/sale.ts';
import { saleBalanceMinor, saleRefundDueMinor } from '../../domain/sales/sale-payment.ts';
import { carried } from '../../domain/sales/seen-order.ts';
import { type Intent, type Look, someOf } from './intent.ts';

/** Takes money for a sale that the screen shows as unpaid, rarely for another: all that is owed, or a part. */
export function takePayment({ disk, chance, tag }: Look): Intent | null {
  const sales = [...disk.rows.sale.values()];
  const unpaid = sales.filter((each) => each.status === 'pending');
  const some = unpaid.length > 0 && chance.odds(0.9) ? unpaid : sales;
  // From few sales, so that two devices sometimes take the payment of the same one.
  const sale = some.length > 0 ? chance.pick(some.slice(-4)) : null;
  if (!sale) return null;
  const owedMinor = saleBalanceMinor(sale) || sale.finalMinor || 100;
  const method = chance.odds(0.6) ? someOf(chance, disk.rows.paymentMethod) : null;
  const amountMinor = chance.odds(0.7) ? owedMinor : chance.between(1, owedMinor);
  const transactionId = chance.pick([tag, null, `transfer ${chance.between(1, 5)}`]);
  return {
    name: 'sale.takePayment',
    build: (tools) => ({
      id: tools.mintId(),
      saleId: sale.id,
      orderId: sale.orderId,
      amountMinor,
      paymentMethodId: method?.id ?? null,
      paymentMethodName: method?.name ?? null,
      transactionId,
    }),
  };
}

/** Takes money for the unpaid sales of a customer: all that is owed, or a part, divided as the screen does. */
export function takeCustomerPayment({ disk, chance, tag }: Look): Intent | null {
  const sales = [...disk.rows.sale.values()];
  const owing = sales.filter((each) => each.customerId !== null && saleBalanceMinor(each) > 0);
  // From few sales, so that two devices sometimes take the payment of the same ones.
  const of = owing.length > 0 ? chance.pick(owing.slice(-4)) : null;
  if (of === null || of.customerId === null) return null;
  const { customerId, currency } = of;
  const { sales: unpaid, owedMinor } = salesToPay(
    sales.filter((each) => each.customerId === customerId),
    currency,
  );
  const method = chance.odds(0.6) ? someOf(chance, disk.rows.paymentMethod) : null;
  const parts = partsOf(unpaid, chance.odds(0.6) ? owedMinor : chance.between(1, owedMinor));
  const transactionId = chance.pick([tag, null, `transfer ${chance.between(1, 5)}`]);
  return {
    name: 'customer.takePayment',
    build: (tools) => ({
      customerId,
      parts: parts.map(({ sale: { id: saleId, orderId }, amountMinor }) => ({
        ...{ id: tools.mintId(), saleId, orderId, amountMinor },
      })),
      paymentMethodId: method?.id ?? null,
      paymentMethodName: method?.name ?? null,
      transactionId,
    }),
  };
}

/** Pays out a refund that the screen shows, all or a part, or keeps it as credit. */
export function settleRefund({ disk, chance }: Look): Intent | null {
  const due = [...disk.rows.sale.values()].filter((each) => saleRefundDueMinor(each) > 0);
  // From few sales, so that two devices sometimes give back the same money.
  const sale = due.length > 0 ? chance.pick(due.slice(-4)) : null;
  if (!sale) return null;
  const dueMinor = saleRefundDueMinor(sale);
  const method = chance.odds(0.6) ? someOf(chance, disk.rows.paymentMethod) : null;
  const way = chance.pick(['refunded', 'refunded', 'kept']);
  const amountMinor = chance.odds(0.7) ? dueMinor : chance.between(1, dueMinor);
  return {
    name: 'sale.settleRefund',
    build: (tools) => ({
      id: tools.mintId(),
      saleId: sale.id,
      orderId: sale.orderId,
      way,
      amountMinor,
      paymentMethodId: method?.id ?? null,
      paymentMethodName: method?.name ?? null,
      transactionId: null,
    }),
  };
}

/** Counts the drawer at the end of a day. Two people may count the same drawer. */
export const countCash = ({ chance, tag }: Look): Intent => ({
  name: 'cash.count',
  build: (tools) => ({
    id: tools.mintId(),
    day: '2026-03-05',
    drawer: chance.pick(['device', 'shop']),
    deviceName: 'Till',
    openingMinor: chance.between(0, 50_000),
    expectedMinor: chance.between(-50_000, 500_000),
    countedMinor: chance.between(0, 500_000),
    currency: 'UGX',
    notes: tag,
  }),
});

export function printReceipt({ disk, chance }: Look): Intent | null {
  const sales = [...disk.rows.sale.values()].filter((each) => each.status !== 'cancelled');
  const sale = sales.length > 0 ? chance.pick(sales.slice(-4)) : null;
  return sale && { name: 'sale.printReceipt', build: () => ({ saleId: sale.id, orderId: sale.orderId }) };
}

export function addStock({ disk, chance, tag }: Look): Intent | null {
  const item = someOf(chance, disk.rows.item);
  if (!item?.trackStock) return null;
  const costPriceMinor = disk.state.role === 'admin' ? chance.between(1, 900) : null;
  return {
    name: 'stock.add',
    build: (tools) => ({
      id: tools.mintId(),
      itemId: item.id,
      quantityHundredths: chance.between(1, 50) * 100,
      costPriceMinor,
      batchId: `batch ${tag}`,
    }),
  };
}

export function adjustStock({ disk, chance, tag }: Look): Intent | null {
  const item = someOf(chance, disk.rows.item);
  if (!item?.trackStock) return null;
  return {
    name: 'stock.adjust',
    build: (tools) => ({
      id: tools.mintId(),
      itemId: item.id,
      quantityHundredths: chance.pick([-1, 1]) * chance.between(1, 900),
      reason: chance.pick(['damaged', 'expired', 'counted', 'other']),
      notes: tag,
    }),
  };
}

/** Counts roughly the stock that the screen shows, as people do. */
export function countStock({ disk, chance, tag }: Look): Intent | null {
  const item = someOf(chance, disk.rows.item);
  if (!item?.trackStock) return null;
  const expectedHundredths = item.currentStockHundredths;
  return {
    name: 'stock.count',
    build: (tools) => ({
      id: tools.mintId(),
      itemId: item.id,
      countedHundredths: Math.max(0, expectedHundredths + chance.pick([0, 0, -100, 50])),
      expectedHundredths,
      notes: tag,
    }),
  };
}

const CLAIMED_AMONG = 2;

/** Picks an order whose screen offers the button; from few, so that two devices sometimes claim the same one. */
export function claimOrder(name: 'order.confirm' | 'order.cancel', { disk, chance }: Look): Intent | null {
  // Orders are cancelled rather often, so that some are fulfilled on another device at the same time.
  const offered = name === 'order.confirm' ? ['pending'] : chance.pick([['pending', 'confirmed'], ['confirmed']]);
  const orders = [...disk.rows.order.values()].filter((order) => offered.includes(order.status));
  const order = orders.length > 0 ? chance.pick(orders.slice(-CLAIMED_AMONG)) : null;
  return order && { name, build: () => ({ id: order.id, ...carriedBy(disk, order) }) };
}

export function fulfilOrder({ disk, chance, tag }: Look): Intent | null {
  const orders = [...disk.rows.order.values()].filter((order) => order.status === 'confirmed');
  const order = orders.length > 0 ? chance.pick(orders.slice(-CLAIMED_AMONG)) : null;
  const method = chance.odds(0.6) ? someOf(chance, disk.rows.paymentMethod) : null;
  return (
    order && {
      name: 'order.fulfill',
      build: (tools) => ({
        id: order.id,
        saleId: tools.mintId(),
        saleNumber: saleNumberOf(tools.nextStampMs()),
        status: chance.odds(0.3) ? 'pending' : 'completed',
        paymentMethodId: method?.id ?? null,
        paymentMethodName: method?.name ?? null,
        transactionId: tag,
        createdAtMs: null,
        ...carriedBy(disk, order),
      }),
    }
  );
}

const carriedBy = (disk: Look['disk'], order: Order) =>
  carried(order, order.customerId === null ? null : disk.rows.customer.get(order.customerId));
