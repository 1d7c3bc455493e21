import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../../domain/country-list.ts';
import { digitsOf } from '../../../domain/text/phone-digits.ts';
import { phoneText, tidyPhone } from '../../../domain/text/phone-text.ts';
import {
  dialled,
  loginPhoneCandidates,
  normalisePhone,
  phoneSchemaFor,
  soughtDigits,
} from '../../../domain/text/phone.ts';
import { firstSentence } from '../first-sentences.ts';

const register = (typed: unknown) => firstSentence(phoneSchemaFor('register'), typed);
const login = (typed: unknown) => firstSentence(phoneSchemaFor('login'), typed);

describe('one spelling per number', () => {
  test.each([
    ['0772123456', 'UG', '256772123456'],
    ['0772 123-456', 'UG', '256772123456'],
    ['+256 772-123456', 'UG', '256772123456'],
    ['+256 (0)772 123456', 'UG', '256772123456'],
    ['2560772123456', 'UG', '256772123456'],
    ['256772123456', 'Uganda', '256772123456'],
    ['00256 772 123456', 'UG', '256772123456'],
    ['772-123-456', 'UG', '256772123456'],
    ['0772123456', 'KE', '254772123456'],
    ['+254 712 345678', 'UG', '254712345678'],
    ['254712345678', 'UG', '254712345678'],
    ['077-212-345', 'UG', '25677212345'],
    ['+501 621-1234', 'US', '5016211234'],
    ['+44 20 7946 0958', 'UG', '442079460958'],
    ['(212) 555-1234', 'US', '12125551234'],
    ['+1 212 555 1234', 'US', '12125551234'],
    ['07 12 34 56 78', "Côte d'Ivoire", '2250712345678'],
    ['+225 07 12 34 56 78', 'CI', '2250712345678'],
    ['06 612 3456', 'CG', '242066123456'],
    ['0772 123-456', 'Atlantis', '0772123456'],
    ['+256 772 123456', 'Atlantis', '256772123456'],
  ])('C-005 %j of a business in %s is %s', (typed, country, normal) => {
    expect(normalisePhone(typed, country)).toBe(normal);
  });

  test('C-005 property: every way to type a number of the home country gives one spelling', () => {
    const number = fc.constantFrom(...COUNTRIES).chain((country) => {
      // A national number does not start with a trunk 0 or calling code, because then its beginning would be unclear.
      const first = fc.integer({ min: 2, max: 9 }).map(String);
      const rest = fc.stringMatching(new RegExp(`^[0-9]{${country.nationalDigits - 1}}$`));
      return fc.record({ country: fc.constant(country), digits: fc.tuple(first, rest).map((parts) => parts.join('')) });
    });
    const spaced = (text: string, gaps: readonly number[]): string =>
      gaps.reduce((done, gap) => `${done.slice(0, gap)}${gap % 2 === 0 ? ' ' : '-'}${done.slice(gap)}`, text);
    fc.assert(
      fc.property(number, fc.array(fc.integer({ min: 4, max: 9 }), { maxLength: 4 }), ({ country, digits }, gaps) => {
        const normal = country.callingCode + digits;
        const ways = [`+${normal}`, `00${normal}`, digits, normal];
        if (!country.keepsLeadingZero) ways.push(`0${digits}`, `+${country.callingCode}0${digits}`);
        for (const way of ways) {
          expect(normalisePhone(spaced(way, gaps), country.code)).toBe(normal);
          expect(normalisePhone(spaced(way, gaps), country.name)).toBe(normal);
        }
      }),
    );
  });

  test('C-005 property: there is nothing but digits in it, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('UG', 'US', 'Atlantis', ''), (typed, country) => {
        expect(normalisePhone(typed, country)).toMatch(/^[0-9]*$/);
      }),
    );
  });
});

describe('signing in without a known business', () => {
  test('C-005 a number typed with its calling code can only be that one', () => {
    expect(loginPhoneCandidates('+256 772-123456')).toEqual(['256772123456']);
  });

  test('C-005 a number typed with 0 may be of any listed country, each form once', () => {
    const candidates = loginPhoneCandidates('0772 123-456');
    expect(candidates[0]).toBe('0772123456');
    expect(candidates).toEqual(expect.arrayContaining(['256772123456', '254772123456', '255772123456']));
    expect(new Set(candidates).size).toBe(candidates.length);
  });

  test('C-005 property: the spelling that a business has stored is among them, however it is typed', () => {
    const typed = fc.stringMatching(/^(\+|0|00)?[1-9][0-9]{8,11}$/);
    fc.assert(
      fc.property(typed, fc.constantFrom(...COUNTRIES, { code: 'Atlantis' }), (text, { code }) => {
        expect(loginPhoneCandidates(text)).toContain(normalisePhone(text, code));
      }),
    );
  });
});

describe('the phone field', () => {
  test('R-LOGIN-08 C-006 under 10 characters at sign-in: Phone number is required', () => {
    for (const typed of ['', '077212345', '  077212345  ', undefined, null, 772_123_456]) {
      expect(login(typed)).toBe('Phone number is required');
    }
    expect(login('0772123456')).toBeUndefined();
  });

  test('R-REG-22 C-006 under 10 characters at registration: Phone number is too short', () => {
    for (const typed of ['', '077212345', undefined]) expect(register(typed)).toBe('Phone number is too short');
    expect(register('0772123456')).toBeUndefined();
    expect(register('077 212 345')).toBeUndefined();
  });

  test('C-005 10 characters with fewer than 9 digits are too short', () => {
    expect(register('0772-123 - 4')).toBe('Phone number is too short');
    expect(login('+ 7 7 2 1 2 3')).toBe('Phone number is required');
    expect(register('+772 123-456')).toBeUndefined();
  });

  test('R-REG-23 anything but a leading plus, digits, spaces and hyphens: Invalid phone number format', () => {
    for (const typed of [
      '0772123456x',
      '0772+123456',
      '++772123456',
      '0772 123456 / 0701 123456',
      '0772 123456 ext 3',
      'telephone number',
    ]) {
      expect(register(typed)).toBe('Invalid phone number format');
    }
    expect(register('+256 772-123 456')).toBeUndefined();
  });

  test('R-REG-22 a number beyond every plan of numbers is too long', () => {
    expect(register('0'.repeat(26))).toBe('Phone number is too long');
  });
});

describe('G46 a number to be dialled', () => {
  test.each([
    ['0772 123-456', 'UG', { dial: '+256772123456', fromAbroad: '256772123456' }],
    ['+254 712 345678', 'UG', { dial: '+254712345678', fromAbroad: '254712345678' }],
    ['00254 712 345678', 'Atlantis', { dial: '+254712345678', fromAbroad: '254712345678' }],
    ['0772.123.456', 'Atlantis', { dial: '0772123456', fromAbroad: null }],
    ['0772123456', '', { dial: '0772123456', fromAbroad: null }],
  ])('%j of a shop in %j', (typed, country, expected) => {
    expect(dialled(typed, country)).toEqual(expected);
  });

  test.each(['', '123', 'ask John', '0772 123456 or 0701 123456', '0772 123456 0701 123456', '0772123456#1'])(
    '%j is no number to dial',
    (typed) => expect(dialled(typed, 'UG')).toBeNull(),
  );
});

describe('a number is found however it is spelled', () => {
  const SPELLED = [
    '0772123456',
    '0772 123 456',
    '0772-123-456',
    '0772.123.456',
    '0772/123456',
    '(0772) 123456',
    '772123456',
    '772 123456',
    '256772123456',
    '256 772 123456',
    '+256772123456',
    '+256 772 123456',
    '+256 (0)772 123456',
    '+256-772-123-456',
    '00256772123456',
    '00256 772 123456',
    '00256 (0) 772 123456',
    '256 0772 123456',
  ];
  test.each(SPELLED)('X-TYPE-33 of a Ugandan shop: %j finds it in every spelling', (typed) => {
    const sought = soughtDigits(typed, 'UG');
    for (const stored of SPELLED) expect(digitsOf(stored), stored).toContain(sought);
  });

  test.each([
    // The beginning of a number, while it is typed.
    ['0772', 'UG', '772'],
    ['0772 12', 'UG', '77212'],
    ['+25677', 'UG', '77'],
    // A number of another country, with and without '+'.
    ['+254 712 345678', 'UG', '254712345678'],
    ['00254 712 345678', 'UG', '254712345678'],
    ['+44 7700 900123', '', '447700900123'],
    ['07700 900123', '', '7700900123'],
    // In this country the zero belongs to the number.
    ['06 123 456', 'CI', '06123456'],
  ])('X-TYPE-33 %j in %j is looked for as %j', (typed, country, sought) => {
    expect(soughtDigits(typed, country)).toBe(sought);
  });

  test.each(['123', 'Plot 1234', '0772 or 0701', 'grace', ''])('%j is no number', (typed) =>
    expect(soughtDigits(typed, 'UG')).toBeNull(),
  );
});

describe('one reader of phones', () => {
  const TIDY: readonly (readonly [string, string])[] = [
    ['\u202A+256 772 900102\u202C', '+256 772 900102'],
    ['\u202D0772 900103', '0772 900103'],
    ['\u200E0772900104', '0772900104'],
    ['\u20660772 900105\u2069', '0772 900105'],
    ['0772\u200B900\u2060106\uFEFF', '0772900106'],
    ['0772\u00A0900\u00A0107', '0772 900 107'],
    ['0772\u202F900108', '0772 900108'],
    ['0772\u2009900\u2007109', '0772 900 109'],
    ['0772\t900109', '0772 900109'],
    ['(0772) 900-110', '0772 900-110'],
    ['0772.900.111', '0772 900 111'],
    ['0772/900112', '0772 900112'],
    ['0772\u2011900\u2013113', '0772-900-113'],
    ['0772\u2212900114', '0772-900114'],
    ['0772 - 900 - 114', '0772-900-114'],
    ['+256 (0)772 900115', '+256 772 900115'],
    ['+256(0)772900115', '+256 772900115'],
    ['00256 (0) 772 900115', '00256 772 900115'],
    ['tel:+256772900116', '+256772900116'],
    ['TEL: 0772 900117', '0772 900117'],
    ['＋２５６７７２９００１１８', '+256772900118'],
    ['٠٧٧٢٩٠٠١١٩', '0772900119'],
    ['०७७२ ९००१२०', '0772 900120'],
    ['  0772   900121  ', '0772 900121'],
    ['(+256) 772 900122', '+256 772 900122'],
    ['+(256) 772 900123', '+256 772 900123'],
    ['+ 256 772 900124', '+256 772 900124'],
    ['[0772] 900125', '0772 900125'],
    ['[+256] [772] 900126', '+256 772 900126'],
    ['+[256](0)772 900127', '+256 772 900127'],
    ['(+256) (0)772 900128', '+256 772 900128'],
    ['(+256772900129)', '+256772900129'],
    ['（＋２５６） 772 900130', '+256 772 900130'],
    ["'0772900131", '0772900131'],
    ['’+256 772 900132', '+256 772 900132'],
    ["'(+256) 772 900133", '+256 772 900133'],
    ['0772/900134', '0772 900134'],
    ['07/72/90/01/35', '07 72 90 01 35'],
  ];
  test.each(TIDY)('X-TYPE-34 %j is %j, in every form and in every link', (typed, tidy) => {
    expect(tidyPhone(typed)).toBe(tidy);
    for (const form of ['login', 'register'] as const) expect(v.parse(phoneSchemaFor(form), typed)).toBe(tidy);
    expect(v.parse(phoneText(200), typed)).toBe(tidy);
    expect(dialled(typed, 'UG')?.fromAbroad).toMatch(/^256772900\d{3}$/);
    expect(normalisePhone(typed, 'UG')).toBe(normalisePhone(tidy, 'UG'));
  });

  test.each([
    'ask John',
    '0772 123456 or 0701 123456',
    '0772123456/0701123456',
    '0414 254401/2',
    '0414-254401/ 12',
    'ext. 3',
    '',
    '+',
    '()',
    "'",
    '[+]',
    "O'0772900131",
  ])('X-TYPE-34 what is no one number stays as it was typed: %j', (typed) =>
    expect(tidyPhone(` ${typed} `)).toBe(typed),
  );

  test('X-TYPE-34 what is tidy stays so, and no digit is lost or made but an unspoken (0)', () => {
    const part = fc.constantFrom(
      '0',
      '7',
      '25',
      '(',
      ')',
      '[',
      ']',
      "'",
      ' ',
      '-',
      '.',
      '/',
      '+',
      '\u00a0',
      '\u200b',
      '٣',
      '–',
      'a',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const typed = parts.join('');
        const tidy = tidyPhone(typed);
        expect(tidyPhone(tidy)).toBe(tidy);
        const [before, after] = [digitsOf(typed), digitsOf(tidy)];
        if (before !== after) expect(before.length - after.length).toBe(1);
      }),
    );
  });
});
