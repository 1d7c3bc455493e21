import { type NewFulfilment, type Order, saleOfOrder } from '../../domain/order.ts';
import type { Effect } from './oracle-facts.ts';
import type { SaleBook } from './oracle-sales.ts';
import { hold } from './violation.ts';

interface OrderFacts {
  order: Order;
  status: Order['status'];
  saleId: number | null;
  steps: number;
}

export interface OrderBook {
  readonly orders: ReadonlyMap<number, OrderFacts>;
  readonly effects: Record<string, Effect>;
  /** A customer ordered. */
  place(order: Order): void;
  saleOf(orderId: number): number | null;
  /** Questions that fulfilling a cancelled order has left. */
  conflicts(): number;
  compare(rows: ReadonlyMap<number, Order>): void;
}

/** Orders: whoever comes first is right, a cancelled one stays so, and each becomes one sale. */
export function createOrderBook(record: SaleBook['record']): OrderBook {
  const orders = new Map<number, OrderFacts>();
  let conflicts = 0;
  const claim =
    (to: Order['status'], decide: (status: Order['status']) => string): Effect =>
    (args) => {
      const facts = orders.get(args.id);
      const outcome = facts ? decide(facts.status) : 'refused';
      if (facts && outcome === 'applied') Object.assign(facts, { status: to, steps: facts.steps + 1 });
      return outcome;
    };
  return {
    orders,
    place: (order) => void orders.set(order.id, { order, status: order.status, saleId: null, steps: 0 }),
    saleOf: (orderId) => orders.get(orderId)?.saleId ?? null,
    conflicts: () => conflicts,
    effects: {
      'order.confirm': claim('confirmed', (status) =>
        status === 'pending' ? 'applied' : status === 'cancelled' ? 'refused' : 'superseded',
      ),
      'order.cancel': claim('cancelled', (status) =>
        status === 'fulfilled' ? 'refused' : status === 'cancelled' ? 'superseded' : 'applied',
      ),
      'order.fulfill'(args, { atMs }) {
        const facts = orders.get(args.id);
        if (!facts || facts.status === 'pending') return 'refused';
        if (facts.status === 'fulfilled') return 'superseded';
        if (facts.status === 'cancelled') {
          conflicts += 1;
          return 'conflict';
        }
        // The decision's arguments passed the schema of its name.
        const fulfilment = args as unknown as NewFulfilment;
        Object.assign(facts, { status: 'fulfilled', saleId: fulfilment.saleId, steps: facts.steps + 1 });
        return record(saleOfOrder(facts.order, fulfilment), args.id, atMs) ? 'flagged' : 'applied';
      },
    },
    compare(rows) {
      for (const [id, row] of rows) {
        const facts = orders.get(id);
        hold(
          row.status === facts?.status && row.saleId === facts.saleId && row.statusChanges.length === facts.steps,
          '6',
          () => `order ${id} is ${row.status} with sale ${row.saleId}, not ${facts?.status} with ${facts?.saleId}`,
        );
      }
    },
  };
}
