import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * Typed numbers and phone numbers have one reader each (X-TYPE-01, X-TYPE-34): domain/text/number-text.ts through
 * domain/hundredths.ts, and domain/text/phone-text.ts through domain/text/phone.ts. Other code that converts text to a
 * number is listed here with the kind of text: none is an amount, a quantity or a phone number that a person typed.
 */

const OURS = 'our own spelling of a number, or the parts of a date';
const CHOICE = 'the value of a choice in a list';
const ADDRESS = 'a part of an address or a header';
const KEPT = 'a number that Kaunta kept or told itself';

const OTHER_TEXTS: Readonly<Record<string, string>> = {
  'domain/hundredths.ts': 'the reader’s own digits',
  'domain/money.ts': OURS,
  'domain/id.ts': ADDRESS,
  'domain/items/barcode.ts': 'a digit of a code',
  'domain/people/new-pin.ts': 'a PIN that looks like a year',
  'domain/zone-offset.ts': OURS,
  'domain/text/typed-date.ts': OURS,
  'src/ui/list/list-location.ts': ADDRESS,
  'src/parts/paths.ts': ADDRESS,
  'src/parts/payment/payment-fields.tsx': CHOICE,
  'src/platform/item-file/table-file.ts': 'a cell that is a number in its file',
  'src/platform/numbers-as-shown.ts': 'a cell that is a number in its file',
  'src/background/order-alerts.ts': KEPT,
  'src/state/first-load.ts': KEPT,
  'src/parts/payment/money-fields.tsx': CHOICE,
  'src/screens/users/user-management.tsx': 'yes and no',
  'src/screens/auth/register.tsx': CHOICE,
  'src/screens/business/business-form.ts': CHOICE,
  'src/screens/items/item-form.ts': CHOICE,
  'src/screens/exchange/export-movements.ts': OURS,
  'src/screens/exchange/export-file.ts': OURS,
  'src/screens/reports/report-lines.ts': OURS,
  'src/screens/reports/sales-over-time.tsx': OURS,
  'src/screens/about/rate.tsx': CHOICE,
  'src/screens/security/security-words.ts': KEPT,
  'src/screens/security/security.tsx': KEPT,
  'storefront/index.ts': 'the page’s own data',
  'storefront/kept-basket.ts': KEPT,
  'server/http/middleware/limits.ts': ADDRESS,
  'server/http/middleware/hold-pictures.ts': ADDRESS,
  'server/http/request/forwarded-address.ts': ADDRESS,
  'server/events-hub.ts': KEPT,
  'server/http/inputs/list-query.ts': ADDRESS,
  'server/http/pages/store-page-of.ts': ADDRESS,
  'server/http/routes/sync.ts': ADDRESS,
  'server/http/routes/item-images.ts': ADDRESS,
  'server/http/pages/take-store-form.ts': 'the page’s own data',
  'server/storefront/basket.ts': ADDRESS,
  'server/storefront/order-link.ts': ADDRESS,
  'server/account/guess-task.ts': KEPT,
};

/** Fields of one-time codes and PINs, which only their length limits. */
const CODES_AND_PINS = [
  'src/screens/auth/forgot-pin.tsx',
  'src/screens/auth/use-phone-proof.tsx',
  'src/ui/form/pin-field.tsx',
];

const FOLDERS = ['domain', 'src', 'storefront', 'server/http', 'server/storefront', 'server/account'];
const files = [...FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)), 'server/events-hub.ts'];
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Matches calls, not longer names with this ending. `v.transform(Number)` is matched by its bracket. */
const READS_A_NUMBER =
  /(?<![\w.])(?:Number|parseInt|parseFloat)\(|Number\.parse(?:Int|Float)\(|\.valueAsNumber|transform\(Number\)|map\(Number\)/;

test('X-TYPE-01 no field for a number has a reader of its own', () => {
  const readers = sources.filter(({ text }) => READS_A_NUMBER.test(text)).map(({ file }) => file);
  expect(readers.length).toBeGreaterThan(20);
  expect(readers.filter((file) => !(file in OTHER_TEXTS))).toEqual([]);
  expect(Object.keys(OTHER_TEXTS).filter((file) => !readers.includes(file))).toEqual([]);
});

test('X-TYPE-01 no field lets the browser read the number', () => {
  const fields = sources.filter(({ text }) => /type="number"|<NumberInput\b/.test(text)).map(({ file }) => file);
  expect(fields).toEqual([]);
});

/** Matches a field for numbers with its properties; checked for its maximum length. */
const NUMBER_FIELD = /<(?:\w+Field|TextInput|Input)\b[^>]*?inputMode="(?:decimal|numeric|none)"[^>]*?>/gsu;

test('X-TYPE-09 no field for a number cuts what is pasted into it to another number', () => {
  const fields = sources.flatMap(({ file, text }) =>
    [...text.matchAll(NUMBER_FIELD)].map(([field]) => ({ file, field })),
  );
  expect(fields.length).toBeGreaterThan(10);
  const cut = fields.filter(({ field }) => !field.includes('maxLength={NUMBER_CHARS_MAX}')).map(({ file }) => file);
  expect(cut.toSorted()).toEqual(CODES_AND_PINS);
});

/** Matches code that extracts digits itself. */
const TAKES_DIGITS = /replace(?:All)?\(\s*\/(?:\[\^0-9\]|\\D|\[\^\\d\])/;

test('X-TYPE-34 no field for a phone has a reader of its own', () => {
  const readers = sources.filter(({ text }) => TAKES_DIGITS.test(text)).map(({ file }) => file);
  expect(readers.toSorted()).toEqual(['domain/text/phone-digits.ts', 'domain/text/phone-text.ts']);
});

test('a reader is found however it is written', () => {
  for (const reads of [
    'Number(text)',
    'parseInt(text, 10)',
    'Number.parseFloat(text)',
    'v.transform(Number)',
    'all.map(Number)',
  ])
    expect(READS_A_NUMBER.test(`const a = ${reads};`), reads).toBe(true);
  for (const other of ['wholeNumber(text)', 'Number.isInteger(a)', 'orderNumber(id)'])
    expect(READS_A_NUMBER.test(`const a = ${other};`), other).toBe(false);
  for (const reads of ['a.replace(/[^0-9]/g, "")', 'a.replaceAll(/\\D/g, "")'])
    expect(TAKES_DIGITS.test(reads)).toBe(true);
});
