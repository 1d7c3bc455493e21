import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { REQUEST_SCHEMAS } from '../../support/server/request-schemas.ts';
import { childrenOf, type SchemaNode } from '../../support/server/schema-nodes.ts';

/** Fields that the schema does not check, because other code reads them, or none does. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['args', 'slug', 'currency']);
const NO_ID = -1;
/** Longer than any valid text. */
const LONG = 300_000;
const FILLS = ['x', '0', 'A', '.', '-', '+', 'a@b.', '07', '\u00e9', '=', '1e', '/'];

function visit(node: SchemaNode, path: string, found: (node: SchemaNode, path: string) => void): void {
  found(node, path);
  for (const [name, child] of childrenOf(node)) visit(child, `${path}.${name}`, found);
}

describe('what reads a request', () => {
  it('R-HOST-01 covers each call that takes a body, and each mutation', () => {
    expect(REQUEST_SCHEMAS.length).toBeGreaterThan(80);
  });

  it.each(REQUEST_SCHEMAS)(
    'R-HOST-01 %s judges the length of each list and record before it looks into it',
    (name, schema) => {
      visit(schema, name, (node, path) => {
        if (node.type !== 'array' && node.type !== 'record') return;
        let reads = 0;
        const count = () => void (reads += 1);
        const value: unknown = node.type === 'array' ? new Proxy([], { get: lengthOnly(count) }) : wideRecord(count);
        const { issues } = v.safeParse(node, value);
        expect([path, issues?.length, reads]).toEqual([path, 1, 0]);
      });
    },
  );

  it.each(REQUEST_SCHEMAS)('R-HOST-01 %s takes no text without end in any of its fields', (name, schema) => {
    visit(schema, name, (node, path) => {
      for (const [field, entry] of Object.entries(node.entries ?? {})) {
        if (READ_ELSEWHERE.has(field)) continue;
        for (const fill of FILLS) {
          const read = v.safeParse(entry, fill.repeat(LONG / fill.length), { abortPipeEarly: true });
          // A text that is no id is read as an id that does not exist.
          const isTaken = read.success && read.output !== NO_ID;
          expect([`${path}.${field}`, fill, isTaken]).toEqual([`${path}.${field}`, fill, false]);
        }
      }
    });
  });
});

/** Makes a list that has only a length, and counts reads of its members. */
const lengthOnly =
  (count: () => void) =>
  (_target: unknown, key: string | symbol): unknown => {
    if (key === 'length') return LONG;
    count();
    return undefined;
  };

/** Makes a record with many members, whose reads are counted. */
function wideRecord(count: () => void): object {
  const record = {};
  for (let index = 0; index < 1_000; index += 1)
    Object.defineProperty(record, `k${index}`, { enumerable: true, get: count });
  return record;
}
