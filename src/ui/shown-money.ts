import { useSyncExternalStore } from 'react';
import { formatMoney, MINOR_PER_UNIT } from '../../domain/money.ts';
import { isWithoutCents } from '../../domain/without-cents.ts';
import { showsCents, subscribeShowsCents } from '../platform/show-cents.ts';

/**
 * Returns an amount as this device's screens show it: with two decimals, but without '.00' for a currency without
 * cents, if this device is set to hide it (R-SLIST-60). Receipts, messages and exports use `formatMoney`.
 */
export function shownMoney(minor: number, currency: string): string {
  const isBare = minor % MINOR_PER_UNIT === 0 && isWithoutCents(currency) && !showsCents();
  return formatMoney(minor, currency, isBare ? 0 : 2);
}

/** Renders the component again when that setting changes. */
export const useShowsCents = (): boolean => useSyncExternalStore(subscribeShowsCents, showsCents);
