import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowIdOf } from '../../../sync/protocol/act.ts';
import { mintingActFrom } from '../../../sync/protocol/derived-act.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const MINUTE_MS = 60_000;

/** An act has one effect and one outcome, whoever sends it and in whichever queue. */
describe.each(ENGINES)('one act on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  const newDevice = () => PushDevice.of(server, shop);
  const sql = <Row extends object>(text: string) =>
    server.deps.database.transaction({ businessId: shop.businessId }, (run) => run.query<Row>(text));
  const countOf = async (table: string) => (await sql(`select 1 from ${table}`)).length;
  const versionOf = async () => (await sql<{ version: number }>('select version from business'))[0]?.version ?? -1;
  const stockOf = async (itemId: number): Promise<unknown> =>
    (await newDevice().pullAll()).rows.get(`item/${itemId}`)?.['currentStockHundredths'];
  /** Returns the same act as the next mutation in a device's queue. */
  const again = (of: PushDevice, { mid: _mid, h: _h, ...act }: WireMutation, attempt = act.attempt): WireMutation =>
    of.wireOf({ ...act, attempt });
  const told = ({ outcomes }: Awaited<ReturnType<PushDevice['push']>>) =>
    outcomes.map(({ kind, codes }) => [kind, ...codes]);
  const stockArgs = (device: PushDevice, itemId: number): MutationArgs<'stock.add'> => ({
    ...{ id: device.mintId(), itemId, quantityHundredths: 500, costPriceMinor: null, batchId: null },
  });
  /** A mutation that no database can store, so the server bisects its batch. */
  const unstorable = (device: PushDevice) =>
    device.wire('customer.create', customerArgs(device, { notes: 'what no database keeps: \0' }));

  /** Makes an item with ten in stock on the server, and a device with an unsent sale of two. */
  async function withSale() {
    const device = newDevice();
    const item = itemArgs(device);
    const brought = device.wire('item.create', item);
    await device.push([brought]);
    const sale = device.wire('sale.create', saleArgs(device, [item]), { deps: [brought.act] });
    return { device, item, brought, sale };
  }

  it('SYN-2 SYN-7 under the places of two clients counts once; each queue hears its outcome and moves on', async () => {
    const { device, item, brought, sale } = await withSale();
    const sales = await countOf('sale');
    await device.push([sale]);
    const copy = newDevice();
    const wires = [again(copy, brought), again(copy, sale), copy.wire('customer.create', customerArgs(copy))];
    const answer = await copy.push(wires);
    expect(answer).toMatchObject({ result: 'taken', lmid: 3, stopped: null });
    expect(answer.outcomes).toEqual(wires.map(({ mid, h }) => ({ mid, h, kind: 'applied', codes: [], detail: {} })));
    expect([await countOf('sale'), await stockOf(item.id)]).toEqual([sales + 1, 800]);
    // A repetition of the queue and its pull return the same.
    expect((await copy.push(wires)).outcomes).toEqual(answer.outcomes);
    expect((await copy.pullAll()).pages.at(-1)?.confirmed).toEqual({
      ...{ lmid: 3, hash: wires[2]?.h, outcomes: answer.outcomes },
    });
  });

  it('SYN-2 SYN-7 twice in one batch counts once', async () => {
    const { device, item, sale } = await withSale();
    const [sales, before] = [await countOf('sale'), await versionOf()];
    const wires = [
      sale,
      again(device, sale),
      device.wire('customer.create', customerArgs(device)),
      again(device, sale),
    ];
    const answer = await device.push(wires);
    expect(answer).toMatchObject({ result: 'taken', lmid: 5, stopped: null });
    expect(answer.outcomes.map(({ mid, h, kind }) => [mid, h, kind])).toEqual(
      wires.map(({ mid, h }) => [mid, h, 'applied']),
    );
    expect([await countOf('sale'), await stockOf(item.id), await versionOf()]).toEqual([sales + 1, 800, before + 1]);
  });

  it('SYN-2 SYN-7 SYN-10 taken in halves counts once: in the same half, in another, and in the queue of a copy', async () => {
    const { device, item, sale } = await withSale();
    const sales = await countOf('sale');
    const wires = [
      sale,
      again(device, sale),
      device.wire('customer.create', customerArgs(device)),
      again(device, sale),
      unstorable(device),
    ];
    const answer = await device.push(wires);
    expect(answer).toMatchObject({ result: 'taken', lmid: 5, stopped: { mid: 6, reason: 'failed' } });
    expect(told(answer)).toEqual([['applied'], ['applied'], ['applied'], ['applied']]);
    const copy = newDevice();
    const copied = await copy.push([unstorable(copy), again(copy, sale)]);
    expect(copied).toMatchObject({ lmid: 0, stopped: { mid: 1, reason: 'failed' } });
    const other = newDevice();
    const brought = await other.push([again(other, sale), again(other, sale), unstorable(other)]);
    expect(brought).toMatchObject({ lmid: 2, stopped: { mid: 3, reason: 'failed' } });
    expect(told(brought)).toEqual([['applied'], ['applied']]);
    expect([await countOf('sale'), await stockOf(item.id)]).toEqual([sales + 1, 800]);
  });

  it('SYN-7 of two clients at once counts once', async () => {
    const { item, sale } = await withSale();
    const sales = await countOf('sale');
    const copies = Array.from({ length: 6 }, newDevice);
    const answers = await Promise.all(copies.map((copy) => copy.push([again(copy, sale)])));
    expect(answers.map(told)).toEqual(copies.map(() => [['applied']]));
    expect([await countOf('sale'), await stockOf(item.id)]).toEqual([sales + 1, 800]);
  });

  it('SYN-7 keeps what was flagged, with its facts, for whoever brings it next', async () => {
    const device = newDevice();
    const item = itemArgs(device, { initialStockHundredths: 100 });
    const brought = device.wire('item.create', item);
    const sale = device.wire('sale.create', saleArgs(device, [item]));
    const first = await device.push([brought, sale]);
    const copy = newDevice();
    const second = await copy.push([again(copy, sale)]);
    expect(told(second)).toEqual([['flagged', 'oversold']]);
    expect(second.outcomes[0]?.detail).toEqual(first.outcomes[1]?.detail);
    expect(await stockOf(item.id)).toBe(-100);
  });

  it('SYN-5 SYN-7 a refused attempt asked again, by a copy too, is answered the same, whatever has come since', async () => {
    const device = newDevice();
    const item = itemArgs(device);
    const early = device.wire('stock.add', stockArgs(device, item.id));
    expect(told(await device.push([early]))).toEqual([['refused', 'item_missing']]);
    await device.push([device.wire('item.create', item)]);
    const copy = newDevice();
    expect(told(await copy.push([again(copy, early)]))).toEqual([['refused', 'item_missing']]);
    expect(told(await device.push([again(device, early)]))).toEqual([['refused', 'item_missing']]);
    expect(await stockOf(item.id)).toBe(1_000);
  });

  it('SYN-5 a refused attempt that a copy brings after its retry was accepted is answered with the retry’s outcome', async () => {
    const device = newDevice();
    const item = itemArgs(device);
    const early = device.wire('stock.add', stockArgs(device, item.id));
    await device.push([early, device.wire('item.create', item)]);
    expect(told(await device.push([again(device, early, 1)]))).toEqual([['applied']]);
    const copy = newDevice();
    const attempts = [0, 1, 2].map((attempt) => again(copy, early, attempt));
    const child = copy.wire('customer.create', customerArgs(copy), { deps: [early.act] });
    expect(told(await copy.push([...attempts, child]))).toEqual([['applied'], ['applied'], ['applied'], ['applied']]);
    expect(await stockOf(item.id)).toBe(1_500);
    // The device's own queue keeps the outcome of that mid.
    expect(told(await device.push([early]))).toEqual([['refused', 'item_missing']]);
  });

  it('SYN-5 a retry that comes before the attempt that it retries leaves that one nothing to do', async () => {
    const device = newDevice();
    const item = itemArgs(device);
    await device.push([device.wire('item.create', item)]);
    const stock = device.wire('stock.add', stockArgs(device, item.id), { attempt: 1 });
    expect(told(await device.push([stock]))).toEqual([['applied']]);
    const copy = newDevice();
    expect(told(await copy.push([again(copy, stock, 0)]))).toEqual([['applied']]);
    expect(await stockOf(item.id)).toBe(1_500);
  });

  it('SYN-5 two attempts in one batch: the second is decided anew where the first was refused, and only there', async () => {
    const device = newDevice();
    const item = itemArgs(device);
    const stock = device.wire('stock.add', stockArgs(device, item.id));
    const answer = await device.push([
      stock,
      again(device, stock),
      device.wire('item.create', item),
      again(device, stock),
      again(device, stock, 1),
      again(device, stock),
      again(device, stock, 2),
    ]);
    expect(told(answer)).toEqual([
      ['refused', 'item_missing'],
      ['refused', 'item_missing'],
      ['applied'],
      ['refused', 'item_missing'],
      ['applied'],
      ['applied'],
      ['applied'],
    ]);
    expect(await stockOf(item.id)).toBe(1_500);
  });

  it('SYN-5 SYN-10 what belongs to a refused act is refused until one of its attempts is accepted', async () => {
    const staff = PushDevice.of(server, await addStaff(server, shop));
    const device = newDevice();
    const item = itemArgs(device);
    const signed = device.wire('item.create', item, { actorUserId: staff.user.userId });
    const stock = device.wire('stock.add', stockArgs(device, item.id), { deps: [signed.act] });
    expect(told(await device.push([signed, stock]))).toEqual([
      ['refused', 'not_permitted'],
      ['refused', 'parent_refused'],
    ]);
    const { actorUserId: _forged, ...rest } = signed;
    const own = again(device, { ...rest, actorUserId: shop.userId }, 1);
    expect(told(await device.push([own, again(device, stock, 1)]))).toEqual([['applied'], ['applied']]);
    // The same in a queue without the act itself.
    const other = newDevice();
    const more = other.wire('stock.add', stockArgs(other, item.id), { deps: [signed.act] });
    expect(told(await other.push([more]))).toEqual([['applied']]);
    expect(await stockOf(item.id)).toBe(2_000);
  });

  it.each([
    ['no database keeps', unstorable],
    ['no build reads', (device: PushDevice) => device.wireOf({ args: { name: 'a customer without an id' } })],
  ])(
    'SYN-10 SYN-2 what was set aside because %s it stays so in the queue of a copy, which moves on',
    async (_, make) => {
      const device = newDevice();
      const bad = make(device);
      for (let time = 0; time < 6; time += 1) {
        await device.push([bad]);
        server.clock.advance(3 * MINUTE_MS);
      }
      expect(told(await device.push([bad]))).toEqual([['quarantined']]);
      const copy = newDevice();
      const answer = await copy.push([again(copy, bad), copy.wire('customer.create', customerArgs(copy))]);
      expect([answer.lmid, told(answer)]).toEqual([2, [['quarantined'], ['applied']]]);
      expect(await sql(`select 1 from quarantine where client_id = '${copy.clientId}'`)).toEqual([]);
    },
  );

  it('SYN-2 the conflicts that it opens have ids that follow from it', async () => {
    const device = newDevice();
    const item = itemArgs(device);
    const base = { name: item.name, priceMinor: item.priceMinor };
    await device.push([
      device.wire('item.create', item),
      device.wire('item.edit', { id: item.id, base, change: { name: 'First', priceMinor: 111 } }),
    ]);
    const edit = device.wire('item.edit', { id: item.id, base, change: { name: 'Second', priceMinor: 222 } });
    expect((await device.push([edit])).outcomes.map(({ kind }) => kind)).toEqual(['conflict']);
    const copy = newDevice();
    expect((await copy.push([again(copy, edit)])).outcomes.map(({ kind }) => kind)).toEqual(['conflict']);
    const opened = await sql<{ id: number }>(`select id from conflict where doc ->> 'rowId' = '${item.id}'`);
    const ofAct = mintingActFrom(edit.act, 'server');
    expect(new Set(opened.map(({ id }) => id))).toEqual(new Set([rowIdOf(ofAct, 0), rowIdOf(ofAct, 1)]));
  });
});
