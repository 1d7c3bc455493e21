import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newItemImage } from '../../../domain/items/item-image.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { type ApiClient, apiClient, dataOf, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { itemRow, orderRow } from '../../support/shop-rows.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

describe.each(ROUTE_ENGINES)('the calls of orders on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    const orders = [
      orderRow({
        id: 1,
        orderNumber: 'ORD-100',
        status: 'pending',
        createdAtMs: 1_000,
        customer: { name: 'Grace', phone: '0772 123', address: 'Here' },
        lines: [
          { id: 11, itemId: 5, itemName: 'Sugar', quantityHundredths: 150, unitPriceMinor: 33_333, totalMinor: 50_000 },
        ],
      }),
      orderRow({ id: 2, orderNumber: 'ORD-200', status: 'fulfilled', createdAtMs: 2_000 }),
      orderRow({ id: 3, orderNumber: 'ORD-300', status: 'pending', createdAtMs: 3_000 }),
    ];
    await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
      tx.writeRows(orders.map((after) => ({ table: 'order', id: after.id, before: undefined, after }))),
    );
  });
  afterAll(() => server.close());

  it('R-API-15 R-ENT-12 R-ENT-13 answers an order with its customer and its items', async () => {
    expect(dataOf(await api.get('/orders/1'))).toMatchObject({
      id: 1,
      orderNumber: 'ORD-100',
      totalAmount: '500.00',
      status: 'pending',
      notes: null,
      createdAt: '1970-01-01T00:00:01.000Z',
      customer: { name: 'Grace', phone: '0772 123', address: 'Here' },
      items: [
        {
          orderId: 1,
          itemId: 5,
          name: 'Sugar',
          images: [],
          quantity: '1.50',
          unitPrice: '333.33',
          totalAmount: '500.00',
        },
      ],
    });
    expect((await api.get('/orders/99')).status).toBe(404);
  });

  it('R-API-12 R-API-13 R-API-14 C-085 lists newest first, by status, search and page', async () => {
    const ids = async (query: string) => listOf(await api.get(`/orders${query}`)).map(({ id }) => id);
    expect(await ids('?limit=100')).toEqual([3, 2, 1]);
    expect(await ids('?limit=5&status=pending')).toEqual([3, 1]);
    expect(await ids('?page=2&limit=1&status=pending')).toEqual([1]);
    expect([
      await ids('?q=ord-2'),
      await ids('?q=GRACE'),
      await ids('?q=0772'),
      await ids('?status=cancelled'),
    ]).toEqual([[2], [1], [1], []]);
    expect(paginationOf(await api.get('/orders?page=1&limit=2'))).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
    });
    expect((await api.get('/orders?status=lost')).status).toBe(422);
  });

  describe('what the shop makes of an order', () => {
    let lastId = 500;
    let itemId: number;
    beforeAll(async () => {
      itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '900', stock: 1_000 })).id;
    });
    const place = async (fields: object = {}): Promise<number> => {
      const id = (lastId += 1);
      const line = { id: id * 10, itemId, itemName: 'Sugar', quantityHundredths: 200, unitPriceMinor: 70_000 };
      const order = orderRow({
        id,
        status: 'confirmed',
        customer: { name: 'Grace', phone: null, address: null },
        lines: [{ ...line, totalMinor: 140_000 }],
        totalMinor: 140_000,
        ...fields,
      });
      await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
        tx.writeRows([{ table: 'order', id, before: undefined, after: order }]),
      );
      return id;
    };
    const stock = async () => Number(dataOf(await api.get(`/items/${itemId}`))['currentStock']);

    it('M10 keeps a cancelled order so, or fulfils it anyway, once', async () => {
      const cases = [
        { keep: 'theirs', becomes: { status: 'cancelled', saleId: null }, saleStatus: 404, takes: 0 },
        { keep: 'mine', becomes: { status: 'fulfilled', saleId: expect.any(Number) }, saleStatus: 200, takes: 2 },
      ];
      for (const { keep, becomes, saleStatus, takes } of cases) {
        const id = await place({ status: 'cancelled' });
        const saleId = id + 10_000;
        const fulfilment = { id, saleId, saleNumber: `SALE-17000000${saleId}`, status: 'completed', createdAtMs: null };
        const payment = { paymentMethodId: null, paymentMethodName: null, transactionId: null };
        const conflict: Conflict = {
          id: id + 20_000,
          version: 0,
          table: 'order',
          rowId: id,
          group: 'status',
          mine: { values: { ...fulfilment, ...payment }, userId: shop.userId, atMs: 5_000 },
          theirs: { values: { status: 'cancelled' }, userId: shop.userId, atMs: 4_000 },
          status: 'open',
          settled: null,
          createdAtMs: 5_000,
        };
        await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
          tx.writeRows([{ table: 'conflict', id: conflict.id, before: undefined, after: conflict }]),
        );
        const before = await stock();
        for (const _time of ['once', 'again']) {
          const settled = await api.post(`/conflicts/${conflict.id}/settle`, { keep });
          expect(settled.status).toBe(201);
          expect(dataOf(settled)).toMatchObject({ status: 'settled', settled: { kept: keep, byUserId: shop.userId } });
          expect(dataOf(await api.get(`/orders/${id}`))).toMatchObject(becomes);
          expect((await api.get(`/sales/${saleId}`)).status).toBe(saleStatus);
          expect(before - (await stock())).toBe(takes);
        }
      }
    });

    it('R-API-16 R-ODET-05 R-ODET-13 confirms and cancels', async () => {
      const id = await place({ status: 'pending' });
      const confirmed = await api.patch(`/orders/${id}/status`, { status: 'confirmed' });
      expect(confirmed.status).toBe(200);
      expect(dataOf(confirmed)).toMatchObject({
        status: 'confirmed',
        statusChanges: [{ status: 'confirmed', byUserId: shop.userId }],
      });
      expect((await api.patch(`/orders/${id}/status`, { status: 'confirmed' })).status).toBe(200);
      expect(dataOf(await api.patch(`/orders/${id}/status`, { status: 'cancelled' }))).toMatchObject({
        status: 'cancelled',
      });
      const late = await api.patch(`/orders/${id}/status`, { status: 'confirmed' });
      expect([late.status, (late.body as { message: string }).message]).toEqual([409, 'This order was cancelled.']);
      expect((await api.patch(`/orders/${id}/status`, { status: 'fulfilled' })).body).toEqual(
        invalid('status', 'status must be one of confirmed, cancelled'),
      );
    });

    it('R-API-17 R-ODET-07 R-ODET-08 C-074 C-075 fulfils without a body: one paid sale at the order’s prices', async () => {
      const [id, before] = [await place(), await stock()];
      const fulfilled = await api.post(`/orders/${id}/fulfill`);
      expect(fulfilled.status).toBe(201);
      expect(dataOf(fulfilled)).toMatchObject({
        status: 'fulfilled',
        sale: {
          orderId: id,
          status: 'completed',
          customerName: 'Grace',
          finalAmount: '1400.00',
          paymentMethod: 'Cash',
          flags: [],
          items: [{ itemId, quantity: '2.00', unitPrice: '700.00' }],
          payments: [{ amount: '1400.00' }],
        },
      });
      expect(await stock()).toBe(before - 2);
      const again = await api.post(`/orders/${id}/fulfill`);
      expect(dataOf(again)['saleId']).toBe(dataOf(fulfilled)['saleId']);
      expect(await stock()).toBe(before - 2);
      const cancel = await api.patch(`/orders/${id}/status`, { status: 'cancelled' });
      expect([cancel.status, (cancel.body as { message: string }).message]).toEqual([
        409,
        'This order is already fulfilled. Cancel its sale instead.',
      ]);
    });

    it('R-ENT-13 R-ODET-28 answers the pictures of what was ordered, as the item has them now', async () => {
      const image = { ...newItemImage(shop.businessId, 'a'.repeat(32), 0), isStored: true };
      const { images: _none, ...item } = itemRow({ id: 77, name: 'Kettle' });
      const id = await place({
        status: 'pending',
        lines: [
          { id: 1, itemId: 77, itemName: 'Kettle', quantityHundredths: 100, unitPriceMinor: 100, totalMinor: 100 },
          { id: 2, itemId: 78, itemName: 'Gone', quantityHundredths: 100, unitPriceMinor: 100, totalMinor: 100 },
        ],
      });
      await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
        tx.writeRows([{ table: 'item', id: 77, before: undefined, after: { ...item, images: [image] } }]),
      );
      const pictured = {
        items: [
          { name: 'Kettle', images: [image] },
          { name: 'Gone', images: [] },
        ],
      };
      expect(dataOf(await api.get(`/orders/${id}`))).toMatchObject(pictured);
      expect(listOf(await api.get('/orders')).find((order) => order.id === id)).toMatchObject(pictured);
      expect(dataOf(await api.patch(`/orders/${id}/status`, { status: 'confirmed' }))).toMatchObject(pictured);
      expect(dataOf(await api.post(`/orders/${id}/fulfill`))).toMatchObject(pictured);
    });

    it('C-074 C-075 takes the sale’s id, number and time, and leaves it to be paid later', async () => {
      const id = await place();
      const saleId = 4_000_000_000_000 + id;
      const fulfilled = await api.post(`/orders/${id}/fulfill`, {
        saleId,
        saleNumber: 'SALE-1750000000099',
        createdAt: '2026-06-01T08:00:00.000Z',
        status: 'pending',
      });
      expect(dataOf(fulfilled)).toMatchObject({
        saleId,
        sale: {
          id: saleId,
          saleNumber: 'SALE-1750000000099',
          status: 'pending',
          createdAt: '2026-06-01T08:00:00.000Z',
          balance: '1400.00',
        },
      });
      expect((await api.post(`/sales/${saleId}/payments`, {})).status).toBe(201);
      const clash = await api.post(`/orders/${await place()}/fulfill`, { saleId });
      expect(clash.status).toBe(409);
    });

    it('M19 goods that left before a count put that count in doubt, although the call comes after it', async () => {
      const id = await place();
      const createdAt = new Date(server.clock.nowMs()).toISOString();
      server.clock.advance(4 * 60 * 60_000);
      expect((await api.post(`/items/${itemId}/stock`, { type: 'count', counted: await stock() })).status).toBe(201);
      server.clock.advance(60 * 60_000);
      const sale = async (order: number, body: object) =>
        dataOf(await api.post(`/orders/${order}/fulfill`, body))['sale'] as { flags: string[] };
      expect((await sale(id, { createdAt })).flags).toContain('recount');
      // What leaves after the count puts it in no doubt.
      expect((await sale(await place(), {})).flags).not.toContain('recount');
    });

    it('M10 a repeated call without a key adds no payment to a sale that is paid later', async () => {
      const id = await place();
      const fulfilled = dataOf(await api.post(`/orders/${id}/fulfill`, { status: 'pending' }));
      const again = await api.post(`/orders/${id}/fulfill`);
      expect([again.status, dataOf(again)]).toMatchObject([
        201,
        { saleId: fulfilled['saleId'], sale: { status: 'pending', balance: '1400.00', payments: [] } },
      ]);
    });

    it('R-ODET-06 C-129 G8 fulfils what is confirmed, and only here', async () => {
      const id = await place({ status: 'pending' });
      const early = await api.post(`/orders/${id}/fulfill`, {});
      expect([early.status, (early.body as { message: string }).message]).toEqual([409, 'Confirm this order first.']);
      const stranger = apiClient(server, await registerShop(server));
      expect((await stranger.post(`/orders/${id}/fulfill`)).status).toBe(404);
      expect((await stranger.patch(`/orders/${id}/status`, { status: 'cancelled' })).status).toBe(404);
      for (const createdAt of ['soon', '2026-02-31', 'order 7'])
        expect((await api.post(`/orders/${id}/fulfill`, { createdAt })).body).toEqual(
          invalid('createdAt', 'createdAt must be a time'),
        );
    });
  });

  it('answers an empty list where nobody has ordered', async () => {
    const empty = apiClient(server, await registerShop(server));
    expect((await empty.get('/orders?limit=10')).body).toEqual({
      success: true,
      data: [],
      pagination: { page: 1, limit: 10, total: 0, totalPages: 1 },
    });
  });
});
