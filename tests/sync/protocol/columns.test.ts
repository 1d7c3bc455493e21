import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Column, decodeColumn, encodeColumn } from '../../../sync/protocol/columns.ts';

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
const throughTheWire = (values: readonly unknown[]) =>
  decodeColumn(json(encodeColumn(values)) as Column, values.length);

test('SYN-11 any rows come back from the wire as they went', () => {
  const row = fc.record(
    {
      id: fc.maxSafeInteger(),
      name: fc.oneof(fc.string(), fc.constantFrom('Sugar', 'Salt')),
      note: fc.option(fc.string()),
      at: fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
      cost: fc.option(fc.integer()),
      flags: fc.array(fc.constantFrom('oversold', 'price_changed')),
      lines: fc.array(fc.record({ itemId: fc.nat(), price: fc.integer(), on: fc.boolean() })),
      fields: fc.dictionary(fc.string(), fc.string()),
      any: fc.jsonValue(),
    },
    { requiredKeys: ['id', 'lines'] },
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const sent = json(rows) as unknown[];
      expect(throughTheWire(sent)).toEqual(sent);
    }),
    { numRuns: 300 },
  );
});

test('SYN-11 fields with treacherous names are data, not prototypes', () => {
  const rows = [JSON.parse('{"__proto__": {"admin": true}, "id": 1}'), { id: 2 }] as unknown[];
  const back = throughTheWire(rows);
  expect(Object.getPrototypeOf(back[0])).toBe(Object.prototype);
  expect(Object.keys(back[0] as object)).toContain('__proto__');
});

test.each([
  ['an unknown kind', ['!', 1], 1],
  ['a dictionary with a wrong place', ['"', ['a'], [3]], 1],
  ['a mask that is too short', ['?', '1', ['=', 4, 1]], 2],
  ['too few integers', ['#', 1], 2],
] as [string, Column, number][])('SYN-8 %s is no answer of ours', (_, column, count) => {
  expect(() => decodeColumn(column, count)).toThrow();
});
