import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { useTopItems } from '../../../../src/screens/reports/use-sales-report.ts';
import { SUGAR } from '../../../support/screens/sales-screens.tsx';
import { NOON_MS, saleRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

const sold = (id: number, itemName: string, currency: string) =>
  saleRow({
    ...{ id, currency, createdAtMs: NOON_MS, finalMinor: 100, totalMinor: 100 },
    lines: [
      {
        ...{ id: id + 1, itemId: SUGAR.id + id, itemName, itemSku: null, quantityHundredths: 100, unitPriceMinor: 100 },
        ...{ listPriceMinor: 100, discountMinor: 0, totalMinor: 100, movesStock: true },
      },
    ],
  });

const SHOP = {
  ...{ name: 'Amina', slug: 'amina', country: 'UG', businessCategoryId: null, defaultPaymentMethodId: null },
  timeZone: 'Africa/Kampala',
};
const held = { change: (_currency: string): void => undefined };
function Best() {
  const [currency, setCurrency] = useState('UGX');
  useEffect(() => void (held.change = setCurrency), []);
  const items = useTopItems(NOON_MS, { ...SHOP, currency });
  return <output>{items?.map(({ name }) => name).join() ?? 'reading'}</output>;
}

test('C-141 R-REP-18 the best sellers are those of the currency of the shop, also after it has changed', async () => {
  const sale = [sold(1, 'Sugar', 'UGX'), sold(3, 'Salt', 'KES')];
  renderShop(await openShop({ rows: { sale } }), [{ path: '*', element: <Best /> }], '/');
  expect(await screen.findByText('Sugar')).toBeTruthy();
  act(() => held.change('KES'));
  expect(await screen.findByText('Salt')).toBeTruthy();
  act(() => held.change('UGX'));
  expect(await screen.findByText('Sugar')).toBeTruthy();
});
