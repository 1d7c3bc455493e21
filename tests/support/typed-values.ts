/*
 * What careless and hostile hands put into a field, by what the field is for, with what was meant: null where nothing
 * but a sentence can answer.
 */

export type FieldKind = 'number' | 'phone' | 'text' | 'pin' | 'email' | 'date';

export interface TypedValue {
  typed: string;
  /** A number as it counts, the digits of a phone without its country, a text as it reads. */
  meant: string | null;
}

const same = (typed: string): TypedValue => ({ typed, meant: typed });
const nothing = (typed: string): TypedValue => ({ typed, meant: null });
const means = (meant: string, ...spellings: string[]): TypedValue[] => spellings.map((typed) => ({ typed, meant }));

const NUMBERS: TypedValue[] = [
  ...means('0.5', '0,5', '0,500', '٠٫٥', '０．５'),
  ...means('1250', '1,250', '1’250', ' 1250.00 ', '1\u00a0250', '1250.000', '١٢٥٠'),
  ...means('12.25', '12,25'),
  // Where less than nothing is something, it is that.
  ...means('-5', '-5'),
  ...['1e3', '0x10', 'NaN', '1250,500', '1.2.3', '0.375', '5; DROP', '--5', '<b>5</b>', '5kg', '\u202e21x'].map(
    nothing,
  ),
];

const PHONES: TypedValue[] = [
  ...means(
    '772123456',
    ...['0772 123 456', '0772-123-456', '(0772) 123456', '0772.123.456', '0772/123456', '\u200e0772123456\u200f'],
    ...['0772\u00a0123456', '0772\u2011123456', '+256 (0)772 123456', 'tel:0772123456', '٠٧٧٢١٢٣٤٥٦', '00256772123456'],
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
  ...means('amina@example.com', 'amina@example.com', ' amina@example.com ', 'Amina@Example.com'),
  ...[
    'amina',
    'amina@',
    '@example.com',
    'a b@example.com',
    'amina@example',
    '<b>@example.com',
    'a@b@c.com',
    'mailto:a',
  ].map(nothing),
];

const PINS: TypedValue[] = ['12', '12345678901', 'abcd', '١٢٣٤', '12 4', '<b>1', '-123', '1e10', '....', '12.4'].map(
  nothing,
);

const DATES: TypedValue[] = ['tomorrow', '2026-13-45', '31/12/2026', '2026-02-30', '<b>', '0', '99999-01-01'].map(
  nothing,
);

export const TYPED_VALUES: Readonly<Record<FieldKind, readonly TypedValue[]>> = {
  ...{ number: NUMBERS, phone: PHONES, text: TEXTS, email: EMAILS, pin: PINS, date: DATES },
};

/** What a person would put there. */
export const PLAIN_VALUES: Readonly<Record<FieldKind, string>> = {
  ...{ number: '5', phone: '0701 222333', text: 'Amina Nakato', email: 'amina@example.com', pin: '7302' },
  date: '2026-11-20',
};

/** Whether a value that would be saved, or stands in a field, is what was meant. */
export function isMeant(kind: FieldKind, meant: string, value: unknown): boolean {
  switch (kind) {
    case 'number':
      // Quantities and amounts are kept in hundredths; a text of them groups by commas.
      return typeof value === 'number'
        ? value === Number(meant) || value === Math.round(Number(meant) * 100)
        : typeof value === 'string' && /^[\d.,]+$/u.test(value) && Number(value.replaceAll(',', '')) === Number(meant);
    case 'phone':
      return typeof value === 'string' && value.replaceAll(/\D/gu, '').endsWith(meant);
    case 'email':
      return typeof value === 'string' && value.toLowerCase() === meant;
    default:
      return typeof value === 'string' && value.normalize('NFC').trim() === meant.normalize('NFC');
  }
}
