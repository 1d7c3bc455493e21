import { dayRange, daysBetweenKeys, daysRange, isDayKey, monthRange, type TimeRange, weekRange } from '../time.ts';

/** R-REP-06 … R-REP-08, G26. */
export const REPORT_PERIODS = ['today', 'week', 'month', 'days'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The first and the last day of a report, as 'YYYY-MM-DD'. */
export interface ReportDays {
  from: string;
  to: string;
}

/** More days than a device holds, and few enough to count one by one. */
export const REPORT_DAYS_MAX = 3 * 366;

/**
 * The time range of a report, in the shop's own days, weeks from Monday, and months (C-140). `days` are the days that
 * somebody chose; null when they are not two valid days, or too far apart.
 */
export function periodRange(period: ReportPeriod, nowMs: number, zone: string, days: ReportDays): TimeRange | null {
  switch (period) {
    case 'today':
      return dayRange(nowMs, zone);
    case 'week':
      return weekRange(nowMs, zone);
    case 'month':
      return monthRange(nowMs, zone);
    case 'days':
      return isPairOfDays(days) ? daysRange(days.from, days.to, zone) : null;
  }
}

const isPairOfDays = ({ from, to }: ReportDays): boolean =>
  isDayKey(from) && isDayKey(to) && Math.abs(daysBetweenKeys(from, to)) < REPORT_DAYS_MAX;
