import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateTimeKey,
  dayKey,
  dayRange,
  dayStartMs,
  formatDate,
  formatDateTime,
  isTimeZone,
  monthKey,
  monthRange,
  offsetMinutesAt,
  weekRange,
  type TimeRange,
} from '../../domain/time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// Lord Howe moves by half an hour, Kathmandu is 5:45 ahead, and in Cairo and Santiago the clock changes at midnight.
const ZONES = [
  ...['Africa/Kampala', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
  ...['Africa/Cairo', 'America/Santiago', 'Europe/London', 'Pacific/Kiritimati', 'UTC'],
];
const zone = fc.constantFrom(...ZONES);
const anyInstant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2036, 0, 1) });
// Half of the instants are near clock changes, which random instants would rarely hit.
const changes = ZONES.flatMap((name) => clockChanges(name, 2015, 2035));
const instant = fc.oneof(
  anyInstant,
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -50 * HOUR_MS, max: 50 * HOUR_MS }))
    .map(([at, by]) => at + by),
);

/** The platform's own, slow formatters of local time: 'YYYY-MM-DD' and the weekday. */
const wallFormats = new Map(
  ZONES.map((name) => [
    name,
    {
      date: new Intl.DateTimeFormat('en-CA', { timeZone: name, dateStyle: 'short' }),
      weekday: new Intl.DateTimeFormat('en-US', { timeZone: name, weekday: 'long' }),
      hour: new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit' }),
    },
  ]),
);

function wall(atMs: number, name: string) {
  const formats = wallFormats.get(name);
  if (formats === undefined) throw new Error(`No format for ${name}`);
  return {
    date: formats.date.format(atMs),
    month: formats.date.format(atMs).slice(0, 7),
    weekday: formats.weekday.format(atMs),
    time: formats.hour.format(atMs),
  };
}

/** Returns every instant, to the minute, at which a zone's clock changes, without using the code under test. */
function clockChanges(name: string, fromYear: number, toYear: number): number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const offset = (atMs: number): string =>
    format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const found: number[] = [];
  for (let dayMs = Date.UTC(fromYear, 0, 1); dayMs < Date.UTC(toYear, 0, 1); dayMs += 24 * HOUR_MS) {
    const before = offset(dayMs);
    if (before === offset(dayMs + 24 * HOUR_MS)) continue;
    let atMs = dayMs;
    while (offset(atMs) === before) atMs += MINUTE_MS;
    found.push(atMs);
  }
  return found;
}

function expectContains(range: TimeRange, atMs: number): void {
  expect(range.fromMs).toBeLessThanOrEqual(atMs);
  expect(range.toMs).toBeGreaterThan(atMs);
}

describe('days', () => {
  test('C-140 a day of a shop in Kampala starts at 21:00 UTC', () => {
    const noon = Date.UTC(2026, 10, 21, 9, 0);
    expect(dayRange(noon, 'Africa/Kampala')).toEqual({
      fromMs: Date.UTC(2026, 10, 20, 21),
      toMs: Date.UTC(2026, 10, 21, 21),
    });
    expect(dayKey(Date.UTC(2026, 10, 20, 20, 59, 59, 999), 'Africa/Kampala')).toBe('2026-11-20');
    expect(dayKey(Date.UTC(2026, 10, 20, 21), 'Africa/Kampala')).toBe('2026-11-21');
  });

  test('C-140 a day on which the clock changes is as long as it is', () => {
    const hours = (atMs: number, name: string): number => {
      const { fromMs, toMs } = dayRange(atMs, name);
      return (toMs - fromMs) / HOUR_MS;
    };
    expect(hours(Date.UTC(2026, 2, 8, 18), 'America/New_York')).toBe(23);
    expect(hours(Date.UTC(2026, 10, 1, 18), 'America/New_York')).toBe(25);
    expect(hours(Date.UTC(2026, 9, 4, 1), 'Australia/Lord_Howe')).toBe(23.5);
    expect(hours(Date.UTC(2026, 3, 5, 1), 'Australia/Lord_Howe')).toBe(24.5);
  });

  test('C-140 a day without a midnight starts where the clock jumps to', () => {
    // 24 April 2026 in Cairo: 23:59:59 is followed by 01:00.
    const { fromMs, toMs } = dayRange(Date.UTC(2026, 3, 24, 12), 'Africa/Cairo');
    expect(fromMs).toBe(Date.UTC(2026, 3, 23, 22));
    expect(formatDateTime(fromMs, 'Africa/Cairo')).toBe('24 Apr 2026, 01:00');
    expect(toMs - fromMs).toBe(23 * HOUR_MS);
  });

  test('C-140 the day that Samoa left out has no instants', () => {
    const before = dayRange(Date.UTC(2011, 11, 30, 9, 59), 'Pacific/Apia');
    expect(dayKey(before.fromMs, 'Pacific/Apia')).toBe('2011-12-29');
    expect(dayKey(before.toMs, 'Pacific/Apia')).toBe('2011-12-31');
  });

  test('C-140 property: a day holds its instants, starts with its first and ends with its last', () => {
    fc.assert(
      fc.property(instant, zone, (atMs, name) => {
        const range = dayRange(atMs, name);
        const { date } = wall(atMs, name);
        expectContains(range, atMs);
        expect(dayKey(atMs, name)).toBe(date);
        expect(wall(range.fromMs, name).date).toBe(date);
        expect(wall(range.toMs - 1, name).date).toBe(date);
        expect(wall(range.fromMs - 1, name).date).not.toBe(date);
        expect(wall(range.toMs, name).date).not.toBe(date);
      }),
      { numRuns: 1_000 },
    );
  });

  test('C-140 around every change of clock each quarter of an hour is in the day that the platform tells', () => {
    expect(changes.length).toBeGreaterThan(150);
    for (const name of ZONES) {
      for (const changeMs of clockChanges(name, 2024, 2027)) {
        for (let atMs = changeMs - 30 * HOUR_MS; atMs < changeMs + 30 * HOUR_MS; atMs += 15 * MINUTE_MS) {
          for (const exactMs of [atMs - 1, atMs]) {
            const shown = `${dayKey(exactMs, name)} ${formatDateTime(exactMs, name).slice(-5)}`;
            const told = wall(exactMs, name);
            expect(shown).toBe(`${told.date} ${told.time}`);
          }
        }
      }
    }
  });
});

describe('weeks', () => {
  test('C-140 a week runs from Monday to Monday', () => {
    // 21 November 2026 is a Saturday.
    const range = weekRange(Date.UTC(2026, 10, 21, 9), 'Africa/Kampala');
    expect(dayKey(range.fromMs, 'Africa/Kampala')).toBe('2026-11-16');
    expect(dayKey(range.toMs, 'Africa/Kampala')).toBe('2026-11-23');
    expect(weekRange(range.toMs - 1, 'Africa/Kampala')).toEqual(range);
    expect(weekRange(range.toMs, 'Africa/Kampala').fromMs).toBe(range.toMs);
  });

  test('C-140 also before 1970, where day numbers are negative', () => {
    // 27 December 1969 was a Saturday.
    const range = weekRange(Date.UTC(1969, 11, 27, 12), 'UTC');
    expect([range.fromMs, range.toMs]).toEqual([Date.UTC(1969, 11, 22), Date.UTC(1969, 11, 29)]);
  });

  test('C-140 property: it starts on the first instant of a Monday and has seven days', () => {
    fc.assert(
      fc.property(instant, zone, (atMs, name) => {
        const range = weekRange(atMs, name);
        expectContains(range, atMs);
        const days: string[] = [];
        for (let day = dayRange(range.fromMs, name); day.fromMs < range.toMs; day = dayRange(day.toMs, name)) {
          days.push(wall(day.fromMs, name).weekday);
        }
        expect(days.join(' ')).toBe('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');
        expect(wall(range.fromMs - 1, name).weekday).toBe('Sunday');
        expect(wall(range.toMs, name).weekday).toBe('Monday');
      }),
      { numRuns: 300 },
    );
  });
});

describe('months', () => {
  test('C-140 a month runs from its first day to the next one, also over the end of a year', () => {
    const range = monthRange(Date.UTC(2026, 11, 31, 20, 59), 'Africa/Kampala');
    expect([monthKey(range.fromMs, 'Africa/Kampala'), dayKey(range.fromMs, 'Africa/Kampala')]).toEqual([
      ...['2026-12', '2026-12-01'],
    ]);
    expect(range.toMs).toBe(Date.UTC(2026, 11, 31, 21));
    expect(monthKey(range.toMs, 'Africa/Kampala')).toBe('2027-01');
  });

  test('C-140 property: a month holds its instants, starts with its first and ends with its last', () => {
    fc.assert(
      fc.property(instant, zone, (atMs, name) => {
        const range = monthRange(atMs, name);
        const { month } = wall(atMs, name);
        expectContains(range, atMs);
        expect(monthKey(atMs, name)).toBe(month);
        expect(wall(range.fromMs, name).month).toBe(month);
        expect(wall(range.toMs - 1, name).month).toBe(month);
        expect(wall(range.fromMs - 1, name).month).not.toBe(month);
        expect(wall(range.toMs, name).month).not.toBe(month);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the clock', () => {
  test('R-SDET-10 shows date and time of the shop on the 24-hour clock', () => {
    const atMs = Date.UTC(2026, 10, 21, 11, 5);
    expect(formatDateTime(atMs, 'Africa/Kampala')).toBe('21 Nov 2026, 14:05');
    expect(formatDateTime(atMs, 'Asia/Kathmandu')).toBe('21 Nov 2026, 16:50');
    expect(formatDate(Date.UTC(2026, 2, 1, 22), 'Africa/Kampala')).toBe('2 Mar 2026');
  });

  test('tells how far ahead of UTC it is, at the very second of a change', () => {
    const springMs = Date.UTC(2026, 2, 8, 7);
    expect([offsetMinutesAt(springMs - 1, 'America/New_York'), offsetMinutesAt(springMs, 'America/New_York')]).toEqual([
      -300, -240,
    ]);
    expect(offsetMinutesAt(springMs, 'Asia/Kathmandu')).toBe(345);
  });

  test('C-140 knows the names of zones and refuses everything else', () => {
    expect([...ZONES, 'Etc/GMT+3', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true);
    for (const text of ['', 'Kampala', '+03:00', 'Africa/Nowhere', 'Africa/Kampala ', '../etc', 'A'.repeat(65)]) {
      expect(isTimeZone(text)).toBe(false);
    }
  });

  test('C-140 an unknown zone or no instant at all is a bug, not a day', () => {
    expect(() => dayKey(0, 'Nowhere/Land')).toThrow(RangeError);
    expect(() => dayKey(Number.NaN, 'UTC')).toThrow('finite');
  });
});

test('C-120 C-140 a day that was picked begins where the day of its instants begins', () => {
  expect(dayStartMs('2026-11-02', 'Africa/Kampala')).toBe(Date.UTC(2026, 10, 1, 21));
  fc.assert(
    fc.property(instant, zone, (atMs, name) => {
      expect(dayStartMs(dayKey(atMs, name), name)).toBe(dayRange(atMs, name).fromMs);
    }),
  );
});

test.each([Number.MAX_SAFE_INTEGER, 8_640_000_000_000_000, -8_640_000_000_000_000, -Number.MAX_SAFE_INTEGER])(
  'SYN-23 R-LIM-02 an instant of a broken clock, %d, has a day and a time to be read, and breaks nothing',
  (atMs) => {
    for (const name of ZONES) {
      expect(formatDateTime(atMs, name)).toMatch(/^\d+ \w{3} (275760|1000|999), \d\d:\d\d$/);
      expect(dayKey(atMs, name)).toMatch(/^(\+275760|1000|0999)-\d\d-\d\d$/);
      expect(monthKey(atMs, name)).toMatch(/^(\+275760|1000|0999)-\d\d$/);
      expect(dateTimeKey(atMs, name)).toMatch(/^(\+275760|1000|0999)-\d\d-\d\d \d\d:\d\d$/);
      const { fromMs, toMs } = dayRange(atMs, name);
      expect(toMs).toBeGreaterThan(fromMs);
    }
  },
);
