import { expect, test } from 'vitest';
import { daySumText, soldItems } from '../../../../src/parts/sale/sold-words.ts';

const line = (itemName: string, quantityHundredths = 100) => ({ itemName, quantityHundredths });
const SUM = { saleCount: 14, totalMinor: 48_200_000, unpaidMinor: 0, otherCurrencyCount: 0 };

test('R-SLIST-20 what was sold, each item once with how much of it', () => {
  expect(soldItems([line('Sugar 1 kg', 200), line('Soap')])).toEqual({ text: 'Sugar 1 kg × 2, Soap', moreCount: 0 });
  expect(soldItems([line('Rice', 150), line('Soap'), line('Rice', 100)]).text).toBe('Rice × 2.5, Soap');
  expect(soldItems([])).toEqual({ text: '', moreCount: 0 });
});

test('R-SLIST-20 what does not fit into a line is counted; the first item is told however long it is', () => {
  const many = ['Sugar 1 kg', 'Soap', 'Salt', 'Cooking oil 3 l', 'Matches', 'Candles'].map((name) => line(name));
  expect(soldItems(many)).toEqual({ text: 'Sugar 1 kg, Soap, Salt', moreCount: 3 });
  const long = 'L'.repeat(160);
  expect(soldItems([line(long), line('Soap')])).toEqual({ text: long, moreCount: 1 });
});

test('R-SLIST-01 R-SLIST-03 R-SLIST-04 a day’s figures, and what they leave out', () => {
  expect(daySumText(SUM, 'UGX', true)).toBe('14 sales · UGX 482,000');
  expect(daySumText({ ...SUM, saleCount: 1, totalMinor: 50 }, 'UGX', true)).toBe('1 sale · UGX 0.50');
  expect(daySumText({ ...SUM, unpaidMinor: 1_200_000, otherCurrencyCount: 2 }, 'UGX', true)).toBe(
    '14 sales · UGX 482,000 · UGX 12,000 of it unpaid · 2 more in another currency',
  );
  expect(daySumText(SUM, 'UGX', false)).toBe('14 sales on this device · UGX 482,000');
});
