import { useMemo, useState } from 'react';
import type { Sale } from '../../../domain/sales/sale.ts';
import { dayKey, dayRange, nameOfDay } from '../../../domain/time.ts';
import { usePastSinceMs } from '../../parts/list/older-records.tsx';
import { SALE_CURRENCY_FALLBACK } from '../../parts/sale/sale-words.ts';
import type { ShownPage } from '../../state/list-page.ts';
import { useLive, useReplica, useSearchVersion } from '../../state/replica.tsx';
import type { DayHeadingProps } from '../../ui/list/day-heading.tsx';
import { useNow } from '../../ui/use-now.ts';
import { readFigures, type Section, sectionKey } from './section-figures.ts';
import type { SalesPlace } from './use-sales-page.ts';

/**
 * The heading of each day that begins among these rows, by the id of its first row (R-SLIST-01 to R-SLIST-07). A day
 * that continues from the page before gets its heading again, with the figures of the whole day. Null until the
 * figures of the first page are read, so that nothing moves later; those of further pages follow a moment later.
 */
export function useDayHeadings(
  list: ShownPage<Sale> | undefined,
  place: Pick<SalesPlace, 'shown' | 'query' | 'zone' | 'rowsPerPage' | 'sort'>,
  shopCurrency: string | null,
): ReadonlyMap<number, DayHeadingProps> | null {
  const { shown, query, zone, rowsPerPage, sort } = place;
  const todayKey = dayKey(
    useNow((atMs) => dayRange(atMs, zone).toMs),
    zone,
  );
  const sinceMs = usePastSinceMs('sale');
  const currency = shopCurrency ?? SALE_CURRENCY_FALLBACK;
  const { search } = useReplica();
  const version = useSearchVersion(query === '' ? null : 'sale');
  const firsts = useMemo(
    // In another order the sales of a day are not next to each other.
    () => (list === undefined || sort !== null ? [] : firstsOf(list, rowsPerPage, zone)),
    [list, sort, rowsPerPage, zone],
  );
  const isGuessed = list === undefined && shown === 'all' && query === '' && sort === null;
  // Most first pages begin with today, so today's figures are read beside the rows.
  const sections = isGuessed ? [{ day: todayKey, isExact: false }] : firsts.map(({ section }) => section);
  const figures = useLive(
    async (shop) => await readFigures({ shop, search }, { sections, place: { shown, query, zone }, currency, sinceMs }),
    [sections.map(sectionKey).join(), shown, query, zone, currency, sinceMs, version],
  );
  const [isShown, setShown] = useState(false);
  const isRead = list !== undefined && firsts.every(({ section }) => figures?.has(sectionKey(section)));
  if (isRead && !isShown) setShown(true);
  if (!isRead && !isShown) return null;
  const isParted = firsts.some(({ section }) => section.isExact) || (list?.exactCount ?? 0) > 0;
  return new Map(
    firsts.map(({ id, section }, at) => [
      id,
      {
        ...{ day: nameOfDay(section.day, todayKey), figures: figures?.get(sectionKey(section)) ?? '' },
        over: isParted && !section.isExact && (at === 0 || firsts[at - 1]?.section.isExact === true) ? OTHERS : null,
      },
    ]),
  );
}

/** The heading over hits that only contain the text, if there are closer hits before them. */
const OTHERS = 'Other matches';

function firstsOf(list: ShownPage<Sale>, rowsPerPage: number, zone: string): { id: number; section: Section }[] {
  const startAt = (list.page - 1) * rowsPerPage;
  const rows = list.rows.map(({ id, createdAtMs }, at) => ({
    id,
    section: { day: dayKey(createdAtMs, zone), isExact: startAt + at < list.exactCount },
  }));
  return rows.filter(({ section }, at) => {
    const before = rows[at - 1];
    return before === undefined || sectionKey(before.section) !== sectionKey(section);
  });
}
