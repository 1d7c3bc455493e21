import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { idSchema, MINTED_ID_MIN, parseRouteId } from '../../domain/id.ts';

test('SYN-2 an id is a whole number from 1 to the largest that is exact', () => {
  for (const id of [1, MINTED_ID_MIN - 1, MINTED_ID_MIN, Number.MAX_SAFE_INTEGER])
    expect(v.is(idSchema, id), String(id)).toBe(true);
  for (const id of [0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, NaN, Infinity, '1', null])
    expect(v.is(idSchema, id), String(id)).toBe(false);
});

describe('the id in an address', () => {
  test('R-SDET-07 is parsed as a number', () => {
    expect(parseRouteId('42')).toBe(42);
    expect(parseRouteId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each([undefined, '', 'abc', '12abc', '-1', '1.5', '0', ' 1', '1e3', '0x10', '9007199254740992', '٣'])(
    'R-SDET-07 C-149 %j is no id',
    (text) => {
      expect(parseRouteId(text)).toBeNull();
    },
  );

  test('R-SDET-07 property: every id is found again in its address', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => parseRouteId(String(id)) === id),
    );
  });
});
