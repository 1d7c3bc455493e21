import type { DaySum } from '../../../domain/sales/day-sum.ts';
import { formatShortMoney } from '../../../domain/money.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import type { SaleLine } from '../../../domain/sales/sale.ts';

/** Names that fit on a line of a phone. Further ones are only counted. */
const SOLD_CHARS_MAX = 36;

export interface SoldItems {
  /** 'Sugar 1 kg × 2, Soap'. */
  text: string;
  /** How many more items there are: 'and 3 more'. */
  moreCount: number;
}

/** Describes the sold items in one line (R-SLIST-20). An item of several lines is named once. */
export function soldItems(lines: readonly Pick<SaleLine, 'itemName' | 'quantityHundredths'>[]): SoldItems {
  const quantities = new Map<string, number>();
  for (const { itemName, quantityHundredths } of lines)
    quantities.set(itemName, (quantities.get(itemName) ?? 0) + quantityHundredths);
  let text = '';
  let shownCount = 0;
  for (const [name, quantityHundredths] of quantities) {
    const isOne = quantityHundredths === QUANTITY_HUNDREDTHS_PER_UNIT;
    const item = isOne ? name : `${name} × ${formatQuantity(quantityHundredths)}`;
    if (shownCount > 0 && text.length + item.length + 2 > SOLD_CHARS_MAX) break;
    text += `${shownCount === 0 ? '' : ', '}${item}`;
    shownCount += 1;
  }
  return { text, moreCount: quantities.size - shownCount };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** '14 sales · UGX 482,000 · UGX 12,000 of it unpaid' (R-SLIST-01 to R-SLIST-04). */
export function daySumText(sum: DaySum, currency: string, isWhole: boolean): string {
  const { saleCount, totalMinor, unpaidMinor, otherCurrencyCount } = sum;
  const parts = [
    counted(saleCount, 'sale', 'sales') + (isWhole ? '' : ' on this device'),
    formatShortMoney(totalMinor, currency),
  ];
  if (unpaidMinor > 0) parts.push(`${formatShortMoney(unpaidMinor, currency)} of it unpaid`);
  if (otherCurrencyCount > 0) parts.push(otherCurrencyText(otherCurrencyCount));
  return parts.join(' · ');
}

/** Says how many sales a count and its amount leave out (C-043). */
export const otherCurrencyText = (count: number): string => `${count} more in another currency`;
