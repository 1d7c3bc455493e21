import type { StockMovement } from '../../domain/items/stock-movement.ts';
import { type Effect, isCounted, moveItem, type ShopFacts } from './oracle-facts.ts';
import { hold } from './violation.ts';

export interface StockBook {
  readonly movements: Map<number, { itemId: number; quantity: number }>;
  readonly effects: Record<string, Effect>;
  compare(rows: ReadonlyMap<number, StockMovement>): void;
}

/** The rules for stock movements without a document: additions, corrections and counts. */
export function createStockBook(shop: ShopFacts): StockBook {
  const movements: StockBook['movements'] = new Map();

  const moves =
    (quantityOf: (args: Record<string, unknown>) => number, isCount = false): Effect =>
    (args, { atMs }) => {
      const itemId = Number(args['itemId']);
      const item = shop.items.get(itemId);
      if (!isCounted(item)) return 'refused';
      const quantity = quantityOf(args);
      movements.set(args.id, { itemId, quantity });
      const before = item.lastCount;
      const isInDoubt = moveItem(item, quantity, atMs);
      const isRight = item.stock === Number(args['countedHundredths']);
      if (isCount && (!before || before.atMs <= atMs || (before.isInDoubt && isRight)))
        item.lastCount = { movementId: args.id, atMs: Math.max(atMs, before?.atMs ?? 0), isInDoubt: !isRight };
      return isInDoubt ? 'flagged' : 'applied';
    };

  return {
    movements,
    effects: {
      'stock.add': moves((args) => Number(args['quantityHundredths'])),
      'stock.adjust': moves((args) => Number(args['quantityHundredths'])),
      'stock.count': moves((args) => Number(args['countedHundredths']) - Number(args['expectedHundredths']), true),
    },
    compare(rows) {
      for (const [id, row] of rows)
        hold(
          row.quantityHundredths === movements.get(id)?.quantity,
          '6',
          () => `movement ${id} is of ${row.quantityHundredths} instead of ${movements.get(id)?.quantity}`,
        );
    },
  };
}
