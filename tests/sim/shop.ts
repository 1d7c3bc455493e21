import type { Item } from '../../domain/items/item.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import type { StockMovement } from '../../domain/items/stock-movement.ts';
import type { User } from '../../domain/people/user.ts';
import type { Rows, TableName } from '../../sync/protocol/tables.ts';
import { businessRow, itemRow, supplierRow } from '../support/shop-rows.ts';

export type SeededRow = { [T in TableName]: { table: T; row: Rows[T] } }[TableName];

const OF_A_NEWER_BUILD = { shelf: { row: 'B', places: [1, 2] } };

/** A shop before the run: an owner, two staff, two payment methods, and a few items with opening stock. */
export function shopRows(businessId: number, createdAtMs: number): SeededRow[] {
  const business = businessRow({ id: businessId, slug: `shop-${businessId}`, createdAtMs });
  const userIds = [1, 2, 3].map((number) => businessId + number);
  const stamp = { createdByUserId: businessId + 1, createdAtMs, offsetMinutes: 180 };
  const items = [1, 2, 3, 4].map((number) =>
    // A field that only a newer build knows. Every copy must keep it, through edits and rebuilds.
    ({
      ...OF_A_NEWER_BUILD,
      ...itemRow({
        id: businessId * 100 + number,
        costPriceMinor: 100 * number,
        currency: business.currency,
        ...stamp,
      }),
    }),
  );
  return [
    { table: 'business', row: business },
    ...userIds.map((id, index): SeededRow => ({ table: 'user', row: user(id, index === 0, createdAtMs) })),
    ...['Cash', 'Credit'].map((name, index): SeededRow => ({
      table: 'paymentMethod',
      row: method(businessId * 100 + 50 + index, name, createdAtMs),
    })),
    ...items.map((row): SeededRow => ({ table: 'item', row })),
    { table: 'supplier', row: supplierRow({ id: businessId * 100 + 70, createdAtMs }) },
    ...items.map((item): SeededRow => ({ table: 'stockMovement', row: opening(item, stamp) })),
  ];
}

const user = (id: number, isBusinessOwner: boolean, createdAtMs: number): User => ({
  id,
  version: 1,
  username: `user ${id}`,
  firstName: 'User',
  lastName: `${id}`,
  phone: `07${id}`,
  email: `${id}@example.com`,
  role: isBusinessOwner ? 'admin' : 'staff',
  isBusinessOwner,
  isActive: true,
  createdAtMs,
});

const method = (id: number, name: string, createdAtMs: number): PaymentMethod => ({
  id,
  version: 1,
  name,
  icon: 'Banknote',
  isReadonly: true,
  isArchived: false,
  aliasOfId: null,
  createdByUserId: null,
  createdAtMs,
});

const opening = (
  item: Item,
  stamp: { createdByUserId: number; createdAtMs: number; offsetMinutes: number },
): StockMovement => ({
  id: item.id + 10,
  version: 1,
  itemId: item.id,
  type: 'opening',
  quantityHundredths: item.currentStockHundredths,
  costPriceMinor: item.costPriceMinor ?? null,
  batchId: null,
  notes: null,
  ...stamp,
});
