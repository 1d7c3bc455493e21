import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as ReportReads from '../../../../sync/store/sums/report-reads.ts';
import { freshCounter, showCounter, SOAP } from '../../../support/screens/counter-screen.tsx';
import { paths } from '../../../../src/parts/paths.ts';
import { SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { saleRow } from '../../../support/shop-rows.ts';

/* The order of the tiles (R-CTR-02). By name Soap comes before Sugar. */

const reads = vi.hoisted(() => ({ areStuck: false }));
vi.mock('../../../../sync/store/sums/report-reads.ts', async (importOriginal) => {
  const original = await importOriginal<typeof ReportReads>();
  const readSalesReport: typeof original.readSalesReport = (...args) =>
    reads.areStuck ? new Promise(() => undefined) : original.readSalesReport(...args);
  return { ...original, readSalesReport };
});

beforeEach(() => {
  freshCounter();
  reads.areStuck = false;
});

const [SUGAR] = SHOP_ROWS.item ?? [];
const line = {
  ...{ id: 901, itemId: SUGAR?.id ?? 0, itemName: 'Sugar', itemSku: null, quantityHundredths: 200, movesStock: true },
  ...{ unitPriceMinor: 10_000, listPriceMinor: 10_000, discountMinor: 0 as const, totalMinor: 20_000 },
};
const rows = { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP], sale: [saleRow({ id: 90, lines: [line] })] };

const tiles = () =>
  within(screen.getByRole('group', { name: 'Items' }))
    .getAllByRole('button', { name: /, UGX/ })
    .map((tile) => tile.getAttribute('aria-label')?.split(',')[0])
    .filter((name) => name === 'Sugar' || name === 'Soap');

test('R-CTR-02 what sold most in the last 30 days stands first', async () => {
  await showCounter({ rows });
  expect(tiles()).toEqual(['Sugar', 'Soap']);
});

test('R-CTR-02 a device that is slow to say what sold opens the counter in the order of names, and keeps it', async () => {
  reads.areStuck = true;
  await showCounter({ rows });
  expect(tiles()).toEqual(['Soap', 'Sugar']);
});

test('R-CTR-01 C-105 what sold and was archived since is no tile, also while the list of all items is made', async () => {
  const item = [...(SHOP_ROWS.item ?? []), SOAP].map((row) =>
    row.id === SUGAR?.id ? { ...row, isActive: false } : row,
  );
  const soap = { ...line, id: 902, itemId: SOAP.id, itemName: 'Soap' };
  const opened = await openShop({ rows: { ...rows, item, sale: [saleRow({ id: 90, lines: [line, soap] })] } });
  vi.spyOn(opened.replica.search, 'shelf').mockReturnValue(new Promise(() => undefined));
  showOpened(opened, paths.counter);
  await screen.findByRole('button', { name: /^Soap,/ });
  expect(tiles()).toEqual(['Soap']);
});
