import { expect, test } from 'vitest';
import { withKey } from '../../../../src/screens/selling/number-pad.tsx';

/* The text that each key of the number pad makes of the text before it. */

test.each([
  ['', '7', '7'],
  ['', '.', '0.'],
  ['', '0', '0'],
  ['0', '7', '7'],
  ['0', '0', '0'],
  ['0', '.', '0.'],
  ['1', '0', '10'],
  ['10', '.', '10.'],
  ['1.', '.', '1.'],
  ['1.5', '.', '1.5'],
  ['1.5', '5', '1.55'],
])("R-CTR-05 after '%s' the key %s writes '%s'", (before, key, after) => {
  expect(withKey(before, key)).toBe(after);
});

test('R-CTR-05 sixteen characters are the most', () => {
  const fifteen = '1'.repeat(15);
  expect(withKey(fifteen, '2')).toBe(`${fifteen}2`);
  expect(withKey(`${fifteen}2`, '3')).toBe(`${fifteen}2`);
});
