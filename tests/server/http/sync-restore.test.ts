import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { tidyUp, TOMBSTONES_KEPT_MS } from '../../../server/housekeeping.ts';
import { beginEpoch } from '../../../server/db/queries/history.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { type HealAnswer, healAnswerSchema, type HealRequest } from '../../../sync/protocol/heal.ts';
import { HASH_ZERO, mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { PROTOCOL_VERSION, pushAnswerSchema, type WireMutation } from '../../../sync/protocol/push.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/push-device.ts';
import { addStaff } from '../../support/staff.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server.ts';
import { ENGINES } from '../../support/test-database.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('a history that goes back or forgets, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());

  async function newDevice(): Promise<{ shop: SignedInUser; device: PushDevice }> {
    const shop = await registerShop(server);
    return { shop, device: await PushDevice.register(server, shop) };
  }
  const asOwnerOf = <Row extends object>(
    { businessId }: SignedInUser,
    text: string,
    params: (string | number)[] = [],
  ) => server.deps.database.transaction({ businessId }, (sql) => sql.query<Row>(text, params));
  const change = ({ businessId }: SignedInUser, itemId: number) =>
    createSqlStore(server.deps.database, server.deps).change(businessId, async (tx) => {
      await tx.writeRows([{ table: 'item', id: itemId, before: undefined, after: undefined }]);
      return tx.version;
    });
  /** What a restore does to the counter of versions, while all else stays as it is. */
  const goBack = ({ businessId }: SignedInUser, by: number) =>
    server.deps.database.asOwner(async (sql) => {
      await sql.query(`select set_config('kaunta.business_id', $1, true)`, [String(businessId)]);
      const [then] = await sql.query<{ version: number; nonce: string }>(
        'select version, nonce from version_mark where business_id = $1 order by version desc offset $2 limit 1',
        [businessId, by],
      );
      const { version = 0, nonce = '' } = then ?? {};
      await sql.query('delete from version_mark where business_id = $1 and version >= $2', [businessId, version]);
      await sql.query('update business set version = $2, version_nonce = $3 where id = $1', [
        businessId,
        version,
        nonce,
      ]);
    });
  async function heal(device: PushDevice, passed: HealRequest['passed'] = [], upTo?: number): Promise<HealAnswer> {
    const { clientId, incarnation } = device;
    const body: HealRequest = { protocol: PROTOCOL_VERSION, clientId, incarnation, passed, upTo };
    const answer = await ask(server, 'POST /api/v1/sync/heal', { token: device.user.token, body });
    return v.parse(healAnswerSchema, answer.body);
  }
  const push = async (
    device: PushDevice,
    wires: WireMutation[],
    more: { cookie?: string; waitsForParents?: boolean },
  ) => v.parse(pushAnswerSchema, (await device.send({ ...device.requestOf(wires), ...more })).body);
  /** Everything that the shop did was so many days ago. */
  const age = (shop: SignedInUser, days: number) =>
    asOwnerOf(shop, 'update version_mark set taken_at_ms = $1', [server.clock.nowMs() - days * DAY_MS]);

  describe('tombstones', () => {
    it('SYN-15 are kept 180 days, then go for good, and nothing else does', async () => {
      const { shop, device } = await newDevice();
      const [gone, kept] = [itemArgs(device), itemArgs(device)];
      await device.push([device.wire('item.create', gone), device.wire('item.create', kept)]);
      const begun = await device.pullAll();
      const removedAt = await change(shop, gone.id);
      const count = async () =>
        (await asOwnerOf<{ id: number }>(shop, 'select id from item order by id')).map(({ id }) => id);
      const nowMs = server.clock.nowMs();
      await age(shop, 179);
      await tidyUp(server.deps.database, nowMs);
      expect(await count()).toEqual([gone.id, kept.id].toSorted((a, b) => a - b));
      expect(await device.pull(begun.cookie)).toMatchObject({ tombstones: [{ id: gone.id, version: removedAt }] });

      await age(shop, 181);
      await tidyUp(server.deps.database, nowMs);
      expect(await count()).toEqual([kept.id]);
      expect(TOMBSTONES_KEPT_MS).toBe(180 * DAY_MS);
    });

    it('SYN-15 a cookie from before the horizon gets resync and no rows; the newest one goes on', async () => {
      const { shop, device } = await newDevice();
      const item = itemArgs(device);
      await device.push([device.wire('item.create', item)]);
      const old = await device.pullAll();
      await change(shop, item.id);
      const newest = await device.pullAll(old.cookie);
      await age(shop, 200);
      await tidyUp(server.deps.database, server.clock.nowMs());
      expect(await device.pull(old.cookie)).toMatchObject({
        kind: 'resync',
        baseCookie: old.cookie,
        pages: [],
        confirmed: null,
      });
      expect(await device.pull(newest.cookie)).toMatchObject({ kind: 'changes', confirmed: { lmid: 1 } });
      // A push from so far behind is taken all the same: what happened in the shop does not wait.
      expect(
        (await push(device, [device.wire('customer.create', customerArgs(device))], { cookie: old.cookie })).result,
      ).toBe('taken');
    });

    it('SYN-15 90 days away is just a long pull, with what was removed meanwhile', async () => {
      const { shop, device } = await newDevice();
      const item = itemArgs(device);
      await device.push([device.wire('item.create', item)]);
      const { cookie } = await device.pullAll();
      await change(shop, item.id);
      await age(shop, 90);
      await tidyUp(server.deps.database, server.clock.nowMs());
      expect(await device.pull(cookie)).toMatchObject({ kind: 'changes', tombstones: [{ id: item.id }] });
    });

    it('R-GEN-17 SYN-15 another shop’s tombstones stay', async () => {
      const [ours, theirs] = [await newDevice(), await newDevice()];
      const item = itemArgs(theirs.device);
      await theirs.device.push([theirs.device.wire('item.create', item)]);
      await change(theirs.shop, item.id);
      await asOwnerOf(ours.shop, 'select forget_tombstones($1)', [server.clock.nowMs() + 900 * DAY_MS]);
      expect(await asOwnerOf(theirs.shop, 'select id from item where deleted')).toEqual([{ id: item.id }]);
    });
  });

  describe('a restored server', () => {
    it('SYN-21 tells a device whose epoch is another one, in a pull and in a push, and takes nothing', async () => {
      const { shop, device } = await newDevice();
      const { cookie } = await device.pullAll();
      await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
        beginEpoch(sql, shop.businessId, server.deps.random),
      );
      expect(await device.pull(cookie)).toMatchObject({ kind: 'restored', pages: [], confirmed: null });
      const wire = device.wire('customer.create', customerArgs(device));
      expect(await push(device, [wire], { cookie })).toMatchObject({ result: 'restored', lmid: 0 });
      expect(await push(device, [wire], {})).toMatchObject({ result: 'taken', lmid: 1 });
    });

    it('SYN-21 is proved by the nonce of a version also when it has overtaken the device, without a new epoch', async () => {
      const { shop, device } = await newDevice();
      const before = await device.pullAll();
      await device.push([device.wire('customer.create', customerArgs(device))]);
      const lost = await device.pullAll(before.cookie);
      await goBack(shop, 1);
      expect(await device.pull(lost.cookie)).toMatchObject({ kind: 'restored' });
      // The restored server counts on, past what the device has seen.
      const other = await PushDevice.register(server, shop);
      for (let n = 0; n < 3; n += 1) await other.push([other.wire('customer.create', customerArgs(other))]);
      expect(await device.pull(lost.cookie)).toMatchObject({ kind: 'restored' });
      expect(await device.pull(before.cookie)).toMatchObject({ kind: 'changes' });
    });

    it('SYN-21 SYN-20 takes up again an incarnation that it lost, drops what it has by mid and hash, and takes the rest', async () => {
      const { shop, device } = await newDevice();
      const wires = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
      await device.push(wires);
      await server.deps.database.asOwner(async (sql) => {
        await sql.query(`select set_config('kaunta.business_id', $1, true)`, [String(shop.businessId)]);
        for (const table of ['outcome', 'client', 'customer'])
          await sql.query(`delete from ${table} where business_id = $1`, [shop.businessId]);
      });
      expect(await push(device, wires, {})).toMatchObject({ result: 'unknown_client' });
      expect(await heal(device)).toMatchObject({ lmid: 0, hash: HASH_ZERO, refusals: [] });
      expect(await push(device, wires.slice(0, 2), {})).toMatchObject({ result: 'taken', lmid: 2 });
      expect(await heal(device)).toMatchObject({ lmid: 2, hash: wires[1]?.h });
      // A twin, or an answer that was lost, brings all of them once more.
      expect(await push(device, wires, {})).toMatchObject({ result: 'taken', lmid: 3 });
      expect(await asOwnerOf(shop, 'select id from customer')).toHaveLength(3);
    });

    it('SYN-21 SYN-25 tells what it has of an incarnation up to a mid, and takes no version for it', async () => {
      const { shop, device } = await newDevice();
      const wires = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
      await device.push(wires);
      const before = await asOwnerOf(shop, 'select version from business');
      expect(await heal(device, [], 2)).toMatchObject({ lmid: 2, hash: wires[1]?.h });
      expect(await heal(device, [], 7)).toMatchObject({ lmid: 3, hash: wires[2]?.h });
      device.incarnation += 1;
      expect(await heal(device, [], 1)).toMatchObject({ lmid: 0, hash: HASH_ZERO });
      expect(await asOwnerOf(shop, 'select version from business')).toEqual(before);
      // It was only asked: the incarnation is still one that nobody knows.
      expect(await push(device, wires, {})).toMatchObject({ result: 'unknown_client' });
    });

    it('SYN-25 M32 lets an admin give back what somebody else left, and nobody else do so, nor in the name of a stranger', async () => {
      const { shop } = await newDevice();
      const author = await addStaff(server, shop);
      const device = await PushDevice.register(server, author);
      await device.push([device.wire('customer.create', customerArgs(device))]);
      const healAs = async (caller: SignedInUser, authorUserId: number, upTo?: number) => {
        const { clientId, incarnation } = device;
        const body = { protocol: PROTOCOL_VERSION, clientId, incarnation, passed: [], authorUserId, upTo };
        return await ask(server, 'POST /api/v1/sync/heal', { token: caller.token, body });
      };
      for (const upTo of [undefined, 1])
        expect(await healAs(shop, author.userId, upTo)).toMatchObject({ status: 200, body: { lmid: 1 } });
      const [colleague, stranger] = [await addStaff(server, shop), (await newDevice()).shop];
      for (const [caller, name] of [
        [colleague, author.userId],
        [stranger, author.userId],
        [shop, stranger.userId],
        [shop, shop.userId],
      ] as const)
        expect(await healAs(caller, name)).toMatchObject({ status: 403 });
      device.incarnation += 1;
      expect(await healAs(shop, author.userId)).toMatchObject({ status: 200, body: { lmid: 0 } });
      // It is its author's, whoever gave it back.
      expect(await push(device, [device.wire('customer.create', customerArgs(device))], {})).toMatchObject({
        result: 'gap',
      });
    });

    it('SYN-21 SYN-22 passes over what a device can send no more, so that what came after it is taken', async () => {
      const { shop, device } = await newDevice();
      const wires = Array.from({ length: 4 }, () => device.wire('customer.create', customerArgs(device)));
      const [first, second, third, last] = wires as [WireMutation, WireMutation, WireMutation, WireMutation];
      await device.push([first]);
      const told = await heal(device, [
        { mid: 2, h: second.h, kind: 'quarantined' },
        { mid: 3, h: third.h, kind: 'refused', clashed: true },
      ]);
      expect(told).toMatchObject({ lmid: 3, hash: third.h });
      expect(told.refusals.map(({ mid, kind, codes }) => [mid, kind, codes])).toEqual([
        [2, 'quarantined', ['not_healed']],
        [3, 'refused', ['not_healed', 'id_clash']],
      ]);
      expect(await push(device, [last], {})).toMatchObject({ result: 'taken', lmid: 4 });
      expect(await asOwnerOf(shop, 'select id from customer')).toHaveLength(2);
      expect((await heal(device, [{ mid: 2, h: second.h, kind: 'refused' }])).lmid).toBe(4);
      // What belongs to one that was issued again is issued again too; what belongs to one that is gone stands alone.
      const child = (mid: number) => device.wire('customer.create', customerArgs(device), { deps: [mid] });
      await push(device, [child(3), child(2)], {});
      const { lmid, refusals } = await heal(device);
      expect([lmid, refusals.slice(2)]).toMatchObject([6, [{ mid: 5, codes: ['id_clash'] }]]);
    });

    it('SYN-21 SYN-20 says which mids were passed over together, and takes a copy that sends one of them for no twin', async () => {
      const { shop, device } = await newDevice();
      const wires = Array.from({ length: 4 }, () => device.wire('customer.create', customerArgs(device)));
      const [first, second, third, last] = wires as [WireMutation, WireMutation, WireMutation, WireMutation];
      await device.push([first]);
      const told = await heal(device, [{ mid: 3, h: third.h, kind: 'refused' }]);
      expect(told).toMatchObject({ lmid: 3, refusals: [{ mid: 3, codes: ['not_healed'], detail: { sinceMid: 2 } }] });
      expect(await push(device, [second], {})).toMatchObject({ result: 'taken', lmid: 3 });
      expect(await push(device, [third, last], {})).toMatchObject({ result: 'taken', lmid: 4 });
      expect(await asOwnerOf(shop, 'select id from customer')).toHaveLength(2);
      const other = { ...third, atMs: third.atMs + 1 };
      const twins = { ...other, h: mutationHash(second.h, other) };
      expect(await push(device, [twins], {})).toMatchObject({ result: 'fork', lmid: 4 });
    });

    it('SYN-21 a parent that another device may still bring is a failure, counted against nobody; when nobody waits any more, the server’s word', async () => {
      const { shop, device } = await newDevice();
      const other = await PushDevice.register(server, shop);
      const item = itemArgs(other);
      const [sale, stock] = [
        device.wire('sale.create', saleArgs(device, [item])),
        device.wire('stock.add', {
          id: device.mintId(),
          itemId: 77,
          quantityHundredths: 100,
          costPriceMinor: null,
          batchId: null,
        }),
      ];
      expect(await push(device, [sale, stock], { waitsForParents: true })).toMatchObject({
        lmid: 0,
        stopped: { mid: 1, reason: 'parent_missing' },
      });
      expect(await asOwnerOf(shop, 'select mid from mutation_failure')).toEqual([]);
      await other.push([other.wire('item.create', item)]);
      expect(await push(device, [sale, stock], { waitsForParents: true })).toMatchObject({
        lmid: 1,
        outcomes: [{ mid: 1, kind: 'applied' }],
        stopped: { mid: 2, reason: 'parent_missing' },
      });
      expect(await push(device, [stock], {})).toMatchObject({
        lmid: 2,
        outcomes: [{ kind: 'refused' }],
        stopped: null,
      });
    });

    it('SYN-2 SYN-21 a new history gives none of the server’s own ids twice', async () => {
      const { shop, device } = await newDevice();
      const mint = () =>
        createSqlStore(server.deps.database, server.deps).change(shop.businessId, (tx) => tx.mintIds(1));
      const [before = 0] = await mint();
      await heal(device);
      const [after = 0] = await mint();
      expect(Math.floor(after / 2 ** 20)).not.toBe(Math.floor(before / 2 ** 20));
    });

    it('R-GEN-17 SYN-21 heals no client of somebody else', async () => {
      const { device } = await newDevice();
      const { shop } = await newDevice();
      const posing = await PushDevice.register(server, shop, device.clientId);
      expect((await heal(posing)).lmid).toBe(0);
      const body = {
        protocol: PROTOCOL_VERSION,
        clientId: device.clientId,
        incarnation: 1,
        passed: [{ mid: 0, h: '', kind: 'refused' }],
      };
      expect((await ask(server, 'POST /api/v1/sync/heal', { token: device.user.token, body })).status).toBe(400);
      expect((await ask(server, 'POST /api/v1/sync/heal', { body })).status).toBe(401);
    });
  });
});
