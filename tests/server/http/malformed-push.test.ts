import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HASH_ZERO, PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import { wrongValue } from '../../support/hostile/malformed-request.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';

/** The many requests take long on a busy machine. */
const PATIENCE_MS = 240_000;

/* Malformed requests to the sync calls; those to all other calls are in malformed-requests.test.ts. */

describe('malformed pushes', () => {
  let server: TestServer;
  let shop: SignedInUser;
  let device: PushDevice;
  let itemId: number;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await registerShop(server);
    device = PushDevice.of(server, shop);
    itemId = dataOf(await apiClient(server, shop).post('/items', { name: 'Sugar', price: 5 })).id;
  });
  afterAll(() => server.close());

  const send = (line: string, text: string) =>
    ask(server, line.replace(' ', ' /api/v1').replace('{id}', String(itemId)), { token: shop.token, text });

  it(
    'SYN-10 mutations with any arguments in them are decided or held, never an error of the server',
    { timeout: PATIENCE_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(MUTATIONS)),
          fc.record({
            field: fc.constantFrom(
              'id',
              'name',
              'lines',
              'totalMinor',
              'priceMinor',
              'customFields',
              'itemId',
              'base',
              'change',
              'reason',
              'quantityHundredths',
              'notes',
              'currency',
            ),
            value: wrongValue,
          }),
          async (name, { field, value }) => {
            const own = PushDevice.of(server, shop);
            const item = itemArgs(own);
            const base = {
              'item.create': item,
              'customer.create': customerArgs(own),
              'sale.create': saleArgs(own, [item]),
            }[name] ?? {
              id: itemId,
              itemId,
              businessId: shop.businessId,
              base: {},
              change: {},
              reason: 'x',
              name: 'x',
              quantityHundredths: 1,
              costPriceMinor: null,
              batchId: null,
            };
            const wire = own.wireOf({ name, args: { ...base, [field]: value } });
            const answer = await own.send(own.requestOf([wire, own.wire('customer.create', customerArgs(own))]));
            expect([200, 400], `${name} ${field} ${JSON.stringify(value)?.slice(0, 200)}`).toContain(answer.status);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  it('answers 400 to JSON that is nested without end, at any place', async () => {
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const depth of [50, 5_000, 120_000]) {
      expect((await send('POST /sync/push', deep(depth))).status).toBe(400);
      const wire = device.requestOf([]);
      const inArgs = JSON.stringify({
        ...wire,
        mutations: [
          {
            act: '0'.repeat(32),
            attempt: 0,
            mid: 1,
            name: 'customer.create',
            format: 1,
            args: 'HERE',
            actorUserId: 1,
            atMs: 1,
            offsetMinutes: 0,
            clockOffsetMs: 0,
            deps: [],
            h: '0'.repeat(32),
          },
        ],
      }).replace('"HERE"', deep(depth));
      expect((await send('POST /sync/push', inArgs)).status).toBe(400);
      for (const line of ['POST /items', 'POST /sales', 'POST /customers'])
        expect([400, 422]).toContain((await send(line, `{"name":${deep(depth)},"customFields":${deep(2)}}`)).status);
    }
  });

  it('SYN-10 holds a mutation with a huge text in it, and remembers no more of it than a line', async () => {
    const own = PushDevice.of(server, shop);
    const huge = 'x'.repeat(900_000);
    for (const args of [customerArgs(own, { notes: huge }), { ...customerArgs(own), name: { huge } }, huge]) {
      const wire = { ...own.wireOf({ args }), name: 'customer.create' };
      const answer = await own.send(own.requestOf([wire]));
      expect(answer.body).toMatchObject({ result: 'taken', lmid: 0, stopped: { mid: 1, reason: 'failed' } });
      own.mid = 0;
      own.hash = HASH_ZERO;
    }
    const [kept] = await server.deps.database.transaction({ businessId: shop.businessId }, (sql) =>
      sql.query<{ longest: number }>('select max(length(last_error)) as longest from mutation_failure'),
    );
    expect(kept?.longest).toBeLessThanOrEqual(500);
  });

  it('SYN-6 reads the last of two members of one name, as its hash was made, and refuses the first', async () => {
    const own = PushDevice.of(server, shop);
    const wire = own.wire('customer.create', customerArgs(own, { name: 'The last' }));
    const text = JSON.stringify(own.requestOf([wire]));
    const doubled = text.replace('"name":"The last"', '"name":"The first","name":"The last"');
    expect(doubled).not.toBe(text);
    expect((await send('POST /sync/push', doubled)).body).toMatchObject({ result: 'taken', lmid: 1 });
    const swapped = text.replace('"name":"The last"', '"name":"The last","name":"The first"');
    expect((await send('POST /sync/push', swapped)).status).toBe(400);
  });

  it('SYN-7 SYN-20 refuses a run whose hashes or mids do not fit what travelled', async () => {
    const own = PushDevice.of(server, shop);
    const wires = [own.wire('customer.create', customerArgs(own)), own.wire('customer.create', customerArgs(own))];
    const request = own.requestOf(wires);
    const garbled = [
      { ...request, mutations: [{ ...wires[0]!, atMs: 1 }, wires[1]!] },
      { ...request, mutations: [wires[0]!, { ...wires[1]!, mid: 3 }] },
      { ...request, mutations: [wires[1]!, wires[0]!] },
      { ...request, previousHash: 'f'.repeat(32) },
      { ...request, mutations: [] },
      { ...request, mutations: Array.from({ length: 101 }, () => wires[0]!) },
      { ...request, mutations: [{ ...wires[0]!, act: 'f'.repeat(32) }, wires[1]!] },
      { ...request, mutations: [{ ...wires[0]!, attempt: 1 }, wires[1]!] },
      { ...request, mutations: [{ ...wires[0]!, deps: ['f'.repeat(32)] }, wires[1]!] },
      ...[
        { act: 'F'.repeat(32) },
        { act: 'f'.repeat(31) },
        { act: 7 },
        { attempt: -1 },
        { attempt: 0.5 },
        { deps: [1] },
      ].map((odd) => ({ ...request, mutations: [{ ...wires[0]!, ...odd }, wires[1]!] })),
      { ...request, clientId: 'nobody' },
      { ...request, batchId: 'short' },
    ];
    for (const body of garbled) expect([(await own.send(body)).status, body]).toEqual([400, body]);
    expect(await own.push(wires)).toMatchObject({ result: 'taken', lmid: 2 });
  });

  it('quotes nothing of what was sent when it refuses', async () => {
    const secret = 'do-not-repeat-this';
    const bodies = [
      { name: { [secret]: 1 }, price: secret },
      { name: 'x', price: 5, description: [secret], customFields: { a: { b: secret } }, type: secret },
      secret,
    ];
    for (const body of bodies)
      expect(JSON.stringify((await send('POST /items', JSON.stringify(body))).body)).not.toContain(secret);
    for (const body of [
      { protocol: PROTOCOL_VERSION, batchId: secret },
      { protocol: PROTOCOL_VERSION, [secret]: 1 },
    ])
      expect(JSON.stringify((await send('POST /sync/push', JSON.stringify(body))).body)).not.toContain(secret);
  });
});
