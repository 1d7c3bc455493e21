import { useSyncExternalStore } from 'react';
import { formatMoney, MINOR_PER_UNIT } from '../../domain/money.ts';
import { isWithoutCents } from '../../domain/without-cents.ts';
import { showsCents, subscribeShowsCents } from '../platform/show-cents.ts';

/**
 * An amount as screens of this device show it: with two decimals, but for '.00' of a currency without cents where nobody
 * wants to see that (R-SLIST-60). Receipts, messages and exports are `formatMoney`.
 */
export function shownMoney(minor: number, currency: string): string {
  const isBare = minor % MINOR_PER_UNIT === 0 && isWithoutCents(currency) && !showsCents();
  return formatMoney(minor, currency, isBare ? 0 : 2);
}

/** Draws its screen anew when the choice is another. */
export const useShowsCents = (): boolean => useSyncExternalStore(subscribeShowsCents, showsCents);
