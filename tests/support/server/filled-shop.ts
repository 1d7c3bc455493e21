import { createSqlStore } from '../../../server/db/sql-store.ts';
import { apiClient, dataOf, listOf } from './api-client.ts';
import type { DocumentedEntity } from './documented-entities.ts';
import { registerShop, type SignedInUser, type TestServer } from './server.ts';
import { orderRow } from '../shop-rows.ts';
import { addStaff } from './staff.ts';

/** A shop in which every field of every row has a value. */
export interface FilledShop {
  owner: SignedInUser;
  staff: SignedInUser;
  /** Returns the path of a call, with the id of the filled row. */
  addressOf(entity: Pick<DocumentedEntity, 'call'>): string;
}

const BUSINESS = {
  ...{ email: 'shop@example.com', phone: '0772 111222', address: 'Market Street 1', country: 'UG' },
  ...{ description: 'Open daily', profileImageUrl: 'https://example.com/shop.png', socialMediaX: '@shop' },
  ...{ socialMediaInstagram: '@shop', socialMediaTiktok: '@shop' },
};
const LEGACY = { brand: 'Nokia', size: 'M', condition: 'Used', model: '3310', serialNumber: 'S-1', color: 'Blue' };
const ITEM = {
  ...{ name: 'Phone', description: 'With a charger', price: '900', costPrice: '700', type: 'product', sku: 'P-1' },
  ...{ unitOfMeasure: 'Piece', subCategory: 'Simple', reorderLevel: '2', advancedEnabled: true, initialStock: '3' },
  ...LEGACY,
};
const PERSON = { phone: '0772 333444', address: 'Hill Road 2', notes: 'Pays late' };

export async function fillShop(server: TestServer): Promise<FilledShop> {
  const owner = await registerShop(server);
  const staff = await addStaff(server, owner);
  const api = apiClient(server, owner);
  await api.put(`/business/${owner.businessId}`, BUSINESS);
  const customer = dataOf(await api.post('/customers', { ...PERSON, name: 'Grace' }));
  const supplier = dataOf(await api.post('/suppliers', { ...PERSON, name: 'Depot', email: 'depot@example.com' }));
  const method = dataOf(await api.post('/payment-methods', { name: 'Mobile Money', icon: 'Phone' }));
  await api.patch(`/payment-methods/${method.id}/default`);
  const { businessCategoryId } = (dataOf(await api.get('/auth/me')) as unknown as Me).business;
  const category = listOf(await api.get(`/business/item-categories/${businessCategoryId}`))[0];
  const item = dataOf(await api.post('/items', { ...ITEM, itemCategoryId: category?.id }));
  await api.post(`/items/${item.id}/images`, { key: 'ab'.repeat(16) });
  server.clock.advance(1_000);
  await api.patch(`/items/${item.id}`, { price: '950' });
  await api.post(`/items/${item.id}/stock`, { quantity: '2', costPrice: '700', batchId: 'B-1' });
  const purchase = dataOf(
    await api.post('/purchases', {
      ...{ supplierId: supplier.id, invoiceNumber: 'I-1', invoiceDate: '2026-06-01', purchaseNotes: 'Two boxes' },
      attachmentUrl: 'https://example.com/invoice.pdf',
      items: [
        {
          ...{ itemId: item.id, quantity: '2', unitCost: '700', batchNumber: 'B-2', expiryDate: '2027-01-01' },
          notes: 'Sealed',
        },
      ],
    }),
  );
  await api.patch(`/purchases/${purchase.id}`, { notes: 'Two boxes, one open' });
  const sale = dataOf(
    await api.post('/sales', {
      ...{ customerId: customer.id, paymentMethodId: method.id, transactionId: 'T-1', notes: 'For Friday' },
      items: [{ itemId: item.id, quantity: '1' }],
    }),
  );
  await api.patch(`/sales/${sale.id}`, { status: 'cancelled', notes: 'Brought back' });
  const orderId = await placeOrder(server, owner, { customerId: customer.id, itemId: item.id });
  const ids: Record<string, number> = {
    ...{ orders: orderId, sales: sale.id, items: item.id, customers: customer.id, suppliers: supplier.id },
    ...{ purchases: purchase.id },
  };
  const categories: Record<string, unknown> = { businessCategoryId, itemCategoryId: category?.id };
  return {
    owner,
    staff,
    addressOf: ({ call }) => {
      const path = call.split(' ')[1] ?? '';
      const noun = path.split('/')[1] ?? '';
      return path
        .replace('{id}', String(ids[noun]))
        .replace(/\{(\w+)\}/, (_, name: string) => String(categories[name]));
    },
  };
}

interface Me {
  business: { businessCategoryId: number };
}

/** An order as the storefront creates it. */
async function placeOrder(
  server: TestServer,
  { businessId }: SignedInUser,
  { customerId, itemId }: { customerId: number; itemId: number },
): Promise<number> {
  const id = 4_000_000_000_000_001;
  const line = { id: id + 1, itemId, itemName: 'Phone', quantityHundredths: 100, unitPriceMinor: 95_000 };
  const after = orderRow({
    ...{ id, customerId, customer: { name: 'Grace', phone: PERSON.phone, address: PERSON.address } },
    ...{ notes: 'Ring twice', lines: [{ ...line, totalMinor: 95_000 }], totalMinor: 95_000 },
  });
  await createSqlStore(server.deps.database, server.deps).change(businessId, (tx) =>
    tx.writeRows([{ table: 'order', id, before: undefined, after }]),
  );
  return id;
}
