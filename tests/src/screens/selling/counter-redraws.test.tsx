import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { counterFigure } from '../../../../src/ui/counter-amount.ts';
import { basket, freshCounter, showCounter, tap, tapIn, tile } from '../../../support/screens/counter-screen.tsx';
import { savingOf, SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';

/* A tile and a line of the basket each format one figure, so the calls of the formatter count their renders. */

vi.mock(import('../../../../src/ui/counter-amount.ts'), async (original) => {
  const counterAmounts = await original();
  return { ...counterAmounts, counterFigure: vi.fn<typeof counterFigure>(counterAmounts.counterFigure) };
});
const figures = vi.mocked(counterFigure);

beforeEach(freshCounter);

test('R-CTR-03 a tap on a tile draws that tile, and of the basket that line, again and nothing else', async () => {
  await showCounter();
  for (const name of ['Soap', 'Rice', 'Sugar']) await userEvent.click(tile(name));
  figures.mockClear();
  await userEvent.click(tile('Sugar'));
  expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('2');
  expect(tile('Sugar').getAttribute('aria-label')).toContain('2 in the basket');
  // The tile's price and the line's sum.
  expect(figures.mock.calls.flat().toSorted((a, b) => a - b)).toEqual([250_000, 500_000]);
});

test('R-CTR-22 the tap that pays draws nothing again until the sale is saved, and its payment does not close', async () => {
  const saving = savingOf(await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } }));
  showOpened(saving, '/counter');
  await userEvent.click(await screen.findByRole('button', { name: /^Sugar,/ }));
  await tap(/^Charge/);
  const goOn = saving.hold();
  figures.mockClear();
  await tapIn('Exact');
  expect(saving.run).toHaveBeenCalledOnce();
  // Banknotes, tiles and basket format figures whenever they render.
  expect(figures).not.toHaveBeenCalled();
  // The spinner is not shown yet, but the dialog can no longer be closed.
  await userEvent.keyboard('{Escape}');
  await tapIn('Close');
  expect(screen.getByRole('dialog', { name: 'Take payment' })).toBeTruthy();
  goOn();
  await screen.findByRole('region', { name: 'The sale is recorded' });
  expect(figures).toHaveBeenCalled();
});
