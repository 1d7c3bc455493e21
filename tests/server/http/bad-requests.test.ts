import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS_ASKED_MAX } from '../../../sync/protocol/known-acts.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { PUSH_MUTATIONS_MAX } from '../../../sync/protocol/push.ts';
import { apiClient } from '../../support/server/api-client.ts';
import { countRuns } from '../../support/hostile/schema-runs.ts';
import { ask, registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { StoreVisitor } from '../../support/server/store-visitor.ts';

const ANSWER_BYTES_MAX = 8 * 1024;
const HASH = '0'.repeat(32);
const DEVICE = { protocol: PROTOCOL_VERSION, clientId: 'a'.repeat(16), batchId: 'attack-1' };

/** Returns JSON with `members` in place of the word HERE. */
const around = (body: object, members: string): string => JSON.stringify(body).replace('"HERE"', () => members);
const wide = (count: number, member = '{}'): string => `[${`${member},`.repeat(count - 1)}${member}]`;

describe('what is wrong with a request', () => {
  let server: TestServer;
  let shop: SignedInUser;
  let gone: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await registerShop(server);
    gone = await addStaff(server, shop);
    await apiClient(server, shop).delete(`/users/${gone.userId}`);
  });
  afterAll(() => server.close());

  const packed = (path: string, text: string) =>
    ask(server, `POST /api/v1/sync/${path}`, {
      ...{ bytes: new Uint8Array(gzipSync(text)), token: gone.token },
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
  const push = (mutations: string) =>
    packed('push', around({ ...DEVICE, previousHash: HASH, mutations: 'HERE', device: {} }, mutations));
  const askFor = (acts: string) => packed('acts', around({ protocol: PROTOCOL_VERSION, acts: 'HERE' }, acts));

  it('G37 a list in the place of a form is refused, also where all fields of the form are optional', async () => {
    for (const body of [[], [[]]]) {
      const { status, body: answer } = await ask(server, `PUT /api/v1/business/${shop.businessId}`, {
        token: shop.token,
        body,
      });
      expect([status, answer]).toMatchObject([422, { message: 'Send a JSON object, not a list' }]);
    }
  });

  it('R-HOST-01 R-HOST-02 a push of a kilobyte that unpacks into 340,000 mutations is refused unread', async () => {
    const [attack, runs] = await countRuns(() => push(wide(340_000)));
    expect([attack.status, attack.body]).toEqual([
      400,
      { error: 'Invalid request', message: 'The request is made of too many parts.', details: [] },
    ]);
    expect(runs).toBe(0);
  });

  it('R-HOST-01 R-HOST-03 of mutations and acts of a wrong number none is looked at, else the first that is wrong', async () => {
    for (const [send, most, path, first] of [
      [push, PUSH_MUTATIONS_MAX, 'mutations', 'mutations.0.act'],
      [askFor, ACTS_ASKED_MAX, 'acts', 'acts.0'],
    ] as const) {
      const [tooMany, runs] = await countRuns(() => send(wide(most + 1)));
      expect([tooMany.status, tooMany.body]).toMatchObject([400, { message: expect.stringMatching(`: ${path}$`) }]);
      const [wrong, more] = await countRuns(() => send(wide(most)));
      expect([wrong.status, wrong.body]).toMatchObject([400, { message: expect.stringMatching(`: ${first}$`) }]);
      expect(more).toBeGreaterThan(runs);
      expect(more - runs).toBeLessThan(10);
    }
  });

  it('R-HOST-01 R-HOST-03 an order of 2,000 lines is refused by its length, with no word of any line', async () => {
    const order = { name: '', phone: '', items: 'HERE' };
    const [answer, runs] = await countRuns(() =>
      ask(server, `POST /api/v1/stores/${shop.slug}/orders`, { text: around(order, wide(2_000)) }),
    );
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        details: [
          { path: 'name', message: 'Name is required' },
          { path: 'phone' },
          { path: 'items', message: 'An order holds at most 50 items' },
        ],
      },
    ]);
    expect(runs).toBeLessThan(40);
  });

  it('R-HOST-03 a form that is wrong all over is told twenty of its faults', async () => {
    const { status, body, text } = await ask(server, 'POST /api/v1/sales', {
      ...{ token: shop.token, text: around({ items: 'HERE' }, wide(200)) },
    });
    expect([status, (body as { details: unknown[] }).details.length]).toEqual([422, 20]);
    expect(text.length).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
  });

  it('R-HOST-03 a path that the caller made up is cut, so that an answer stays small', async () => {
    const customFields = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`${index}${'"\u00e9\u0001'.repeat(2_000)}`, {}]),
    );
    const { status, text, body } = await ask(server, 'POST /api/v1/items', {
      ...{ token: shop.token, text: JSON.stringify({ name: 'Tea', price: 1, customFields }) },
    });
    expect(status).toBe(422);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    expect((body as { details: unknown[] }).details.length).toBeGreaterThan(2);
  });

  it('R-HOST-02 a form with files of more than 200 parts is refused before any of them is made', async () => {
    const part = (name: string) => `--xYz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
    const send = (count: number, type = 'multipart/form-data; boundary=xYz') =>
      ask(server, 'POST /api/v1/items', {
        bytes: new TextEncoder().encode(
          `${Array.from({ length: count }, (_, index) => part(`f${index}`)).join('')}--xYz--\r\n`,
        ),
        ...{ token: shop.token, headers: { 'content-type': type } },
      });
    expect((await send(200)).status).toBe(422);
    expect([(await send(201)).status, (await send(201)).body]).toMatchObject([
      400,
      { message: 'The form has too many fields.' },
    ]);
    // The parts are counted by the same boundary by which the form is read.
    expect((await send(201, 'multipart/form-data; boundary=other; boundary=xYz')).status).toBe(400);
    expect((await send(201, 'multipart/form-data; x="; boundary=other"; boundary=xYz')).status).toBe(400);
    expect((await send(3, 'multipart/form-data')).status).toBe(400);
    expect((await send(3, 'multipart/form-data; charset=utf-8; boundary="xYz"')).status).toBe(422);
  });

  it('R-HOST-02 a page of the shop reads at most 500 fields, and says so on a small page', async () => {
    const visitor = new StoreVisitor(server, shop.slug);
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
    expect((await visitor.look(`?${fields(500)}`)).status).toBe(200);
    const sent = (text: string) =>
      visitor.visit(`POST /${shop.slug}`, {
        ...{ text, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      });
    for (const answer of [
      await visitor.look(`?${fields(501)}`),
      await sent(fields(501)),
      await sent('&'.repeat(9_000)),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('The form has too many fields.');
      expect(answer.text.length).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    }
  });
});
