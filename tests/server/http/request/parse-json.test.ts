import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../server/http/errors.ts';
import { jsonExcess, parseJson } from '../../../../server/http/request/parse-json.ts';

const FREE = { valuesMax: Number.MAX_SAFE_INTEGER, depthMax: Number.MAX_SAFE_INTEGER };

/** Returns the number of values in JSON and their depth; an empty list counts as if it had one member. */
function measure(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(measure);
  return {
    values:
      1 +
      Math.max(
        1,
        inner.reduce((sum, { values }) => sum + values, 0),
      ),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

const refusalOf = (text: string): string => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'read';
};

describe('the parts of a JSON text', () => {
  it('R-HOST-02 are counted as JSON.parse would make them, whatever stands in texts and names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { values, depth } = measure(value);
        expect(jsonExcess(text, { ...FREE, valuesMax: values })).toBe(null);
        expect(jsonExcess(text, { ...FREE, valuesMax: values - 1 })).toBe('values');
        expect(jsonExcess(text, { ...FREE, depthMax: depth })).toBe(null);
        if (depth > 0) expect(jsonExcess(text, { ...FREE, depthMax: depth - 1 })).toBe('depth');
      }),
    );
  });

  it('R-HOST-02 do not hide behind a quote that is no end of a text', () => {
    const wide = `[${'0,'.repeat(10_000)}0]`;
    for (const start of ['["\\"",', '["\\\\",', '["a\\\\\\"",', '["[{,",', '{"a":"\\u0022","b":'])
      expect(refusalOf(`${start}${wide}]`)).toBe('400 The request is made of too many parts.');
    expect(refusalOf(`["${'[{,'.repeat(10_000)}"]`)).toBe('read');
  });

  it('R-HOST-02 are at most 10,000 in a form, 40 deep, and are not made where there are more', () => {
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(refusalOf(deep(40))).toBe('read');
    expect(refusalOf(deep(41))).toBe('400 The request is nested too deeply.');
    expect(refusalOf(`[${'{},'.repeat(4_000)}0]`)).toBe('read');
    // If it was parsed, it would be refused as invalid JSON.
    expect(refusalOf(`[${'{},'.repeat(40_000)}nonsense`)).toBe('400 The request is made of too many parts.');
    expect(refusalOf('[1,')).toBe('400 The request is not valid JSON.');
  });
});
