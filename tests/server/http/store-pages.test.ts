import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import {
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestRequest,
  type TestServer,
} from '../../support/server/server.ts';
import { alertsOf, pageOf, StoreVisitor, textsOf } from '../../support/server/store-visitor.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

/** Rules of the standard and of accessibility, without those about the layout of the source. */
const HTML_RULES = {
  rules: { 'require-sri': 'off' as const },
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
};

describe.each(ROUTE_ENGINES)('the public pages of a shop, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let visitor: StoreVisitor;
  let sugarId: number;
  let riceId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server, { businessName: 'Mama & Sons <b>', phone: '0772 123456' });
    api = apiClient(server, shop);
    visitor = new StoreVisitor(server, shop.slug);
    sugarId = await shelve({ name: 'Sugar', price: '4500', stock: '20' });
    riceId = await shelve({ name: 'Rice', price: '3333.33', stock: '20', unitOfMeasure: 'Kilogram' });
  });
  afterAll(() => server.close());

  async function shelve(item: object, isInStore = true): Promise<number> {
    const { id } = dataOf(await api.post('/items', item));
    if (isInStore) await api.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
    return id;
  }

  const visit = (line: string, request: TestRequest = {}) => visitor.visit(line, request);
  const get = async (query = '') => pageOf(await visitor.look(query));
  const send = (more: Record<string, string> = {}) =>
    visitor.send({ phone: '0772900100', b: `${sugarId}.200`, ...more });
  const orders = async () => listOf(await api.get('/orders'));

  it('R-GEN-11 R-GEN-10 C-025 shows the shop and what it sells online, and nothing else of it', async () => {
    await shelve({ name: 'Not for the web', price: '1', stock: '5' }, false);
    const soldOut = await shelve({ name: 'Soap', price: '2000', stock: '0' });
    const archived = await shelve({ name: 'Old stock', price: '1', stock: '5' });
    await api.patch(`/items/${archived}/active`, { isActive: false });
    const answer = await visit(`GET /${shop.slug}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = pageOf(answer);
    expect(textsOf(page, 'h1')).toEqual(['Mama & Sons <b>']);
    expect(textsOf(page, '.item h2')).toEqual(['Rice', 'Soap', 'Sugar']);
    expect(textsOf(page, '.item .price')).toEqual(['UGX 3,333.33', 'UGX 2,000', 'UGX 4,500']);
    expect(page.querySelector(`[name=q${soldOut}]`)).toBeNull();
    expect(textsOf(page, '.item .bad')).toEqual(['Out of stock']);
    const fieldTypes = [riceId, sugarId].map((id) => page.querySelector<HTMLInputElement>(`[name=q${id}]`)?.type);
    expect(fieldTypes).toEqual(['text', 'text']);
    expect([...page.querySelectorAll('.ways a')].map((a) => a.getAttribute('href'))).toEqual([
      'tel:+256772123456',
      'https://wa.me/256772123456',
    ]);
    // Costs, stock and staff are not public.
    expect(String(answer.body)).not.toMatch(/cost|currentStock|Okello|amina@/i);
  });

  it('C-022 needs no script, asks nobody to install anything, and tells a messenger what it is', async () => {
    const page = await get();
    expect(page.querySelector('link[rel=manifest]')).toBeNull();
    expect([...page.querySelectorAll('script')].map(({ src }) => src)).toEqual(['/storefront.js']);
    const meta = (property: string) => page.querySelector(`meta[property="og:${property}"]`)?.getAttribute('content');
    expect(meta('title')).toBe('Mama & Sons <b>');
    expect(meta('description')).toBe('Order from Mama & Sons <b> online.');
    expect(meta('url')).toBe(`http://localhost/${shop.slug}`);
    expect(page.title).toBe('Mama & Sons <b>');
  });

  it('C-022 where no shop is there is a page that says so; a capital letter is no other address', async () => {
    for (const slug of ['nobody-here', `${shop.slug}-2`]) {
      const answer = await visit(`GET /${slug}`);
      expect(answer.status, slug).toBe(404);
      expect(pageOf(answer).querySelector('h1')?.textContent).toBe('Page Not Found');
    }
    const moved = await visit(`GET /${shop.slug.toUpperCase()}?page=2`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/${shop.slug}?page=2`]);
  });

  it('X-TYPE-31 the basket goes along from page to page and search to search, without a script', async () => {
    const first = await get(`?q${sugarId}=2&search=rice`);
    expect(first.querySelector<HTMLInputElement>('[name=b]')?.value).toBe(`${sugarId}.200`);
    expect(textsOf(first, '.item h2')).toEqual(['Rice']);
    expect(textsOf(first, '[data-summary]')).toEqual(['(1: UGX 9,000)']);
    const second = await get(`?b=${sugarId}.200&q${riceId}=0.5&view=basket`);
    expect(textsOf(second, '.lines li strong')).toEqual(['Sugar', 'Rice']);
    expect(textsOf(second, '.lines .price')).toEqual(['UGX 9,000', 'UGX 1,666.67']);
    expect(textsOf(second, '[data-total]')).toEqual(['UGX 10,666.67']);
    const back = await send({ view: 'shelf', [`q${sugarId}`]: '0', [`q${riceId}`]: '1' });
    expect([back.status, back.headers.get('location')]).toEqual([303, `/${shop.slug}?b=${riceId}.100`]);
    const same = await Promise.all(
      ['ríce', 'ＲＩＣＥ', 'r\u{200b}ice'].map((typed) => get(`?search=${encodeURIComponent(typed)}`)),
    );
    expect(same.map((found) => textsOf(found, '.item h2'))).toEqual([['Rice'], ['Rice'], ['Rice']]);
    expect((await get('?search=nothing-like-it')).querySelector('.note')?.textContent).toBe(
      'Nothing was found for “nothing-like-it”.',
    );
  });

  it('M11 C-114 C-025 what has run out goes along to the order and is said there; what left the store is named to the script', async () => {
    const soldOut = await shelve({ name: 'Flour', price: '2000', stock: '0' });
    const archived = await shelve({ name: 'Candles', price: '1000', stock: '5' });
    await api.patch(`/items/${archived}/active`, { isActive: false });
    const basket = `b=${sugarId}.200-${soldOut}.300-${archived}.100`;
    for (const search of ['', '&search=flour']) {
      const shelf = await get(`?${basket}${search}`);
      expect(textsOf(shelf, '.item h2')).toContain('Flour');
      const carried = shelf.querySelector<HTMLInputElement>('[name=b]')?.value;
      expect(carried).toBe(search === '' ? `${soldOut}.300-${archived}.100` : basket.slice(2));
    }
    const order = await get(`?${basket}&view=basket`);
    expect(textsOf(order, '.lines li strong')).toEqual(['Sugar', 'Flour']);
    expect(textsOf(order, '.lines .bad')).toEqual(['Out of stock']);
    expect(textsOf(order, '[data-total]')).toEqual(['UGX 9,000']);
    expect([...order.querySelectorAll('[data-out]')].map(({ id }) => id)).toEqual([`q${soldOut}`]);
    expect(textsOf(order, `[data-gone="${archived}"]`)).toEqual(['One item is no longer in the store.']);
    const fields = { b: '', [`q${sugarId}`]: '2', total: '900000', phone: '0772900300' };
    expect(alertsOf(await send({ ...fields, [`q${soldOut}`]: '3' }))).toEqual(['Out of stock']);
    expect((await send({ ...fields, [`q${soldOut}`]: '0' })).status).toBe(303);
  });

  it('X-TYPE-60 G34 notes of 500 characters are taken as their field counts them: a line break is one', async () => {
    const lines = ['x'.repeat(483), 'y', 'z', '', 'before', 'noon'];
    const placed = await send({ notes: lines.join('\r\n') });
    expect(placed.status).toBe(303);
    expect((await orders())[0]).toMatchObject({ notes: lines.join('\n') });
    const long = await send({ notes: `${lines.join('\r\n')}\r\n!` });
    expect([long.status, textsOf(pageOf(long), '#notes-problem')]).toEqual([400, ['Use at most 500 characters']]);
  });

  it.each<[typed: string, sentence: string, shown?: string]>([
    ['two', 'Quantity must be a positive number'],
    ['1e', 'Write the number as 1500 or 1,500.50'],
    ['0.375', 'Use at most 2 decimals'],
    ['1250,500', 'Write the number as 1500 or 1,500.50'],
    ['9'.repeat(40), 'Order at most 1000 of one item'],
    [`0.${'3'.repeat(40)}`, 'Use at most 2 decimals'],
    [`2${' '.repeat(29)}kg`, 'Write the number as 1500 or 1,500.50', `2${' '.repeat(28)}…`],
    [`${' '.repeat(30)}2 kg`, 'Write the number as 1500 or 1,500.50', '2 kg'],
  ])(
    'X-TYPE-07 a line whose quantity reads %j stays in the order, whichever button was tapped, and is named',
    async (typed, sentence, shown = typed.slice(0, 30)) => {
      const before = (await orders()).length;
      const fields = { b: `${sugarId}.200`, [`q${riceId}`]: typed };
      const pages = [
        await get(`?${new URLSearchParams({ ...fields, search: 'sugar' })}`),
        await get(`?${new URLSearchParams({ ...fields, view: 'basket' })}`),
        ...(await Promise.all(['shelf', 'basket', ''].map(async (view) => pageOf(await send({ ...fields, view }))))),
      ];
      for (const page of pages) {
        expect(textsOf(page, '.lines li strong')).toEqual(['Sugar', 'Rice']);
        expect(textsOf(page, '.lines li .bad')).toEqual([sentence]);
        expect(page.querySelector<HTMLInputElement>(`[name=q${riceId}]`)?.value).toBe(shown);
      }
      // The text that came back is no quantity either.
      const again = await get(`?${new URLSearchParams({ ...fields, [`q${riceId}`]: shown, view: 'basket' })}`);
      expect(textsOf(again, '.lines li .bad')).toEqual([sentence]);
      expect(await orders()).toHaveLength(before);
    },
  );

  it('X-TYPE-01 X-TYPE-07 a comma that cannot group is the decimal sign of a visitor too', async () => {
    for (const typed of ['0,5', '0,500', '٠٫٥', '.5']) {
      const page = await get(`?${new URLSearchParams({ [`q${riceId}`]: typed, view: 'basket' })}`);
      expect(textsOf(page, '[data-total]'), typed).toEqual(['UGX 1,666.67']);
    }
  });

  it('R-GEN-12 C-025 M11 G32 G34 G63 an order is placed once, at the shop’s prices, and its link shows how it is doing', async () => {
    const before = (await orders()).length;
    const key = 'ab'.repeat(16);
    const order = { notes: 'before noon', address: 'Plot 4', total: '1066667', key, b: `${sugarId}.200-${riceId}.50` };
    const placed = await send(order);
    expect(placed.status).toBe(303);
    const link = placed.headers.get('location') ?? '';
    expect(link).toMatch(new RegExp(`^/${shop.slug}\\?order=\\d+\\.[\\w-]{22}$`));
    // A double tap, or a repetition by a browser that got no answer.
    expect((await send(order)).headers.get('location')).toBe(link);
    const [newest, ...rest] = await orders();
    expect(rest).toHaveLength(before);
    expect(newest).toMatchObject({ status: 'pending', totalAmount: '10666.67', notes: 'before noon' });

    const page = pageOf(await visit(`GET ${link}`));
    expect(textsOf(page, 'main h2')[0]).toBe('Order received');
    expect(page.querySelector('main')?.textContent).toContain(String(newest?.['orderNumber']));
    expect(textsOf(page, '.lines li')).toEqual(['Sugar × 2 UGX 9,000', 'Rice × 0.5 Kilogram UGX 1,666.67']);
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    await api.patch(`/orders/${newest?.id}/status`, { status: 'confirmed' });
    expect(textsOf(pageOf(await visit(`GET ${link}`)), 'main h2')[0]).toBe('Order confirmed');
    // The order cannot be found by its number or by a changed link.
    for (const token of [String(newest?.id), `${newest?.id}.${'A'.repeat(22)}`, link.slice(-22)])
      expect((await visit(`GET /${shop.slug}?order=${token}`)).status, token).toBe(404);
    const other = await registerShop(server);
    expect((await visit(`GET ${link.replace(shop.slug, other.slug)}`)).status).toBe(404);
  });

  it('G32 G33 an order that is over asks for no money, and one that is not tells whom to call', async () => {
    const placeAndGet = async (close: (id: number) => Promise<unknown>) => {
      const link = (await send({ phone: '0772 900 200' })).headers.get('location') ?? '';
      await close(Number(/order=(\d+)/.exec(link)?.[1]));
      return pageOf(await visit(`GET ${link}`));
    };
    const open = await placeAndGet(async () => {});
    expect(textsOf(open, 'main h2')).toEqual(['Order received', 'Change or cancel?']);
    expect(open.body.textContent).toContain('You pay the shop when you receive your order.');
    const cancelled = await placeAndGet((id) => api.patch(`/orders/${id}/status`, { status: 'cancelled' }));
    const handedOver = await placeAndGet(async (id) => {
      await api.patch(`/orders/${id}/status`, { status: 'confirmed' });
      expect((await api.post(`/orders/${id}/fulfill`, {})).status).toBe(201);
    });
    for (const [page, title] of [
      [cancelled, 'Order cancelled'],
      [handedOver, 'Order completed'],
    ] as const) {
      expect(textsOf(page, 'main h2')).toEqual([title, 'Questions?']);
      expect(page.body.textContent).not.toContain('You pay the shop');
      expect(page.querySelectorAll('.ways a').length).toBeGreaterThan(0);
    }
  });

  it('G36 G60 X-TYPE-35 what is missing or wrong is said at its field, and what was typed is still there', async () => {
    const before = (await orders()).length;
    const answer = await send({ name: ' ', phone: '123', notes: 'x"><script>', [`q${riceId}`]: '1' });
    expect(answer.status).toBe(400);
    const page = pageOf(answer);
    expect(page.querySelector('#name-problem')?.textContent).toBe('Name is required');
    expect(page.querySelector('#phone')?.getAttribute('aria-describedby')).toBe('phone-problem');
    expect(page.querySelector<HTMLInputElement>('#phone')?.value).toBe('123');
    expect(page.querySelector<HTMLTextAreaElement>('#notes')?.value).toBe('x"><script>');
    expect(textsOf(page, '.lines li strong')).toEqual(['Sugar', 'Rice']);
    expect(page.querySelectorAll('script')).toHaveLength(1);

    const alerts = async (more: Record<string, string>) => {
      const refused = await send(more);
      return [refused.status, ...alertsOf(refused)];
    };
    expect(await alerts({ total: '1' })).toEqual([409, 'The total has changed. Please look at your order again.']);
    // The same number in another currency is another total.
    expect(await alerts({ currency: 'KES' })).toEqual([409, 'The total has changed. Please look at your order again.']);
    expect(await alerts({ [`q${sugarId}`]: '-1' })).toContain(400);
    expect(await alerts({ [`q${sugarId}`]: '0.5' })).toEqual([400, 'Quantity must be at least 1']);
    const filled = { extra: 'https://spam.example' };
    expect(await alerts(filled)).toEqual([400, 'Your order was not sent. Please tap Place order once more.']);
    // The typed values are still there, and the returned page can be sent again.
    expect(pageOf(await send({ ...filled, name: 'Grace' })).querySelector<HTMLInputElement>('#name')?.value).toBe(
      'Grace',
    );
    expect(pageOf(await send(filled)).querySelector<HTMLInputElement>('#extra')?.value).toBe('');
    expect(await alerts({ b: '' })).toEqual([400, 'Please add at least one item']);
    expect((await orders()).length).toBe(before);
  });

  it('R-GEN-11 the HTML of every page is valid', async () => {
    const { headers } = await send();
    const pages = [
      await visit(`GET /${shop.slug}`),
      await visit(`GET /${shop.slug}?search=nothing-like-it`),
      await visit(`GET /${shop.slug}?b=${sugarId}.200-${riceId}.50&view=basket`),
      await visit(`GET /${shop.slug}?view=basket`),
      await send({ name: '', phone: '1' }),
      await visit(`GET ${headers.get('location')}`),
      await visit('GET /nobody-here'),
    ];
    const validator = new HtmlValidate(HTML_RULES);
    for (const { body } of pages) {
      const report = await validator.validateString(String(body));
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`)),
      ).toEqual([]);
    }
  });

  it('the same form for another order asks first; then it is placed', async () => {
    const key = 'cd'.repeat(16);
    expect((await send({ key })).status).toBe(303);
    const again = await send({ key, notes: 'and this too' });
    expect(again.status).toBe(409);
    expect(alertsOf(again)).toEqual([
      'An order of yours has arrived already. If you want this one too, tap Place order once more.',
    ]);
    const fresh = pageOf(again).querySelector<HTMLInputElement>('[name=key]')?.value ?? '';
    expect((await send({ key: fresh, notes: 'and this too' })).status).toBe(303);
  });

  it('G36 many orders from one phone wait, and say for how long', async () => {
    const answers = [];
    for (let nth = 0; nth < 12; nth += 1) answers.push(await send({ phone: '0772 555 000', notes: `order ${nth}` }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 303));
    expect(statuses.at(-1)).toBe(429);
    expect(alertsOf(answers.at(-1) ?? { body: '' })[0]).toMatch(
      /^Many orders were placed just now\. Try again in .+\.$/,
    );
  });

  it('G60 G36 an order whose answer was lost is not placed once more by whoever has to wait', async () => {
    const phone = '0772 555 001';
    for (let nth = 0; nth < 9; nth += 1) await send({ phone, notes: `order ${nth}` });
    const last = { phone, notes: 'the last', key: 'ef'.repeat(16) };
    const link = (await send(last)).headers.get('location');
    expect((await send({ phone, notes: 'one more' })).status).toBe(429);
    // A repetition gets the same answer, although many orders have this address by now.
    expect((await send(last)).headers.get('location')).toBe(link);
    // Any page that comes instead of the lost answer has the same key.
    for (const more of [{ name: ' ' }, { total: '1', notes: 'another' }, { view: 'basket' }]) {
      const page = pageOf(await send({ phone: '0772 555 002', key: last.key, ...more }));
      const key = page.querySelector<HTMLInputElement>('[name=key]')?.value;
      if ('total' in more) expect(key).not.toBe(last.key);
      else expect(key).toBe(last.key);
    }
  });

  it('G36 whatever stands in an address or a form, the answer is a page', async () => {
    const searches = ['search=%00', 'search=%ED%A0%80', 'search=%', 'search=%25_%5C', 'page=0', 'page=99999'];
    const baskets = ['b=9999999999999999.999999999', `b=${'1.1-'.repeat(3_000)}`, 'q99999999999999999=1'];
    const quantities = ['%00', '1e400', '99999999', '-0', '١٢'].map((typed) => `view=basket&q${sugarId}=${typed}`);
    for (const query of [...searches, ...baskets, ...quantities])
      expect([query.slice(0, 40), (await visit(`GET /${shop.slug}?${query}`)).status]).toEqual([
        query.slice(0, 40),
        200,
      ]);
    for (const token of ['%00', '1.%00', `9999999999999999.${'A'.repeat(22)}`])
      expect([token, (await visit(`GET /${shop.slug}?order=${token}`)).status]).toEqual([token, 404]);
    const before = (await orders()).length;
    const placed = await send({ name: 'Gra\0ce', notes: '\0', address: '\ud800', phone: '0772 600 700' });
    expect(placed.status).toBe(303);
    const [newest, ...rest] = await orders();
    expect(newest).toMatchObject({ customer: { name: 'Grace' }, notes: null });
    for (const more of [{ b: '9999999999999999.100' }, { b: `${sugarId}.999999999` }, { phone: '\0' }])
      expect((await send(more)).status).toBe(400);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await visit(`POST /${shop.slug}`, { text: 'x'.repeat(40_000), headers: form })).status).toBe(413);
    for (const text of ['\0\0', '{"a":1}'])
      expect((await visit(`POST /${shop.slug}`, { text, headers: form })).status).toBe(400);
    expect([rest.length, (await orders()).length]).toEqual([before, before + 1]);
  });

  it('C-025 shows 24 items a page; a page that is not there is the first', async () => {
    const big = await registerShop(server, { businessName: 'Big shop' });
    const bigApi = apiClient(server, big);
    for (let nth = 0; nth < 30; nth += 1) {
      const { id } = dataOf(await bigApi.post('/items', { name: `Item ${nth}`, price: '12500', stock: '9' }));
      await bigApi.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
    }
    const look = async (query: string) => pageOf(await new StoreVisitor(server, big.slug).look(query));
    expect(textsOf(await look(''), '.item h2')).toHaveLength(24);
    expect(textsOf(await look('?page=2'), '.item h2')).toHaveLength(6);
    expect(textsOf(await look('?page=99'), '.pages span')).toContain('Page 1 of 2');
  });
});
