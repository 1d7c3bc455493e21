import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_ROLES, mayCall, rolesOfCall } from '../../../domain/call-permission.ts';
import { mayRun } from '../../../domain/permission.ts';
import { mayOpen } from '../../../domain/screen-permission.ts';
import type { UserRole } from '../../../domain/user.ts';
import { USER_ROLES } from '../../../domain/user-role.ts';
import { runOnServer } from '../../../server/mutate/run-mutation.ts';
import { createOverlay } from '../../../sync/mutation/overlay.ts';
import { type AnyMutation, MUTATIONS } from '../../../sync/mutation/registry.ts';
import { HASH_ZERO } from '../../../sync/protocol/mutation-hash.ts';
import { apiClient, dataOf } from '../../support/api-client.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import {
  ask,
  newRegistration,
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from '../../support/server.ts';
import { addStaff } from '../../support/staff.ts';

// Everybody asks everything (G7, G8): each route and each mutation, by each kind of person, compared with the one table.

type Person = 'anonymous' | 'staff' | 'admin' | 'owner' | 'deactivated';
const PEOPLE: readonly Person[] = ['anonymous', 'staff', 'admin', 'owner', 'deactivated'];
const ROLE: Partial<Record<Person, UserRole>> = { staff: 'staff', admin: 'admin', owner: 'admin' };

const mutationsOf = (call: string) =>
  Object.values(MUTATIONS).filter((mutation) => `${mutation.call.method} ${mutation.call.path}` === call);

/** What the table says of a call: who is let through, who is asked to sign in, who is refused. */
function expected(call: string, person: Person): 'through' | 401 | 403 {
  const roles = rolesOfCall(call);
  if (roles === 'anybody') return 'through';
  if (person === 'anonymous') return 401;
  if (roles === 'sender') return 'through';
  const role = ROLE[person];
  if (role === undefined) return 401;
  const isPermitted = roles
    ? (roles as readonly UserRole[]).includes(role)
    : mutationsOf(call).some(({ name }) => mayRun(role, name));
  return isPermitted ? 'through' : 403;
}

describe('the table of permissions', () => {
  let server: TestServer;
  let calls: string[];
  let tokens: Record<Person, string | undefined>;
  let shop: SignedInUser;
  let stranger: SignedInUser;
  /** Rows of the shop, by the first part of the address that names them. */
  let ids: Record<string, number>;

  beforeAll(async () => {
    server = await startTestServer();
    calls = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}')}`);
    shop = await registerShop(server);
    stranger = await registerShop(server);
    const staff = await addStaff(server, shop);
    const gone = await addStaff(server, shop);
    const owner = apiClient(server, shop);
    await owner.delete(`/users/${gone.userId}`);
    const { phone } = newRegistration();
    await owner.post('/users', { username: 'Ada', email: 'ada@example.com', phone, pin: '1234', role: 'admin' });
    const admin = await ask(server, 'POST /api/v1/auth/login', { body: { phone, pin: '1234' } });
    tokens = {
      anonymous: undefined,
      staff: staff.token,
      admin: (admin.body as { data: { authToken: string } }).data.authToken,
      owner: shop.token,
      deactivated: gone.token,
    };
    ids = await fill(server, shop, staff.userId);
  });
  afterAll(() => server.close());

  /** What the address means, with ids of the shop, or such as nobody has. */
  const addressOf = (call: string, idOf: (noun: string) => number): string => {
    const [noun = ''] = call.split(' ')[1]?.slice(1).split('/') ?? [];
    return call.replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === 'id' ? String(idOf(noun)) : '7'));
  };
  const send = async (call: string, token: string | undefined, idOf: (noun: string) => number): Promise<TestAnswer> => {
    const line = addressOf(call, idOf).replace(' ', ' /api/v1');
    const hasBody = !line.startsWith('GET') && !line.startsWith('DELETE');
    const body = hasBody ? { body: BODIES[call] ?? { nonsense: true } } : {};
    return await ask(server, line, { ...body, ...(token === undefined ? {} : { token }) });
  };
  const NOBODYS = 4_503_599_627_370_001;

  it('names every call that is no mutation, and no other', () => {
    const named = [...Object.keys(CALL_ROLES)].toSorted();
    expect(calls.filter((call) => mutationsOf(call).length === 0).toSorted()).toEqual(named);
  });

  it.each(PEOPLE)('G7 C-009 C-014 C-016 lets %s ask what it says, and nothing else', async (person) => {
    for (const call of calls) {
      if (LEAVES.has(call)) continue;
      const { status } = await send(call, tokens[person], () => NOBODYS);
      const outcome = status === 401 || status === 403 ? status : 'through';
      // Signing in with nonsense is refused for another reason.
      expect([call, outcome]).toEqual([call, expected(call, person)]);
    }
  });

  it('G7 lets each role run the mutations that it says, on whichever way they come', async () => {
    for (const role of ['staff', 'admin'] as const) {
      for (const mutation of Object.values(MUTATIONS) as unknown as AnyMutation[]) {
        // Who may is asked before anything of the arguments is looked at.
        const run = runOnServer(createOverlay(NO_ROWS), { mutation, args: {} }, wireOf(mutation), {
          ...{ businessId: 1, parentRefused: true, parentClashed: true, mintServerId: null },
          ...{ findTwins: () => Promise.resolve([]), tombstones: new Set<string>() },
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
    }
  });

  it('G8 C-129 answers of another business’s rows what it answers of rows that are not there, byte for byte', async () => {
    for (const call of calls.filter((each) => each.includes('{id}'))) {
      const theirs = await send(call, stranger.token, (noun) => ids[noun] ?? NOBODYS);
      const nobodys = await send(call, stranger.token, () => NOBODYS);
      expect([call, plain(theirs)]).toEqual([call, plain(nobodys)]);
      expect([call, theirs.status]).toEqual([call, 404]);
    }
    // And nothing of it happened.
    const left = await apiClient(server, shop).get('/users');
    expect(JSON.stringify(left.body)).not.toContain('Stranger');
  });
});

/** What would end the session of who asks. */
const LEAVES: ReadonlySet<string> = new Set(['POST /auth/login', 'POST /auth/logout', 'GET /events']);

/** A body with which the call comes as far as to look for the row. */
const BODIES: Readonly<Partial<Record<string, unknown>>> = {
  'PATCH /users/{id}': { username: 'Stranger' },
  'PUT /users/{id}/pin': { pin: '9999' },
  'PATCH /business/{id}/slug': { slug: 'strangers-slug' },
  'PATCH /business/{id}/currency': { currency: 'KES' },
  'PUT /business/{id}': { name: 'Stranger' },
  'PATCH /items/{id}': { name: 'Stranger' },
  'PATCH /items/{id}/kaunta-status': { isKauntaEnabled: true },
  'PATCH /items/{id}/active': { isActive: false },
  'PUT /items/{id}/images/order': { keys: [] },
  'POST /items/{id}/images': { key: 'ab'.repeat(16) },
  'POST /items/{id}/stock': { quantity: 1, type: 'addition' },
  'PATCH /customers/{id}': { name: 'Stranger' },
  'PATCH /suppliers/{id}': { name: 'Stranger' },
  'PATCH /sales/{id}': { status: 'cancelled', notes: 'Stranger' },
  'POST /sales/{id}/payments': { amount: '1.00' },
  'POST /sales/{id}/refunds': { amount: '1.00', how: 'cash' },
  'PATCH /payment-methods/{id}/archived': { isArchived: true },
  'PATCH /orders/{id}/status': { status: 'confirmed' },
  'PATCH /purchases/{id}': { notes: 'Stranger' },
  'POST /conflicts/{id}/settle': { keep: 'mine' },
};

/** A shop's rows, one of each noun that an address names. */
async function fill(server: TestServer, shop: SignedInUser, staffId: number): Promise<Record<string, number>> {
  const device = await PushDevice.register(server, shop);
  const item = itemArgs(device);
  const sale = saleArgs(device, [item]);
  const customer = customerArgs(device);
  await device.push([
    device.wire('item.create', item),
    device.wire('sale.create', sale),
    device.wire('customer.create', customer),
  ]);
  const api = apiClient(server, shop);
  const supplier = dataOf(await api.post('/suppliers', { name: 'Depot', phone: '0772 123456' }));
  const method = dataOf(await api.post('/payment-methods', { name: 'Mobile Money', icon: 'Phone' }));
  return {
    ...{ items: item.id, sales: sale.id, customers: customer.id, users: staffId, business: shop.businessId },
    ...{ suppliers: supplier.id, 'payment-methods': method.id },
  };
}

const wireOf = (mutation: AnyMutation) => ({
  ...{ mid: 1, name: mutation.name, format: mutation.format, args: null, actorUserId: 5, atMs: 0 },
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

/** An answer without what is each request's own. */
const plain = ({ status, headers, body }: TestAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  body,
});
