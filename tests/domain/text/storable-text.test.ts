import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storable } from '../../../domain/text/storable-text.ts';

test('SYN-10 what a paste brings along and no database keeps is left out; what a person sees stays', () => {
  expect(storable({ name: 'Su\u0000gar 🍬', notes: ['half \ud83c'], price: 3, none: null, 'k\u0000ey': true })).toEqual(
    {
      name: 'Sugar 🍬',
      notes: ['half \ufffd'],
      price: 3,
      none: null,
      key: true,
    },
  );
});

test('SYN-10 text without them is unchanged', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\u0000'));
  fc.assert(
    fc.property(text, (value) => {
      expect(storable(value)).toBe(value);
    }),
  );
});
