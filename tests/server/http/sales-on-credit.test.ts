import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { type ApiClient, apiClient, dataOf, invalid } from '../../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { orderRow } from '../../support/shop-rows.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const NO_PAYMENT = 'Nothing is paid by Credit. Choose another payment method';
const NO_REFUND = 'No money is given back by Credit. To keep it as credit of the customer, send the way kept';
const NOT_PAID = 'A sale by Credit is not paid yet. Choose another payment method, or leave the status out';

describe.each(ROUTE_ENGINES)('what plain calls sell on credit on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let items: object[];
  let customerId: number;
  let creditId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await registerShop(server);
    api = apiClient(server, shop);
    items = [{ itemId: dataOf(await api.post('/items', { name: 'Sugar', price: '1000' })).id, quantity: 2 }];
    customerId = dataOf(await api.post('/customers', { name: 'Grace' })).id;
    creditId = dataOf(await api.post('/payment-methods', { name: 'Credit', icon: 'CreditCard' })).id;
  });

  const sell = (fields: object) => api.post('/sales', { items, ...fields });

  it('C-048 G4 a sale by Credit is pending without a status, by the name or the id of the method', async () => {
    const byId = { paymentMethodId: creditId };
    for (const method of [byId, { paymentMethod: ' credit ' }, { ...byId, status: 'pending' }]) {
      const sold = await sell({ ...method, customerId });
      expect([sold.status, dataOf(sold)]).toMatchObject([
        201,
        { status: 'pending', isPaid: false, balance: '2000.00', payments: [], paymentMethod: 'Credit' },
      ]);
    }
  });

  it('C-048 C-052 a shop that has no method Credit sells on credit by its name', async () => {
    await api.delete(`/payment-methods/${creditId}`);
    expect(dataOf(await sell({ paymentMethod: 'Credit', customerId }))).toMatchObject({
      ...{ status: 'pending', balance: '2000.00', paymentMethodId: null },
    });
  });

  it('C-048 a sale by Credit needs the customer who will pay', async () => {
    const refused = await sell({ paymentMethod: 'Credit' });
    expect([refused.status, refused.body]).toEqual([422, invalid('customerId', 'Choose who will pay later')]);
  });

  it('C-048 a sale by Credit is not said to be paid', async () => {
    const refused = await sell({ paymentMethod: 'Credit', customerId, status: 'completed' });
    expect([refused.status, refused.body]).toEqual([422, invalid('status', NOT_PAID)]);
  });

  it('C-048 what costs nothing is paid, also by Credit', async () => {
    const sold = await sell({ paymentMethod: 'Credit', customerId, discountAmount: '2000' });
    expect(dataOf(sold)).toMatchObject({ status: 'completed', finalAmount: '0.00', balance: '0.00' });
    // Nobody could ever pay it.
    const pending = await sell({ status: 'pending', customerId, discountAmount: '2000' });
    expect(dataOf(pending)).toMatchObject({ status: 'completed', finalAmount: '0.00', balance: '0.00' });
  });

  it('C-048 R-CTR-30 a sale by Credit is paid in part by another method, and no part is by Credit', async () => {
    const part = { paymentMethod: 'Cash', amount: '600' };
    const sold = await sell({ paymentMethod: 'Credit', customerId, payments: [part] });
    expect(dataOf(sold)).toMatchObject({ status: 'pending', balance: '1400.00', payments: [{ amount: '600.00' }] });
    for (const [method, path] of [
      [{ paymentMethod: 'Credit' }, 'payments.1.paymentMethod'],
      [{ paymentMethodId: creditId }, 'payments.1.paymentMethodId'],
    ] as const) {
      const refused = await sell({ payments: [part, { ...method, amount: '1400' }] });
      expect([refused.status, refused.body]).toEqual([422, invalid(path, NO_PAYMENT)]);
    }
  });

  it('C-048 a debt is not paid by Credit', async () => {
    const { id } = dataOf(await sell({ paymentMethod: 'Credit', customerId }));
    for (const [method, path] of [
      [{ paymentMethod: 'CREDIT' }, 'paymentMethod'],
      [{ paymentMethodId: creditId }, 'paymentMethodId'],
    ] as const) {
      const refused = await api.post(`/sales/${id}/payments`, method);
      expect([refused.status, refused.body]).toEqual([422, invalid(path, NO_PAYMENT)]);
    }
    expect(dataOf(await api.get(`/sales/${id}`))).toMatchObject({ status: 'pending', balance: '2000.00' });
  });

  it('C-048 M6 no money is given back by Credit; it is kept as credit instead', async () => {
    const { id } = dataOf(await sell({ customerId }));
    await api.patch(`/sales/${id}`, { status: 'cancelled', notes: 'Returned' });
    const refused = await api.post(`/sales/${id}/refunds`, { paymentMethodId: creditId });
    expect([refused.status, refused.body]).toEqual([422, invalid('paymentMethodId', NO_REFUND)]);
    expect(dataOf(await api.post(`/sales/${id}/refunds`, { way: 'kept' }))).toMatchObject({
      ...{ refundDue: '0.00', refunds: [{ way: 'kept', amount: '2000.00' }] },
    });
  });

  const placeOrder = async (): Promise<number> => {
    const line = { id: 7, itemId: 5, itemName: 'Sugar', quantityHundredths: 200, unitPriceMinor: 70_000 };
    const order = orderRow({
      ...{ id: 6, status: 'confirmed', lines: [{ ...line, totalMinor: 140_000 }], totalMinor: 140_000 },
    });
    await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
      tx.writeRows([{ table: 'order', id: order.id, before: undefined, after: order }]),
    );
    return order.id;
  };

  it('C-048 C-074 C-075 an order that is fulfilled without a body is unpaid where Credit is the default method', async () => {
    await api.patch(`/payment-methods/${creditId}/default`);
    const fulfilled = await api.post(`/orders/${await placeOrder()}/fulfill`);
    expect([fulfilled.status, dataOf(fulfilled)]).toMatchObject([
      201,
      { status: 'fulfilled', sale: { status: 'pending', balance: '1400.00', payments: [], paymentMethod: 'Credit' } },
    ]);
  });

  it('C-048 C-074 an order fulfilled by Credit is not said to be paid, and can be paid by another method', async () => {
    const id = await placeOrder();
    const said = { status: 'completed', paymentMethodId: creditId };
    const refused = await api.post(`/orders/${id}/fulfill`, said);
    expect([refused.status, refused.body]).toEqual([422, invalid('status', NOT_PAID)]);
    expect(dataOf(await api.get(`/orders/${id}`))).toMatchObject({ status: 'confirmed' });
    const fulfilled = await api.post(`/orders/${id}/fulfill`, {
      ...said,
      paymentMethodId: null,
      paymentMethod: 'Cash',
    });
    expect(dataOf(fulfilled)).toMatchObject({ sale: { status: 'completed', balance: '0.00' } });
  });
});
