import type * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNT_MAX } from '../../../domain/text/whole-number.ts';
import { isOtherMedia } from '../../../server/http/openapi/described-call.ts';
import { DESCRIBED_CALLS } from '../../../server/http/openapi/openapi-document.ts';
import { cookieSchema } from '../../../server/mutate/cookie.ts';
import { MUTATIONS } from '../../../sync/mutation/registry.ts';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { schemaParts } from '../../support/server/schema-walk.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';

/** Schemas of all input: bodies, forms and queries of all calls, arguments of all mutations, the cookie of a pull. */
const INPUTS: [string, v.GenericSchema][] = [
  ...Object.entries(DESCRIBED_CALLS).flatMap(([name, { body, form, query }]) =>
    [...(body && !isOtherMedia(body) ? [body] : []), form, query]
      .filter((schema) => schema !== undefined)
      .map((schema): [string, v.GenericSchema] => [name, schema]),
  ),
  ...Object.values(MUTATIONS).map(({ name, schema }): [string, v.GenericSchema] => [name, schema as v.GenericSchema]),
  ['the cookie of a pull', cookieSchema],
];

const has = (actions: readonly Record<string, unknown>[], ...types: string[]) =>
  actions.some(({ type }) => types.includes(String(type)));

describe('what comes in', () => {
  it('R-LIM-03 no number without a least and a largest, and none that is no safe integer', () => {
    const numbers = INPUTS.flatMap(([name, schema]) =>
      [...schemaParts(schema, name)].filter(({ type }) => type === 'number' || type === 'bigint'),
    );
    // An amount may be a number instead of a text, and becomes an integer of hundredths when it is read.
    const isBesideText = (path: string) => /\.\d$/.test(path);
    const unbounded = numbers.filter(
      ({ path, actions }) =>
        !(has(actions, 'safe_integer') || isBesideText(path)) ||
        !(has(actions, 'min_value') && has(actions, 'max_value')),
    );
    expect(numbers.length).toBeGreaterThan(200);
    expect([...new Set(unbounded.map(({ path }) => path))]).toEqual([]);
  });
});

describe('a number that is odd', () => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await registerShop(server);
    api = apiClient(server, shop);
  });
  afterAll(() => server.close());

  const sql = (text: string, params: readonly (number | string)[]) =>
    server.deps.database.transaction({ businessId: shop.businessId }, (run) => run.query(text, [...params]));

  it('R-LIM-03 a number beyond its bounds is refused too where a text may come as a number', async () => {
    const own = apiClient(server, await registerShop(server));
    const send = (body: object) => own.post('/items', { name: 'Tea', price: '5', ...body });
    for (const field of ['brand', 'size', 'model'])
      for (const odd of [1.797e308, -1e21, 2 ** 53]) {
        const { status, body } = await send({ [field]: odd });
        expect([status, body]).toMatchObject([422, { details: [{ path: field }] }]);
      }
    expect(dataOf(await send({ size: 42 }))).toMatchObject({ size: '42' });
  });

  it('R-LIM-03 SYN-5 an attempt beyond every number is refused, the largest is decided, and the list of devices answers', async () => {
    const device = PushDevice.of(server, shop);
    const push = (attempt: number) => {
      const own = PushDevice.of(server, shop, device.clientId);
      return own.send(own.requestOf([own.wireOf({ args: customerArgs(own), attempt })]));
    };
    expect((await push(COUNT_MAX + 1)).status).toBe(400);
    expect(await push(COUNT_MAX)).toMatchObject({
      status: 200,
      body: { result: 'taken', lmid: 1, outcomes: [{ kind: 'applied' }] },
    });
    expect((await api.get('/devices')).status).toBe(200);
  });

  it('R-LIM-04 SYN-28 a device whose row is beyond every number spoils nothing of the list but what is odd', async () => {
    const [odd, plain] = [PushDevice.of(server, shop), PushDevice.of(server, shop)];
    for (const device of [odd, plain]) await device.push([device.wireOf({ args: customerArgs(device) })]);
    await sql(
      'update client set lmid = 9223372036854775807, oldest_ms = -9223372036854775807, clock_offset_ms = 9223372036854775807 where business_id = $1 and client_id = $2',
      [shop.businessId, odd.clientId],
    );
    const listed = await api.get('/devices');
    expect(listed.status).toBe(200);
    const byId = new Map(listOf(listed).map((each) => [String(each.id), each]));
    expect(byId.get(odd.clientId)).toMatchObject({ lastMutationNumber: 0, oldestPendingAt: null, clockOffsetMs: null });
    expect(byId.get(plain.clientId)).toMatchObject({ lastMutationNumber: 1, clockOffsetMs: 0 });
  });

  it('R-LIM-04 a row that cannot be told is named, and the others are answered', async () => {
    const ids: number[] = [];
    for (const name of ['Soap', 'Sugar', 'Salt']) ids.push(dataOf(await api.post('/items', { name, price: 5 })).id);
    await sql(`update item set doc = jsonb_set(doc, '{priceMinor}', '1.5') where business_id = $1 and id = $2`, [
      shop.businessId,
      ids[1] ?? 0,
    ]);
    const listed = await api.get('/items');
    expect(listOf(listed).map(({ name }) => name)).toEqual(expect.arrayContaining(['Soap', 'Salt']));
    expect(listed.body).toMatchObject({ unreadable: [ids[1]], pagination: { total: 3 } });
    expect(dataOf(await api.get(`/items/${ids[0]}`))).toMatchObject({ name: 'Soap' });
  });

  it.each(['1e400', '0.5', '9007199254740993', '-1'])(
    'R-LIM-03 SYN-11 a cookie that names %s as its place begins anew, and nothing fails inside',
    async (number) => {
      const device = PushDevice.of(server, shop);
      const { cookie } = await device.pull(null, { rowsMax: 1 });
      const text = Buffer.from(cookie, 'base64url').toString('utf8');
      const crafted = text.replace(/"snapshot":\{[^}]*\}/, `"snapshot":{"tableIndex":0,"id":${number}}`);
      expect(crafted).not.toBe(text);
      const page = await device.pull(Buffer.from(crafted).toString('base64url'), { rowsMax: 1 });
      expect(page.kind).toBe('resync');
    },
  );
});
