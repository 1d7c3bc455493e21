import type { NewFulfilment } from '../../domain/sales/fulfilment.ts';
import type { NewSale, Sale } from '../../domain/sales/sale.ts';
import {
  type RefundWay,
  saleBalanceMinor,
  saleCreditMinor,
  saleRefundDueMinor,
} from '../../domain/sales/sale-payment.ts';
import {
  type Args,
  type Effect,
  firstMethodNamed,
  isCounted,
  moveItems,
  type ShopFacts,
  text,
} from './oracle-facts.ts';
import { hold } from './violation.ts';

export interface PaymentFacts {
  amountMinor: number;
  transactionId: string | null;
  methodId: number | null;
}

export interface SaleFacts {
  sale: NewSale;
  taken: Map<number, number>;
  cancellations: number;
  payments: PaymentFacts[];
  refunds: { way: RefundWay; amountMinor: number }[];
  isPrinted: boolean;
  orderId: number | null;
}

export interface SaleBook {
  readonly sales: ReadonlyMap<number, SaleFacts>;
  readonly effects: Record<string, Effect>;
  /** Records a sale and moves its stock; returns true if the server must flag it. */
  record(sale: NewSale, orderId: number | null, atMs: number): boolean;
  /**
   * Adds the payment of a fulfilment that came second to the order's sale, unless that was paid when it was made.
   * Returns true if the server must flag it.
   */
  keepPayment(saleId: number | null, second: NewFulfilment): boolean;
  compare(rows: ReadonlyMap<number, Sale>): void;
}

/** The rules for sales: payments, cancellations and refunds. */
export function createSaleBook(shop: ShopFacts, saleOfOrder: (orderId: number) => number | null): SaleBook {
  const sales = new Map<number, SaleFacts>();
  const isMissing = (rows: ReadonlyMap<number, { isDeleted: boolean }>, id: number | null): boolean =>
    id !== null && rows.get(id)?.isDeleted !== false;

  /** True if the customer or a payment method of a sale is missing, or had to be brought back. */
  function isAnyMissing({ customerId, paymentMethodId, payments = [] }: NewSale): boolean {
    const methodIds = [paymentMethodId, ...payments.map((payment) => payment.paymentMethodId)];
    const isAny = isMissing(shop.customers, customerId) || methodIds.some((id) => isMissing(shop.methods, id));
    const customer = shop.customers.get(customerId ?? 0);
    if (customer) customer.isDeleted = false;
    methodIds.forEach(bringBackMethod);
    return isAny;
  }

  function bringBackMethod(paymentMethodId: number | null): void {
    const method = shop.methods.get(paymentMethodId ?? 0);
    if (method?.isDeleted) {
      method.aliasOf = firstMethodNamed(shop.methods, method.name);
      method.isDeleted = false;
    }
  }

  /** In the simulation all transaction IDs are in lower case, so they are compared as they are. */
  const isUsedElsewhere = (transactionId: string | null, besides: Pick<ReadonlySet<number>, 'has'>): boolean =>
    transactionId !== null &&
    [...sales].some(([id, facts]) => !besides.has(id) && transactionsOf(facts).includes(transactionId));

  function record(sale: NewSale, orderId: number | null, atMs: number): boolean {
    const taken = new Map<number, number>();
    for (const line of sale.lines)
      if (isCounted(shop.items.get(line.itemId)))
        taken.set(line.itemId, (taken.get(line.itemId) ?? 0) - line.quantityHundredths);
    const isRecount = moveItems(shop.items, taken, atMs);
    const atOnce = {
      amountMinor: sale.finalMinor,
      transactionId: sale.transactionId,
      methodId: sale.paymentMethodId,
    };
    const atTill = sale.payments?.map(({ amountMinor, transactionId, paymentMethodId }) => ({
      ...{ amountMinor, transactionId },
      methodId: paymentMethodId,
    }));
    const payments = atTill ?? (sale.status === 'completed' ? [atOnce] : []);
    sales.set(sale.id, { sale, taken, cancellations: 0, payments, refunds: [], isPrinted: false, orderId });
    const isAny = isAnyMissing(sale);
    const ids = (atTill ?? [atOnce]).map(({ transactionId }) => transactionId).filter((id) => id !== null);
    const isReused = new Set(ids).size < ids.length || ids.some((id) => isUsedElsewhere(id, new Set([sale.id])));
    return isAny || isOdd(sale, orderId) || isRecount || isReused;
  }

  /** True if the sale gets a flag about its goods: oversold, another price, or a missing row. */
  const isOdd = (sale: NewSale, orderId: number | null): boolean =>
    sale.lines.some((line) => {
      const item = shop.items.get(line.itemId);
      const isRepriced = orderId === null && item?.fields['priceMinor'] !== line.listPriceMinor;
      const isOff = item?.fields['isActive'] === false;
      return isOff || !item || isRepriced || (isCounted(item) && item.stock < 0);
    });

  /** Returns the sale that an act names; or the sale of the same order. */
  const named = ({ saleId, orderId }: Pick<PaymentArgs, 'saleId' | 'orderId'>): [number, SaleFacts | undefined] => {
    const id = sales.has(saleId) || orderId === null ? saleId : (saleOfOrder(orderId) ?? saleId);
    return [id, sales.get(id)];
  };

  /**
   * Adds a payment to a sale; returns true if the server must flag it.
   * @param paid the sales that its transfer pays
   */
  function pay(
    saleId: number,
    facts: SaleFacts,
    payment: PaymentFacts,
    paid: Pick<ReadonlySet<number>, 'has'> = new Set([saleId]),
  ): boolean {
    const { transactionId, methodId } = payment;
    const isReused =
      (transactionId !== null && facts.payments.some((other) => other.transactionId === transactionId)) ||
      isUsedElsewhere(transactionId, paid);
    facts.payments.push(payment);
    const isMethodGone = isMissing(shop.methods, methodId);
    bringBackMethod(methodId);
    return dueOf(facts) > 0 || isReused || isMethodGone;
  }

  return {
    sales,
    record,
    keepPayment(saleId, { status, paymentMethodId, transactionId }) {
      const facts = sales.get(saleId ?? 0);
      if (saleId === null || status === 'pending' || !facts || facts.sale.status === 'completed') return false;
      const { finalMinor: amountMinor } = facts.sale;
      return pay(saleId, facts, { amountMinor, transactionId, methodId: paymentMethodId });
    },
    effects: {
      // The decision's arguments passed the schema of its name.
      'sale.create': (args, { atMs }) => (record(args as unknown as NewSale, null, atMs) ? 'flagged' : 'applied'),
      'sale.cancel'(args, { atMs }) {
        const facts = sales.get(args.id);
        if (!facts) return 'refused';
        const { refunds = [] } = args as Args & { refunds?: Pick<PaymentArgs, 'amountMinor' | 'paymentMethodId'>[] };
        facts.cancellations += 1;
        for (const { amountMinor } of refunds) facts.refunds.push({ way: 'refunded', amountMinor });
        const isSecond = facts.cancellations > 1;
        if (!isSecond) moveItems(shop.items, new Map([...facts.taken].map(([itemId, by]) => [itemId, -by])), atMs);
        const isMethodGone = refunds.some(({ paymentMethodId }) => isMissing(shop.methods, paymentMethodId));
        for (const { paymentMethodId } of refunds) bringBackMethod(paymentMethodId);
        if (refunds.length > 0 && (overOf(facts) < 0 || isMethodGone)) return 'flagged';
        return isSecond ? 'superseded' : 'applied';
      },
      'sale.takePayment'(args) {
        const { amountMinor, transactionId, paymentMethodId, ...which } = args as Args & PaymentArgs;
        const [id, facts] = named(which);
        if (!facts) return 'refused';
        return pay(id, facts, { amountMinor, transactionId, methodId: paymentMethodId }) ? 'flagged' : 'applied';
      },
      'customer.takePayment'(args) {
        const { parts, transactionId, paymentMethodId: methodId } = args as Args & CustomerPaymentArgs;
        const received = new Map<number, number>();
        const add = (id: number, minor: number) => received.set(id, (received.get(id) ?? 0) + minor);
        for (const part of parts) if (named(part)[1]) add(named(part)[0], part.amountMinor);
        const lastId = [...received.keys()].at(-1);
        if (lastId === undefined) return 'refused';
        for (const part of parts) if (!named(part)[1]) add(lastId, part.amountMinor);
        const isElsewhere = isUsedElsewhere(transactionId, new Set(received.keys()));
        const isMethodGone = isMissing(shop.methods, methodId);
        const flagged = [...received].map(([id, amountMinor]) => {
          const facts = sales.get(id);
          return facts !== undefined && pay(id, facts, { amountMinor, transactionId, methodId }, received);
        });
        return isElsewhere || isMethodGone || flagged.includes(true) ? 'flagged' : 'applied';
      },
      'sale.settleRefund'(args) {
        const { way, amountMinor, paymentMethodId, ...which } = args as Args & PaymentArgs & { way: RefundWay };
        const [, facts] = named(which);
        if (!facts) return 'refused';
        const dueMinor = dueOf(facts);
        if (way === 'kept' && dueMinor === 0) return facts.refunds.length > 0 ? 'superseded' : 'refused';
        facts.refunds.push({ way, amountMinor: way === 'kept' ? Math.min(amountMinor, dueMinor) : amountMinor });
        const isOver = way === 'refunded' && overOf(facts) < 0;
        const isMethodGone = isMissing(shop.methods, paymentMethodId);
        bringBackMethod(paymentMethodId);
        return isOver || isMethodGone ? 'flagged' : 'applied';
      },
      'sale.printReceipt'(args) {
        const [, facts] = named(args as Args & PaymentArgs);
        if (!facts) return 'refused';
        facts.isPrinted = true;
        return 'applied';
      },
    },
    compare(rows) {
      for (const [id, sale] of rows) compareSale(sale, sales.get(id));
    },
  };
}

type CustomerPaymentArgs = Pick<PaymentArgs, 'transactionId' | 'paymentMethodId'> & {
  parts: Pick<PaymentArgs, 'saleId' | 'orderId' | 'amountMinor'>[];
};

interface PaymentArgs {
  saleId: number;
  orderId: number | null;
  amountMinor: number;
  transactionId: string | null;
  paymentMethodId: number | null;
}

/** Returns all methods by which the sale was paid, or was to be paid. */
export const methodsOf = ({ sale, payments }: SaleFacts): (number | null)[] => [
  sale.paymentMethodId,
  ...payments.map((payment) => payment.methodId),
];
const transactionsOf = ({ sale, payments }: SaleFacts): (string | null)[] => [
  sale.transactionId,
  ...payments.map((payment) => payment.transactionId),
];
const paidOf = ({ payments }: SaleFacts): number => payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
const settledOf = ({ refunds }: SaleFacts, settled: RefundWay): number =>
  refunds.reduce((sum, { way, amountMinor }) => sum + (way === settled ? amountMinor : 0), 0);
/** Returns the money taken for a sale beyond what is due; negative if some is missing. */
const overOf = (facts: SaleFacts): number =>
  paidOf(facts) - settledOf(facts, 'refunded') - (facts.cancellations > 0 ? 0 : facts.sale.finalMinor);
const creditOf = (facts: SaleFacts): number => Math.max(0, Math.min(overOf(facts), settledOf(facts, 'kept')));
const dueOf = (facts: SaleFacts): number => Math.max(0, overOf(facts) - creditOf(facts));

function statusOf(facts: SaleFacts): Sale['status'] {
  if (facts.cancellations > 0) return 'cancelled';
  return overOf(facts) >= 0 ? 'completed' : 'pending';
}

function compareSale(sale: Sale, facts: SaleFacts | undefined): void {
  hold(
    facts && sale.cancellations.length === facts.cancellations,
    '6',
    () => `sale ${sale.id} was cancelled ${sale.cancellations.length} times instead of ${facts?.cancellations}`,
  );
  hold(sale.status === statusOf(facts), '6', () => `sale ${sale.id} is ${sale.status}, not ${statusOf(facts)}`);
  hold(sale.orderId === facts.orderId, '6', () => `sale ${sale.id} is of order ${sale.orderId}, not ${facts.orderId}`);
  comparePayments(sale, facts);
  const row: Record<string, unknown> = { ...sale };
  for (const [field, value] of Object.entries(facts.sale)) {
    if (field === 'status' || field === 'lines' || field === 'payments') continue;
    hold(
      text(row[field]) === text(value),
      '1',
      () => `sale ${sale.id}: ${field} is ${text(row[field])} instead of ${text(value)}`,
    );
  }
  hold(
    text(sale.lines.map(({ movesStock: _, ...line }) => line)) === text(facts.sale.lines),
    '9',
    () => `the lines of sale ${sale.id} are not those that were rung up`,
  );
}

/** Rule 5: each payment is on the sale, and what either side owes follows from them. */
function comparePayments(sale: Sale, facts: SaleFacts): void {
  const taken = sale.payments?.map(({ amountMinor, transactionId, paymentMethodId }) => ({
    amountMinor,
    transactionId,
    methodId: paymentMethodId,
  }));
  hold(
    text(taken) === text(facts.payments),
    '5',
    () => `sale ${sale.id} was paid ${text(taken)} instead of ${text(facts.payments)}`,
  );
  hold(
    text(sale.refunds?.map(({ way, amountMinor }) => ({ way, amountMinor })) ?? []) === text(facts.refunds),
    '5',
    () => `of sale ${sale.id} was given back ${text(sale.refunds)} instead of ${text(facts.refunds)}`,
  );
  const said = [saleBalanceMinor(sale), saleRefundDueMinor(sale), saleCreditMinor(sale)];
  const is = [Math.max(0, -overOf(facts)), dueOf(facts), creditOf(facts)];
  hold(text(said) === text(is), '5', () => `sale ${sale.id} owes, is owed and keeps ${text(said)}, not ${text(is)}`);
  hold(
    sale.flags.includes('overpaid') <= (dueOf(facts) > 0) &&
      sale.flags.includes('over_refunded') <= (overOf(facts) < 0),
    '12',
    () => `sale ${sale.id} is flagged ${text(sale.flags)} though that is settled`,
  );
  hold(
    (sale.receiptPrint !== undefined) === facts.isPrinted,
    '1',
    () => `sale ${sale.id} knows nothing of its receipt on paper, or of one that nobody printed`,
  );
}
