import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeFinishedSale, showFinishedSale } from '../../../src/state/finished-sale.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { SHOP_ROWS, showOpened } from '../../support/screens/sales-screens.tsx';
import { openShop } from '../../support/screens/shop-screens.tsx';

const asked = vi.hoisted(() => vi.fn<() => void>());
vi.mock('../../../src/parts/receipt/finished-sale.tsx', () => ({
  get FinishedSaleSheet() {
    asked();
    throw new TypeError('Importing a module script failed.');
  },
}));

test('R-BROW-16 the sheet after a sale that cannot be had takes no screen away', async () => {
  onTestFinished(closeFinishedSale);
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  showOpened(opened, '/sales');
  const sale = { saleId: 1, finalMinor: 250_000, currency: 'UGX', changeMinor: null, owedMinor: 0 };
  await act(async () => showFinishedSale(sale));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), PATIENTLY);
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByText('Skip to content')).toBeTruthy();
});
