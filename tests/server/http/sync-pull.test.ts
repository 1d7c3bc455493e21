import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqlError } from '../../../server/db/database.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { createApp } from '../../../server/http/app.ts';
import { HASH_ZERO, PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { parentKeys, rowKeyText, type TableName } from '../../../sync/protocol/tables.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('pulling from the server on %s', (engine) => {
  let server: TestServer;
  /** A shop for tests that change nothing. */
  let reader: { shop: SignedInUser; device: PushDevice };
  beforeAll(async () => {
    server = await startTestServer({ engine });
    reader = await newDevice();
  });
  afterAll(() => server.close());

  async function newDevice(): Promise<{ shop: SignedInUser; device: PushDevice }> {
    const shop = await registerShop(server);
    return { shop, device: PushDevice.of(server, shop) };
  }
  const asOwnerOf = (user: SignedInUser, text: string) =>
    server.deps.database.transaction({ businessId: user.businessId }, (sql) => sql.query(text));

  it('SYN-9 SYN-11 says what was decided, with the hash at lmid, only on the page that exhausts its snapshot', async () => {
    const { device } = await newDevice();
    const begun = await device.pullAll();
    const wires = Array.from({ length: 7 }, () => device.wire('customer.create', customerArgs(device)));
    await device.push(wires.slice(0, 4));
    await device.push(wires.slice(4));
    const { pages } = await device.pullAll(begun.cookie, 'changes', 3);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.slice(0, -1).every((page) => page.confirmed === null && page.more)).toBe(true);
    expect(pages.at(-1)?.confirmed).toMatchObject({ lmid: 7, hash: wires[6]?.h });
    expect(pages.at(-1)?.confirmed?.outcomes.map(({ mid, h }) => [mid, h])).toEqual(
      wires.map(({ mid, h }) => [mid, h]),
    );
    const later = await device.pull(pages.at(-1)?.cookie ?? null, { confirmedMid: 5 });
    expect(later.confirmed?.outcomes.map(({ mid }) => mid)).toEqual([6, 7]);
    expect(later.pages).toEqual([]);
  });

  it('SYN-9 a device that has sent nothing is told of nothing', async () => {
    const { device } = await newDevice();
    expect((await device.pullAll()).pages.at(-1)?.confirmed).toEqual({ lmid: 0, hash: HASH_ZERO, outcomes: [] });
  });

  it('SYN-11 gives every row once it changes, in pages of any size, each with its parents, and nothing twice over for nothing', async () => {
    const { device } = await newDevice();
    const begun = await device.pullAll();
    const items = Array.from({ length: 6 }, (_, index) => itemArgs(device, { name: `Item ${index}` }));
    const customer = customerArgs(device);
    await device.push([
      ...items.map((item) => device.wire('item.create', item)),
      device.wire('customer.create', customer),
    ]);
    for (let day = 0; day < 4; day += 1)
      await device.push(
        items
          .slice(day)
          .map((item, index) =>
            device.wire(
              'sale.create',
              saleArgs(device, [item, items[index]!], { customerId: customer.id, customerName: 'Grace' }),
            ),
          ),
      );
    const whole = await device.pullAll(begun.cookie);
    for (const rowsMax of [1, 2, 5, 13]) {
      const paged = await device.pullAll(begun.cookie, 'changes', rowsMax);
      expect(paged.rows).toEqual(whole.rows);
      // On no page is a child before its parent.
      const seen = new Set<string>();
      for (const page of paged.pages) {
        for (const { table, rows } of page.pages)
          for (const row of rows) seen.add(rowKeyText({ table, id: Number(row['id']) }));
        for (const { table, rows } of page.pages)
          for (const row of rows)
            for (const key of parentKeys(table as TableName, row as never))
              expect(seen.has(rowKeyText(key)), `${rowsMax}: ${rowKeyText(key)}`).toBe(true);
      }
    }
    expect([...whole.rows.keys()].filter((key) => key.startsWith('sale/'))).toHaveLength(6 + 5 + 4 + 3);
    expect((await device.pullAll(whole.cookie)).rows.size).toBe(0);
  });

  it('SYN-11 a page names the cookie that it continues and never a version before it', async () => {
    const { device } = await newDevice();
    const first = await device.pull(null);
    expect(first).toMatchObject({ baseCookie: null, kind: 'snapshot', more: true });
    const second = await device.pull(first.cookie);
    expect(second).toMatchObject({ baseCookie: first.cookie, kind: 'changes', more: false });
    expect(second.version).toBeGreaterThan(0);
  });

  it.each(['rubbish', 'e30', Buffer.from('{"epoch":"other"}').toString('base64url')])(
    'SYN-11 SYN-15 sends a device with a cookie that it did not write for a whole new copy: %s',
    async (cookie) => {
      const { device } = reader;
      expect(await device.pull(cookie)).toMatchObject({ kind: 'resync', baseCookie: cookie, pages: [] });
    },
  );

  it('SYN-11 sends what was removed as a tombstone', async () => {
    const { device, shop } = await newDevice();
    const item = itemArgs(device);
    await device.push([device.wire('item.create', item)]);
    const { cookie } = await device.pullAll();
    const store = createSqlStore(server.deps.database, server.deps);
    const version = await store.change(shop.businessId, async (tx) => {
      await tx.writeRows([{ table: 'item', id: item.id, before: undefined, after: undefined }]);
      return tx.version;
    });
    expect(await device.pull(cookie)).toMatchObject({
      pages: [],
      tombstones: [{ table: 'item', id: item.id, version }],
    });
    expect((await device.pullAll()).rows.has(`item/${item.id}`)).toBe(false);
  });

  it('SYN-12 SYN-11a gives what a shop sells from first, whole; then the last 13 months, newest first, and what is unpaid however old', async () => {
    const { device } = await newDevice();
    const item = itemArgs(device);
    const customer = customerArgs(device);
    const sell = (daysAgo: number, fields = {}) => {
      const sale = saleArgs(device, [item], fields);
      return { sale, wire: device.wire('sale.create', sale, { atMs: server.clock.nowMs() - daysAgo * DAY_MS }) };
    };
    const wires = [device.wire('item.create', item), device.wire('customer.create', customer)];
    const [recent, older, old, unpaid] = [
      sell(1),
      sell(395),
      sell(420),
      sell(800, { status: 'pending', customerId: customer.id, customerName: 'Grace' }),
    ];
    await device.push([...wires, recent.wire, older.wire, old.wire, unpaid.wire]);

    const other = PushDevice.of(server, device.user);
    const { pages, rows, cookie } = await other.pullAll();
    expect(pages[0]).toMatchObject({ kind: 'snapshot', historyLeft: true });
    expect([...rows.keys()].some((key) => key.startsWith('sale/'))).toBe(false);
    expect(rows.has(`item/${item.id}`) && rows.has(`customer/${customer.id}`)).toBe(true);
    const past = await other.pullAll(cookie, 'history', 2);
    const sales = past.pages.flatMap((page) =>
      page.pages.filter(({ table }) => table === 'sale').flatMap((each) => each.rows.map(({ id }) => id)),
    );
    expect(sales).toEqual([recent.sale.id, older.sale.id, unpaid.sale.id]);
    expect(past.pages.every((page) => page.kind === 'history' && page.confirmed === null)).toBe(true);
    expect(past.pages.at(-1)?.historyLeft).toBe(false);
    expect(past.rows.has(`stockMovement/${item.openingMovementId}`)).toBe(true);
  });

  it('SYN-12 SYN-12b gives what is older than that when it is asked for, a page at a time, and nothing of a later version', async () => {
    const { device } = await newDevice();
    const item = itemArgs(device);
    const sell = (daysAgo: number) => {
      const sale = saleArgs(device, [item]);
      return { id: sale.id, wire: device.wire('sale.create', sale, { atMs: server.clock.nowMs() - daysAgo * DAY_MS }) };
    };
    const itemWire = device.wire('item.create', item);
    const [young, ...old] = [sell(1), sell(420), sell(500), sell(900)];
    await device.push([itemWire, young.wire, ...old.map(({ wire }) => wire)]);

    const other = PushDevice.of(server, device.user);
    const { cookie } = await other.pullAll();
    const begin = { createdAtMs: server.clock.nowMs() - 403 * DAY_MS, id: 0 };
    const older = (before: typeof begin) =>
      other.pull(cookie, { want: 'older', rowsMax: 2, older: { table: 'sale', before } });
    const first = await older(begin);
    const [second] = first.pages;
    expect(first).toMatchObject({ kind: 'older', more: true, confirmed: null, tombstones: [] });
    expect(second?.rows.map(({ id }) => id)).toEqual([old[0]?.id, old[1]?.id]);
    const last = second?.rows.at(-1) as unknown as typeof begin;
    const rest = await older({ createdAtMs: last.createdAtMs, id: last.id });
    expect(rest.more).toBe(false);
    expect(rest.pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual([old[2]?.id]);

    // A row that changed since the last pull comes with the changes, and not with the history too.
    await device.push([device.wire('sale.cancel', { id: old[0]?.id, reason: 'late', refunds: [] })]);
    expect((await older(begin)).pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual([
      old[1]?.id,
      old[2]?.id,
    ]);
    expect([...(await other.pullAll(cookie)).rows.keys()]).toContain(`sale/${old[0]?.id}`);
  });

  it('SYN-12 SYN-10 answers no request for what is older that is not of the protocol', async () => {
    const { device } = await newDevice();
    const { cookie } = await device.pullAll();
    for (const older of ['{', '{"table":"item","before":{"createdAtMs":1,"id":1}}', '{"table":"sale"}', '[]']) {
      const { clientId } = device;
      const asked = { protocol: PROTOCOL_VERSION, clientId, cookie, confirmedMid: 0, want: 'older', rowsMax: 2 };
      const right = JSON.stringify({ table: 'sale', before: { createdAtMs: 1, id: 1 } });
      expect((await device.askPull({ ...asked, older: right })).status).toBe(200);
      expect((await device.askPull({ ...asked, older })).status, older).toBe(400);
    }
  });

  it('SYN-13 C-097 never sends a byte of what things cost to staff: rows, conflicts, outcomes', async () => {
    const { device, shop } = await newDevice();
    const staff = PushDevice.of(server, await addStaff(server, shop));
    const item = itemArgs(device, { costPriceMinor: 98_765 });
    const brought = device.wire('item.create', item);
    const deps = [brought.act];
    await device.push([
      brought,
      device.wire(
        'stock.add',
        { id: device.mintId(), itemId: item.id, quantityHundredths: 100, costPriceMinor: 87_654, batchId: null },
        { deps },
      ),
      // Two edits of the cost from one base make a conflict.
      device.wire(
        'item.edit',
        { id: item.id, base: { costPriceMinor: 98_765 }, change: { costPriceMinor: 76_543 } },
        { deps },
      ),
      device.wire(
        'item.edit',
        { id: item.id, base: { costPriceMinor: 98_765 }, change: { costPriceMinor: 65_432 } },
        { deps },
      ),
    ]);
    // A cost that staff send is dropped.
    const bold = itemArgs(staff, { name: 'Bold', costPriceMinor: 54_321 });
    await staff.push([
      staff.wire('item.create', bold),
      staff.wire('item.edit', {
        id: item.id,
        base: { costPriceMinor: 76_543, name: 'Sugar' },
        change: { costPriceMinor: 1, name: 'Sugar 2' },
      }),
    ]);

    const seenBy = async (of: PushDevice) => {
      const { pages, cookie } = await of.pullAll();
      return JSON.stringify([pages, (await of.pullAll(cookie, 'history')).pages]);
    };
    const admins = await seenBy(device);
    for (const amount of ['76543', '65432', '87654'])
      expect(admins).toMatch(new RegExp(String.raw`\b${amount}(00)?\b`));
    expect(admins).toContain('"name":"Sugar 2"');
    const staffs = await seenBy(staff);
    expect(staffs).toContain('"name":"Sugar 2"');
    expect(staffs).not.toMatch(/"cost\w*":/);
    // As separate numbers, because ids, hashes and cookies may contain these digits by chance.
    for (const amount of ['98765', '76543', '65432', '87654', '54321'])
      expect(staffs).not.toMatch(new RegExp(String.raw`\b${amount}(00)?\b`));
  });

  it('SYN-13 a change of role begins anew with the other view', async () => {
    const { device, shop } = await newDevice();
    const member = await addStaff(server, shop);
    const staff = PushDevice.of(server, member);
    await device.push([device.wire('item.create', itemArgs(device))]);
    const { cookie } = await staff.pullAll();
    expect(await staff.pull(cookie)).toMatchObject({ kind: 'changes', projection: 'staff' });
    await asOwnerOf(shop, `update app_user set role = 'admin' where id = ${member.userId}`);
    const gained = await staff.pull(cookie);
    expect(gained).toMatchObject({ kind: 'snapshot', projection: 'admin' });
    expect(JSON.stringify(gained.pages)).toContain('costPriceMinor');
    await asOwnerOf(shop, `update app_user set role = 'staff' where id = ${member.userId}`);
    expect(JSON.stringify(await staff.pull(gained.cookie))).not.toContain('costPriceMinor');
  });

  it('R-GEN-17 shows no row of another shop, whatever cookie and client are named', async () => {
    const [ours, theirs] = [await newDevice(), await newDevice()];
    await theirs.device.push([theirs.device.wire('item.create', itemArgs(theirs.device, { name: 'Their secret' }))]);
    const foreign = await theirs.device.pullAll();
    const posing = PushDevice.of(server, ours.shop, theirs.device.clientId);
    const page = await posing.pull(foreign.cookie);
    expect(JSON.stringify(page)).not.toContain('Their secret');
    expect(page).toMatchObject({ kind: 'restored', pages: [] });
    const { rows } = await ours.device.pullAll();
    expect([...rows.values()].map((row) => row['name'])).not.toContain('Their secret');
  });

  it('answers gzip or brotli to who can unpack it', async () => {
    const { device, shop } = await newDevice();
    await device.push(
      Array.from({ length: 60 }, (_, index) =>
        device.wire('item.create', itemArgs(device, { name: `Item number ${index} of many` })),
      ),
    );
    const query = `protocol=${PROTOCOL_VERSION}&clientId=${device.clientId}&confirmedMid=0&want=changes&rowsMax=500`;
    const get = async (encoding?: string) => {
      const response = await server.app.request(`/api/v1/sync/pull?${query}`, {
        headers: {
          authorization: `Bearer ${shop.token}`,
          ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
        },
      });
      return { encoding: response.headers.get('content-encoding'), bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const [plain, gzip, brotli] = [await get(), await get('gzip'), await get('gzip, deflate, br')];
    expect([plain.encoding, gzip.encoding, brotli.encoding]).toEqual([null, 'gzip', 'br']);
    expect(gunzipSync(gzip.bytes).toString()).toEqual(plain.bytes.toString());
    expect(brotliDecompressSync(brotli.bytes).toString()).toEqual(plain.bytes.toString());
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  it.each([
    ['no client', { clientId: '' }],
    ['a client that is none', { clientId: 'XYZ' }],
    ['a broken number', { rowsMax: '1e3' }],
    ['too many rows', { rowsMax: 2_001 }],
    ['no rows', { rowsMax: 0 }],
    ['a negative mid', { confirmedMid: -1 }],
    ['an unknown wish', { want: 'everything' }],
    ['too long a cookie', { cookie: 'x'.repeat(2_001) }],
    ['a number beyond numbers', { confirmedMid: '9999999999999999' }],
  ])('answers 400 to a pull with %s', async (_what, wrong) => {
    const { device } = reader;
    const right = {
      protocol: PROTOCOL_VERSION,
      clientId: device.clientId,
      confirmedMid: 0,
      want: 'changes',
      rowsMax: 10,
    };
    expect((await device.askPull(right)).status).toBe(200);
    expect((await device.askPull({ ...right, ...wrong })).status).toBe(400);
  });

  it('C-014 lets a dismissed user read nothing', async () => {
    const { device, shop } = await newDevice();
    const member = await addStaff(server, shop);
    await asOwnerOf(shop, `update app_user set is_active = false where id = ${member.userId}`);
    const answer = await ask(
      server,
      `GET /api/v1/sync/pull?protocol=${PROTOCOL_VERSION}&clientId=${device.clientId}&confirmedMid=0&want=changes&rowsMax=1`,
      { token: member.token },
    );
    expect(answer.status).toBe(401);
  });

  it.each(['55P03', '57P01', '53300', '40001', '08006'])(
    'SYN-8 answers a database that cannot now (%s) with 503 and when to come again',
    async (code) => {
      const { device, shop } = reader;
      const { deps } = server;
      const busy = createApp({
        ...deps,
        database: {
          ...deps.database,
          transaction: (options, work) =>
            options.businessId === null
              ? deps.database.transaction(options, work)
              : Promise.reject(new SqlError('cannot now', code, undefined)),
        },
      });
      const headers = { authorization: `Bearer ${shop.token}` };
      const pull = await busy.request(
        `/api/v1/sync/pull?protocol=${PROTOCOL_VERSION}&clientId=${device.clientId}&confirmedMid=0&want=changes&rowsMax=1`,
        { headers },
      );
      const push = await busy.request('/api/v1/sync/push', {
        method: 'POST',
        headers,
        body: JSON.stringify(device.requestOf([device.wire('customer.create', customerArgs(device))])),
      });
      const call = await busy.request('/api/v1/customers', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': '12' },
        body: '{"name":"A"}',
      });
      for (const response of [pull, push, call]) {
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // It counts as no mutation's failure (SYN-10).
      expect(await asOwnerOf(shop, 'select 1 from mutation_failure')).toEqual([]);
    },
  );
});
