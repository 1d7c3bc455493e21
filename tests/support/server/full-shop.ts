import { createSqlStore } from '../../../server/db/sql-store.ts';
import { apiClient, dataOf, listOf } from './api-client.ts';
import { customerArgs, itemArgs, saleArgs } from '../mutation-args.ts';
import { PushDevice } from '../device/push-device.ts';
import { registerShop, type SignedInUser, type TestServer } from './server.ts';
import { orderRow } from '../shop-rows.ts';
import { addStaff } from './staff.ts';

/** A shop with one row of each kind that an address or a body can name. */
export interface FullShop {
  owner: SignedInUser;
  staff: SignedInUser;
  device: PushDevice;
  /** Ids by the first part of the address that names them. */
  ids: Record<Noun, number>;
  /** An unpaid sale to the customer. */
  unpaidSaleId: number;
  /** A customer without sales; and a user, a supplier and a method that no other row refers to. */
  unusedCustomerId: number;
  /** The key of an image that the item lists, but that has no file. */
  imageKey: string;
  sessionId: number;
}

export const NOUNS = [
  ...(['items', 'sales', 'orders', 'customers', 'suppliers', 'purchases'] as const),
  ...(['payment-methods', 'users', 'business', 'conflicts'] as const),
];
export type Noun = (typeof NOUNS)[number];

/** An id that no row of any business has. */
export const NOBODYS_ID = 4_503_599_627_370_001;
export const NOBODYS_KEY = 'f'.repeat(32);

export async function openFullShop(server: TestServer): Promise<FullShop> {
  const owner = await registerShop(server);
  const staff = await addStaff(server, owner);
  const api = apiClient(server, owner);
  const device = PushDevice.of(server, owner);
  const item = itemArgs(device);
  const sale = saleArgs(device, [item]);
  const customer = customerArgs(device);
  const unusedCustomer = customerArgs(device, { name: 'Nobody yet' });
  await device.push([
    device.wire('item.create', item),
    device.wire('sale.create', sale),
    device.wire('customer.create', customer),
    device.wire('customer.create', unusedCustomer),
  ]);
  const supplier = dataOf(await api.post('/suppliers', { name: 'Depot', phone: '0772 123456' }));
  const method = dataOf(await api.post('/payment-methods', { name: 'Mobile Money', icon: 'Phone' }));
  const line = { itemId: item.id, quantity: 1, unitCost: '5.00' };
  const purchase = dataOf(await api.post('/purchases', { supplierId: supplier.id, items: [line], status: 'pending' }));
  const unpaid = { customerId: customer.id, status: 'pending', items: [{ itemId: item.id, quantity: 1 }] };
  const unpaidSale = dataOf(await api.post('/sales', unpaid));
  const imageKey = 'ab'.repeat(16);
  await api.post(`/items/${item.id}/images`, { key: imageKey });
  await api.patch(`/items/${item.id}/kaunta-status`, { isKauntaEnabled: true });
  const sessions = listOf(await api.get(`/users/${staff.userId}/sessions`));
  return {
    ...{ owner, staff, device, imageKey, unpaidSaleId: unpaidSale.id, unusedCustomerId: unusedCustomer.id },
    sessionId: sessions[0]?.id ?? 0,
    ids: {
      ...{ items: item.id, sales: sale.id, customers: customer.id, users: staff.userId, business: owner.businessId },
      ...{ suppliers: supplier.id, 'payment-methods': method.id, purchases: purchase.id },
      orders: await placeOrder(server, owner, device.mintId(), item.id),
      conflicts: await raiseConflict(server, owner, device),
    },
  };
}

/** An order as the storefront creates it. */
async function placeOrder(server: TestServer, owner: SignedInUser, id: number, itemId: number): Promise<number> {
  const line = { id: id + 1, itemId, itemName: 'Sugar', quantityHundredths: 100 };
  const order = orderRow({ id, lines: [{ ...line, unitPriceMinor: 50_000, totalMinor: 50_000 }] });
  await createSqlStore(server.deps.database, server.deps).change(owner.businessId, (tx) =>
    tx.writeRows([{ table: 'order', id, before: undefined, after: order }]),
  );
  return id;
}

/** Makes a conflict about a customer's name. */
async function raiseConflict(server: TestServer, owner: SignedInUser, device: PushDevice): Promise<number> {
  const api = apiClient(server, owner);
  const { id } = dataOf(await api.post('/customers', { name: 'Asha' }));
  await api.patch(`/customers/${id}`, { name: 'Asha A' });
  await device.push([device.wire('customer.edit', { id, base: { name: 'Asha' }, change: { name: 'Asha B' } })]);
  return listOf(await api.get('/conflicts'))[0]?.id ?? 0;
}
