import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_PATHS } from '../../../domain/app-path.ts';
import { DatabaseUnavailable } from '../../../server/db/database.ts';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { alertsOf, pageOf, StoreVisitor, textsOf } from '../../support/server/store-visitor.ts';
import { ROUTE_ENGINES, openTestDatabase } from '../../support/server/test-database.ts';

const KEY = 'ab'.repeat(16);
const ARABIC = 'قهوة (250g)';
const TURNS_TEXT_ROUND = 'Tea \u202e0001 XGU';

describe.each(ROUTE_ENGINES)('what a stranger tries at a shop’s pages, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let visitor: StoreVisitor;
  let sugarId: number;
  /** While true, no transaction begins, as with an overloaded database. */
  let isBusy = false;
  beforeAll(async () => {
    const database = await openTestDatabase(engine);
    server = await startTestServer({
      database: {
        ...database,
        transaction: async (options, work) => {
          if (isBusy) throw new DatabaseUnavailable('Too much work is waiting for the database');
          return await database.transaction(options, work);
        },
      },
    });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    visitor = new StoreVisitor(server, shop.slug);
    sugarId = await shelve({ name: 'Sugar', price: '4500', stock: '20' });
  });
  afterAll(() => server.close());

  async function shelve(item: object, by = api): Promise<number> {
    const { id } = dataOf(await by.post('/items', item));
    await by.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
    return id;
  }
  const orderCount = async () => listOf(await api.get('/orders')).length;

  it.each([
    ['0', 'Please add at least one item'],
    ['', 'Please add at least one item'],
    ['-1', 'Quantity must be a positive number'],
    ['1e9', 'Write the number as 1500 or 1,500.50'],
    ['1.5.2', 'Write the number as 1500 or 1,500.50'],
    ['0.5', 'Quantity must be at least 1'],
    ['1.234', 'Use at most 2 decimals'],
    ['1000.01', 'Order at most 1000 of one item'],
    ['999999999999999999999', 'Order at most 1000 of one item'],
  ])(
    'G36 C-055 a quantity of %j is no order: the sentence stands above and at its field, which keeps it',
    async (typed, sentence) => {
      const before = await orderCount();
      const answer = await visitor.send({ [`q${sugarId}`]: typed });
      expect([answer.status, ...alertsOf(answer)]).toEqual([400, sentence]);
      const page = pageOf(answer);
      const isEmpty = sentence === 'Please add at least one item';
      expect(textsOf(page, '.lines .bad')).toEqual(isEmpty ? [] : [sentence]);
      expect(
        [...page.querySelectorAll<HTMLInputElement>('.lines input')].map((field) => field.getAttribute('value')),
      ).toEqual(isEmpty ? [] : [typed]);
      expect(await orderCount()).toBe(before);
    },
  );

  it('C-105 C-114 G8 what is off, archived, sold out, unknown or another shop’s is not ordered, and the rest of the basket stays', async () => {
    const other = apiClient(server, await registerShop(server));
    const off = await shelve({ name: 'Off', price: '1', stock: '5' });
    await api.patch(`/items/${off}/kaunta-status`, { isKauntaEnabled: false });
    const archived = await shelve({ name: 'Archived', price: '1', stock: '5' });
    await api.patch(`/items/${archived}/active`, { isActive: false });
    const soldOut = await shelve({ name: 'Salt', price: '1', stock: '0' });
    const foreign = await shelve({ name: 'Of another shop', price: '1', stock: '5' }, other);
    const before = await orderCount();
    for (const [id, sentence] of [
      [off, 'This item is no longer in the store'],
      [archived, 'This item is no longer in the store'],
      [foreign, 'This item is no longer in the store'],
      [1, 'This item is no longer in the store'],
      [soldOut, 'Out of stock'],
    ] as const) {
      const answer = await visitor.send({ b: `${sugarId}.200-${id}.100` });
      expect([answer.status, ...alertsOf(answer)]).toEqual([400, sentence]);
      expect(textsOf(pageOf(answer), '.lines strong')[0]).toBe('Sugar');
      expect(String(answer.body)).not.toMatch(/Off|Archived|Of another shop/);
    }
    expect(await orderCount()).toBe(before);
  });

  it('G36 a basket of more than an order holds is said so; the dearest one that fits is an order', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 51; nth += 1)
      ids.push(await shelve({ name: `Dear ${nth}`, price: '99999999.99', stock: '5' }));
    const basketOf = (some: readonly number[]) => some.map((id) => `${id}.100000`).join('-');
    const tooMany = await visitor.send({ b: basketOf(ids) });
    expect([tooMany.status, ...alertsOf(tooMany)]).toEqual([
      400,
      ...Array.from({ length: 2 }, () => 'An order holds at most 50 items'),
    ]);
    expect((await visitor.look(`?view=basket&b=${basketOf(ids)}`)).status).toBe(200);
    expect((await visitor.send({ b: basketOf(ids.slice(1)) })).status).toBe(303);
    expect(listOf(await api.get('/orders'))[0]).toMatchObject({ totalAmount: '4999999999500.00' });
    for (const id of ids) await api.patch(`/items/${id}/active`, { isActive: false });
  });

  it('G36 markup, turned and foreign writing and emoji are text wherever they stand, and the page stays valid', async () => {
    const names = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      ARABIC,
      TURNS_TEXT_ROUND,
      '🥖🧈 Bread & butter',
    ];
    for (const name of names) await shelve({ name, description: name, price: '100', stock: '5', unitOfMeasure: '<b>' });
    const about = `${'x'.repeat(198)}🥖🥖🥖`;
    await api.put(`/business/${shop.businessId}`, { name: 'دكان </title><b>', description: about });
    const answer = await visitor.look();
    const page = pageOf(answer);
    expect(page.title).toBe('دكان </title><b>');
    expect(textsOf(page, '.item h2')).toEqual(expect.arrayContaining(names.map((name) => name.trim())));
    expect([page.querySelectorAll('script').length, page.querySelectorAll('img, b').length]).toEqual([1, 0]);
    // Each has its own text direction, which does not affect its surroundings.
    expect([...page.querySelectorAll('h1, .item h2')].map((each) => each.getAttribute('dir'))).not.toContain(null);
    const preview = page.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
    expect(preview).toBe(`${'x'.repeat(198)}🥖…`);

    const placed = await visitor.send({
      b: `${sugarId}.100`,
      name: `${ARABIC} <b>`,
      notes: '"><script>',
      address: '🏠',
    });
    const order = await visitor.visit(`GET ${placed.headers.get('location')}`);
    expect(order.status).toBe(200);
    const basket = await visitor.send({ b: `${sugarId}.100`, name: '', notes: '"><script>' });
    const validator = new HtmlValidate({
      rules: { 'require-sri': 'off' },
      extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
    });
    for (const { body } of [answer, order, basket]) {
      const { results } = await validator.validateString(String(body));
      expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    }
    expect(listOf(await api.get('/orders'))[0]).toMatchObject({ customer: { name: `${ARABIC} <b>`, address: '🏠' } });
  });

  it('G60 the same form sent three times at the same moment is one order with one link', async () => {
    const before = await orderCount();
    const form = { b: `${sugarId}.100`, phone: '0772 111 333', key: KEY };
    const answers = await Promise.all([visitor.send(form), visitor.send(form), visitor.send(form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    // The visitor goes back and sends the form again.
    const again = await visitor.send(form);
    expect(again.headers.get('location')).toBe(answers[0]?.headers.get('location'));
    expect(await orderCount()).toBe(before + 1);
  });

  it('C-022 an address as people pass it on finds the shop; a form at an address of no shop gets a page', async () => {
    for (const [path, to] of [
      [`/${shop.slug}/`, `/${shop.slug}`],
      [`/${shop.slug.toUpperCase()}/?search=a`, `/${shop.slug}?search=a`],
      [`/${shop.slug.toUpperCase()}?b=1.100`, `/${shop.slug}?b=1.100`],
    ]) {
      const moved = await visitor.visit(`GET ${path}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, to]);
    }
    const head = await visitor.visit(`HEAD /${shop.slug}`);
    expect([head.status, head.headers.get('content-type'), head.text]).toEqual([200, 'text/html; charset=utf-8', '']);
    for (const line of ['GET /nobody-here', 'HEAD /nobody-here', 'POST /nobody-here', 'GET /nobody-here/']) {
      const answer = await visitor.visit(line, line.startsWith('POST') ? { text: 'a=1' } : {});
      const end = line.endsWith('/') ? [301, null] : [404, 'text/html; charset=utf-8'];
      expect([line, answer.status, answer.headers.get('content-type')]).toEqual([line, ...end]);
    }
    const capitals = new StoreVisitor(server, shop.slug.toUpperCase());
    expect((await capitals.send({ b: `${sugarId}.100` })).status).toBe(303);
  });

  it('C-022 C-023 no address of the app takes an order or moves', async () => {
    const before = await orderCount();
    for (const path of APP_PATHS.filter((each) => !each.includes(':'))) {
      const posted = await visitor.visit(`POST ${path}`, {
        text: new URLSearchParams({ name: 'Grace', phone: '0772 1', b: `${sugarId}.100` }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([path, posted.status]).toEqual([path, 404]);
      expect([path, (await visitor.visit(`GET ${path}/`)).status]).not.toEqual([path, 301]);
    }
    expect(await orderCount()).toBe(before);
  });

  it('G36 a page of another site cannot make its visitors order; they can, with everything that was typed', async () => {
    const before = await orderCount();
    const form = { b: `${sugarId}.100`, notes: 'from elsewhere' };
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://other.example' },
    ];
    for (const headers of elsewhere) {
      const refused = await visitor.send(form, headers);
      expect([refused.status, textsOf(pageOf(refused), 'h1')]).toEqual([403, ['Forbidden']]);
      // The form was not read, so there is nothing to send again.
      expect(pageOf(refused).querySelector('form')).toBeNull();
      expect(pageOf(refused).querySelector('a.button')?.getAttribute('href')).toBe(`/${shop.slug}`);
    }
    expect(await orderCount()).toBe(before);
    expect((await visitor.send(form, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  it('G60 M11 while the server is busy a visitor reads so and has one button, which sends what they typed', async () => {
    const before = await orderCount();
    const form = { b: `${sugarId}.100`, name: 'Grace "Nakato"', phone: '0772 111 444', key: 'ef'.repeat(16) };
    isBusy = true;
    const [looked, sent] = [await visitor.look('?search=a'), await visitor.send(form)];
    isBusy = false;
    for (const answer of [looked, sent]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(pageOf(answer).querySelector('main p')?.textContent).toBe('Kaunta is busy. Please try again.');
    }
    expect(pageOf(looked).querySelector('a.button')?.getAttribute('href')).toBe(`/${shop.slug}?search=a`);
    const kept = [...pageOf(sent).querySelectorAll<HTMLInputElement>('form input')].map(({ name, value }) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(kept)).toEqual(form);
    expect(await orderCount()).toBe(before);
    expect((await visitor.send(Object.fromEntries(kept) as typeof form)).status).toBe(303);
    expect(listOf(await api.get('/orders'))[0]).toMatchObject({ customer: { name: 'Grace "Nakato"' } });
  });

  it('G32 a link that names no order of the shop says so under the shop’s name', async () => {
    const answer = await visitor.look('?order=1.nonsense');
    const page = pageOf(answer);
    expect([answer.status, textsOf(page, 'main h2')]).toEqual([404, ['Order not found']]);
    expect(textsOf(page, 'header h1')).toHaveLength(1);
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });
});
