import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenedText } from '../../../domain/text/shortened-text.ts';

const FAMILY = '👨‍👩‍👧';

test.each([
  ['Sugar 1 kg', 10, 'Sugar 1 kg'],
  ['Sugar 1 kg', 9, 'Sugar 1…'],
  ['Sugar', 4, 'Sug…'],
  ['Sweets 🍬🍬', 10, 'Sweets 🍬…'],
  ['Sweets 🍬🍬', 9, 'Sweets…'],
  [`Tea ${FAMILY}!`, 4 + FAMILY.length, 'Tea…'],
  [`Tea ${FAMILY}!!`, 5 + FAMILY.length, `Tea ${FAMILY}…`],
])('R-CTR-40 R-NOTIF-19 %s in %d characters: %s', (text, charsMax, shown) => {
  expect(shortenedText(text, charsMax)).toBe(shown);
});

test('R-CTR-40 R-NOTIF-19 no text is longer than it may be, and what is left of one is its beginning and dots', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, charsMax) => {
      const shown = shortenedText(text, charsMax);
      expect(shown.length).toBeLessThanOrEqual(charsMax);
      if (text.length <= charsMax) {
        expect(shown).toBe(text);
        return;
      }
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.endsWith('…')).toBe(true);
      expect(text.startsWith(shown.slice(0, -1))).toBe(true);
    }),
  );
});
