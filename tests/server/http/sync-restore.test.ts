import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { deactivateUser } from '../../../server/account/deactivate-user.ts';
import { tidyUp, TOMBSTONES_KEPT_MS } from '../../../server/housekeeping.ts';
import { beginEpoch } from '../../../server/db/queries/history.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { knownActsAnswerSchema } from '../../../sync/protocol/known-acts.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { pushAnswerSchema, type WireMutation } from '../../../sync/protocol/push.ts';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('a history that goes back or forgets, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());

  async function newDevice(): Promise<{ shop: SignedInUser; device: PushDevice }> {
    const shop = await registerShop(server);
    return { shop, device: PushDevice.of(server, shop) };
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
  /** Sets the version counter back, as a restore does, and nothing else. */
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
  /** Empties tables of a shop, as a restore from before their first row does. */
  const lose = ({ businessId }: SignedInUser, ...tables: string[]) =>
    server.deps.database.asOwner(async (sql) => {
      await sql.query(`select set_config('kaunta.business_id', $1, true)`, [String(businessId)]);
      for (const table of tables) await sql.query(`delete from ${table} where business_id = $1`, [businessId]);
    });
  async function knownActs({ user }: PushDevice, wires: readonly WireMutation[]): Promise<string[]> {
    const body = { protocol: PROTOCOL_VERSION, acts: wires.map(({ act }) => act) };
    const answer = await ask(server, 'POST /api/v1/sync/acts', { token: user.token, body });
    return v.parse(knownActsAnswerSchema, answer.body).known.map(({ act }) => act);
  }
  /** Returns the same acts in a new queue. */
  const inNewQueue = (of: PushDevice, wires: readonly WireMutation[]): WireMutation[] =>
    wires.map(({ mid: _mid, h: _h, ...act }) => of.wireOf(act));
  const push = async (
    device: PushDevice,
    wires: WireMutation[],
    more: { cookie?: string; waitsForParents?: boolean; authorUserId?: number },
  ) => v.parse(pushAnswerSchema, (await device.send({ ...device.requestOf(wires), ...more })).body);
  /** Makes all acts of the shop this many days older. */
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
      // A push from a device far behind is still accepted.
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
    it('SYN-21 SYN-21a tells a device whose epoch is another one, in a pull and in a push, and takes nothing', async () => {
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

    it('SYN-21 SYN-21a is proved by the nonce of a version also when it has overtaken the device, without a new epoch', async () => {
      const { shop, device } = await newDevice();
      const before = await device.pullAll();
      await device.push([device.wire('customer.create', customerArgs(device))]);
      const lost = await device.pullAll(before.cookie);
      await goBack(shop, 1);
      expect(await device.pull(lost.cookie)).toMatchObject({ kind: 'restored' });
      // The restored server's version rises past what the device has seen.
      const other = PushDevice.of(server, shop);
      for (let n = 0; n < 3; n += 1) await other.push([other.wire('customer.create', customerArgs(other))]);
      expect(await device.pull(lost.cookie)).toMatchObject({ kind: 'restored' });
      expect(await device.pull(before.cookie)).toMatchObject({ kind: 'changes' });
    });

    it('SYN-21 SYN-2 is told again what it lost, in a new queue: once, however many copies bring it and under whatever place', async () => {
      const { shop, device } = await newDevice();
      const [kept, ...lost] = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
      const wires = [kept!, ...lost];
      await push(device, wires, {});
      await lose(shop, 'outcome', 'client', 'customer');
      const other = PushDevice.of(server, shop);
      await other.push(inNewQueue(other, [kept!]));
      const before = await asOwnerOf(shop, 'select version from business');
      expect(await knownActs(device, wires)).toEqual([kept!.act]);
      expect(await asOwnerOf(shop, 'select version from business')).toEqual(before);

      const copies = [PushDevice.of(server, shop), PushDevice.of(server, shop)];
      for (const copy of copies) {
        const sent = inNewQueue(copy, wires);
        const answer = await push(copy, sent, {});
        expect(answer).toMatchObject({ result: 'taken', lmid: 3, stopped: null });
        expect(answer.outcomes).toEqual(sent.map(({ mid, h }) => ({ mid, h, kind: 'applied', codes: [], detail: {} })));
      }
      // A device that does not know of the restore continues its queue.
      expect(await push(device, wires, {})).toMatchObject({ result: 'taken', lmid: 3 });
      expect(await knownActs(device, wires)).toHaveLength(3);
      expect(await asOwnerOf(shop, 'select id from customer')).toHaveLength(3);
    });

    it('SYN-21 judges what belongs to an act that nobody brings any more by the rows that are there', async () => {
      const { shop, device } = await newDevice();
      const item = itemArgs(device);
      const gone = device.wire('item.create', item);
      await push(device, [gone], {});
      await lose(shop, 'outcome', 'client', 'item', 'stock_movement');
      const anew = PushDevice.of(server, shop);
      const deps = [gone.act];
      const stock = {
        id: anew.mintId(),
        itemId: item.id,
        quantityHundredths: 100,
        costPriceMinor: null,
        batchId: null,
      };
      const answer = await push(
        anew,
        [
          anew.wire('sale.create', saleArgs(anew, [item]), { deps }),
          anew.wire('stock.add', stock, { deps }),
          anew.wire('customer.create', customerArgs(anew), { deps }),
        ],
        {},
      );
      expect(answer.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
        ['flagged', ['item_missing']],
        ['refused', ['item_missing']],
        ['applied', []],
      ]);
    });

    it('SYN-21 SYN-25 M32 takes from an admin what a dismissed author left, in the author’s name, and from nobody below', async () => {
      const { shop } = await newDevice();
      const author = await addStaff(server, shop);
      const device = PushDevice.of(server, author);
      const wires = Array.from({ length: 2 }, () => device.wire('customer.create', customerArgs(device)));
      await push(device, wires, {});
      await lose(shop, 'outcome', 'client', 'customer');
      await deactivateUser(server.deps, shop.businessId, author.userId);
      const named = { authorUserId: author.userId };
      const sentBy = async (user: SignedInUser) => {
        const sender = PushDevice.of(server, user);
        return await push(sender, inNewQueue(sender, wires), named);
      };
      expect(await sentBy(await addStaff(server, shop))).toMatchObject({ result: 'not_yours', outcomes: [] });
      expect(await sentBy((await newDevice()).shop)).toMatchObject({ result: 'not_yours', outcomes: [] });
      expect(await asOwnerOf(shop, 'select id from customer')).toEqual([]);
      const given = { result: 'taken', outcomes: wires.map(() => ({ kind: 'flagged', codes: ['actor_disabled'] })) };
      expect(await sentBy(shop)).toMatchObject(given);
      // Its author's own session may send it too; it stays one act.
      expect(await push(device, wires, {})).toMatchObject(given);
      const rows = await asOwnerOf<{ doc: { createdByUserId: number } }>(shop, 'select doc from customer');
      expect(rows.map(({ doc }) => doc.createdByUserId)).toEqual([author.userId, author.userId]);
    });

    it('SYN-21 SYN-21d a parent that another device may still bring is a failure, counted against nobody; when nobody waits any more, the server’s word', async () => {
      const { shop, device } = await newDevice();
      const other = PushDevice.of(server, shop);
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

    it('SYN-21 SYN-7 what was decided waits for no parent that has left since', async () => {
      const { shop, device } = await newDevice();
      const item = itemArgs(device);
      const [brought, sold] = [device.wire('item.create', item), device.wire('sale.create', saleArgs(device, [item]))];
      await push(device, [brought, sold], {});
      await change(shop, item.id);
      const copy = PushDevice.of(server, shop);
      const [again] = inNewQueue(copy, [sold]);
      const next = copy.wire('sale.create', saleArgs(copy, [item]));
      expect(await push(copy, [again!, next], { waitsForParents: true })).toMatchObject({
        lmid: 1,
        outcomes: [{ mid: 1, kind: 'applied' }],
        stopped: { mid: 2, reason: 'parent_missing' },
      });
    });

    it('SYN-2 SYN-21 gives the rows of a call the ids that they had, when it is asked again under its key', async () => {
      const { shop } = await newDevice();
      const api = apiClient(server, shop);
      const create = async (headers: Record<string, string>) =>
        dataOf(await api.post('/customers', { name: 'Grace' }, headers)).id;
      const id = await create({ 'idempotency-key': 'after-a-restore' });
      const [unnamed, another] = [await create({}), await create({ 'idempotency-key': 'another' })];
      await lose(shop, 'customer', 'idempotency_key', 'outcome');
      expect(await create({ 'idempotency-key': 'after-a-restore' })).toBe(id);
      expect(new Set([id, unnamed, another, await create({})]).size).toBe(4);
    });
  });
});
