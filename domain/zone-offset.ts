import { assert } from './assert.ts';

/*
 * Computes how far a zone's wall clock is ahead of UTC, without a library. Reads the platform's calendar data twice for
 * each UTC day and caches the result. For a day with a clock change it also caches the instant, found by binary search.
 */

export const DAY_MS = 86_400_000;

const DAYS_REMEMBERED_MAX = 20_000;
const ZONES_REMEMBERED_MAX = 50;

interface OffsetDay {
  beforeMs: number;
  afterMs: number;
  /** The first instant with `afterMs`; +Infinity on an ordinary day. */
  changesAtMs: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  days: Map<number, OffsetDay>;
}

const zonesByName = new Map<string, Zone>();

/** Returns the milliseconds to add to `atMs` (UTC) to get the wall clock of `zone` (IANA) at that instant. */
export function offsetMsAt(atMs: number, zone: string): number {
  assert(Number.isFinite(atMs), 'An instant must be a finite number of milliseconds');
  const knownMs = withinCalendar(atMs);
  const known = zoneByName(zone);
  const dayNumber = Math.floor(knownMs / DAY_MS);
  const day = known.days.get(dayNumber) ?? rememberDay(known, dayNumber);
  return knownMs < day.changesAtMs ? day.beforeMs : day.afterMs;
}

// The year 1000. Intl shows years before 1 in another era, and Date reads the years 0 to 99 as 1900 to 1999.
const CALENDAR_MIN_MS = -30_610_224_000_000;
// Two days before the last instant of a Date, so that an offset or the next day does not exceed it.
const CALENDAR_MAX_MS = 8_640_000_000_000_000 - 2 * DAY_MS;

/** Limits an instant to the supported calendar, because a broken clock may have written any number. */
export const withinCalendar = (atMs: number): number => Math.max(CALENDAR_MIN_MS, Math.min(CALENDAR_MAX_MS, atMs));

/**
 * Returns the first instant in (fromMs, toMs] with another offset than at `fromMs`.
 * The offsets at both ends must differ.
 */
export function offsetChangeBetween(fromMs: number, toMs: number, offsetAt: (atMs: number) => number): number {
  const before = offsetAt(fromMs);
  let last = fromMs;
  let first = toMs;
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(middle) === before) last = middle;
    else first = middle;
  }
  return first;
}

function zoneByName(name: string): Zone {
  const known = zonesByName.get(name);
  if (known !== undefined) return known;
  if (zonesByName.size >= ZONES_REMEMBERED_MAX) zonesByName.clear();
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const zone = { format, days: new Map<number, OffsetDay>() };
  zonesByName.set(name, zone);
  return zone;
}

function rememberDay(zone: Zone, dayNumber: number): OffsetDay {
  const fromMs = dayNumber * DAY_MS;
  const offsetAt = (atMs: number): number => askOffsetMs(zone.format, atMs);
  const beforeMs = offsetAt(fromMs);
  const afterMs = offsetAt(fromMs + DAY_MS);
  const changesAtMs =
    beforeMs === afterMs ? Number.POSITIVE_INFINITY : offsetChangeBetween(fromMs, fromMs + DAY_MS, offsetAt);
  if (zone.days.size >= DAYS_REMEMBERED_MAX) zone.days.clear();
  const day = { beforeMs, afterMs, changesAtMs };
  zone.days.set(dayNumber, day);
  return day;
}

function askOffsetMs(format: Intl.DateTimeFormat, atMs: number): number {
  const wall: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) wall[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = wall;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallMs - Math.floor(atMs / 1000) * 1000;
}
