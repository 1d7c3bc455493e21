import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('the calls of stock on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let admin: ApiClient;
  let staff: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    admin = apiClient(server, shop);
    staff = apiClient(server, await addStaff(server, shop));
  });
  afterAll(() => server.close());

  it('R-API-29 R-API-30 R-STK-16 R-STK-18 R-STK-19 R-STK-20 R-STK-21 R-ENT-30 adds stock and shows the ledger, newest first', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Stocked', price: 5, stock: 2 }));
    server.clock.advance(5);
    const nowMs = server.clock.nowMs();
    const added = await admin.post(`/items/${id}/stock`, { itemId: id, quantity: '0.01', type: 'addition' });
    expect(added.status).toBe(201);
    expect(dataOf(added)).toMatchObject({
      itemId: id,
      quantity: '0.01',
      type: 'addition',
      batchId: `batch-${nowMs}`,
      costPrice: null,
      currentStock: '2.01',
      createdAt: new Date(nowMs).toISOString(),
    });
    server.clock.advance(5);
    await admin.post(`/items/${id}/stock`, { quantity: 5, costPrice: '3', batchId: ' B7 ' });
    expect(dataOf(await admin.get(`/items/${id}`))).toMatchObject({ currentStock: '7.01' });
    const ledger = await admin.get(`/items/${id}/stock`);
    expect(
      listOf(ledger).map(({ quantity, type, batchId, costPrice }) => [quantity, type, batchId, costPrice]),
    ).toEqual([
      ['5.00', 'addition', 'B7', '3.00'],
      ['0.01', 'addition', `batch-${nowMs}`, null],
      ['2.00', 'opening', null, null],
    ]);
    expect(paginationOf(await admin.get(`/items/${id}/stock?limit=2`))).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
    });
    expect(listOf(await admin.get(`/items/${id}/history`))).toMatchObject([{ itemId: id, action: 'created' }]);
  });

  it('R-ENT-31 R-API-30 C-097 an item’s history has the item’s values after each act, who did it, what and when; staff hear nothing of its cost', async () => {
    const values = { type: 'product', trackStock: true, unitOfMeasure: 'Box', category: null, subCategory: null };
    const shared = { ...values, reorderLevel: '2.00', advancedEnabled: false, notes: null };
    const { id } = dataOf(
      await admin.post('/items', { name: 'Edited', price: 5, costPrice: 3, unitOfMeasure: 'Box', reorderLevel: 2 }),
    );
    const at: string[] = [new Date(server.clock.nowMs()).toISOString()];
    for (const change of [{ name: 'Renamed', price: '7.5' }, { costPrice: '4' }, { price: '8', description: 'New' }]) {
      server.clock.advance(1_000);
      at.push(new Date(server.clock.nowMs()).toISOString());
      await admin.patch(`/items/${id}`, change);
    }
    // A change without a difference records no edit.
    await admin.patch(`/items/${id}`, { price: '8.00' });
    const facts = { itemId: id, businessId: shop.businessId, createdByUserId: shop.userId, ...shared };
    const edited = { ...facts, action: 'edited', name: 'Renamed' };
    const told = (price: string, costPrice: string) => ({ price, costPrice });
    const history = [
      { ...edited, id: 4, ...told('8.00', '4.00'), fields: { price: '8.00', description: 'New' }, editedAt: at[3] },
      { ...edited, id: 3, ...told('7.50', '4.00'), fields: { costPrice: '4.00' }, editedAt: at[2] },
      { ...edited, id: 2, ...told('7.50', '3.00'), fields: { name: 'Renamed', price: '7.50' }, editedAt: at[1] },
      { ...facts, id: 1, action: 'created', name: 'Edited', ...told('5.00', '3.00'), fields: {}, editedAt: at[0] },
    ];
    expect(listOf(await admin.get(`/items/${id}/history`))).toEqual(history);
    const staffs = history.filter((event) => event.id !== 3).map(({ costPrice: _, ...event }) => event);
    expect(listOf(await staff.get(`/items/${id}/history`))).toEqual(staffs);
  });

  it.each([
    ['R-STK-15', { quantity: 0 }, 'quantity', 'Quantity must be a positive number'],
    ['R-STK-15', { quantity: '-2' }, 'quantity', 'Quantity must be a positive number'],
    ['R-STK-15', {}, 'quantity', 'Quantity must be a positive number'],
    ['R-STK-15', { quantity: '0.001' }, 'quantity', 'Use at most 2 decimals'],
    ['R-STK-15', { quantity: 1e6 }, 'quantity', 'Quantity is too large'],
    ['R-API-29', { quantity: 1, itemId: 5 }, 'itemId', 'The item differs from the one in the address'],
    ['R-STK-20', { quantity: 1, type: 'theft' }, 'type', 'Stock is added, adjusted or counted'],
    ['R-STK-18', { quantity: 1, costPrice: '-1' }, 'costPrice', 'Cost price must be zero or more'],
  ])('%s refuses stock of %j', async (_id, body, path, message) => {
    const { id } = dataOf(await admin.post('/items', { name: 'Stocked', price: 5 }));
    const answer = await admin.post(`/items/${id}/stock`, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
    expect(dataOf(await admin.get(`/items/${id}`))).toMatchObject({ currentStock: '0.00' });
  });

  it('C-110 C-111 C-112 M18 R-STK-26 R-STK-27 R-STK-28 R-STK-29 R-STK-30 with the details of its purchase it is one purchase, and stock rises once', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Bought', price: 5, stock: 2 }));
    const bought = await admin.post(`/items/${id}/stock`, { quantity: 10, costPrice: 9, purchaseAmount: '5000' });
    expect(bought.status).toBe(201);
    expect(dataOf(bought)).toMatchObject({
      supplierName: 'Default Supplier',
      paymentMethod: 'cash',
      paymentStatus: 'paid',
      status: 'completed',
      totalAmount: '50000.00',
      items: [{ itemId: id, quantity: '10.00', unitCost: '5000.00', totalCost: '50000.00' }],
      currentStock: '12.00',
    });
    const again = dataOf(await admin.post(`/items/${id}/stock`, { quantity: 1, costPrice: 9, invoiceNumber: 'INV-7' }));
    expect(again).toMatchObject({ items: [{ unitCost: '9.00' }], invoiceNumber: 'INV-7', currentStock: '13.00' });
    expect(again['supplierId']).toBe(dataOf(bought)['supplierId']);
    const free = await admin.post(`/items/${id}/stock`, { quantity: 1, invoiceNumber: 'INV-8' });
    expect(dataOf(free)).toMatchObject({ items: [{ unitCost: '0.00' }], currentStock: '14.00' });
    // A purchase has no stock entries of its own besides the purchase.
    expect(listOf(await admin.get(`/items/${id}/stock`)).map(({ type }) => type)).toEqual(['opening']);
    const suppliers = listOf(await admin.get('/suppliers?q=Default'));
    expect(suppliers.map(({ name }) => name)).toEqual(['Default Supplier']);
  });

  it.each([
    ['C-111', { quantity: 1, purchaseAmount: '-1' }, 'purchaseAmount', 'Unit cost must be a positive number'],
    ['R-STK-15', { quantity: 0, purchaseAmount: 5 }, 'quantity', 'Quantity must be a positive number'],
    [
      'R-STK-17',
      { quantity: 1, purchaseAmount: 5, itemId: 9 },
      'itemId',
      'The item differs from the one in the address',
    ],
  ])('%s refuses a purchase of %j', async (_id, body, path, message) => {
    const { id } = dataOf(await admin.post('/items', { name: 'Bought', price: 5 }));
    const answer = await admin.post(`/items/${id}/stock`, body);
    expect([answer.status, answer.body]).toEqual([422, invalid(path, message)]);
  });

  it('G17 M19 adjusts stock up and down with the reason why', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Stocked', price: 5, stock: 10 }));
    const lost = await admin.post(`/items/${id}/stock`, {
      type: 'adjustment',
      quantity: '-2.5',
      reason: 'damaged',
      notes: ' wet ',
    });
    expect(lost.status).toBe(201);
    expect(dataOf(lost)).toMatchObject({
      type: 'adjustment',
      quantity: '-2.50',
      reason: 'damaged',
      notes: 'wet',
      currentStock: '7.50',
    });
    const found = await admin.post(`/items/${id}/stock`, { type: 'adjustment', quantity: 1, reason: 'other' });
    expect(dataOf(found)).toMatchObject({ currentStock: '8.50' });
  });

  it('M19 a count adds the difference to what the counting person saw', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Stocked', price: 5, stock: 10 }));
    // One piece was sold after the person had looked.
    await admin.post('/sales', { items: [{ itemId: id, quantity: 1 }] });
    const counted = await admin.post(`/items/${id}/stock`, { type: 'count', counted: 12, expected: 10 });
    expect(counted.status).toBe(201);
    expect(dataOf(counted)).toMatchObject({
      type: 'count',
      quantity: '2.00',
      counted: '12.00',
      expected: '10.00',
      currentStock: '11.00',
    });
    const again = await admin.post(`/items/${id}/stock`, { type: 'count', counted: '4' });
    expect(dataOf(again)).toMatchObject({ quantity: '-7.00', expected: '11.00', currentStock: '4.00' });
  });

  it('M19 what additions have brought beyond the largest quantity of one act can be counted', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Screws', price: 5, stock: 60_000 }));
    await admin.post(`/items/${id}/stock`, { quantity: 60_000 });
    const counted = await admin.post(`/items/${id}/stock`, { type: 'count', counted: '118500', expected: '120000' });
    expect(counted.status).toBe(201);
    expect(dataOf(counted)).toMatchObject({ quantity: '-1500.00', expected: '120000.00', currentStock: '118500.00' });
    const beyond = await admin.post(`/items/${id}/stock`, { type: 'count', counted: '100000000.01' });
    expect(beyond.body).toEqual(invalid('counted', 'Quantity is too large'));
  });

  it.each([
    ['G17', { type: 'adjustment', quantity: 0, reason: 'other' }, 'quantity', 'Enter by how much the stock changes'],
    ['G17', { type: 'adjustment', quantity: -1 }, 'reason', 'Choose a reason'],
    ['G17', { type: 'adjustment', quantity: '-100000', reason: 'other' }, 'quantity', 'Quantity is too large'],
    ['M19', { type: 'count', counted: -1 }, 'counted', 'Stock must be a positive number or zero'],
    ['M19', { type: 'count' }, 'counted', 'Stock must be a positive number or zero'],
  ])('%s refuses %j', async (_id, body, path, message) => {
    const { id } = dataOf(await admin.post('/items', { name: 'Stocked', price: 5 }));
    const answer = await admin.post(`/items/${id}/stock`, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
  });

  it('R-INEW-16 a service has no stock to add to', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Haircut', price: 5, type: 'service' }));
    expect((await admin.post(`/items/${id}/stock`, { quantity: 1 })).body).toEqual(
      invalid('itemId', 'This item has no stock'),
    );
  });
});
