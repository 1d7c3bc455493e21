import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const MINUTE_MS = 60_000;

describe.each(ENGINES)('pushing to the server on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  /** Returns the number of rows in a table of the shop, read without the wall between businesses. */
  async function count(table: string, user: SignedInUser = shop): Promise<number> {
    const [row] = await server.deps.database.transaction({ businessId: user.businessId }, (sql) =>
      sql.query<{ total: number }>(`select count(*) as total from ${table}`),
    );
    return row?.total ?? -1;
  }
  const stockOf = async (device: PushDevice, itemId: number): Promise<unknown> =>
    (await device.pullAll()).rows.get(`item/${itemId}`)?.['currentStockHundredths'];

  it('SYN-6 SYN-7 takes a run of mutations in one go: rows, outcomes and lmid, all at one version', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const sale = saleArgs(device, [item]);
    const brought = device.wire('item.create', item);
    const answer = await device.push([brought, device.wire('sale.create', sale, { deps: [brought.act] })]);
    expect(answer).toMatchObject({
      result: 'taken',
      lmid: 2,
      stopped: null,
      outcomes: [
        { mid: 1, kind: 'applied' },
        { mid: 2, kind: 'applied' },
      ],
    });
    const { rows, cookie } = await device.pullAll();
    expect(rows.get(`item/${item.id}`)).toMatchObject({ name: 'Sugar', currentStockHundredths: 800 });
    const past = await device.pullAll(cookie, 'history');
    const written = [
      rows.get(`item/${item.id}`),
      past.rows.get(`sale/${sale.id}`),
      past.rows.get(`stockMovement/${item.openingMovementId}`),
    ];
    const [version] = written.map((row) => row?.['version']);
    expect(version).toBeTypeOf('number');
    expect(written.map((row) => row?.['version'])).toEqual([version, version, version]);
  });

  it('SYN-7 SYN-8 repeats a batch whose answer was lost: the stored outcomes, the echoed batch, nothing changed', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const brought = device.wire('item.create', item);
    const deps = [brought.act];
    const wires = [
      brought,
      device.wire('sale.create', saleArgs(device, [item]), { deps }),
      device.wire(
        'stock.add',
        { id: device.mintId(), itemId: item.id, quantityHundredths: 500, costPriceMinor: null, batchId: null },
        { deps },
      ),
    ];
    const first = await device.push(wires);
    const sales = await count('sale');
    const again = await device.push(wires);
    expect(again).toEqual({ ...first, serverTimeMs: again.serverTimeMs });
    expect(again.batchId).toBe(device.requestOf(wires).batchId);
    expect(await count('sale')).toBe(sales);
    expect(await stockOf(device, item.id)).toBe(1_300);
    // A repetition of the first half, and an overlapping run: known mutations are answered, new ones accepted.
    const next = device.wire('customer.create', customerArgs(device));
    const overlapping = await device.push([wires[1]!, wires[2]!, next]);
    expect(overlapping.outcomes.map(({ mid }) => mid)).toEqual([2, 3, 4]);
    expect(overlapping.lmid).toBe(4);
    expect(await count('sale')).toBe(sales);
  });

  it('SYN-22 refuses a row whose id is another’s and all that depends on it, facts too; and takes them under new ids', async () => {
    const [first, second] = [PushDevice.of(server, shop), PushDevice.of(server, shop)];
    const item = itemArgs(first);
    await first.push([first.wire('item.create', item)]);
    const [own, other] = [customerArgs(first), itemArgs(second)];
    await first.push([first.wire('customer.create', own)]);
    const sales = await count('sale');
    // The item's id is free, but the id of its opening stock is not: nothing of it may be stored.
    const clashing = { ...itemArgs(second), openingMovementId: item.openingMovementId };
    const sale = saleArgs(second, [clashing]);
    const atMs = server.clock.nowMs() + 1;
    const customersId = second.wire('customer.create', { ...customerArgs(second), id: own.id }, { atMs });
    const refused = second.wire('item.create', clashing, { atMs });
    const answer = await second.push([
      customersId,
      refused,
      second.wire('sale.create', sale, { deps: [refused.act] }),
      second.wire('item.create', other),
    ]);
    expect(answer.outcomes.map(({ kind, codes }) => [kind, codes[0]])).toEqual([
      ['refused', 'id_clash'],
      ['refused', 'id_clash'],
      ['refused', 'id_clash'],
      ['applied', undefined],
    ]);
    expect([await count('sale'), await stockOf(first, item.id)]).toEqual([sales, 1_000]);
    const anew = second.wire('item.create', { ...clashing, openingMovementId: second.mintId() });
    const again = await second.push([anew, second.wire('sale.create', sale, { deps: [anew.act] })]);
    expect(again.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    expect([await count('sale'), await stockOf(first, clashing.id)]).toEqual([sales + 1, 800]);
  });

  it('SYN-7 two pushes of one run at once have one effect', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    await device.push([device.wire('item.create', item)]);
    const wires = Array.from({ length: 10 }, () => device.wire('sale.create', saleArgs(device, [item])));
    const answers = await Promise.all([device.push(wires), device.push(wires), device.push(wires)]);
    for (const answer of answers) expect(answer).toMatchObject({ result: 'taken', lmid: 11 });
    expect(answers[1]?.outcomes).toEqual(answers[0]?.outcomes);
    expect(await stockOf(device, item.id)).toBe(1_000 - 10 * 200);
  });

  it('SYN-7 two devices at once lose none of each other’s stock', async () => {
    const [one, two] = [PushDevice.of(server, shop), PushDevice.of(server, shop)];
    const item = itemArgs(one, { initialStockHundredths: 100_000 });
    await one.push([one.wire('item.create', item)]);
    const sell = async (device: PushDevice) => {
      for (let batch = 0; batch < 5; batch += 1)
        await device.push(Array.from({ length: 4 }, () => device.wire('sale.create', saleArgs(device, [item]))));
    };
    await Promise.all([sell(one), sell(two)]);
    expect(await stockOf(two, item.id)).toBe(100_000 - 40 * 200);
  });

  it('SYN-6 refuses a run that leaves a hole, and says where to go on', async () => {
    const device = PushDevice.of(server, shop);
    const wires = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
    await device.push([wires[0]!]);
    expect(await device.push([wires[2]!])).toMatchObject({ result: 'gap', lmid: 1, outcomes: [] });
    expect(await device.push([wires[1]!, wires[2]!])).toMatchObject({ result: 'taken', lmid: 3 });
  });

  it('SYN-10 one refused mutation blocks only what depends on it', async () => {
    const staff = await addStaff(server, shop);
    const device = PushDevice.of(server, staff);
    const method = { id: device.mintId(), name: 'Voucher', icon: 'CreditCard' as const };
    const item = itemArgs(device);
    const voucher = device.wire('paymentMethod.create', method);
    const byDefault = { businessId: shop.businessId, id: method.id };
    const setDefault = device.wire('paymentMethod.setDefault', byDefault, { deps: [voucher.act] });
    const brought = device.wire('item.create', item);
    const paid = saleArgs(device, [item], { paymentMethodId: method.id, paymentMethodName: 'Voucher' });
    const sale = device.wire('sale.create', paid, { deps: [voucher.act, brought.act] });
    const answer = await device.push([voucher, setDefault, brought, sale]);
    expect(answer.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
      ['refused', ['not_permitted']],
      ['refused', ['not_permitted']],
      ['applied', []],
      ['flagged', ['method_missing']],
    ]);
    expect(answer.lmid).toBe(4);
  });

  it('SYN-10 SYN-10a refuses what another user signed, and the child of what was refused', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const signed = device.wire('item.create', item, { actorUserId: 1 });
    const answer = await device.push([
      signed,
      device.wire(
        'stock.add',
        { id: device.mintId(), itemId: item.id, quantityHundredths: 100, costPriceMinor: null, batchId: null },
        { deps: [signed.act] },
      ),
    ]);
    expect(answer.outcomes.map(({ codes }) => codes)).toEqual([['not_permitted'], ['parent_refused']]);
  });

  it('SYN-10 SYN-10b a mutation that goes wrong inside holds itself and what follows, and is set aside after five failures over ten minutes', async () => {
    const device = PushDevice.of(server, shop);
    const before = device.wire('customer.create', customerArgs(device));
    const bad = device.wire('customer.create', customerArgs(device, { notes: 'what no database keeps: \0' }));
    const after = device.wire('customer.create', customerArgs(device));
    const tries = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      tries.push(await device.push(attempt === 0 ? [before, bad, after] : [bad, after]));
      server.clock.advance(3 * MINUTE_MS);
    }
    for (const answer of tries)
      expect(answer).toMatchObject({ result: 'taken', lmid: 1, stopped: { mid: 2, reason: 'failed' } });
    const last = await device.push([bad, after]);
    expect(last).toMatchObject({
      result: 'taken',
      lmid: 3,
      stopped: null,
      outcomes: [
        { mid: 2, kind: 'quarantined' },
        { mid: 3, kind: 'applied' },
      ],
    });
    const [kept] = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query<{ raw: string }>('select raw from quarantine where client_id = $1', [device.clientId]),
    );
    expect(JSON.parse(kept?.raw ?? '')).toEqual(bad);
  });

  it('SYN-10 SYN-10b quick failures do not set aside: it takes ten minutes', async () => {
    const device = PushDevice.of(server, shop);
    const bad = device.wireOf({ args: { name: 'an item without an id' }, name: 'item.create' });
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect(await device.push([bad])).toMatchObject({ lmid: 0, stopped: { mid: 1, reason: 'failed' } });
    const kept = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query('select 1 from quarantine where client_id = $1', [device.clientId]),
    );
    expect(kept).toEqual([]);
  });

  it('SYN-10 SYN-10b a format newer than the server is a failure, not a refusal, and is never counted', async () => {
    const device = PushDevice.of(server, shop);
    const newer = device.wire('customer.create', customerArgs(device), { format: 99 });
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await device.push([newer])).toMatchObject({
        result: 'taken',
        lmid: 0,
        stopped: { mid: 1, reason: 'format_newer' },
      });
      server.clock.advance(5 * MINUTE_MS);
    }
  });

  it.each(['sale.teleport', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'SYN-10 a mutation by the name of %s is one that this server does not know, and is never counted',
    async (name) => {
      const device = PushDevice.of(server, shop);
      const before = device.wire('customer.create', customerArgs(device));
      const unknown = device.wireOf({ name, args: {} });
      const after = device.wire('customer.create', customerArgs(device));
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect(await device.push([before, unknown, after])).toMatchObject({
          result: 'taken',
          lmid: 1,
          stopped: { mid: 2, reason: 'format_newer' },
        });
        server.clock.advance(5 * MINUTE_MS);
      }
      const failed = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
        sql.query('select 1 from mutation_failure where client_id = $1', [device.clientId]),
      );
      expect(failed).toEqual([]);
    },
  );

  it('C-066 SYN-7 a sale beyond the stock stands and is flagged', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device, { initialStockHundredths: 100 });
    const brought = device.wire('item.create', item);
    const sale = device.wire('sale.create', saleArgs(device, [item]), { deps: [brought.act] });
    const answer = await device.push([brought, sale]);
    expect(answer.outcomes[1]).toMatchObject({ kind: 'flagged', codes: ['oversold'] });
    expect(await stockOf(device, item.id)).toBe(-100);
  });

  it('C-044 a device’s sale with another total is stored as rung up and flagged', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const sale = saleArgs(device, [item], { totalMinor: 5, finalMinor: 5 });
    const brought = device.wire('item.create', item);
    const answer = await device.push([brought, device.wire('sale.create', sale, { deps: [brought.act] })]);
    expect(answer.outcomes[1]).toMatchObject({ kind: 'flagged', codes: ['total_mismatch'] });
    const stored = await ask(server, `GET /api/v1/sales/${sale.id}`, { token: shop.token });
    expect(stored.body).toMatchObject({ data: { finalAmount: '0.05' } });
  });

  it('SYN-16 tells the shop’s event streams, after the commit, that there is something newer and nothing else', async () => {
    const other = await registerShop(server);
    const heard: unknown[] = [];
    const stop = server.deps.events.subscribe(
      shop.businessId,
      { sessionId: 1, userId: 1 },
      {
        onNews: (news) => heard.push(news),
        onEnd: () => {},
      },
    );
    const deaf: unknown[] = [];
    const stopOther = server.deps.events.subscribe(
      other.businessId,
      { sessionId: 1, userId: 1 },
      {
        onNews: (news) => deaf.push(news),
        onEnd: () => {},
      },
    );
    const device = PushDevice.of(server, shop);
    const pushed = await device.push([device.wire('customer.create', customerArgs(device))]);
    const { version } = await device.pull((await device.pullAll()).cookie);
    expect(heard).toEqual([{ epoch: pushed.epoch, version }]);
    await ask(server, 'POST /api/v1/customers', { token: shop.token, body: { name: 'By call' } });
    expect(heard).toEqual([
      { epoch: pushed.epoch, version },
      { epoch: pushed.epoch, version: version + 1 },
    ]);
    expect(deaf).toEqual([]);
    stop();
    stopOther();
  });

  it('R-GEN-17 another shop’s device and rows are nobody’s here', async () => {
    const theirs = await registerShop(server);
    const [device, foreign] = [PushDevice.of(server, shop), PushDevice.of(server, theirs)];
    const item = itemArgs(foreign);
    await foreign.push([foreign.wire('item.create', item)]);
    const ours = await device.push([
      device.wire('stock.add', {
        id: device.mintId(),
        itemId: item.id,
        quantityHundredths: 100,
        costPriceMinor: null,
        batchId: null,
      }),
      device.wire('sale.create', saleArgs(device, [item])),
      device.wire('item.edit', { id: item.id, base: { name: 'Sugar' }, change: { name: 'Taken' } }),
    ]);
    expect(ours.outcomes.map(({ kind, codes }) => [kind, codes])).toEqual([
      ['refused', ['item_missing']],
      ['flagged', ['item_missing']],
      ['refused', ['item_missing']],
    ]);
    expect((await foreign.pullAll()).rows.get(`item/${item.id}`)).toMatchObject({
      name: 'Sugar',
      currentStockHundredths: 1_000,
    });
    // Another shop's client id, used here, begins a separate queue of this shop.
    const posing = PushDevice.of(server, shop, foreign.clientId);
    const wire = posing.wire('customer.create', customerArgs(posing));
    expect(await posing.push([wire])).toMatchObject({ result: 'taken', lmid: 1 });
    const theirNext = foreign.wire('customer.create', customerArgs(foreign));
    expect(await foreign.push([theirNext])).toMatchObject({ result: 'taken', lmid: 2 });
    expect((await posing.pullAll()).pages.at(-1)?.confirmed).toMatchObject({ lmid: 1, hash: wire.h });
    expect((await foreign.pullAll()).pages.at(-1)?.confirmed).toMatchObject({ lmid: 2, hash: theirNext.h });
  });
});
