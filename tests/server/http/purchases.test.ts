import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { newPurchaseLineSchema } from '../../../domain/items/purchase.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { type ApiClient, apiClient, dataOf, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import {
  ask as askServer,
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts';
import { supplierRow } from '../../support/shop-rows.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const SUPPLIER = 31;
const OTHER_SUPPLIER = 32;

describe.each(ROUTE_ENGINES)('the calls of purchases on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let itemId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server, { timeZone: 'Africa/Kampala' });
    api = apiClient(server, shop);
    itemId = dataOf(await api.post('/items', { name: 'Sugar', price: '900', stock: 10 })).id;
    const suppliers = [
      supplierRow({ id: SUPPLIER, name: 'Mukwano' }),
      supplierRow({ id: OTHER_SUPPLIER, name: 'Kakira' }),
    ];
    await createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) =>
      tx.writeRows(suppliers.map((after) => ({ table: 'supplier', id: after.id, before: undefined, after }))),
    );
  });
  afterAll(() => server.close());

  const line = (fields: object = {}) => ({ itemId, quantity: '2.5', unitCost: '10.01', ...fields });
  const buy = (fields: object = {}) => api.post('/purchases', { supplierId: SUPPLIER, items: [line()], ...fields });
  const stock = async () => Number(dataOf(await api.get(`/items/${itemId}`))['currentStock']);

  it('R-PUR-19 R-PUR-21 R-PUR-25 C-113 C-119 records a purchase, and its goods raise stock once', async () => {
    const before = await stock();
    const bought = await buy({ purchaseNotes: ' first ', invoiceNumber: 'A-1', invoiceDate: '2026-06-01' });
    expect(bought.status).toBe(201);
    expect(dataOf(bought)).toMatchObject({
      supplierId: SUPPLIER,
      supplierName: 'Mukwano',
      status: 'completed',
      paymentStatus: 'paid',
      paymentMethod: 'cash',
      totalAmount: '25.03',
      balance: '0.00',
      invoiceNumber: 'A-1',
      invoiceDate: '2026-06-01',
      notes: 'first',
      flags: [],
      items: [{ itemId, itemName: 'Sugar', quantity: '2.50', unitCost: '10.01', totalCost: '25.03' }],
    });
    expect(await stock()).toBe(before + 2.5);
    expect(dataOf(await api.get(`/purchases/${dataOf(bought).id}`))).toEqual(dataOf(bought));
  });

  it.each([
    ['2026-06-01', '2026-06-01'],
    ['2026-06-01T10:00:00.000Z', '2026-06-01'],
    // In the shop's zone, UTC+3, that is the next day.
    ['2026-06-01T22:30:00Z', '2026-06-02'],
    ['2026-06-02T01:30:00+03:00', '2026-06-02'],
    ['2026-06-01T23:59:59', '2026-06-01'],
    ['', null],
  ])('R-API-43 invoiceDate %s is the day %s', async (invoiceDate, day) => {
    const bought = dataOf(await buy({ invoiceDate }));
    expect(bought).toMatchObject({ invoiceDate: day });
    const other = dataOf(await buy({ invoiceDate: '2026-01-01' }));
    expect(dataOf(await api.patch(`/purchases/${other.id}`, { invoiceDate }))).toMatchObject({ invoiceDate: day });
    expect((await api.patch(`/purchases/${other.id}`, { invoiceDate: 'soon' })).body).toEqual(
      invalid('invoiceDate', 'Enter a date'),
    );
  });

  it.each([
    ['2026-06-01T10:00:00Z', '2026-06-01T10:00:00.000Z'],
    ['2026-06-01T10:00:00+03:00', '2026-06-01T07:00:00.000Z'],
    // Without a zone it is by the shop's clock, UTC+3.
    ['2026-06-01T22:00', '2026-06-01T19:00:00.000Z'],
    ['2026-06-01 22:00:30', '2026-06-01T19:00:30.000Z'],
    ['2026-06-01', '2026-05-31T21:00:00.000Z'],
  ])('R-API-43 purchaseDate %s is %s', async (purchaseDate, instant) => {
    expect(dataOf(await buy({ purchaseDate }))).toMatchObject({ purchaseDate: instant });
  });

  it('R-API-43 R-PUR-23 an expiry date is the day that is written, or that of a time in the shop’s zone', async () => {
    for (const [expiryDate, day] of [
      ['2027-08-01', '2027-08-01'],
      ['2027-07-31T21:30:00.000Z', '2027-08-01'],
    ]) {
      const bought = dataOf(await buy({ items: [line({ expiryDate })] }));
      expect(bought).toMatchObject({ items: [{ expiryDate: day }] });
    }
  });

  it.each(['2026-02-31', '2026-02-31T10:00:00Z', 'soon'])(
    'R-API-43 refuses the day %s, which does not exist',
    async (day) => {
      expect((await buy({ items: [line({ expiryDate: day })] })).body).toEqual(
        invalid('items.0.expiryDate', 'Enter a date'),
      );
      expect((await buy({ invoiceDate: day })).body).toEqual(invalid('invoiceDate', 'Enter a date'));
      expect((await buy({ purchaseDate: day })).body).toEqual(invalid('purchaseDate', 'purchaseDate must be a time'));
    },
  );

  it('R-ENT-34 R-FIELD-17 a purchase bears the address of its paper: posted, answered, changed, taken off, and on devices', async () => {
    const attachmentUrl = 'https://example.com/invoice.pdf';
    const device = PushDevice.of(server, shop);
    const { cookie } = await device.pullAll();
    const { id } = dataOf(await buy({ attachmentUrl }));
    const onDevice = async () => (await device.pullAll(cookie)).rows.get(`purchase/${id}`);
    for (const wanted of [attachmentUrl, 'http://example.com/2', null]) {
      if (wanted !== attachmentUrl)
        expect(dataOf(await api.patch(`/purchases/${id}`, { attachmentUrl: wanted }))).toMatchObject({
          attachmentUrl: wanted,
        });
      expect(dataOf(await api.get(`/purchases/${id}`))).toMatchObject({ attachmentUrl: wanted });
      expect(listOf(await api.get('/purchases')).find((each) => each.id === id)).toMatchObject({
        attachmentUrl: wanted,
      });
      expect(await onDevice()).toMatchObject({ attachmentUrl: wanted });
    }
    for (const wrong of ['javascript:alert(1)', 'invoice.pdf', 'data:text/html,hello'])
      expect((await buy({ attachmentUrl: wrong })).body).toEqual(
        invalid('attachmentUrl', 'Enter an address that begins with https://'),
      );
  });

  it('C-121 R-PUR-24 R-PUR-25 R-PUR-26 R-PUR-27 reads Cash, Paid and Completed as they are written in the documents', async () => {
    const words = { paymentMethod: 'Mobile Money', paymentStatus: 'Paid', purchaseStatus: 'Completed' };
    const keys = { paymentMethod: 'mobileMoney', paymentStatus: 'paid', status: 'completed' };
    const { id } = dataOf(await buy(words));
    expect(dataOf(await api.get(`/purchases/${id}`))).toMatchObject(keys);
    expect(dataOf(await buy({ paymentMethod: 'Cash', paymentStatus: 'Partial', status: 'Pending' }))).toMatchObject({
      ...{ paymentMethod: 'cash', paymentStatus: 'partial', status: 'pending' },
    });
    const changed = await api.patch(`/purchases/${id}`, { paymentMethod: 'Bank Transfer', paymentStatus: 'Pending' });
    expect(dataOf(changed)).toMatchObject({ paymentMethod: 'bankTransfer', paymentStatus: 'pending' });
    expect(dataOf(await api.patch(`/purchases/${id}`, { status: 'Cancelled' }))).toMatchObject({ status: 'cancelled' });
    expect((await buy({ paymentMethod: 'cAsH' })).body).toEqual(invalid('paymentMethod', 'Choose how it is paid'));
  });

  it('R-PUR-13 C-163 a line’s total is never missing: worked out where it is not sent, refused where it is another', async () => {
    expect(dataOf(await buy())).toMatchObject({ items: [{ totalCost: '25.03' }] });
    expect((await buy({ items: [line({ totalCost: '25.03' })] })).status).toBe(201);
    for (const totalCost of ['25.02', 0, '25.04'])
      expect((await buy({ items: [line({ totalCost })] })).body).toEqual(
        invalid('items.0.totalCost', 'The total does not match the items'),
      );
    // A device must send the total of each line.
    const recorded = { id: 1, itemId, itemName: 'Sugar', quantityHundredths: 250, unitCostMinor: 1_001 };
    const noted = { ...recorded, batchNumber: null, expiryDate: null, notes: null };
    expect(v.is(newPurchaseLineSchema, { ...noted, totalCostMinor: 2_503 })).toBe(true);
    expect(v.is(newPurchaseLineSchema, noted)).toBe(false);
  });

  it('R-API-34 /api/purchases: the list, one, its history, a new one and its end, also without the version', async () => {
    const ask = async (call: string, body?: unknown) =>
      await askServer(server, call, { token: shop.token, ...(body === undefined ? {} : { body }) });
    const posted = await ask('POST /api/purchases', { supplierId: SUPPLIER, items: [line()] });
    expect(posted.status).toBe(201);
    const { id } = dataOf(posted);
    expect(listOf(await ask('GET /api/purchases')).map((each) => each.id)).toContain(id);
    expect(dataOf(await ask(`GET /api/purchases/${id}`))).toEqual(dataOf(posted));
    expect(listOf(await ask(`GET /api/purchases/${id}/history`))).toMatchObject([
      { purchaseId: id, action: 'created' },
    ]);
    expect((await ask(`DELETE /api/purchases/${id}`)).status).toBe(200);
    for (const gone of [`GET /api/purchases/${id}`, `GET /api/purchases/${id}/history`])
      expect((await ask(gone)).status).toBe(404);
    expect(listOf(await ask('GET /api/purchases')).map((each) => each.id)).not.toContain(id);
  });

  it('R-ENT-32 R-ENT-33 what is not said of a purchase is completed, paid and without an attachment', async () => {
    const id = dataOf(await buy()).id;
    expect(dataOf(await api.get(`/purchases/${id}`))).toMatchObject({
      ...{ status: 'completed', paymentStatus: 'paid', attachmentUrl: null },
    });
  });

  it('R-ENT-35 C-119 takes the documents’ payload: a supplier by name alone is found, or comes along', async () => {
    const payload = {
      supplierName: ' Nile Traders ',
      supplierPhone: '0772 555 666',
      supplierEmail: 'nile@example.com',
      supplierNotes: 'Delivers on Mondays',
      purchaseAmount: '25.03',
      paymentMethod: 'mobileMoney',
      paymentStatus: 'partial',
      purchaseStatus: 'pending',
      invoiceNumber: 'N-1',
      invoiceDate: '2026-06-02',
      purchaseNotes: 'The first of them',
      items: [line()],
    };
    const first = dataOf(await api.post('/purchases', payload));
    expect(first).toMatchObject({
      ...{ supplierName: 'Nile Traders', totalAmount: '25.03', paymentMethod: 'mobileMoney', paymentStatus: 'partial' },
      ...{ status: 'pending', invoiceNumber: 'N-1', invoiceDate: '2026-06-02', notes: 'The first of them' },
    });
    expect(dataOf(await api.get(`/suppliers/${String(first['supplierId'])}`))).toMatchObject({
      ...{ name: 'Nile Traders', phone: '0772 555 666', email: 'nile@example.com', notes: 'Delivers on Mondays' },
    });
    expect(dataOf(await api.post('/purchases', payload))['supplierId']).toBe(first['supplierId']);
    const both = { ...payload, supplierId: SUPPLIER };
    expect(dataOf(await api.post('/purchases', both))).toMatchObject({ supplierId: SUPPLIER, supplierName: 'Mukwano' });
    const refused = { ...payload, supplierName: 'Nobody Ltd', purchaseAmount: '1' };
    expect((await api.post('/purchases', refused)).status).toBe(422);
    expect(listOf(await api.get('/suppliers?q=Nobody'))).toEqual([]);
    const wrong = await api.post('/purchases', { ...payload, supplierName: 'Other', supplierEmail: 'no' });
    expect(wrong.body).toEqual(invalid('supplierEmail', 'Please enter a valid email'));
  });

  it('C-098 R-IDET-26 an item’s details name who it was bought from last, beside all that the item’s own call answers', async () => {
    const { id } = dataOf(await api.post('/items', { name: 'Beans', price: '900' }));
    const details = async () => dataOf(await api.get(`/items/${id}/details`));
    const items = [line({ itemId: id })];
    expect(await details()).toMatchObject({ supplier: null });
    await buy({ items });
    await buy({ items, supplierId: OTHER_SUPPLIER, status: 'pending' });
    await buy({ supplierId: OTHER_SUPPLIER });
    expect(await details()).toMatchObject({ supplier: { name: 'Mukwano', phone: null } });
    expect(await details()).toMatchObject(dataOf(await api.get(`/items/${id}`)));
  });

  it('M26 C-113 a pending one raises stock when it is marked as received, once', async () => {
    const before = await stock();
    const { id } = dataOf(await buy({ status: 'pending' }));
    expect(await stock()).toBe(before);
    for (let times = 0; times < 2; times += 1)
      expect(dataOf(await api.patch(`/purchases/${id}`, { status: 'completed' }))).toMatchObject({
        status: 'completed',
      });
    expect(await stock()).toBe(before + 2.5);
    expect(listOf(await api.get(`/purchases/${id}/history`))).toMatchObject([
      { action: 'created' },
      { action: 'received', changes: { status: { from: 'pending', to: 'completed' } }, changedByUserId: shop.userId },
    ]);
  });

  it('R-ENT-36 C-122 C-123 C-125 R-PUR-40 changes its papers and what is paid, and tells the history', async () => {
    const { id } = dataOf(await buy({ paymentStatus: 'pending' }));
    expect(
      dataOf(await api.patch(`/purchases/${id}`, { paymentStatus: 'partial', amountPaid: '5.03', notes: 'half' })),
    ).toMatchObject({ paymentStatus: 'partial', amountPaid: '5.03', balance: '20.00', notes: 'half' });
    expect(listOf(await api.get(`/purchases/${id}/history`))[1]).toMatchObject({
      action: 'updated',
      changedFields: { paymentStatus: { from: 'pending', to: 'partial' }, notes: { from: null, to: 'half' } },
      ...{ id: 2, purchaseId: id, userId: shop.userId, notes: 'half' },
      timestamp: new Date(server.clock.nowMs()).toISOString(),
    });
  });

  it('C-113 M27 cancelling and deleting take back what was raised, once', async () => {
    const before = await stock();
    const [cancelled, removed] = [dataOf(await buy()).id, dataOf(await buy()).id];
    expect(await stock()).toBe(before + 5);
    await api.patch(`/purchases/${cancelled}`, { status: 'cancelled' });
    await api.patch(`/purchases/${cancelled}`, { status: 'cancelled' });
    expect(await stock()).toBe(before + 2.5);
    const late = await api.patch(`/purchases/${cancelled}`, { status: 'completed' });
    expect([late.status, (late.body as { message: string }).message]).toEqual([409, 'This purchase was cancelled.']);
    expect((await api.delete(`/purchases/${cancelled}`)).status).toBe(200);
    expect((await api.delete(`/purchases/${removed}`)).status).toBe(200);
    expect(await stock()).toBe(before);
    expect((await api.get(`/purchases/${removed}`)).status).toBe(404);
    for (const change of [{ notes: 'still there?' }, { status: 'completed' }])
      expect((await api.patch(`/purchases/${removed}`, change)).status).toBe(404);
    expect(await stock()).toBe(before);
  });

  it('M25 G47 flags an invoice number that this supplier has given before, and blocks nothing', async () => {
    expect(dataOf(await buy({ invoiceNumber: 'INV-9' }))).toMatchObject({ flags: [] });
    expect(dataOf(await buy({ invoiceNumber: ' inv-9' }))).toMatchObject({ flags: ['same_invoice'] });
    expect(dataOf(await buy({ invoiceNumber: 'INV-9', supplierId: OTHER_SUPPLIER }))).toMatchObject({ flags: [] });
  });

  it.each([
    ['R-PUR-08', { supplierId: null }, 'supplierId', 'Please select a supplier'],
    ['R-PUR-09', { items: [] }, 'items', 'At least one item is required'],
    ['R-PUR-11 R-PUR-14', { items: [{ quantity: 0 }] }, 'items.0.quantity', 'Quantity must be a positive number'],
    ['R-PUR-12', { items: [{ unitCost: '' }] }, 'items.0.unitCost', 'Unit cost must be a positive number'],
    ['R-PUR-19', { items: [{ totalCost: 1 }] }, 'items.0.totalCost', 'The total does not match the items'],
    ['R-PUR-21', { totalAmount: '9' }, 'totalAmount', 'The total does not match the items'],
    ['R-PUR-24', { status: 'lost' }, 'status', 'Choose a status'],
    ['R-PUR-23', { purchaseDate: 'soon' }, 'purchaseDate', 'purchaseDate must be a time'],
  ])('%s refuses %j', async (_id, wrong: Record<string, unknown>, path, message) => {
    const items = Array.isArray(wrong['items']) ? wrong['items'].map((each: object) => line(each)) : [line()];
    const answer = await buy({ ...wrong, items });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
  });

  it('C-123 an amount paid is that of a partly paid purchase alone, and at most its total', async () => {
    const unpaid = invalid('amountPaid', 'Only of a partly paid purchase an amount is paid');
    expect((await buy({ paymentStatus: 'pending', amountPaid: '5' })).body).toEqual(unpaid);
    const bought = await buy({ paymentStatus: 'pending' });
    expect(dataOf(bought)).toMatchObject({ paymentStatus: 'pending', amountPaid: null, balance: '25.03' });
    const { id } = dataOf(bought);
    const change = async (fields: object) => await api.patch(`/purchases/${id}`, fields);
    const tooMuch = invalid('amountPaid', 'More than the total of this purchase');
    expect((await change({ paymentStatus: 'partial', amountPaid: '25.04' })).body).toEqual(tooMuch);
    expect((await buy({ paymentStatus: 'partial', amountPaid: '25.04' })).body).toEqual(tooMuch);
    expect(dataOf(await change({ paymentStatus: 'partial', amountPaid: '5' }))).toMatchObject({ balance: '20.03' });
    expect(dataOf(await change({ notes: 'half' }))).toMatchObject({ amountPaid: '5.00', balance: '20.03' });
    expect(dataOf(await change({ paymentStatus: 'pending' }))).toMatchObject({ amountPaid: null, balance: '25.03' });
    expect((await change({ amountPaid: '5' })).body).toEqual(unpaid);
  });

  it('C-127 C-158 lists newest first by page, and searches invoice, supplier, notes and items', async () => {
    server.clock.advance(1_000);
    const { id } = dataOf(await buy({ supplierId: OTHER_SUPPLIER, invoiceNumber: 'ZZ-77', notes: 'for the fair' }));
    const ids = async (query: string) => listOf(await api.get(`/purchases${query}`)).map((each) => each.id);
    expect((await ids('?limit=1'))[0]).toBe(id);
    expect(await ids('?q=zz-7')).toEqual([id]);
    expect(await ids('?q=THE%20FAIR')).toEqual([id]);
    expect((await ids('?q=kakira')).includes(id)).toBe(true);
    expect((await ids('?q=sugar')).includes(id)).toBe(true);
    expect(paginationOf(await api.get('/purchases?limit=8'))).toMatchObject({ page: 1, limit: 8 });
  });

  it('G8 C-129 C-097 another shop’s purchase is nobody’s; staff record and see costs as the owner does', async () => {
    const { id } = dataOf(await buy());
    const stranger = apiClient(server, await registerShop(server));
    for (const answer of [
      await stranger.get(`/purchases/${id}`),
      await stranger.get(`/purchases/${id}/history`),
      await stranger.patch(`/purchases/${id}`, { notes: 'mine' }),
      await stranger.delete(`/purchases/${id}`),
      await stranger.post('/purchases', { supplierId: SUPPLIER, items: [line()] }),
    ])
      expect(answer.status).toBe(404);
    const staff = apiClient(server, await addStaff(server, shop));
    expect(dataOf(await staff.get(`/purchases/${id}`))).toMatchObject({ items: [{ unitCost: '10.01' }] });
    expect((await staff.post('/purchases', { supplierId: SUPPLIER, items: [line()] })).status).toBe(201);
  });
});
