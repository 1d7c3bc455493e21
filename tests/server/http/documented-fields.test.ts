import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../server/http/openapi/openapi-document.ts';
import { apiClient, dataOf } from '../../support/server/api-client.ts';
import {
  DOCUMENTED_ENTITIES,
  type DocumentedEntity,
  type FieldKind,
  requirementOf,
} from '../../support/server/documented-entities.ts';
import { type FilledShop, fillShop } from '../../support/server/filled-shop.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';

// Every field of every documented entity must be in the checklist, in the API's description and in real answers.

type Path = readonly (string | number)[];
type Json = Record<string, unknown>;

const CHECKLIST = readFileSync(join(import.meta.dirname, '../../../docs/spec/checklist.md'), 'utf8').split('\n');
const NAMED: readonly [string, DocumentedEntity][] = DOCUMENTED_ENTITIES.map((each) => [
  `${each.row} ${each.entity}`,
  each,
]);

const IS: Record<FieldKind, (value: unknown) => boolean> = {
  id: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  text: (value) => typeof value === 'string' && value !== '',
  decimal: (value) => typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value),
  time: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
  flag: (value) => typeof value === 'boolean',
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value) && value.length > 0,
  null: (value) => value === null,
};

const isRecord = (value: unknown): value is Json => IS.record(value);

/** Returns the values at a path of an answer; '*' means every entry of a list. */
function valuesAt(value: unknown, [step, ...rest]: Path): unknown[] {
  if (step === undefined) return [value];
  if (Array.isArray(value))
    return step === '*' ? value.flatMap((each) => valuesAt(each, rest)) : valuesAt(value[Number(step)], rest);
  return isRecord(value) && step in value ? valuesAt(value[step], rest) : [];
}

/** Returns the schema at the same path of the description; undefined if there is none. */
function schemaAt(document: Json, schema: unknown, path: Path): unknown {
  if (!isRecord(schema)) return undefined;
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return schemaAt(document, valuesAt(document, reference.slice(2).split('/'))[0], path);
  const { anyOf } = schema;
  if (Array.isArray(anyOf) && path.length > 0)
    return anyOf.map((each) => schemaAt(document, each, path)).find((found) => found !== undefined);
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  if (schema['type'] === 'array')
    return /^(\d+|\*)$/.test(String(step)) ? schemaAt(document, schema['items'], rest) : undefined;
  return schemaAt(document, valuesAt(schema['properties'], [step])[0], rest);
}

const pathOf = (field: string): Path => field.split('.');

describe('the fields of the documents', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('test'))) as Json;

  it.each(NAMED)('%s: the checklist says so', (_name, entity) => {
    expect(CHECKLIST).toContain(requirementOf(entity));
  });

  it('the checklist names no other', () => {
    const rows = CHECKLIST.filter((line) => line.startsWith('| R-FIELD-'));
    expect(rows).toEqual(DOCUMENTED_ENTITIES.map(requirementOf));
  });

  it.each(NAMED)('%s: the description of the API has each', (_name, { call, at, fields, writeOnly = [] }) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = valuesAt(document, ['paths', path, method.toLowerCase(), 'responses', '200', 'content'])[0];
    const schema = valuesAt(answer, ['application/json', 'schema'])[0];
    const described = (field: string) => schemaAt(document, schema, ['data', ...at, ...pathOf(field)]);
    expect(Object.keys(fields).filter((field) => described(field) === undefined)).toEqual([]);
    expect(writeOnly.filter((field) => described(field) !== undefined)).toEqual([]);
    expect(described('nonsense')).toBeUndefined();
  });

  describe.each(ROUTE_ENGINES)('in answers on %s', (engine) => {
    let server: TestServer;
    let filled: FilledShop;
    beforeAll(async () => {
      server = await startTestServer({ engine });
      filled = await fillShop(server);
    });
    afterAll(() => server.close());

    const read = async (entity: DocumentedEntity, person: 'owner' | 'staff') => {
      const answer = await apiClient(server, filled[person]).get(filled.addressOf(entity));
      expect(answer.status).toBe(200);
      return valuesAt(dataOf(answer), entity.at)[0];
    };

    it.each(NAMED)('%s: each is there and what it should be', async (_name, entity) => {
      const answered = await read(entity, 'owner');
      for (const [field, kind] of Object.entries(entity.fields)) {
        const values = valuesAt(answered, pathOf(field));
        expect([field, values, values.some(IS[kind])]).toEqual([field, values, true]);
      }
      for (const field of entity.writeOnly ?? []) expect(valuesAt(answered, pathOf(field))).toEqual([]);
    });

    const hidden = NAMED.filter(([, { adminOnly }]) => adminOnly !== undefined);
    it.each(hidden)('SYN-13 C-097 %s: staff see the same but for what is the admins’', async (_name, entity) => {
      const [owners, staffs] = [await read(entity, 'owner'), await read(entity, 'staff')];
      const without = Object.fromEntries(
        Object.entries(owners as Json).filter(([field]) => entity.adminOnly?.includes(field) !== true),
      );
      expect(Object.keys(staffs as Json).toSorted()).toEqual(Object.keys(without).toSorted());
      expect(JSON.stringify(staffs)).not.toContain('costPrice');
    });
  });
});
