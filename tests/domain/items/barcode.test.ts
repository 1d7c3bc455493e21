import { assert, integer, property, string, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { barcodeKindOf, checkDigit, ownCodes } from '../../../domain/items/barcode.ts';
import { rowIdOf } from '../../../sync/protocol/act.ts';
import { codeSpellings } from '../../../domain/items/item-code.ts';

test.each([
  ['400638133393', '1'],
  ['03600029145', '2'],
  ['9638507', '4'],
  ['978014300723', '4'],
  ['000000000000', '0'],
])('R-PRN-30 the check digit of %s is %s', (digits, digit) => {
  expect(checkDigit(digits)).toBe(digit);
});

test.each([
  ['4006381333931', 'ean13'],
  ['036000291452', 'upca'],
  ['96385074', 'ean8'],
  ['4006381333932', 'code128'],
  ['036000291453', 'code128'],
  ['96385075', 'code128'],
  ['14006381333938', 'code128'],
  ['SUG-1', 'code128'],
  ['sugar 1 kg', 'code128'],
  ['7', 'code128'],
  ['café', null],
  ['عسل', null],
  ['a\tb', null],
  ['', null],
])("R-PRN-30 the code '%s' is printed as %s", (code, kind) => {
  expect(barcodeKindOf(code)).toBe(kind);
});

test('R-PRN-30 one wrong digit, or two neighbours changed for each other, is no article number any more', () => {
  const digits = stringMatching(/^\d{12}$/);
  assert(
    property(digits, integer({ min: 0, max: 12 }), integer({ min: 1, max: 9 }), (text, place, by) => {
      const code = `${text}${checkDigit(text)}`;
      const wrong = [...code].map((digit, at) => (at === place ? String((Number(digit) + by) % 10) : digit)).join('');
      expect(barcodeKindOf(code)).toBe('ean13');
      expect(barcodeKindOf(wrong)).toBe('code128');
    }),
  );
});

test("R-PRN-31 a code of the shop's own is an EAN-13 from 20 to 29, made of the item's id alone, and a scan looks it up as it is", () => {
  assert(
    property(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      const codes = ownCodes(id);
      expect(codes).toEqual(ownCodes(id));
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes[0]?.slice(1, -1)).toBe(String(id % 10 ** 11).padStart(11, '0'));
      for (const code of codes) {
        expect(code).toMatch(/^2\d{12}$/);
        expect(barcodeKindOf(code)).toBe('ean13');
        expect(codeSpellings(code)).toContain(code);
      }
    }),
  );
});

test('R-PRN-31 items of one source of ids, and of several sources, have different codes', () => {
  const acts = ['3c', '4d', '5e'].map((digits) => digits.repeat(12).padEnd(32, '0'));
  const ids = acts.flatMap((act) => Array.from({ length: 500 }, (_, nth) => rowIdOf(act, nth)));
  expect(new Set(ids.flatMap(ownCodes)).size).toBe(ids.length * ownCodes(1).length);
});

test('R-PRN-30 a text is printed as bars exactly where a plain keyboard types it', () => {
  assert(
    property(string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (text) => {
      const isPlain = [...text].every((sign) => sign >= ' ' && sign <= '~');
      expect(barcodeKindOf(text) !== null).toBe(isPlain);
    }),
  );
});
