import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_ROLES, mayCall } from '../../../domain/people/call-permission.ts';
import { mayRun } from '../../../domain/people/permission.ts';
import { mayOpen } from '../../../domain/people/screen-permission.ts';
import { USER_ROLES } from '../../../domain/people/user-role.ts';
import { runOnServer } from '../../../server/mutate/decide-mutation.ts';
import { createOverlay } from '../../../sync/mutation/overlay.ts';
import { type AnyMutation, MUTATIONS } from '../../../sync/mutation/registry.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type ApiClient, apiClient } from '../../support/server/api-client.ts';
import { type FullShop, NOBODYS_ID, NOBODYS_KEY, type Noun, openFullShop } from '../../support/server/full-shop.ts';
import { ask, startTestServer, type TestAnswer, type TestServer } from '../../support/server/server.ts';
import { expectedOf, mutationsOf, PEOPLE, type Person, peopleOf } from '../../support/server/people.ts';
import { tableDigests } from '../../support/server/table-digests.ts';
import { validBodies } from '../../support/server/valid-requests.ts';

// Every role calls every route and every mutation (G7, G8); the results are compared with the one table.

describe('the table of permissions', () => {
  let server: TestServer;
  let calls: string[];
  let tokens: Record<Person, string | undefined>;
  let strangers: Record<Person, string | undefined>;
  let shop: FullShop;
  let other: FullShop;

  beforeAll(async () => {
    server = await startTestServer();
    calls = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}')}`);
    [shop, other] = [await openFullShop(server), await openFullShop(server)];
    [tokens, strangers] = [await peopleOf(server, shop), await peopleOf(server, other)];
  });
  afterAll(() => server.close());

  /** Sends a call whose address names rows of a shop, or rows that do not exist. */
  const send = async (call: string, token: string | undefined, named: Named, bodies: Bodies = {}) => {
    const [noun = ''] = call.split(' ')[1]?.slice(1).split('/') ?? [];
    const line = call
      .replaceAll(/\{(\w+)\}/g, (_match, part: string) => named(part, noun as Noun))
      .replace(' ', ' /api/v1');
    const hasBody = !line.startsWith('GET') && !line.startsWith('DELETE');
    const body = hasBody ? { body: bodies[call]?.() ?? { nonsense: true } } : {};
    return await ask(server, line, { ...body, ...(token === undefined ? {} : { token }) });
  };

  it('names every call that is no mutation, and no other', () => {
    const named = [...Object.keys(CALL_ROLES)].toSorted();
    expect(calls.filter((call) => mutationsOf(call).length === 0).toSorted()).toEqual(named);
  });

  it.each(PEOPLE)('G7 C-009 C-014 C-016 lets %s ask what it says, and nothing else', async (person) => {
    for (const call of calls) {
      if (LEAVES.has(call)) continue;
      const { status } = await send(call, tokens[person], OF_NOBODY);
      const outcome = status === 401 || status === 403 ? status : 'through';
      // Sign-in with wrong input is refused for another reason.
      expect([call, outcome]).toEqual([call, expectedOf(call, person)]);
    }
  });

  it('G7 C-009 C-014 C-016 says the same of rows of the shop itself, whatever is sent of them', async () => {
    const own = await openFullShop(server);
    const people = await peopleOf(server, own);
    // Rows are removed after the calls that need them.
    const inOrder = calls.toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));
    for (const person of PEOPLE)
      for (const call of inOrder) {
        if (LEAVES.has(call)) continue;
        const { status } = await send(call, people[person], OF_SHOP(own));
        const outcome = status === 401 || status === 403 ? status : 'through';
        expect([person, call, outcome]).toEqual([person, call, expectedOf(call, person)]);
        expect(status, `${person} ${call}`).toBeLessThan(500);
      }
  });

  it.each([
    ['of another length', 'r'.repeat(42)],
    ['with the end of another', `${'r'.repeat(42)}=`],
    ['that is SQL', "' or '1'='1"],
    ['without end', 'r'.repeat(12_000)],
    ['of blanks', ' '],
  ])('G7 a token %s is no session', async (_what, token) => {
    for (const call of calls) {
      if (LEAVES.has(call)) continue;
      const { status } = await send(call, token, OF_SHOP(shop));
      const outcome = status === 401 || status === 403 ? status : 'through';
      expect([call, outcome]).toEqual([call, expectedOf(call, 'rubbish')]);
    }
  });

  it('G7 lets each role run the mutations that it says, on whichever way they come', async () => {
    for (const role of ['staff', 'admin'] as const) {
      for (const mutation of Object.values(MUTATIONS) as unknown as AnyMutation[]) {
        // Permissions are checked before the arguments.
        const run = runOnServer(createOverlay(NO_ROWS), { mutation, args: {} }, wireOf(mutation), {
          ...{ businessId: 1, nowMs: 0, parentRefused: true, parentClashed: true, mintServerId: null },
          ...{ findDuplicates: () => Promise.resolve([]), tombstones: new Set<string>() },
          actor: { userId: 5, role, isActive: true },
        });
        const { codes } = await run;
        expect([mutation.name, role, codes[0] === 'not_permitted']).toEqual([
          ...[mutation.name, role],
          !mayRun(role, mutation.name),
        ]);
      }
    }
  });

  it('C-016 opens a screen for whoever may do what it is for', () => {
    for (const role of USER_ROLES) {
      expect(mayOpen(role, '/user-management')).toBe(mayCall(role, 'GET /users'));
      expect(mayOpen(role, '/settings/devices')).toBe(mayCall(role, 'GET /devices'));
      expect(mayOpen(role, '/register/business')).toBe(mayRun(role, 'business.edit'));
      expect(mayOpen(role, '/dashboard')).toBe(true);
      // The router ignores case, and slashes at the end.
      for (const spelled of ['/user-management/', '/User-Management', '/user-management//'])
        expect(mayOpen(role, spelled)).toBe(mayOpen(role, '/user-management'));
      expect(mayOpen(role, '/')).toBe(true);
    }
  });

  describe('of another business', () => {
    let before: Record<string, string>;
    beforeAll(async () => {
      before = await tableDigests(server.deps.database, [], rowsOf(shop));
    });
    const PROOF = 'answers what it answers of what is not there, byte for byte';
    const same = async (call: string, theirs: () => Promise<TestAnswer>, nobodys: () => Promise<TestAnswer>) => {
      const [asked, unknown] = [await theirs(), await nobodys()];
      expect([call, plain(asked)]).toEqual([call, plain(unknown)]);
      return asked.status;
    };

    it.each(PEOPLE)(
      `G8 C-129 R-GEN-17 every call with an id of it, asked by %s of the other, ${PROOF}`,
      async (person) => {
        const bodies = validBodies(other);
        for (const call of calls.filter((each) => /\{(id|key|sessionId)\}/.test(each))) {
          const status = await same(
            call,
            () => send(call, strangers[person], OF_SHOP(shop), bodies),
            () => send(call, strangers[person], OF_NOBODY, bodies),
          );
          const outcome = expectedOf(call, person);
          expect([call, status]).toEqual([call, outcome === 'through' ? 404 : outcome]);
        }
      },
    );

    it(`G8 C-129 a row of it that a body or a query names ${PROOF}`, async () => {
      const api = apiClient(server, other.owner);
      for (const [noun, act] of REFERENCES(other)) {
        const status = await same(
          `${noun} in a body`,
          () => act(api, shop.ids[noun]),
          () => act(api, NOBODYS_ID),
        );
        expect([noun, status]).toEqual([noun, expect.toBeOneOf([404, 422])]);
      }
      const { ids } = other;
      const keys = (key: string) => api.put(`/items/${ids.items}/images/order`, { keys: [key] });
      await same(
        'the key of a picture',
        () => keys(shop.imageKey),
        () => keys(NOBODYS_KEY),
      );
      const session = (id: number) => api.delete(`/users/${ids.users}/sessions/${id}`);
      await same(
        'a session',
        () => session(shop.sessionId),
        () => session(NOBODYS_ID),
      );
      const claim = (id: number) =>
        ask(server, 'GET /api/v1/items', { token: other.owner.token, headers: { 'x-user-id': String(id) } });
      expect(
        await same(
          'X-User-ID',
          () => claim(shop.owner.userId),
          () => claim(NOBODYS_ID),
        ),
      ).toBe(401);
    });

    it(`SYN-2 a device of it, and what it did, ${PROOF}`, async () => {
      const api = apiClient(server, other.owner);
      const say = (call: string, changes: object) =>
        api.post(`/sync/${call}`, { ...validBodies(other)[`POST /sync/${call}`]?.(), ...changes });
      const begun = { ...validBodies(other)['POST /sync/push']?.() };
      const pushed = await same(
        'push',
        () => say('push', { ...begun, clientId: shop.device.clientId }),
        () => say('push', { ...begun, clientId: 'f'.repeat(16) }),
      );
      const acts = await server.deps.database.transaction({ businessId: shop.owner.businessId }, (sql) =>
        sql.query<{ act: string }>(`select encode(act, 'hex') as act from outcome`),
      );
      expect(acts.length).toBeGreaterThan(3);
      const asked = await same(
        'acts',
        () => say('acts', { acts: acts.map(({ act }) => act) }),
        () => say('acts', { acts: ['f'.repeat(32)] }),
      );
      expect([pushed, asked]).toEqual([200, 200]);
    });

    it('G8 nothing of all that has changed a row of it', async () => {
      expect(Object.keys(before).length).toBeGreaterThan(20);
      expect(await tableDigests(server.deps.database, [], rowsOf(shop))).toEqual(before);
    });
  });
});

/** Calls that would end the caller's session. */
const LEAVES: ReadonlySet<string> = new Set(['POST /auth/login', 'POST /auth/logout', 'GET /events']);

/** Returns the value of one part of an address, by its name and the noun with which the address begins. */
type Named = (part: string, noun: Noun) => string;
type Bodies = ReturnType<typeof validBodies>;

const OF_NOBODY: Named = (part) => (part === 'key' ? NOBODYS_KEY : String(NOBODYS_ID));
const OF_SHOP =
  ({ ids, imageKey, sessionId }: FullShop): Named =>
  (part, noun) =>
    part === 'key' ? imageKey : part === 'sessionId' ? String(sessionId) : String(ids[noun]);

const rowsOf =
  ({ owner }: FullShop) =>
  (table: string, columns: readonly string[]): string => {
    const column = table === 'business' ? 'id' : 'business_id';
    return columns.includes(column) ? `${column} = ${owner.businessId}` : 'false';
  };

/** Calls whose body names a row by its id, besides the rows in the address. */
const REFERENCES = ({ ids, unpaidSaleId }: FullShop): [Noun, (api: ApiClient, id: number) => Promise<TestAnswer>][] => {
  const line = { itemId: ids.items, quantity: 1 };
  const bought = { ...line, unitCost: '1.00' };
  return [
    ['items', (api, id) => api.post('/sales', { items: [line, { ...line, itemId: id }] })],
    ['customers', (api, id) => api.post('/sales', { items: [line], customerId: id })],
    ['payment-methods', (api, id) => api.post('/sales', { items: [line], paymentMethodId: id })],
    ['payment-methods', (api, id) => api.post(`/sales/${unpaidSaleId}/payments`, { paymentMethodId: id })],
    ['payment-methods', (api, id) => api.post(`/orders/${ids.orders}/fulfill`, { paymentMethodId: id })],
    ['suppliers', (api, id) => api.post('/purchases', { supplierId: id, items: [bought] })],
    ['items', (api, id) => api.post('/purchases', { supplierId: ids.suppliers, items: [{ ...bought, itemId: id }] })],
    ['items', (api, id) => api.post(`/items/${ids.items}/stock`, { quantity: 1, itemId: id })],
  ];
};

const wireOf = (mutation: AnyMutation) => ({
  ...{
    act: '0'.repeat(32),
    attempt: 0,
    mid: 1,
    name: mutation.name,
    format: mutation.format,
    args: null,
    actorUserId: 5,
    atMs: 0,
  },
  ...{ offsetMinutes: 0, clockOffsetMs: null, deps: [], h: HASH_ZERO },
});

const NO_ROWS = {
  getMany: () => Promise.resolve([]),
  paymentMethods: () => Promise.resolve([]),
  getDeleted: () => Promise.resolve(undefined),
  isInUse: () => Promise.resolve(false),
  openConflicts: () => Promise.resolve([]),
  suppliersNamed: () => Promise.resolve([]),
};

/** Returns an answer without the parts that differ for each request. */
const plain = ({ status, headers, text }: TestAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  text,
});
