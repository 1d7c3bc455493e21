import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../sync/protocol/canonical-json.ts';

describe('canonical JSON', () => {
  test('SYN-20 keys are in code-unit order at every depth, and what is undefined is left out', () => {
    const value = { b: 1, a: { z: null, Z: [1, { d: undefined, c: 'é' }], _: undefined }, 10: true, 9: false };
    expect(canonicalJson(value)).toBe('{"10":true,"9":false,"a":{"Z":[1,{"c":"é"}],"z":null},"b":1}');
    expect(canonicalJson([undefined, 1])).toBe('[null,1]');
  });

  test('SYN-20 it says what JSON says, in whatever order the keys were written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
