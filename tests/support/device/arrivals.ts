import { expect } from 'vitest';
import type { UserRole } from '../../../domain/people/user.ts';
import type { Customer } from '../../../domain/people/customer.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { BUSINESS_ID, customerRow, orderRow } from '../shop-rows.ts';
import { AMINA, CUSTOMER, ITEM, openTwoPhones, type Phone, type Shop, syncBoth } from './two-phones.ts';

export const ORDER = 900;
const GRACE = { id: CUSTOMER, name: 'Grace', phone: null, createdByUserId: AMINA };

export const ORDERS_OF_ARRIVAL = ['Amina first', 'Brian first'] as const;
type Arrival = (typeof ORDERS_OF_ARRIVAL)[number];

export async function openShop(
  arrival: Arrival,
  roleOfBrian: UserRole = 'staff',
): Promise<Shop & { first: Phone; second: Phone }> {
  const shop = await openTwoPhones(roleOfBrian);
  const { amina, brian } = shop;
  return {
    ...shop,
    ...(arrival === 'Amina first' ? { first: amina, second: brian } : { first: brian, second: amina }),
  };
}

export const lastOutcome = (shop: Shop, phone: Phone) => shop.outcomesOf(phone).at(-1);
export const stockOf = (shop: Shop) => shop.server('item', ITEM)?.currentStockHundredths;

/** Places an order of two that both phones know. `customer`: who orders; written too if the shop does not have them. */
export async function placeOrder(
  shop: Shop,
  status: 'pending' | 'confirmed',
  customer: Pick<Customer, 'id' | 'name' | 'phone' | 'createdByUserId'> = GRACE,
  itemId = ITEM,
): Promise<void> {
  const line = { id: 901, itemId, itemName: 'Sugar', quantityHundredths: 200, unitPriceMinor: 100_000 };
  const order = orderRow({
    id: ORDER,
    status,
    customerId: customer.id,
    customer: { name: customer.name, phone: customer.phone, address: null },
    lines: [{ ...line, totalMinor: 200_000 }],
    totalMinor: 200_000,
  });
  const { id } = customer;
  const known = shop.server('customer', id);
  await shop.store.change(BUSINESS_ID, (tx) =>
    tx.writeRows([
      { table: 'order', id: ORDER, before: undefined, after: order },
      ...(known ? [] : [{ table: 'customer' as const, id, before: undefined, after: customerRow(customer) }]),
    ]),
  );
  await syncBoth(shop.amina, shop.brian);
}

export const fulfilment = (fields: Partial<MutationArgs<'order.fulfill'>> = {}) =>
  function build(tools: { mintId(): number; nextStampMs(): number }): MutationArgs<'order.fulfill'> {
    return {
      id: ORDER,
      saleId: tools.mintId(),
      saleNumber: `SALE-${tools.nextStampMs()}`,
      status: 'completed',
      paymentMethodId: null,
      paymentMethodName: null,
      transactionId: null,
      createdAtMs: null,
      ...fields,
    };
  };

/** Expects that both phones show what the server has. */
export function expectSame(shop: Shop, table: 'sale' | 'order' | 'item' | 'business', id: number): void {
  for (const phone of [shop.amina, shop.brian]) {
    const { costPriceMinor: _cost, ...row } = { costPriceMinor: null, ...shop.server(table, id) };
    expect(phone.row(table, id)).toMatchObject(row);
    expect(phone.outbox().filter(({ state }) => state === 'pending')).toEqual([]);
  }
}
