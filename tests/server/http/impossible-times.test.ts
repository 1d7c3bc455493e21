import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';

const DAY_MS = 86_400_000;
const LAST_MS = 8_640_000_000_000_000;
const LAST = '+275760-09-13T00:00:00.000Z';

describe('what a clock dated that has lost its time', () => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let device: PushDevice;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  beforeEach(async () => {
    device = PushDevice.of(server, shop);
  });
  afterAll(() => server.close());

  const iso = (atMs: number) => new Date(atMs).toISOString();
  const rowOf = async (key: string) => {
    const { rows, cookie } = await device.pullAll();
    return rows.get(key) ?? (await device.pullAll(cookie, 'history')).rows.get(key);
  };

  const purchaseArgs = (
    item: Pick<MutationArgs<'item.create'>, 'id'>,
    supplierId: number,
    fields: Partial<MutationArgs<'purchase.create'>> = {},
  ): MutationArgs<'purchase.create'> => ({
    ...{ id: device.mintId(), supplierId, supplierName: 'Mukwano', purchaseDateMs: server.clock.nowMs() },
    ...{ status: 'completed', totalMinor: 5_000, currency: 'UGX', invoiceNumber: null, invoiceDate: null, notes: null },
    ...{ paymentMethod: 'cash', paymentStatus: 'paid', amountPaidMinor: null, attachmentUrl: null },
    lines: [
      {
        ...{ id: device.mintId(), itemId: item.id, itemName: 'Sugar', quantityHundredths: 500, unitCostMinor: 1_000 },
        ...{ totalCostMinor: 5_000, batchNumber: null, expiryDate: null, notes: null },
      },
    ],
    ...fields,
  });

  it('SYN-23 SYN-23a R-LIM-02 every fact is flagged and counts by the time of the server; what the device said stays', async () => {
    const item = itemArgs(device);
    const customer = customerArgs(device);
    const unpaid = saleArgs(device, [item], { status: 'pending' });
    const stock = {
      id: device.mintId(),
      itemId: item.id,
      quantityHundredths: 100,
      costPriceMinor: null,
      batchId: null,
    };
    const supplier = { id: device.mintId(), name: 'Mukwano', phone: null, email: null, address: null, notes: null };
    const bought = purchaseArgs(item, supplier.id);
    const money = { saleId: unpaid.id, orderId: null, paymentMethodId: null, paymentMethodName: null };
    const paid = { ...money, id: device.mintId(), amountMinor: unpaid.finalMinor, transactionId: null };
    const back = { ...paid, id: device.mintId(), way: 'refunded' as const };
    const cash = {
      ...{ id: device.mintId(), day: '2026-11-21', drawer: 'device' as const, deviceName: 'Firefox', currency: 'UGX' },
      ...{ openingMinor: 0, expectedMinor: 0, countedMinor: 5, notes: null },
    };
    const wrong: Partial<WireMutation> = { atMs: LAST_MS, clockOffsetMs: 0 };
    const { outcomes } = await device.push([
      device.wire('item.create', item, wrong),
      device.wire('customer.create', customer, wrong),
      device.wire('sale.create', unpaid, wrong),
      device.wire('stock.add', stock, wrong),
      device.wire('supplier.create', supplier, wrong),
      device.wire('purchase.create', bought, wrong),
      device.wire('sale.takePayment', paid, wrong),
      device.wire('sale.settleRefund', back, wrong),
      device.wire('cash.count', cash, wrong),
    ]);
    expect(outcomes.map(({ kind, codes }) => [kind, codes.includes('clock_suspect')])).toEqual(
      outcomes.map(() => ['flagged', true]),
    );
    const nowMs = server.clock.nowMs();
    const both = { createdAtMs: nowMs, deviceAtMs: LAST_MS };
    for (const [table, { id }] of Object.entries({
      ...{ item, customer, sale: unpaid, stockMovement: stock, supplier, purchase: bought },
    }))
      expect([table, await rowOf(`${table}/${id}`)]).toEqual([table, expect.objectContaining(both)]);
    const counts = await server.deps.database.transaction({ businessId: shop.businessId, readOnly: true }, (sql) =>
      sql.query<{ doc: object }>('select doc from cash_count where business_id = $1', [shop.businessId]),
    );
    expect(counts.map(({ doc }) => doc)).toMatchObject([{ id: cash.id, ...both }]);
    expect(await rowOf(`sale/${unpaid.id}`)).toMatchObject({
      flags: expect.arrayContaining(['clock_suspect']),
      payments: [{ atMs: nowMs, deviceAtMs: LAST_MS }],
      refunds: [{ atMs: nowMs, deviceAtMs: LAST_MS }],
    });
    const answered = { createdAt: iso(nowMs), deviceCreatedAt: LAST };
    const sale = dataOf(await api.get(`/sales/${unpaid.id}`));
    expect(sale).toMatchObject({ ...answered, payments: [answered], refunds: [answered] });
    expect(listOf(await api.get('/sales')).find(({ id }) => id === unpaid.id)).toMatchObject(answered);
    expect(dataOf(await api.get(`/purchases/${bought.id}`))).toMatchObject(answered);
    expect(listOf(await api.get(`/purchases/${bought.id}/history`))).toMatchObject([answered]);
    expect(listOf(await api.get(`/items/${item.id}/stock`))).toMatchObject([answered, answered]);
  });

  it.each([
    ['a day and an hour ahead', () => server.clock.nowMs() + DAY_MS + 3_600_000, true],
    ['almost a day ahead', () => server.clock.nowMs() + DAY_MS - 60_000, false],
    ['before 2015', () => Date.parse('2014-12-31T23:59:59Z'), true],
    ['of 2015', () => Date.parse('2015-01-01T00:00:00Z'), false],
    ['of 1970', () => 0, true],
  ])('SYN-23 R-LIM-02 C-155 a sale %s', async (_when, atMs, isImpossible) => {
    const item = itemArgs(device);
    const sale = saleArgs(device, [item]);
    const brought = device.wire('item.create', item);
    const dated = device.wire('sale.create', sale, { atMs: atMs(), clockOffsetMs: null });
    const { outcomes } = await device.push([brought, dated]);
    expect(outcomes[1]?.codes).toEqual(isImpossible ? ['clock_suspect'] : []);
    expect(dataOf(await api.get(`/sales/${sale.id}`))).toMatchObject({
      createdAt: iso(isImpossible ? server.clock.nowMs() : dated.atMs),
      deviceCreatedAt: isImpossible ? iso(dated.atMs) : null,
      flags: isImpossible ? ['clock_suspect'] : [],
    });
  });

  it('SYN-23 SYN-2 R-LIM-02 the very same act in another queue keeps the time that it was first counted by', async () => {
    const customer = customerArgs(device);
    const first = device.wire('customer.create', customer, { atMs: 12_345, clockOffsetMs: null });
    await device.push([first]);
    const firstMs = server.clock.nowMs();
    server.clock.advance(60_000);
    const copy = PushDevice.of(server, shop);
    const { act, atMs } = first;
    const again = copy.wire('customer.create', customer, { act, atMs, clockOffsetMs: null });
    const { outcomes } = await copy.push([again]);
    expect(outcomes).toMatchObject([{ kind: 'flagged', codes: ['clock_suspect'] }]);
    expect(await rowOf(`customer/${customer.id}`)).toMatchObject({ createdAtMs: firstMs, deviceAtMs: 12_345 });
    const other = await device.push([device.wire('customer.create', customer, { atMs: 12_345, clockOffsetMs: null })]);
    expect(other.outcomes).toMatchObject([{ kind: 'refused', codes: ['id_clash'] }]);
  });

  it('SYN-23 R-LIM-02 a date that was given for a purchase, or for the goods of an order, is judged alike', async () => {
    const item = itemArgs(device);
    const supplier = { id: device.mintId(), name: 'Musa', phone: null, email: null, address: null, notes: null };
    const bought = purchaseArgs(item, supplier.id, { purchaseDateMs: LAST_MS });
    const { outcomes } = await device.push([
      device.wire('item.create', item),
      device.wire('supplier.create', supplier),
      device.wire('purchase.create', bought),
    ]);
    expect(outcomes[2]).toMatchObject({ kind: 'flagged', codes: ['clock_suspect'] });
    expect(dataOf(await api.get(`/purchases/${bought.id}`))).toMatchObject({
      purchaseDate: iso(server.clock.nowMs()),
      givenPurchaseDate: LAST,
      deviceCreatedAt: null,
      flags: ['clock_suspect'],
    });
    await api.patch(`/items/${item.id}/kaunta-status`, { isKauntaEnabled: true });
    const placed = await api.post(`/stores/${shop.slug}/orders`, {
      name: 'Grace',
      phone: '0772000111',
      items: [{ itemId: item.id, quantity: '1' }],
    });
    expect(placed.status).toBe(201);
    const [order] = listOf(await api.get('/orders'));
    await api.patch(`/orders/${order?.id}/status`, { status: 'confirmed' });
    const fulfilled = dataOf(await api.post(`/orders/${order?.id}/fulfill`, { createdAt: '1999-01-01T00:00:00Z' }));
    expect(fulfilled['sale']).toMatchObject({
      createdAt: iso(server.clock.nowMs()),
      deviceCreatedAt: '1999-01-01T00:00:00.000Z',
      flags: ['clock_suspect'],
    });
  });
});
