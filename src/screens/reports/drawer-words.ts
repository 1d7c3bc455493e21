import type { CashDrawer } from '../../../domain/sales/cash-count.ts';

export const DRAWER_WORDS: Record<CashDrawer, string> = { device: 'This device', shop: 'All devices' };

/** Returns 'UGX 500.00 too little', or 'None' for no difference. */
export function differenceText(differenceMinor: number, money: (minor: number) => string): string {
  if (differenceMinor === 0) return 'None';
  return `${money(Math.abs(differenceMinor))} ${differenceMinor > 0 ? 'too much' : 'too little'}`;
}
