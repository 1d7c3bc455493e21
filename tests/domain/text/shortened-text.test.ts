import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenedText } from '../../../domain/text/shortened-text.ts';

const FAMILY = '👨‍👩‍👧';

test.each([
  ['Sugar 1 kg', 10, 'Sugar 1 kg'],
  ['Sugar 1 kg', 9, 'Sugar 1…'],
  ['Sugar', 4, 'Sug…'],
  ['Sweets 🍬🍬', 9, 'Sweets 🍬🍬'],
  ['Sweets 🍬🍬🍬', 9, 'Sweets 🍬…'],
  [`Tea ${FAMILY}!`, 6, `Tea ${FAMILY}!`],
  [`Tea ${FAMILY}!!`, 6, `Tea ${FAMILY}…`],
  [`Tea ${FAMILY}!!`, 5, 'Tea…'],
])('R-CTR-40 R-NOTIF-19 %s in %d characters: %s', (text, charsMax, shown) => {
  expect(shortenedText(text, charsMax)).toBe(shown);
});

const charsOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

test('R-CTR-40 R-NOTIF-19 no text is longer than it may be, and what is left of one is its beginning and dots', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 10 }), (text, charsMax) => {
      const shown = shortenedText(text, charsMax);
      if (charsOf(text) <= charsMax) {
        expect(shown).toBe(text);
        return;
      }
      expect(charsOf(shown)).toBeLessThanOrEqual(charsMax);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.endsWith('…')).toBe(true);
      expect(text.startsWith(shown.slice(0, -1))).toBe(true);
    }),
  );
});
