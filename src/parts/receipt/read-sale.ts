import { type Customer, WALK_IN_CUSTOMER } from '../../../domain/people/customer.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { type CustomerBalance, customerBalance } from '../../../domain/people/customer-balance.ts';
import { isPaidAtOnce } from '../../../domain/sales/sale-payment.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { customerById, salesOfCustomer } from '../../../sync/store/customer-reads.ts';
import { itemsByIds, saleById, usersById } from '../../../sync/store/live-reads.ts';
import { readRowSync } from '../../state/row-sync.ts';
import type { RowSync } from '../../ui/status-badge.tsx';

/** A sale with everything that its screen and its receipt show. */
export interface ShownSale {
  sale: Sale;
  customerName: string;
  customer: Customer | null;
  /** The customer's debt for all their sales; null for a walk-in, and for a sale where it does not matter. */
  balance: CustomerBalance | null;
  users: ReadonlyMap<number, User>;
  sellerName: string | null;
  cancellerName: string | null;
  unitsByItem: ReadonlyMap<number, string>;
  sync: RowSync | null;
}

/** Reads a sale; null if it is not on this device. Reads the customer only if the sale has one (R-SDET-14). */
export async function readSale(database: ShopDatabase, id: number): Promise<ShownSale | null> {
  const sale = await saleById(database, id);
  if (sale === undefined) return null;
  const { customerId } = sale;
  const customer = customerId === null ? undefined : await customerById(database, customerId);
  const users = await usersById(database);
  const nameOf = (userId: number | undefined): string | null => {
    const user = userId === undefined ? undefined : users.get(userId);
    return user === undefined ? null : displayName(user);
  };
  const items = await itemsByIds(database, [...new Set(sale.lines.map((line) => line.itemId))]);
  return {
    sale,
    customerName: customer?.name ?? sale.customerName ?? WALK_IN_CUSTOMER,
    customer: customer ?? null,
    balance:
      customerId === null || isPaidAtOnce(sale)
        ? null
        : customerBalance(await salesOfCustomer(database, customerId), sale.currency),
    users,
    sellerName: nameOf(sale.createdByUserId),
    cancellerName: nameOf(sale.cancellations[0]?.byUserId),
    unitsByItem: new Map(items.flatMap((item) => (item.unitOfMeasure === null ? [] : [[item.id, item.unitOfMeasure]]))),
    sync: (await readRowSync(database, 'sale', [id])).get(id) ?? null,
  };
}
