import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayKeysOf, daysRange } from '../../../domain/time.ts';
import { rangesOfTypedDate } from '../../../domain/text/typed-date.ts';

const ZONE = 'Africa/Kampala';
/** From the end of 2024 to the end of 2026. */
const WITHIN = { fromMs: Date.UTC(2024, 11, 1), toMs: Date.UTC(2026, 11, 1) };
const meant = (typed: string) =>
  rangesOfTypedDate(typed, ZONE, WITHIN).map((range) => {
    const days = dayKeysOf(range, ZONE);
    return days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`;
  });

describe('R-SLIST-31 a day as people type it', () => {
  test.each([
    '22 november 2026',
    '22 nov 2026',
    '22nd november 2026',
    '22nov2026',
    'sun 22 nov 2026',
    'nov 22, 2026',
    'november 22 2026',
    '22/11/2026',
    '22/11/26',
    '22.11.2026',
    '22-11-2026',
    '2026-11-22',
    '11/22/2026',
  ])('%s', (typed) => expect(meant(typed)).toEqual(['2026-11-22']));

  test.each(['22 nov', '22/11', '22 november', 'nov 22', '22-11', '11/22'])(
    'without its year, of every year: %s',
    (typed) => expect(meant(typed)).toEqual(['2024-11-22', '2025-11-22', '2026-11-22']),
  );

  test('the day stands before the month wherever it can', () => expect(meant('5/11/2026')).toEqual(['2026-11-05']));
  test('a month with its year is all of it', () => {
    expect(meant('nov 2026')).toEqual(['2026-11-01 to 2026-11-30']);
    expect(meant('february 2024')).toEqual(['2024-02-01 to 2024-02-29']);
  });
  test('29 February is that of leap years', () => expect(meant('29 feb')).toEqual(['2024-02-29']));

  test.each([
    '',
    '22',
    'november',
    '31/13',
    '0/11',
    '32 nov',
    '22 nove mber',
    'sugar 1 kg',
    '1 kg',
    '31 feb 2026',
    '22.11',
    '13,200',
    '22/11/',
    '7/10/0000',
    '0000-10-07',
    '7 oct 0000',
    'oct 0000',
    '3.4.0050',
    '0999-12-31',
  ])('no date: %s', (typed) => expect(meant(typed)).toEqual([]));

  test('whatever is typed it answers, and only with whole days', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^\d{1,3}[ /.-]([a-z]{3,9}|\d{1,2})[ /.-]\d{0,5}$/)),
        (typed) => {
          for (const range of rangesOfTypedDate(typed.toLowerCase(), ZONE, WITHIN)) {
            const days = dayKeysOf(range, ZONE);
            expect(range).toEqual(daysRange(days[0] ?? '', days.at(-1) ?? '', ZONE));
          }
        },
      ),
    );
  });
});
