import type { Customer } from '../../domain/people/customer.ts';
import { type NewFulfilment, saleOfOrder } from '../../domain/sales/fulfilment.ts';
import type { Order } from '../../domain/sales/order.ts';
import { customerAsSeen, orderAsSeen, type SeenOrder } from '../../domain/sales/seen-order.ts';
import type { StoredRow } from '../../server/mutate/server-store.ts';
import type { Conflict } from '../../sync/protocol/conflict.ts';
import type { Args, Effect } from './oracle-facts.ts';
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
  /** Adds an order that a customer placed. */
  place(order: Order): void;
  saleOf(orderId: number): number | null;
  /** Notes the server's ids of the conflicts that arise when a cancelled order is fulfilled. */
  learn(rows: readonly StoredRow[]): void;
  /** Settles such a conflict: 'Keep cancelled' or 'Fulfil anyway'. Null if the conflict is not about an order. */
  settle(args: Args): string | null;
  /** Returns the number of such conflicts. */
  conflicts(): number;
  compare(rows: ReadonlyMap<number, Order>, conflicts: ReadonlyMap<number, Conflict>): void;
}

/** The goods of a cancelled order were handed over. */
interface Dispute {
  fulfilment: NewFulfilment;
  atMs: number;
  isOpen: boolean;
  /** The server's id; unknown until its row was seen. */
  conflictId: number | null;
}

/**
 * The rules for orders: the first decision stands, a cancelled order stays cancelled, and each makes one sale.
 * @param meet adds a customer, unless the shop has them
 */
export function createOrderBook(
  { record, keepPayment }: Pick<SaleBook, 'record' | 'keepPayment'>,
  meet: (customer: Customer) => void,
): OrderBook {
  const orders = new Map<number, OrderFacts>();
  const disputes: Dispute[] = [];

  function become(facts: OrderFacts, fulfilment: NewFulfilment, atMs: number): string {
    Object.assign(facts, { status: 'fulfilled', saleId: fulfilment.saleId, steps: facts.steps + 1 });
    return record(saleOfOrder(facts.order, fulfilment), facts.order.id, atMs) ? 'flagged' : 'applied';
  }
  /** Returns the order of a claim. One that a restore lost is there again, because the claim carries it. */
  function orderOf(args: Args, from: Order['status']): OrderFacts | undefined {
    const seen = args['order'] as SeenOrder | undefined;
    if (seen && !orders.has(args.id)) {
      orders.set(args.id, { order: orderAsSeen(args.id, seen, from), status: from, saleId: null, steps: 0 });
      const customer = customerAsSeen(seen);
      if (customer) meet(customer);
    }
    return orders.get(args.id);
  }
  const claim =
    (to: Order['status'], decide: (status: Order['status']) => string): Effect =>
    (args) => {
      const facts = orderOf(args, 'pending');
      const outcome = facts ? decide(facts.status) : 'refused';
      if (facts && outcome === 'applied') Object.assign(facts, { status: to, steps: facts.steps + 1 });
      return outcome;
    };
  return {
    orders,
    place: (order) => void orders.set(order.id, { order, status: order.status, saleId: null, steps: 0 }),
    saleOf: (orderId) => orders.get(orderId)?.saleId ?? null,
    learn(rows) {
      for (const { table, id, row } of rows) {
        const conflict = table === 'conflict' ? (row as Conflict) : null;
        if (conflict?.table !== 'order') continue;
        const { saleId } = conflict.mine.values;
        const known = disputes.find(({ fulfilment }) => fulfilment.saleId === saleId);
        hold(known, '12', () => `the server keeps conflict ${id} over order ${conflict.rowId}, and there is none`);
        known.conflictId = id;
      }
    },
    settle(args) {
      const dispute = disputes.find(({ conflictId }) => conflictId === args.id);
      const facts = dispute && orders.get(dispute.fulfilment.id);
      if (!dispute || !facts) return null;
      if (!dispute.isOpen) return 'superseded';
      // The order's state cannot change meanwhile, so a settlement is never out of date.
      if (args['keep'] === 'theirs') {
        dispute.isOpen = false;
        return 'applied';
      }
      // The order has its one sale, so a further fulfilment needs no decision.
      const others = disputes.filter((each) => each.isOpen && each.fulfilment.id === facts.order.id);
      for (const each of others) each.isOpen = false;
      let outcome = become(facts, dispute.fulfilment, dispute.atMs);
      for (const each of others.toSorted((a, b) => (a.conflictId ?? 0) - (b.conflictId ?? 0)))
        if (each !== dispute && keepPayment(facts.saleId, each.fulfilment)) outcome = 'flagged';
      return outcome;
    },
    conflicts: () => disputes.length,
    effects: {
      'order.confirm': claim('confirmed', (status) =>
        status === 'pending' ? 'applied' : status === 'cancelled' ? 'refused' : 'superseded',
      ),
      'order.cancel': claim('cancelled', (status) =>
        status === 'fulfilled' ? 'refused' : status === 'cancelled' ? 'superseded' : 'applied',
      ),
      'order.fulfill'(args, { atMs, isActive }) {
        const facts = orderOf(args, 'confirmed');
        // A dismissed user's confirmation was refused, and a restore may have lost a colleague's; the goods have left.
        if (!facts || (facts.status === 'pending' && isActive && !args['order'])) return 'refused';
        // The decision's arguments passed the schema of its name.
        const fulfilment = args as unknown as NewFulfilment;
        if (facts.status === 'fulfilled') {
          keepPayment(facts.saleId, fulfilment);
          return 'superseded';
        }
        if (facts.status !== 'cancelled') return become(facts, fulfilment, atMs);
        disputes.push({ fulfilment, atMs, isOpen: true, conflictId: null });
        return 'conflict';
      },
    },
    compare(rows, conflicts) {
      for (const { conflictId, isOpen, fulfilment } of disputes)
        hold(
          conflicts.get(conflictId ?? 0)?.status === (isOpen ? 'open' : 'settled'),
          '12',
          () => `conflict ${conflictId} over order ${fulfilment.id} is ${conflicts.get(conflictId ?? 0)?.status}`,
        );
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
