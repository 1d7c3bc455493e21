import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS_ASKED_MAX, knownActsAnswerSchema } from '../../../sync/protocol/known-acts.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { PUSH_BYTES_MAX, PUSH_PLAIN_BYTES_MAX } from '../../../sync/protocol/push.ts';
import { customerArgs, itemArgs, saleArgs } from '../../support/mutation-args.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ENGINES } from '../../support/server/test-database.ts';

const packed = promisify(gzip);

describe.each(ENGINES)('the sync calls on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
  });
  afterAll(() => server.close());

  it('SYN-20 knows another history of the same mid as a fork', async () => {
    const device = PushDevice.of(server, shop);
    const wire = device.wire('customer.create', customerArgs(device));
    await device.push([wire]);
    const twin = PushDevice.of(server, shop, device.clientId);
    expect(await twin.push([twin.wire('customer.create', customerArgs(twin, { name: 'The twin’s' }))])).toMatchObject({
      result: 'fork',
    });
  });

  it('SYN-20 SYN-6 knows a fork by the hash before a run also where the run itself is new', async () => {
    const device = PushDevice.of(server, shop);
    const wires = Array.from({ length: 2 }, () => device.wire('customer.create', customerArgs(device)));
    await device.push(wires);
    const twin = PushDevice.of(server, shop, device.clientId);
    // The copy's acts with these mids went to another history of the server, which a restore has ended.
    const other = Array.from({ length: 2 }, () => twin.wire('customer.create', customerArgs(twin)));
    const next = twin.wire('customer.create', customerArgs(twin));
    expect(await twin.push([next])).toMatchObject({ result: 'fork', lmid: 2, outcomes: [] });
    expect(await twin.push([...other.slice(1), next])).toMatchObject({ result: 'fork', outcomes: [] });
    expect(await device.push([device.wire('customer.create', customerArgs(device))])).toMatchObject({
      result: 'taken',
      lmid: 3,
    });
  });

  it('SYN-20 SYN-2 a copy that begins a new queue brings what both have once, and what only it has besides', async () => {
    const device = PushDevice.of(server, shop);
    const item = itemArgs(device);
    const [brought, both] = [device.wire('item.create', item), device.wire('sale.create', saleArgs(device, [item]))];
    const copied = PushDevice.of(server, shop, device.clientId);
    const { act, atMs } = both;
    const own = copied.wire('sale.create', saleArgs(copied, [item]));
    await device.push([brought, both]);
    expect(await copied.push([own])).toMatchObject({ result: 'fork', outcomes: [] });

    const anew = PushDevice.of(server, shop);
    const again = await anew.push([
      anew.wireOf({ act: brought.act, atMs: brought.atMs, name: 'item.create', args: item }),
      anew.wireOf({ act, atMs, name: 'sale.create', args: both.args, deps: [brought.act] }),
      anew.wireOf({ act: own.act, atMs: own.atMs, name: 'sale.create', args: own.args }),
    ]);
    expect(again).toMatchObject({ result: 'taken', lmid: 3 });
    expect(again.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'applied']);
    expect((await device.pullAll()).rows.get(`item/${item.id}`)).toMatchObject({ currentStockHundredths: 600 });
    // The first copy continues its queue.
    expect(await device.push([device.wire('customer.create', customerArgs(device))])).toMatchObject({ lmid: 3 });
  });

  it('SYN-21 tells which acts it has decided, and how; of another shop’s it knows none', async () => {
    const [device, foreign] = [PushDevice.of(server, shop), PushDevice.of(server, await registerShop(server))];
    const accepted = device.wire('customer.create', customerArgs(device));
    const refused = device.wire('item.setStore', { id: device.mintId(), isKauntaEnabled: true });
    const unsent = device.wire('customer.create', customerArgs(device));
    const theirs = foreign.wire('customer.create', customerArgs(foreign));
    await device.push([accepted, refused]);
    await foreign.push([theirs]);
    const acts = [accepted, refused, unsent, theirs].map(({ act }) => act);
    const knownBy = async ({ user }: PushDevice) => {
      const body = { protocol: PROTOCOL_VERSION, acts };
      const answer = await ask(server, 'POST /api/v1/sync/acts', { token: user.token, body });
      expect(answer.status).toBe(200);
      return v.parse(knownActsAnswerSchema, answer.body);
    };
    const ours = await knownBy(device);
    expect({ ...ours, known: new Set(ours.known) }).toEqual({
      epoch: (await device.pull(null)).epoch,
      serverTimeMs: server.clock.nowMs(),
      cookie: ours.cookie,
      known: new Set([
        { act: accepted.act, outcome: { mid: 1, h: accepted.h, kind: 'applied', codes: [], detail: {} } },
        { act: refused.act, outcome: { mid: 2, h: refused.h, kind: 'refused', codes: ['item_missing'], detail: {} } },
      ]),
    });
    // A new copy of this same history starts there.
    expect(await device.pull(ours.cookie)).toMatchObject({ kind: 'snapshot', baseCookie: ours.cookie });
    expect((await knownBy(foreign)).known).toMatchObject([{ act: theirs.act, outcome: { mid: 1, h: theirs.h } }]);
    // Any device of the shop may ask, whoever sent an act.
    const colleague = PushDevice.of(server, await addStaff(server, shop));
    expect(new Set((await knownBy(colleague)).known)).toEqual(new Set(ours.known));
  });

  it('SYN-21 tells of a thousand acts at once and of no more, packed or not, with a length or without, and of nothing that is no act', async () => {
    const device = PushDevice.of(server, shop);
    const wires = Array.from({ length: 3 }, () => device.wire('customer.create', customerArgs(device)));
    await device.push(wires);
    const unknown = Array.from({ length: ACTS_ASKED_MAX }, (_, nth) => nth.toString(16).padStart(32, 'f'));
    const acts = [...wires.map(({ act }) => act), ...unknown.slice(3)];
    const askFor = async (asked: readonly unknown[], isPacked = false, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ protocol: PROTOCOL_VERSION, acts: asked });
      const response = await server.app.request('/api/v1/sync/acts', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop.token}`,
          'content-type': 'application/json',
          ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
          ...headers,
        },
        body: isPacked ? new Uint8Array(await packed(body)) : body,
      });
      const answer = v.safeParse(knownActsAnswerSchema, await response.json());
      return [response.status, answer.success ? answer.output.known.length : null];
    };
    expect(acts).toHaveLength(1_000);
    expect(await askFor(acts)).toEqual([200, 3]);
    expect(await askFor(acts, true)).toEqual([200, 3]);
    expect(await askFor(acts, true, { 'transfer-encoding': 'chunked' })).toEqual([200, 3]);
    expect(await askFor([...acts, 'f'.repeat(32)])).toEqual([400, null]);
    for (const odd of ['', 'F'.repeat(32), 'f'.repeat(31), 'f'.repeat(33), `${'f'.repeat(31)}\0`, 7, null, {}])
      expect([odd, await askFor([odd])]).toEqual([odd, [400, null]]);
    expect(await askFor([])).toEqual([200, 0]);
  });

  it('SYN-6 takes a body as gzip, up to the limits, packed and unpacked', async () => {
    const device = PushDevice.of(server, shop);
    const body = JSON.stringify(device.requestOf([device.wire('customer.create', customerArgs(device))]));
    const send = async (bytes: Uint8Array | string, encoding: string | null, headers: Record<string, string> = {}) => {
      const response = await server.app.request('/api/v1/sync/push', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop.token}`,
          'content-type': 'application/json',
          ...(encoding === null ? {} : { 'content-encoding': encoding }),
          ...headers,
        },
        body: bytes as BodyInit,
      });
      return response.status;
    };
    expect(await send(await packed(body), 'gzip')).toBe(200);
    expect(await send(body, null)).toBe(200);
    expect(await send(body, 'br')).toBe(415);
    expect(await send(body, 'gzip')).toBe(400);
    expect(await send((await packed(body)).subarray(0, 40), 'gzip')).toBe(400);
    expect(await send(await packed('x'.repeat(PUSH_PLAIN_BYTES_MAX + 1)), 'gzip')).toBe(413);
    expect(await send('x'.repeat(PUSH_PLAIN_BYTES_MAX + 1), null)).toBe(413);
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    const incompressible = Buffer.concat(
      Array.from({ length: 6 }, (_, index) => Buffer.from(noise.map((byte) => (byte * (index + 3)) % 256))),
    );
    expect((await packed(incompressible)).length).toBeGreaterThan(PUSH_BYTES_MAX);
    expect(await send(await packed(incompressible), 'gzip')).toBe(413);
    expect(await send(body, null, { 'content-length': String(PUSH_PLAIN_BYTES_MAX + 1) })).toBe(413);
  });

  it.each([PROTOCOL_VERSION + 1, PROTOCOL_VERSION - 1, 0, -1])(
    'SYN-8 answers protocol %d as outdated, whatever else the body holds',
    async (protocol) => {
      const push = await ask(server, 'POST /api/v1/sync/push', {
        token: shop.token,
        body: { protocol, anything: ['else'] },
      });
      expect(push.status).toBe(426);
      expect(push.body).toMatchObject({ error: 'outdated' });
      const acts = await ask(server, 'POST /api/v1/sync/acts', { token: shop.token, body: { protocol } });
      expect(acts.status).toBe(426);
      const pull = await ask(server, `GET /api/v1/sync/pull?protocol=${protocol}`, { token: shop.token });
      expect(pull.status).toBe(protocol < 0 ? 400 : 426);
      const audit = await ask(server, `GET /api/v1/sync/audit?protocol=${protocol}`, { token: shop.token });
      expect(audit.status).toBe(426);
    },
  );

  it.each(['client', 'leases', 'heal'])('SYN-8 answers a call of an older protocol as outdated: %s', async (call) => {
    const answer = await ask(server, `POST /api/v1/sync/${call}`, { token: shop.token, body: { protocol: 1 } });
    expect([answer.status, answer.body]).toMatchObject([426, { error: 'outdated' }]);
  });

  it('SYN-8 wants a session for every sync call', async () => {
    for (const line of [
      'POST /api/v1/sync/push',
      'GET /api/v1/sync/pull',
      'GET /api/v1/sync/audit',
      'POST /api/v1/sync/acts',
    ]) {
      const answer = await ask(server, line, line.startsWith('POST') ? { body: {} } : {});
      expect([line, answer.status]).toEqual([line, 401]);
    }
  });
});
