import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { deactivateUser } from '../../../server/account/deactivate-user.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type PushAnswer, pushAnswerSchema, type PushRequest } from '../../../sync/protocol/push.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

/** A device chooses the id of its queue; the server decides to whom it belongs and who may send it. */
describe.each(ENGINES)('whose queue it is, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let stranger: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    stranger = await registerShop(server);
  });
  afterAll(() => server.close());

  const sql = <Row extends object>(text: string, params: (string | number)[] = []) =>
    server.deps.database.transaction({ businessId: shop.businessId }, (run) => run.query<Row>(text, params));
  const clientOf = async ({ clientId }: PushDevice) =>
    (await sql('select user_id, lmid, hash from client where client_id = $1', [clientId]))[0] ?? null;
  const customers = async () => (await sql('select 1 from customer')).length;
  /** Returns a device's next mutation, which creates a customer. */
  const nextOf = (of: PushDevice, actorUserId = of.user.userId) =>
    of.requestOf([of.wire('customer.create', customerArgs(of), { actorUserId })]);
  const sendAs = async (user: SignedInUser, request: PushRequest): Promise<PushAnswer> =>
    v.parse(pushAnswerSchema, (await PushDevice.of(server, user).send(request)).body);
  const newStaff = async () => PushDevice.of(server, await addStaff(server, shop));
  const dismiss = ({ user }: PushDevice) => deactivateUser(server.deps, user.businessId, user.userId);

  it('SYN-2 SYN-6 a client begins with the first that it sends, without having asked for anything', async () => {
    const device = PushDevice.of(server, shop);
    expect((await device.pullAll()).pages.at(-1)?.confirmed).toEqual({ lmid: 0, hash: HASH_ZERO, outcomes: [] });
    expect(await clientOf(device)).toBeNull();
    const [first, second] = [nextOf(device), nextOf(device)];
    expect(await sendAs(shop, second)).toMatchObject({ result: 'gap', lmid: 0, outcomes: [] });
    expect(await clientOf(device)).toBeNull();
    expect(await sendAs(shop, first)).toMatchObject({ result: 'taken', lmid: 1 });
    expect(await clientOf(device)).toEqual({ user_id: shop.userId, lmid: 1, hash: first.mutations[0]?.h });
    expect(await sendAs(shop, second)).toMatchObject({ result: 'taken', lmid: 2 });
  });

  it('SYN-25 SYN-27 another person’s queue is taken from an equal and from an admin, and counts in its author’s name', async () => {
    const [staff, colleague] = [await newStaff(), await newStaff()];
    for (const sender of [shop, colleague.user]) {
      const anew = PushDevice.of(server, staff.user);
      const named = { ...nextOf(anew), authorUserId: staff.user.userId };
      expect(await sendAs(sender, named)).toMatchObject({ result: 'taken', outcomes: [{ kind: 'applied' }] });
      expect(await clientOf(anew)).toMatchObject({ user_id: staff.user.userId, lmid: 1 });
      // It stays its author's, whoever sends the next mutation.
      expect(await sendAs(sender, nextOf(anew))).toMatchObject({ result: 'taken', lmid: 2 });
      expect(await sendAs(staff.user, nextOf(anew))).toMatchObject({ result: 'taken', lmid: 3 });
    }
    const docs = await sql<{ doc: { createdByUserId: number } }>('select doc from customer');
    expect(docs.filter(({ doc }) => doc.createdByUserId === staff.user.userId)).toHaveLength(6);
    expect(docs.filter(({ doc }) => doc.createdByUserId === colleague.user.userId)).toEqual([]);
  });

  it('SYN-25 SYN-27 a queue is begun for nobody above the sender, of another shop or unknown, and nothing of it stays', async () => {
    const staff = await newStaff();
    const before = await customers();
    for (const [sender, authorUserId] of [
      [staff.user, shop.userId],
      [staff.user, stranger.userId],
      [shop, stranger.userId],
      [shop, 4_711],
      [shop, Number.MAX_SAFE_INTEGER],
      [stranger, staff.user.userId],
    ] as const) {
      const device = PushDevice.of(server, sender);
      const request = { ...nextOf(device, authorUserId), authorUserId };
      expect(await sendAs(sender, request)).toMatchObject({
        result: 'not_yours',
        lmid: 0,
        outcomes: [],
        stopped: null,
      });
      expect(await clientOf(device)).toBeNull();
    }
    expect(await customers()).toBe(before);
    expect(await sql('select 1 from outcome where client_id not in (select client_id from client)')).toEqual([]);
  });

  it('SYN-25 SYN-27 a queue that there is goes on for nobody below its author, whatever author is named', async () => {
    const staff = await newStaff();
    const admins = PushDevice.of(server, shop);
    await sendAs(shop, nextOf(admins));
    const next = nextOf(admins);
    for (const named of [{}, { authorUserId: shop.userId }, { authorUserId: staff.user.userId }])
      expect(await sendAs(staff.user, { ...next, ...named })).toMatchObject({
        ...{ result: 'not_yours', lmid: 1, outcomes: [] },
      });
    // Another sender does not change the author.
    expect(await sendAs(shop, { ...next, authorUserId: staff.user.userId })).toMatchObject({
      ...{ result: 'taken', lmid: 2, outcomes: [{ kind: 'applied' }] },
    });
    expect(await clientOf(admins)).toMatchObject({ user_id: shop.userId, lmid: 2 });
  });

  it('SYN-25 M32 a dismissed author’s queue is sent by an admin alone, in that author’s name, and by its own session', async () => {
    const [staff, colleague] = [await newStaff(), await newStaff()];
    await dismiss(staff);
    const named = { ...nextOf(staff), authorUserId: staff.user.userId };
    expect(await sendAs(colleague.user, named)).toMatchObject({ result: 'not_yours', outcomes: [] });
    expect(await sendAs(shop, named)).toMatchObject({
      ...{ result: 'taken', outcomes: [{ kind: 'flagged', codes: ['actor_disabled'] }] },
    });
    expect(await sendAs(staff.user, nextOf(staff))).toMatchObject({ result: 'taken', lmid: 2 });
    // A dismissed user may send only their own queue.
    const others = { ...nextOf(PushDevice.of(server, colleague.user)), authorUserId: colleague.user.userId };
    expect(await sendAs(staff.user, others)).toMatchObject({ result: 'not_yours', outcomes: [] });
  });

  it('SYN-25 nobody signs in another person’s name inside a queue of their own', async () => {
    const staff = await newStaff();
    const mine = nextOf(PushDevice.of(server, shop), staff.user.userId);
    const theirs = nextOf(PushDevice.of(server, staff.user), shop.userId);
    for (const [sender, request] of [
      [shop, mine],
      [staff.user, theirs],
    ] as const)
      expect((await sendAs(sender, request)).outcomes).toMatchObject([{ kind: 'refused', codes: ['not_permitted'] }]);
  });

  it.each([0, -1, 1.5, 2 ** 53, '7', null, [], {}])('SYN-27 answers 400 to the author %j', async (authorUserId) => {
    const device = PushDevice.of(server, shop);
    expect((await device.send({ ...nextOf(device), authorUserId })).status).toBe(400);
  });
});
