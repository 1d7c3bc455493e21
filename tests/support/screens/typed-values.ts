import { dayKey } from '../../../domain/time.ts';

/*
 * What careless and hostile hands put into a field, by what the field is for, with what was meant: null where nothing
 * but a sentence can answer.
 */

export type FieldKind = 'number' | 'discount' | 'phone' | 'text' | 'pin' | 'email' | 'date';

export interface TypedValue {
  typed: string;
  /** A number as it counts, the digits of a phone without its country, a text as it reads. */
  meant: string | null;
}

const same = (typed: string): TypedValue => ({ typed, meant: typed });
const nothing = (typed: string): TypedValue => ({ typed, meant: null });
const means = (meant: string, ...spellings: string[]): TypedValue[] => spellings.map((typed) => ({ typed, meant }));

/** A part of the sum in a discount, and no number elsewhere (X-TYPE-06). */
const PER_CENT = '10%';

const NUMBERS: TypedValue[] = [
  ...means('0.5', '0,5', '0,500', '٠٫٥', '０．５'),
  ...means('1250', '1,250', '1’250', ' 1250.00 ', '1\u00a0250', '1250.000', '١٢٥٠'),
  ...means('12.25', '12,25'),
  // More blanks than a short field has room for.
  ...means('1750', `${' '.repeat(10)}1750`),
  // Where less than nothing is something, it is that.
  ...means('-5', '-5'),
  ...['1e3', '0x10', 'NaN', '1250,500', '1.2.3', '0.375', '5; DROP', '--5', '<b>5</b>', '5kg', '\u202e21x'].map(
    nothing,
  ),
  nothing(PER_CENT),
];

const PHONES: TypedValue[] = [
  ...means(
    '772123456',
    ...['0772 123 456', '0772-123-456', '(0772) 123456', '0772.123.456', '0772/123456', '\u200e0772123456\u200f'],
    ...['0772\u00a0123456', '0772\u2011123456', '+256 (0)772 123456', 'tel:0772123456', '٠٧٧٢١٢٣٤٥٦', '00256772123456'],
    ...['(+256) 772 123456', '+(256) 772 123456', '[0772] 123456', "'0772123456"],
  ),
  ...['call me', '0772', '0772123456 / 0701222333', "'; DROP TABLE user;--", '<img src=x>', '+', '0772o23456'].map(
    nothing,
  ),
  ...['12345678901234567890', '@@@@@@@@', 'NaN'].map(nothing),
];

const TEXTS: TypedValue[] = [
  ...means('Café Amina', 'Cafe\u0301 Amina', '  Café Amina  ', 'Café Amina'),
  ...means('Sugar 1 kg', '\tSugar 1 kg\n', 'Sugar 1 kg'),
  ...[`O'Brien`, 'O’Brien', '名前です', 'صابون', '👩‍👧 twins', 'Mr. & Mrs. "Q"'].map(same),
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '=1+1', '@SUM(A1)', `'; DROP TABLE sale;--`].map(
    same,
  ),
  ...['__proto__', 'null', '\\u0000', '%00', 'constructor'].map(same),
];

const EMAILS: TypedValue[] = [
  ...means(
    'amina@example.com',
    ...['amina@example.com', ' amina@example.com ', 'Amina@Example.com', 'AMINA@EXAMPLE.COM', '\tamina@example.com'],
    ...['amina@example.com\n', '\u00a0amina@example.com', 'amina@example.com\u3000', '\ufeffamina@example.com'],
  ),
  ...['amina.nakato+shop@mail.example.co.ug', 'a_1-b@example.com'].map(same),
  ...[
    'amina',
    'amina@',
    '@example.com',
    'a b@example.com',
    'amina@example',
    '<b>@example.com',
    'a@b@c.com',
    'mailto:a',
    'amina@example..com',
    'amina@example.com, musa@example.com',
    '"Amina" <amina@example.com>',
    '\u0430mina@example.com',
  ].map(nothing),
];

const PINS: TypedValue[] = [
  ...['7302', '0042', '0000', '0007', '0700', '1111', '1234', '2580', '9999', '1000'].map(same),
  ...['12', '12345678901', 'abcd', '١٢٣٤', '12 4', '<b>1', '-123', '1e10', '....', '12.4'].map(nothing),
  ...[' 7302', '７３０２', '\u200b730', '½302'].map(nothing),
];

const DATES: TypedValue[] = [
  ...['2026-11-20', '2026-11-01', '2026-10-31', '2026-02-28', '2024-02-29', '2026-01-01'].map(same),
  ...['2025-12-31', '2026-11-21', '2026-06-30', '2026-03-09'].map(same),
  ...['tomorrow', '2026-13-45', '31/12/2026', '2026-02-30', '<b>', '0', '99999-01-01'].map(nothing),
  ...['2025-02-29', '2026-11-00', '20.11.2026', '٢٠٢٦-١١-٢٠'].map(nothing),
];

export const TYPED_VALUES: Readonly<Record<FieldKind, readonly TypedValue[]>> = {
  // The sum of which a percentage would be taken is not known here.
  discount: NUMBERS.filter(({ typed }) => typed !== PER_CENT),
  ...{ number: NUMBERS, phone: PHONES, text: TEXTS, email: EMAILS, pin: PINS, date: DATES },
};

/** A value that a person would type into each kind of field. */
export const PLAIN_VALUES: Readonly<Record<FieldKind, string>> = {
  ...{
    number: '5',
    discount: '5',
    phone: '0701 222333',
    text: 'Amina Nakato',
    email: 'amina@example.com',
    pin: '7302',
  },
  date: '2026-11-20',
};

/** The time zone of the shops in which screens are walked. */
const SHOP_ZONE = 'Africa/Kampala';

/** True when a value in a field, or one that would be saved, is the one that was meant. */
export function isMeant(kind: FieldKind, meant: string, value: unknown): boolean {
  switch (kind) {
    case 'number':
    case 'discount':
      // Quantities and amounts are kept in hundredths; a text of them groups by commas.
      return typeof value === 'number'
        ? value === Number(meant) || value === Math.round(Number(meant) * 100)
        : typeof value === 'string' && /^[\d.,]+$/u.test(value) && Number(value.replaceAll(',', '')) === Number(meant);
    case 'phone':
      return typeof value === 'string' && value.replaceAll(/\D/gu, '').endsWith(meant);
    case 'email':
      return typeof value === 'string' && value.toLowerCase() === meant;
    case 'date':
      // A day, or a time of it in the shop's zone.
      return value === meant || (typeof value === 'number' && dayKey(value, SHOP_ZONE) === meant);
    default:
      return typeof value === 'string' && value.normalize('NFC').trim() === meant.normalize('NFC');
  }
}
