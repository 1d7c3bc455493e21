import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS_KEPT_MS } from '../../../server/mutate/plain-call.ts';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import {
  ask,
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from '../../support/server/server.ts';
import { alertsOf, pageOf, StoreVisitor } from '../../support/server/store-visitor.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

const QUESTION = 'An order of yours has arrived already. If you want this one too, tap Place order once more.';
const HOUR_MS = 3_600_000;

/* A visitor whose answer was lost sends the key of that order again, from a page that the server made anew. */

describe.each(ROUTE_ENGINES)('an order whose answer was lost, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let visitor: StoreVisitor;
  let sugarId: number;
  let riceId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    visitor = new StoreVisitor(server, shop.slug);
    sugarId = await shelve({ name: 'Sugar', price: '4500', stock: '20' });
    riceId = await shelve({ name: 'Rice', price: '3000', stock: '20' });
  });
  afterAll(() => server.close());

  async function shelve(item: object): Promise<number> {
    const { id } = dataOf(await api.post('/items', item));
    await api.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
    return id;
  }
  const send = (key: string, more: Record<string, string> = {}) =>
    visitor.send({ phone: '0772900100', b: `${sugarId}.200-${riceId}.100`, key, ...more });
  const keyOf = (answer: Pick<TestAnswer, 'body'>) =>
    pageOf(answer).querySelector<HTMLInputElement>('#order [name=key]')!;
  /** Opens 'Your order'; returns the key of its form. */
  const openKey = async () => keyOf(await visitor.look(`?view=basket&b=${sugarId}.200`));
  const count = async () => listOf(await api.get('/orders')).length;
  const linkOf = ({ status, headers }: TestAnswer) => [status, headers.get('location')];

  it('G60 each page names the order that its form makes, and no other', async () => {
    const [first, second] = [await openKey(), await openKey()];
    expect(first.value).not.toBe(second.value);
    const [, link] = linkOf(await send(first.value));
    expect(link).toContain(`?order=${first.dataset['order']}.`);
    const ordered = pageOf(await visitor.visit(`GET ${link}`)).querySelector<HTMLElement>('[data-ordered]');
    expect(ordered?.dataset['ordered']).toBe(first.dataset['order']);
    expect(second.dataset['order']).not.toBe(first.dataset['order']);
  });

  it('G60 the same lines are the same order, in whatever order they were put in', async () => {
    const { value } = await openKey();
    const first = linkOf(await send(value));
    const before = await count();
    const turned = { b: `${riceId}.100`, [`q${sugarId}`]: '2' };
    expect(linkOf(await send(value, turned))).toEqual(first);
    expect(alertsOf(await send(value, { b: `${sugarId}.200-${riceId}.200` }))).toEqual([QUESTION]);
    expect(await count()).toBe(before);
  });

  it('G60 the same order is asked about after an hour, since it may be wanted again, and then placed', async () => {
    const { value, dataset } = await openKey();
    expect(dataset['asked']).toBeUndefined();
    const first = linkOf(await send(value));
    server.clock.advance(HOUR_MS);
    expect(linkOf(await send(value))).toEqual(first);
    server.clock.advance(1);
    const before = await count();
    const asked = await send(value);
    expect([asked.status, ...alertsOf(asked)]).toEqual([409, QUESTION]);
    expect(await count()).toBe(before);
    const fresh = keyOf(asked);
    expect([fresh.value === value, fresh.dataset['asked']]).toEqual([false, '']);
    expect((await send(fresh.value)).status).toBe(303);
    expect(await count()).toBe(before + 1);
    // A page that only shows the basket again does not ask.
    expect(keyOf(await send(fresh.value, { view: 'basket' })).dataset['asked']).toBeUndefined();
  });

  it('G60 another order under the key of one that is long past is asked about too, and never taken for that one', async () => {
    const { value } = await openKey();
    expect((await send(value)).status).toBe(303);
    server.clock.advance(ANSWERS_KEPT_MS + HOUR_MS);
    // By then the shop's session has expired too.
    const signedIn = await ask(server, 'POST /api/v1/auth/login', { body: { phone: shop.phone, pin: shop.pin } });
    const { authToken } = dataOf(signedIn) as unknown as { authToken: string };
    api = apiClient(server, { token: authToken });
    const before = await count();
    const asked = await send(value, { notes: 'for the feast' });
    expect([asked.status, ...alertsOf(asked)]).toEqual([409, QUESTION]);
    expect((await send(keyOf(asked).value, { notes: 'for the feast' })).status).toBe(303);
    expect(await count()).toBe(before + 1);
  });
});
