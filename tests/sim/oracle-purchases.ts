import type { NewPurchase, Purchase } from '../../domain/items/purchase.ts';
import { type Effect, isCounted, moveItems, type ShopFacts, text } from './oracle-facts.ts';
import { hold } from './violation.ts';

interface PurchaseFacts {
  fields: NewPurchase;
  raises: Map<number, number>;
  steps: number;
}

export interface PurchaseBook {
  readonly purchases: ReadonlyMap<number, PurchaseFacts>;
  readonly effects: Record<string, Effect>;
  /** Adds stock together with the details of its purchase. */
  readonly buy: Effect;
  /** Notes that purchases removed until now cannot be brought back any more. */
  forgetRemoved(): void;
  compare(rows: ReadonlyMap<number, Purchase>): void;
}

/** The rules for purchases: received once, removed once; the last edit wins and brings a removed purchase back. */
export function createPurchaseBook(
  shop: ShopFacts,
  suppliers: { has(id: number): boolean; bringBack(id: number): void },
): PurchaseBook {
  const purchases = new Map<number, PurchaseFacts>();
  const removed = new Map<number, PurchaseFacts>();

  function raisedBy({ lines }: NewPurchase): Map<number, number> {
    const raises = new Map<number, number>();
    for (const { itemId, quantityHundredths } of lines)
      if (isCounted(shop.items.get(itemId))) raises.set(itemId, (raises.get(itemId) ?? 0) + quantityHundredths);
    return raises;
  }

  /** Moves stock up if the purchase's goods have arrived, and down if they have not any more. */
  function become(facts: PurchaseFacts, status: Purchase['status'] | 'gone', atMs: number): boolean {
    const [was, is] = [facts.fields.status === 'completed', status === 'completed'];
    if (status !== 'gone') facts.fields = { ...facts.fields, status };
    if (was === is) return false;
    if (is) facts.raises = raisedBy(facts.fields);
    return moveItems(shop.items, new Map([...facts.raises].map(([id, by]) => [id, is ? by : -by])), atMs);
  }

  const isOdd = (args: NewPurchase): boolean =>
    !suppliers.has(args.supplierId) ||
    args.lines.some((line) => !shop.items.has(line.itemId)) ||
    (args.invoiceNumber !== null &&
      [...purchases.values()].some(
        ({ fields }) =>
          fields.id !== args.id && fields.supplierId === args.supplierId && fields.invoiceNumber === args.invoiceNumber,
      ));

  /** Returns true if it had been removed. */
  function bringBack(id: number): boolean {
    const facts = removed.get(id);
    if (facts) purchases.set(id, facts);
    return removed.delete(id);
  }

  const buy: Effect = (args, { atMs }) => {
    // The decision's arguments passed the schema of its name.
    const fields = args as unknown as NewPurchase;
    const facts: PurchaseFacts = { fields: { ...fields, status: 'pending' }, raises: new Map(), steps: 1 };
    purchases.set(args.id, facts);
    const isRecount = become(facts, fields.status, atMs);
    const isAnyOdd = isOdd(fields);
    suppliers.bringBack(fields.supplierId);
    return isAnyOdd || isRecount ? 'flagged' : 'applied';
  };

  return {
    purchases,
    buy,
    effects: {
      'purchase.create': buy,
      'purchase.edit'(args, { atMs }) {
        const gone = bringBack(args.id);
        const facts = purchases.get(args.id);
        if (!facts) return 'refused';
        facts.fields = { ...facts.fields, ...(args['change'] as Partial<NewPurchase>) };
        facts.steps += 1;
        if (gone) {
          if (args['isCancelled'] === true) facts.fields = { ...facts.fields, status: 'cancelled' };
          else if (facts.fields.status === 'completed') moveItems(shop.items, facts.raises, atMs);
          return 'flagged';
        }
        return args['isCancelled'] === true && become(facts, 'cancelled', atMs) ? 'flagged' : 'applied';
      },
      'purchase.receive'(args, { atMs }) {
        if (removed.get(args.id)?.fields.status === 'cancelled') return 'refused';
        const gone = bringBack(args.id);
        const facts = purchases.get(args.id);
        if (!facts || facts.fields.status === 'cancelled') return 'refused';
        if (gone) facts.fields = { ...facts.fields, status: 'pending' };
        if (facts.fields.status === 'completed') return 'superseded';
        facts.steps += 1;
        return become(facts, 'completed', atMs) || gone ? 'flagged' : 'applied';
      },
      'purchase.remove'(args, { atMs }) {
        const facts = purchases.get(args.id);
        if (!facts) return removed.has(args.id) ? 'applied' : 'refused';
        become(facts, 'gone', atMs);
        purchases.delete(args.id);
        removed.set(args.id, facts);
        return 'applied';
      },
    },
    forgetRemoved: () => removed.clear(),
    compare(rows) {
      for (const [id, row] of rows) {
        const facts = purchases.get(id);
        const found: Record<string, unknown> = { ...row };
        for (const [field, value] of Object.entries(facts?.fields ?? {}))
          hold(
            field === 'lines' || text(found[field]) === text(value),
            '1',
            () => `purchase ${id}: ${field} is ${text(found[field])} instead of ${text(value)}`,
          );
        hold(row.history.length === facts?.steps, '6', () => `purchase ${id} took ${row.history.length} steps`);
      }
    },
  };
}
