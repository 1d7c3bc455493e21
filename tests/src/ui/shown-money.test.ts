import { afterEach, expect, test, vi } from 'vitest';
import { keepShowsCents, showsCents, subscribeShowsCents } from '../../../src/platform/show-cents.ts';
import { shownMoney } from '../../../src/ui/shown-money.ts';

afterEach(() => void keepShowsCents(true));

test('R-SLIST-60 amounts are as documented until somebody wants no cents on this device', () => {
  expect(showsCents()).toBe(true);
  expect(shownMoney(1_200_000, 'UGX')).toBe('UGX 12,000.00');
  expect(keepShowsCents(false)).toBe(true);
  expect(shownMoney(1_200_000, 'UGX')).toBe('UGX 12,000');
  expect(shownMoney(-50_000, 'RWF')).toBe('-RWF 500');
});

test('R-SLIST-60 an amount that has cents shows them always, and so does a currency that is used with them', () => {
  keepShowsCents(false);
  expect(shownMoney(1_200_050, 'UGX')).toBe('UGX 12,000.50');
  expect(shownMoney(1_200_000, 'KES')).toBe('KES 12,000.00');
  expect(shownMoney(1_200_000, 'USD')).toBe('USD 12,000.00');
});

test.each([...['UGX', 'TZS', 'RWF', 'BIF', 'SOS', 'CDF', 'DJF', 'GNF', 'KMF', 'MGA'], ...['XAF', 'XOF', 'JPY', 'IDR']])(
  'R-SLIST-60 %s is used without cents',
  (currency) => {
    keepShowsCents(false);
    expect(shownMoney(1_200_000, currency)).toBe(`${currency} 12,000`);
  },
);

test('R-SLIST-60 another window follows, and a full device keeps what it showed', () => {
  const heard = vi.fn();
  const stop = subscribeShowsCents(heard);
  expect(showsCents()).toBe(true);
  localStorage.setItem('kaunta-show-cents', 'no');
  window.dispatchEvent(new Event('storage'));
  expect(heard).toHaveBeenCalledOnce();
  expect(showsCents()).toBe(false);
  stop();
  keepShowsCents(true);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keepShowsCents(false)).toBe(false);
  expect(showsCents()).toBe(true);
  full.mockRestore();
});
