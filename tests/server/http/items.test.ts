import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemCategoriesOf } from '../../../domain/items/item-category.ts';
import { type ApiClient, apiClient, dataOf, invalid, listOf, paginationOf } from '../../support/server/api-client.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const withRequired = itemCategoriesOf(1).find((category) => category.schema.fields.some((field) => field.required));
const plainCategory = itemCategoriesOf(5).find((category) => category.schema.fields.every((field) => !field.required));

describe.each(ROUTE_ENGINES)('the calls of items on %s', (engine) => {
  let server: TestServer;
  let admin: ApiClient;
  let staff: ApiClient;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    const shop = await registerShop(server);
    admin = apiClient(server, shop);
    staff = apiClient(server, await addStaff(server, shop));
  });
  afterAll(() => server.close());

  /** Registers a new shop, for tests that count rows. */
  const newShop = async (): Promise<ApiClient> => apiClient(server, await registerShop(server));

  it('R-API-25 C-045 takes the price as text or as number and answers decimal strings and ISO instants', async () => {
    const created = await admin.post('/items', {
      name: ' Sugar ',
      price: '1,200.5',
      stock: 10,
      costPrice: 900,
      reorderLevel: '2',
      sku: 'S-1',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      success: true,
      data: {
        name: 'Sugar',
        price: '1200.50',
        currentStock: '10.00',
        costPrice: '900.00',
        reorderLevel: '2.00',
        sku: 'S-1',
        currency: 'UGX',
        description: null,
      },
    });
    const { id, createdAt } = dataOf(created);
    expect(createdAt).toBe(new Date(server.clock.nowMs()).toISOString());
    expect((await admin.get(`/items/${id}`)).body).toEqual({
      success: true,
      data: {
        ...{ ...dataOf(created), itemCategory: null, supplier: null, initialStock: '10.00' },
        customFieldsWithContext: [],
      },
    });
    expect(dataOf(await admin.post('/items', { name: 'Salt', price: 700.25 }))).toMatchObject({ price: '700.25' });
  });

  it('R-ENT-24 R-ENT-25 R-ENT-26 R-ENT-27 R-ITEM-14 R-INEW-15 R-INEW-18 an item starts as a tracked product with nothing in stock, active, off the store', async () => {
    expect(dataOf(await admin.post('/items', { name: 'Plain', price: '5' }))).toMatchObject({
      type: 'product',
      currentStock: '0.00',
      trackStock: true,
      isActive: true,
      isKauntaEnabled: false,
      advancedEnabled: false,
      costPrice: null,
      images: [],
    });
    expect((await admin.post('/items', { name: 'No price' })).body).toEqual(
      invalid('price', 'Price must be a positive number'),
    );
  });

  it('R-INEW-16 R-INEW-17 C-089 C-104 a service counts nothing; a product is counted unless its advanced switch is off', async () => {
    expect(
      dataOf(
        await admin.post('/items', {
          name: 'Repair',
          price: '5',
          type: 'service',
          stock: 4,
          trackStock: true,
          advancedEnabled: true,
        }),
      ),
    ).toMatchObject({ trackStock: false, currentStock: '0.00', advancedEnabled: false });
    expect(dataOf(await admin.post('/items', { name: 'Box', price: '5', stock: 4, trackStock: false }))).toMatchObject({
      trackStock: true,
      currentStock: '4.00',
    });
    expect(
      dataOf(await admin.post('/items', { name: 'Sand', price: '5', trackStock: false, advancedEnabled: true })),
    ).toMatchObject({ trackStock: false });
  });

  it('R-INEW-20 R-INEW-21 R-ENT-28 C-094 takes the optional fields under all their names', async () => {
    const created = await admin.post('/items', {
      name: 'Phone',
      price: '5',
      cost: '4',
      initialStock: '3',
      unitOfMeasure: 'Piece',
      unit: 'Box',
      trackStock: true,
      advancedEnabled: true,
      category: 'Electronics',
      subCategory: 'Phones',
      brand: 'Samsung',
      model: 'A15',
      serialNumber: 77,
      color: 'Black',
      condition: 'Used',
      size: 'M',
      description: ' nice ',
      customFields: { warranty: '1 year' },
      reorderLevel: 1.5,
    });
    expect(dataOf(created)).toMatchObject({
      costPrice: '4.00',
      currentStock: '3.00',
      unitOfMeasure: 'Piece',
      trackStock: true,
      advancedEnabled: true,
      category: 'Electronics',
      subCategory: 'Phones',
      description: 'nice',
      reorderLevel: '1.50',
      brand: 'Samsung',
      model: 'A15',
      serialNumber: '77',
      color: 'Black',
      condition: 'Used',
      size: 'M',
      customFields: {
        warranty: '1 year',
        brand: 'Samsung',
        model: 'A15',
        serialNumber: '77',
        color: 'Black',
        condition: 'Used',
        size: 'M',
      },
    });
  });

  it.each([
    ['R-INEW-27', { name: '  ' }, 'name', 'Item name is required'],
    ['R-INEW-27', { name: undefined }, 'name', 'Item name is required'],
    ['R-INEW-27', { name: 5 }, 'name', 'Item name is required'],
    ['R-INEW-28 C-042', { price: '0' }, 'price', 'Price must be a positive number'],
    ['R-INEW-28', { price: '-3' }, 'price', 'Price must be a positive number'],
    ['R-INEW-28', { price: 'abc' }, 'price', 'Price must be a positive number'],
    ['R-INEW-28', { price: null }, 'price', 'Price must be a positive number'],
    ['R-INEW-28', { price: { amount: 5 } }, 'price', 'Price must be a positive number'],
    ['R-INEW-28', { price: 1e300 }, 'price', 'Price must be a positive number'],
    ['X-TYPE-05', { price: '10%' }, 'price', 'Write the number as 1500 or 1,500.50'],
    ['X-TYPE-05', { stock: '1250,500' }, 'stock', 'Write the number as 1500 or 1,500.50'],
    ['C-041', { price: '1.234' }, 'price', 'Use at most 2 decimals'],
    ['C-040', { price: '100000000' }, 'price', 'Amount is too large'],
    ['R-INEW-29', { stock: '-1' }, 'stock', 'Stock must be a positive number or zero'],
    ['R-INEW-29', { initialStock: 'many' }, 'initialStock', 'Stock must be a positive number or zero'],
    ['R-INEW-29', { stock: 100_000 }, 'stock', 'Quantity is too large'],
    ['R-INEW-30', { itemCategoryId: null }, 'itemCategoryId', 'Please select an item category'],
    ['R-INEW-30', { itemCategoryId: '' }, 'itemCategoryId', 'Please select an item category'],
    ['R-INEW-30', { itemCategoryId: 999_999 }, 'itemCategoryId', 'Please select an item category'],
    [
      'R-INEW-31',
      { itemCategoryId: withRequired?.id },
      'customFields',
      'Please fill in all required additional fields',
    ],
    [
      'R-INEW-31',
      {
        itemCategoryId: withRequired?.id,
        customFields: Object.fromEntries((withRequired?.schema.fields ?? []).map((field) => [field.name, ' '])),
      },
      'customFields',
      'Please fill in all required additional fields',
    ],
    ['C-040', { costPrice: '100000000' }, 'costPrice', 'Amount is too large'],
    ['R-GEN-05', { type: 'gadget' }, 'type', 'Type must be product or service'],
    ['C-139', { description: 'x'.repeat(2_001) }, 'description', 'Use at most 2000 characters'],
    ['R-INEW-20', { description: 7 }, 'description', 'This is not valid'],
  ])('%s refuses %j with the form’s own sentence', async (_id, wrong, path, message) => {
    const answer = await admin.post('/items', { name: 'Right', price: '5', ...wrong });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(invalid(path, message));
  });

  it('R-INEW-32 takes blank cost, description and SKU as none', async () => {
    expect(
      dataOf(await admin.post('/items', { name: 'Blank', price: '5', costPrice: ' ', description: '', sku: '' })),
    ).toMatchObject({ costPrice: null, description: null, sku: null });
  });

  it('R-INEW-31 C-095 C-096 keeps the category with its name, and the further fields with their labels', async () => {
    const customFields = {
      ...Object.fromEntries((withRequired?.schema.fields ?? []).map((field) => [field.name, `my ${field.name}`])),
      gone: 'kept',
    };
    const created = await admin.post('/items', {
      name: 'Labelled',
      price: '5',
      itemCategoryId: withRequired?.id,
      customFields,
    });
    expect(dataOf(created)).toMatchObject({ itemCategoryId: withRequired?.id, category: withRequired?.name });
    const details = dataOf(await admin.get(`/items/${dataOf(created).id}/details`));
    expect(details).toMatchObject({ supplier: null, itemCategory: { id: withRequired?.id, name: withRequired?.name } });
    expect(details['customFieldsWithContext']).toEqual(
      expect.arrayContaining([
        ...(withRequired?.schema.fields ?? []).map(({ name, label }) => ({ name, label, value: `my ${name}` })),
        { name: 'gone', label: 'gone', value: 'kept' },
      ]),
    );
  });

  it('R-LEG-04 R-API-40 C-029 C-118 /api/products answers the old list: the very same items, those of type product', async () => {
    const shop = await newShop();
    for (const [name, type] of Object.entries({ First: 'product', Haircut: 'service', Second: 'product' })) {
      server.clock.advance(1_000);
      await shop.post('/items', { name, type, price: '5' });
    }
    const names = async (path: string) => listOf(await shop.get(path)).map(({ name }) => name);
    expect(await names('/products')).toEqual(['Second', 'First']);
    expect(await names('/products?q=fir')).toEqual(['First']);
    const page = await shop.get('/products?page=2&limit=1');
    expect(listOf(page).map(({ name }) => name)).toEqual(['First']);
    expect(paginationOf(page)).toMatchObject({ total: 2, totalPages: 2 });
  });

  it('R-IEDIT-11 advanced settings can be turned on and stay on', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Plain', price: '5' }));
    expect(dataOf(await admin.patch(`/items/${id}`, { advancedEnabled: true }))).toMatchObject({
      advancedEnabled: true,
    });
    const refused = await admin.patch(`/items/${id}`, { advancedEnabled: false, name: 'Other' });
    expect(refused).toMatchObject({
      status: 422,
      body: invalid('advancedEnabled', 'Advanced settings cannot be turned off once they are on'),
    });
    expect(dataOf(await admin.get(`/items/${id}`))).toMatchObject({ name: 'Plain', advancedEnabled: true });
  });

  it('R-API-42 refuses what a change of an item does not know or cannot change, by name, and changes nothing', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Whole', price: 5 }));
    const before = dataOf(await admin.get(`/items/${id}`));
    for (const [field, value, message] of [
      ['isActive', false, 'An item is archived and restored by PATCH /items/{id}/active'],
      ['isKauntaEnabled', true, 'An item is shown in the store by PATCH /items/{id}/kaunta-status'],
      ['initialStock', '5', 'Stock is changed by POST /items/{id}/stock'],
      ['colour', 'red', 'An item has no field of this name, or it cannot be changed'],
      ['constructor', 'x', 'An item has no field of this name, or it cannot be changed'],
      ['id', 1, 'An item has no field of this name, or it cannot be changed'],
    ] as const) {
      const answer = await admin.patch(`/items/${id}`, { name: 'Other', [field]: value });
      expect([answer.status, answer.body]).toEqual([422, invalid(field, message)]);
    }
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`field ${nth}`, nth]));
    const { details } = (await admin.patch(`/items/${id}`, many)).body as { details: unknown[] };
    expect(details).toHaveLength(20);
    expect(dataOf(await admin.get(`/items/${id}`))).toEqual(before);
  });

  it('R-API-27 C-097 changes only what is sent; a change without the cost does not blank it', async () => {
    const { id } = dataOf(
      await admin.post('/items', { name: 'Before', price: '5', costPrice: '3', stock: 7, brand: 'B', sku: 'K' }),
    );
    const changed = await staff.patch(`/items/${id}`, {
      name: 'After',
      price: 6,
      costPrice: '1',
    });
    expect(changed.status).toBe(200);
    expect(dataOf(await admin.get(`/items/${id}`))).toMatchObject({
      name: 'After',
      price: '6.00',
      costPrice: '3.00',
      currentStock: '7.00',
      brand: 'B',
      sku: 'K',
    });
    expect(
      dataOf(
        await admin.patch(`/items/${id}`, { costPrice: '', sku: null, brand: '', itemCategoryId: plainCategory?.id }),
      ),
    ).toMatchObject({ costPrice: null, sku: null, brand: null, category: plainCategory?.name });
    expect((await admin.patch(`/items/${id}`, {})).status).toBe(200);
    expect((await admin.patch(`/items/${id}`, { name: '' })).body).toEqual(invalid('name', 'Item name is required'));
    expect((await admin.patch(`/items/${id}`, { price: 0 })).body).toEqual(
      invalid('price', 'Price must be a positive number'),
    );
  });

  it('R-ITEM-11 R-GEN-10 puts an item on the store and takes it off', async () => {
    const { id } = dataOf(await admin.post('/items', { name: 'Shown', price: 5 }));
    expect(dataOf(await staff.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true }))).toMatchObject({
      id,
      isKauntaEnabled: true,
      name: 'Shown',
    });
    expect(dataOf(await admin.get(`/items/${id}`))).toMatchObject({ isKauntaEnabled: true });
    expect(dataOf(await admin.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: false }))).toMatchObject({
      isKauntaEnabled: false,
    });
    expect((await admin.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: 'yes' })).body).toEqual(
      invalid('isKauntaEnabled', 'isKauntaEnabled must be true or false'),
    );
  });

  it('R-API-18 C-158 R-ENT-38 R-LIM-01 pages the list newest first, as many as a page holds without a limit', async () => {
    const shop = await newShop();
    for (let index = 0; index < 5; index += 1) {
      server.clock.advance(1_000);
      await shop.post('/items', { name: `Item ${index}`, price: 5 });
    }
    const names = async (query: string) => listOf(await shop.get(`/items${query}`)).map((item) => item['name']);
    expect(await names('')).toEqual(['Item 4', 'Item 3', 'Item 2', 'Item 1', 'Item 0']);
    expect(await names('?limit=2&page=2')).toEqual(['Item 2', 'Item 1']);
    expect(await names('?limit=2&page=9')).toEqual([]);
    expect(paginationOf(await shop.get('/items?limit=2'))).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3 });
    expect(paginationOf(await shop.get('/items?limit=1'))).toMatchObject({ total: 5 });
    expect(paginationOf(await shop.get('/items?page=3'))).toEqual({ page: 3, limit: 50, total: 5, totalPages: 1 });
    expect((await shop.get('/auth/me')).body).toMatchObject({ success: true });
    expect(paginationOf(await shop.get('/items?q=nothing'))).toMatchObject({ total: 0, totalPages: 1 });
  });

  it.each(['limit=0', 'limit=201', 'limit=-1', 'limit=abc', 'page=0', 'page=1.5', `q=${'x'.repeat(201)}`, 'q=%00'])(
    'answers 422 to a list asked for with %s',
    async (query) => {
      expect((await admin.get(`/items?${query}`)).status).toBe(422);
    },
  );

  it('R-ITEM-18 R-ITEM-19 R-ITEM-20 R-ITEM-21 C-097 searches name, id, price, and for an admin the cost', async () => {
    const owner = await registerShop(server);
    const [shop, member] = [apiClient(server, owner), apiClient(server, await addStaff(server, owner))];
    const { id } = dataOf(
      await shop.post('/items', { name: '100% Ügandan Coffee_A', price: '4321.10', costPrice: '1234.56' }),
    );
    await shop.post('/items', { name: 'Tea', price: '99' });
    const found = async (client: ApiClient, q: string) =>
      listOf(await client.get(`/items?q=${encodeURIComponent(q)}`)).map((item) => item['name']);
    for (const q of ['ganDAN', 'ügandan', '100%', 'e_a', String(id), String(id).slice(-9), '4321.1', ' coffee '])
      expect(await found(shop, q), q).toEqual(['100% Ügandan Coffee_A']);
    expect(await found(shop, '1234.56')).toEqual(['100% Ügandan Coffee_A']);
    expect(await found(member, '1234.56')).toEqual([]);
    for (const q of ['%', '_', '\\']) expect(await found(shop, `z${q}`), q).toEqual([]);
    expect(await found(shop, "'; drop table item; --")).toEqual([]);
  });

  it('R-API-24 finds items for a picker, in a list, and one by one', async () => {
    const shop = await newShop();
    const { id } = dataOf(await shop.post('/items', { name: 'Blue soap', price: 5 }));
    await shop.post('/items', { name: 'Bread', price: 5 });
    expect(listOf(await shop.get('/items/search/SOAP')).map((item) => item['name'])).toEqual(['Blue soap']);
    expect(listOf(await shop.get('/items')).map((item) => item['name'])).toEqual(
      expect.arrayContaining(['Blue soap', 'Bread']),
    );
    for (const path of [`/items/${id}`, `/items/${id}/details`])
      expect(dataOf(await shop.get(path))).toMatchObject({ id, name: 'Blue soap' });
    expect(listOf(await shop.get('/items/search/a%2Fb'))).toEqual([]);
    expect((await shop.get('/items/search/%00')).status).toBe(422);
    for (let index = 0; index < 25; index += 1) await shop.post('/items', { name: `Many ${index}`, price: 5 });
    expect(listOf(await shop.get('/items/search/many'))).toHaveLength(20);
  });

  it('C-097 staff never get a cost, in no answer', async () => {
    const created = await staff.post('/items', { name: 'By staff', price: 5, costPrice: '333', stock: 2 });
    const { id } = dataOf(created);
    expect(dataOf(await admin.get(`/items/${id}`))).toMatchObject({ costPrice: null });
    await admin.patch(`/items/${id}`, { costPrice: '444' });
    await admin.post(`/items/${id}/stock`, { quantity: 1, costPrice: '555' });
    const answers = [
      created,
      await staff.patch(`/items/${id}`, { name: 'Again' }),
      await staff.post(`/items/${id}/stock`, { quantity: 1, costPrice: '666' }),
    ];
    for (const path of [
      '/items',
      `/items/${id}`,
      `/items/${id}/details`,
      `/items/${id}/stock`,
      `/items/${id}/history`,
      '/items/search/again',
      '/items?q=444',
    ])
      answers.push(await staff.get(path));
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(300);
      expect(JSON.stringify(answer.body)).not.toMatch(/cost|\D(333|444|555|666)\.00/i);
    }
    expect(JSON.stringify((await admin.get(`/items/${id}/stock`)).body)).toContain('"costPrice":"555.00"');
  });
});
