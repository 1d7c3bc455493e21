import type { Business } from '../../domain/business.ts';
import type { CashCount } from '../../domain/sales/cash-count.ts';
import type { Customer } from '../../domain/people/customer.ts';
import type { Item } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import type { Purchase } from '../../domain/items/purchase.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import type { StockMovement } from '../../domain/items/stock-movement.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import type { User } from '../../domain/people/user.ts';
import type { StoredRow } from '../../server/mutate/server-store.ts';
import type { Conflict } from '../../sync/protocol/conflict.ts';
import type { TableName } from '../../sync/protocol/tables.ts';
import type { Decision } from './book.ts';
import { createEditOracle, type EditedFacts, isChangedSince } from './edit-oracle.ts';
import { createImageBook } from './oracle-images.ts';
import { createMethodBook } from './oracle-methods.ts';
import { type Args, type Effect, type ItemFacts, living, type MethodFacts, sameKeys, text } from './oracle-facts.ts';
import { createOrderBook, type OrderBook } from './oracle-orders.ts';
import { createPurchaseBook } from './oracle-purchases.ts';
import { createSaleBook } from './oracle-sales.ts';
import { createStockBook } from './oracle-stock.ts';
import { createSupplierBook, type SupplierFacts } from './oracle-suppliers.ts';
import { hold } from './violation.ts';

/*
 * Knows the outcome that the server must give each mutation. It has simpler rules of its own, over a few facts of each
 * row. From the product it takes only the order of the mutations and the outcomes.
 */

/** The author, as the server knows them when it decides. */
export type Author = Pick<User, 'role' | 'isActive'>;

/** The acts that were not accepted, by their ids. */
export type Refused = ReadonlyMap<string, { isClash: boolean }>;

export interface Oracle {
  expect(decision: Decision, author: Author, refused: Refused): void;
  /** Adds a row that no device brought, with an id that a device has minted (SYN-22). */
  addStranger(customer: Customer): void;
  /** Adds an order that a customer placed on the storefront. */
  place(order: Order): void;
  /** Notes that the server has forgotten all rows that were removed until now (SYN-15). */
  forgetRemoved(): void;
  /** Notes the ids of conflicts in the server's rows, because only the server makes those. */
  learn(rows: readonly StoredRow[]): void;
  /** The same for a conflict that the commit itself has settled. */
  learnSettled(stored: StoredRow): void;
  /** Compares the server's rows with its own facts; throws if they differ. */
  compare(rows: readonly StoredRow[]): void;
}

const DAY_MS = 86_400_000;
const YEAR_2015_MS = Date.parse('2015-01-01');

/** Returns the device's time, or the server's if the device's is impossible (SYN-23). */
function countedTimeOf({ atMs, clockOffsetMs }: Decision['wire'], serverNowMs: number): number {
  if (atMs >= YEAR_2015_MS && atMs <= serverNowMs + DAY_MS) return atMs;
  const correctedMs = atMs + (clockOffsetMs ?? 0);
  return correctedMs >= YEAR_2015_MS && correctedMs <= serverNowMs ? correctedMs : serverNowMs;
}

const OF_AUTHOR = new Set(['clock_suspect', 'actor_disabled']);
/** The mutations that are still accepted from a dismissed user's device (SYN-25). */
const HAPPENED = new Set([
  'sale.create',
  'sale.takePayment',
  'customer.takePayment',
  'sale.settleRefund',
  'sale.printReceipt',
  'order.fulfill',
  'purchase.receive',
  'purchase.create',
  'stock.add',
  'stock.adjust',
  'stock.count',
  'stock.buy',
  'item.create',
  'customer.create',
  'supplier.create',
  'feedback.send',
  'cash.count',
]);
/** True if the act says that something has happened; a cancellation, only if money was given back with it. */
const hasHappened = ({ name, args }: Decision['wire']): boolean =>
  HAPPENED.has(name) || (name === 'sale.cancel' && givesBack(args));

const givesBack = (args: unknown): boolean => ((args as { refunds?: unknown[] }).refunds ?? []).length > 0;

/** Acts that report something that happened to an item; without the item they are refused. */
const DELTAS = new Set(['stock.add', 'stock.adjust', 'stock.count']);
const ADMIN_ONLY = new Set([
  'paymentMethod.create',
  'paymentMethod.setDefault',
  'paymentMethod.setArchived',
  'paymentMethod.remove',
  'business.edit',
  'business.setImage',
]);
export function createOracle(seeded: readonly { table: TableName; row: { id: number } }[]): Oracle {
  const items = new Map<number, ItemFacts>();
  const customers = new Map<number, EditedFacts>();
  const suppliers = new Map<number, SupplierFacts>();
  const businesses = new Map<number, EditedFacts>();
  const feedback = new Set<number>();
  const cashCounts = new Map<number, Args>();
  const methods = new Map<number, MethodFacts>();
  const edited: Record<string, ReadonlyMap<number, EditedFacts>> = {
    item: items,
    customer: customers,
    supplier: suppliers,
    business: businesses,
  };
  const shop = { items, customers, methods };
  const sales = createSaleBook(shop, (orderId) => orders.saleOf(orderId));
  const orders: OrderBook = createOrderBook(sales, ({ id, name }) => {
    if (!customers.has(id)) customers.set(id, { fields: { name }, isDeleted: false });
  });
  const stock = createStockBook(shop);
  const images = createImageBook((id) => items.has(id));
  const book = createMethodBook(methods, sales);
  const edits = createEditOracle((table, id) => edited[table]?.get(id));
  const partners = createSupplierBook(suppliers, edits);
  const purchases = createPurchaseBook(shop, partners);
  for (const { table, row } of seeded) {
    if (table === 'supplier') {
      const { aliasOfId: aliasOf, ...fields } = row as Supplier;
      suppliers.set(row.id, { fields, isDeleted: false, aliasOf });
    }
    if (table === 'business') businesses.set(row.id, { fields: { ...row }, isDeleted: false });
    if (table === 'paymentMethod') {
      const { name, isReadonly } = row as PaymentMethod;
      methods.set(row.id, { name, aliasOf: null, isArchived: false, isReadonly, isDeleted: false });
    }
    if (table === 'item')
      items.set(row.id, {
        fields: factsOf(row as Item),
        stock: (row as Item).currentStockHundredths,
        lastCount: null,
        isDeleted: false,
      });
    if (table === 'stockMovement')
      stock.movements.set(row.id, {
        itemId: (row as StockMovement).itemId,
        quantity: (row as StockMovement).quantityHundredths,
      });
  }

  const effects: Record<string, Effect> = {
    ...sales.effects,
    ...stock.effects,
    ...images.effects,
    ...orders.effects,
    ...purchases.effects,
    'item.create'(args, { role }) {
      const { id, openingMovementId, initialStockHundredths, ...fields } = args;
      const tracked = fields['type'] === 'product' && fields['trackStock'] === true;
      const opening = tracked && openingMovementId !== null ? Number(initialStockHundredths) : 0;
      items.set(id, {
        fields: {
          ...fields,
          trackStock: tracked,
          costPriceMinor: role === 'admin' ? fields['costPriceMinor'] : null,
          isKauntaEnabled: false,
          isActive: true,
        },
        stock: opening,
        lastCount: null,
        isDeleted: false,
      });
      if (opening > 0) stock.movements.set(Number(openingMovementId), { itemId: id, quantity: opening });
      return 'applied';
    },
    'item.edit'(args, { role, userId }) {
      const change = { ...(args['change'] as Record<string, unknown>) };
      if (role !== 'admin') delete change['costPriceMinor'];
      return edits.edit('item', items.get(args.id), { ...args, change }, userId);
    },
    'item.setActive'(args) {
      const item = items.get(args.id);
      if (item) item.fields['isActive'] = args['isActive'];
      return item ? 'applied' : 'refused';
    },
    'item.setStore'(args) {
      const item = items.get(args.id);
      if (item) item.fields['isKauntaEnabled'] = args['isKauntaEnabled'];
      return item ? 'applied' : 'refused';
    },
    'customer.create'(args) {
      customers.set(args.id, { fields: { ...args }, isDeleted: false });
      return 'applied';
    },
    'customer.edit': (args, { userId }) => edits.edit('customer', customers.get(args.id), args, userId),
    'customer.remove'(args) {
      const customer = customers.get(args.id);
      if (!customer) return 'refused';
      if (customer.isDeleted) return 'applied';
      const isOrdering = [...orders.orders.values()].some(({ order }) => order.customerId === args.id);
      if (isOrdering || [...sales.sales.values()].some(({ sale }) => sale.customerId === args.id)) return 'refused';
      if (isChangedSince(customer, args)) return 'refused';
      customer.isDeleted = true;
      edits.drop('customer', args.id);
      return 'applied';
    },
    'business.edit': (args, { userId }) => edits.edit('business', businesses.get(args.id), args, userId),
    'business.setImage'(args) {
      const business = businesses.get(args.id);
      if (!business) return 'refused';
      const key = args['key'] as string | null;
      business.fields['profileImageUrl'] = key === null ? null : `/uploads/${args.id}/${key}/original.webp`;
      return 'applied';
    },
    'conflict.settle': (args, doer) => orders.settle(args) ?? partners.settle(args, doer),
    'stock.buy': (args, doer) => purchases.buy(partners.bring(args), doer),
    ...partners.effects,
    'feedback.send'(args) {
      feedback.add(args.id);
      return 'applied';
    },
    'export.note': () => 'applied',
    'cash.count'(args) {
      cashCounts.set(args.id, args);
      return 'applied';
    },
    ...book.effects,
  };

  return {
    place: (order) => orders.place(order),
    expect({ act, wire, outcome, atMs: decidedMs }, { role, isActive }, refused) {
      if (outcome.kind === 'quarantined') return;
      const isForbidden = role === 'staff' && ADMIN_ONLY.has(wire.name);
      const isTooLate = !isForbidden && !isActive && !hasHappened(wire);
      const isClash =
        !isForbidden &&
        !isTooLate &&
        (wire.deps.some((dep) => refused.get(dep)?.isClash) ||
          (wire.name === 'customer.create' && customers.has((wire.args as Args).id)));
      const isChild = (!hasHappened(wire) || DELTAS.has(wire.name)) && wire.deps.some((dep) => refused.has(dep));
      const isOrphan = !isTooLate && !isClash && isChild;
      const expected =
        isForbidden || isTooLate || isClash || isOrphan
          ? 'refused'
          : (effects[wire.name]?.(wire.args as Args, {
              role,
              userId: wire.actorUserId,
              isActive,
              atMs: countedTimeOf(wire, decidedMs),
            }) ?? 'refused');
      const code = isForbidden
        ? 'not_permitted'
        : isTooLate
          ? 'actor_disabled'
          : isClash
            ? 'id_clash'
            : isOrphan
              ? 'parent_refused'
              : null;
      // A wrong clock and a dismissed author have flags of their own, besides those about goods.
      const told =
        outcome.kind === 'flagged' && outcome.codes.every((each) => OF_AUTHOR.has(each))
          ? unflagged(expected, wire)
          : outcome.kind;
      hold(
        outcome.kind === 'refused' || outcome.codes.includes('actor_disabled') === !isActive,
        '1',
        () =>
          `act ${act.id} ${wire.name} of ${isActive ? 'an active' : 'a dismissed'} user was ${JSON.stringify(outcome)}`,
      );
      hold(
        told === expected && (code === null || outcome.codes[0] === code),
        '1',
        () =>
          `act ${act.id} ${wire.name} should be ${expected} ${code ?? ''}, the server says ${JSON.stringify(outcome)}`,
      );
      hold(
        isClash || !outcome.codes.includes('id_clash'),
        '2',
        () => `act ${act.id} ${wire.name}: two rows were given one id`,
      );
    },
    addStranger: ({ id, name }) => customers.set(id, { fields: { name }, isDeleted: false }),
    forgetRemoved() {
      for (const rows of [customers, suppliers, methods])
        for (const [id, { isDeleted }] of rows) if (isDeleted) rows.delete(id);
      purchases.forgetRemoved();
    },
    learnSettled(stored) {
      const conflict = stored.row as Conflict;
      if (conflict.table === 'order') orders.learn([stored]);
      else edits.learnSettled(stored.id, conflict);
    },
    learn(rows) {
      edits.learn(rows);
      orders.learn(rows);
    },
    compare(rows) {
      const of = <T>(table: TableName): Map<number, T> =>
        new Map(rows.filter((stored) => stored.table === table).map((stored) => [stored.id, stored.row as T]));
      sameKeys('item', items, of<Item>('item'));
      sameKeys('sale', sales.sales, of('sale'));
      for (const [what, known, found] of [
        ['customer', customers, of<Customer>('customer')],
        ['supplier', suppliers, of<Supplier>('supplier')],
        ['business', businesses, of<Business>('business')],
      ] as const) {
        sameKeys(what, living(known), found);
        for (const [id, row] of found) sameFields(`${what} ${id}`, known.get(id)?.fields ?? {}, row);
      }
      for (const [id, supplier] of of<Supplier>('supplier'))
        hold(
          supplier.aliasOfId === suppliers.get(id)?.aliasOf,
          '1',
          () => `supplier ${id} is an alias of ${supplier.aliasOfId}`,
        );
      sameKeys('feedback', new Map([...feedback].map((id) => [id, id])), of('feedback'));
      sameKeys('cash count', cashCounts, of<CashCount>('cashCount'));
      for (const [id, count] of of<CashCount>('cashCount'))
        sameFields(`cash count ${id}`, cashCounts.get(id) ?? {}, count);
      sameKeys('stock movement', stock.movements, of('stockMovement'));
      sameKeys('payment method', living(methods), of('paymentMethod'));
      for (const [id, item] of of<Item>('item')) {
        compareItem(item, items.get(id));
        images.compare(item);
      }
      sales.compare(of<Sale>('sale'));
      stock.compare(of<StockMovement>('stockMovement'));
      sameKeys('order', orders.orders, of('order'));
      orders.compare(of<Order>('order'), of<Conflict>('conflict'));
      sameKeys('purchase', purchases.purchases, of('purchase'));
      purchases.compare(of<Purchase>('purchase'));
      for (const [id, method] of of<PaymentMethod>('paymentMethod'))
        hold(
          method.aliasOfId === methods.get(id)?.aliasOf && method.isArchived === methods.get(id)?.isArchived,
          '1',
          () => `payment method ${id} is an alias of ${method.aliasOfId}, archived: ${method.isArchived}`,
        );
      edits.compare(rows, orders.conflicts());
      const business = [...of<{ defaultPaymentMethodId: number | null }>('business').values()][0];
      hold(
        business?.defaultPaymentMethodId === book.defaultId(),
        '1',
        () => `the default method is ${business?.defaultPaymentMethodId} instead of ${book.defaultId()}`,
      );
    },
  };
}

/**
 * Returns the outcome for which 'flagged' stands, if only the author or the clock is flagged: such a flag replaces
 * 'applied' and 'merged'.
 */
function unflagged(expected: string, { name, args }: Decision['wire']): string {
  if (expected === 'merged') return expected;
  // A second cancellation that gave money back is flagged instead of superseded, because its time is in doubt.
  const isSecondRefund = name === 'sale.cancel' && givesBack(args);
  return expected === 'superseded' && isSecondRefund ? expected : 'applied';
}

/** Returns the fields that an edit can change. */
function factsOf(item: Item): Record<string, unknown> {
  const {
    id: _id,
    version: _version,
    currentStockHundredths: _stock,
    lastCount: _count,
    images: _images,
    removedImageKeys: _removed,
    ...fields
  } = item;
  return fields;
}

function compareItem(item: Item, facts: ItemFacts | undefined): void {
  hold(
    item.currentStockHundredths === facts?.stock,
    '6',
    () => `item ${item.id} has ${item.currentStockHundredths} in stock instead of ${facts?.stock}`,
  );
  hold(
    text(item.lastCount) === text(facts.lastCount),
    '6',
    () => `item ${item.id} was counted ${text(item.lastCount)} instead of ${text(facts.lastCount)}`,
  );
  sameFields(`item ${item.id}`, facts.fields, item);
}

/** Without the fields that only other acts than edits change. */
const NOT_EDITED = new Set(['version', 'defaultPaymentMethodId']);

function sameFields(what: string, expected: Record<string, unknown>, found: object): void {
  const row: Record<string, unknown> = { ...found };
  for (const [field, value] of Object.entries(expected))
    hold(
      NOT_EDITED.has(field) || text(row[field]) === text(value),
      '1',
      () => `${what}: ${field} is ${text(row[field])} instead of ${text(value)}`,
    );
}
