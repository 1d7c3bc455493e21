import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FinishedSaleSheet } from '../../../../src/parts/receipt/finished-sale.tsx';
import { closeFinishedSale, type FinishedSale, useFinishedSale } from '../../../../src/state/finished-sale.ts';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import { SHOP_ROWS, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { saleRow } from '../../../support/shop-rows.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

afterEach(closeFinishedSale);

const SALE: FinishedSale = { saleId: 40, currency: 'UGX', finalMinor: 500_000, changeMinor: null, owedMinor: 0 };

function Sheet() {
  const sale = useFinishedSale((state) => state.sale);
  return sale && <FinishedSaleSheet sale={sale} />;
}

/** Shows the sheet over a screen, after a sale. */
async function show(path: string, sale: Partial<FinishedSale> = {}) {
  const opened = await openShop({ rows: { ...SHOP_ROWS, sale: [saleRow({ id: 40 })] } });
  useFinishedSale.setState({ sale: { ...SALE, ...sale } });
  const app = renderShop(opened, [{ path: '*', element: <Sheet /> }], path);
  return { app, shop: opened.shop, sheet: within(await screen.findByRole('region', { name: 'The sale is recorded' })) };
}
const isGone = () => waitFor(() => expect(useFinishedSale.getState().sale).toBeNull());

test.each([
  ['/sales', '/sales/new'],
  ['/counter', '/counter'],
])("R-CTR-27 'New sale' over %s begins the next one at %s", async (path, next) => {
  const { app, sheet } = await show(path);
  const button = sheet.getByRole('button', { name: 'New sale' });
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  await isGone();
  await waitFor(() => expect(app.path()).toBe(next));
});

describe('a scan over the list of sales, after a sale by the form', () => {
  test('R-CTR-27 begins the next sale with its item, and presses no button', async () => {
    const { app } = await show('/sales');
    typeKeys(SUGAR.sku ?? '', 4);
    await isGone();
    await waitFor(() => expect(app.router.state.location).toMatchObject({ pathname: '/counter', search: '?add=11' }));
  });

  test('R-CTR-27 R-CTR-13 of a code that no item has says so, and begins none', async () => {
    const { app, sheet } = await show('/sales');
    typeKeys('4006381333931', 4);
    expect(await screen.findByText('No item has the code 4006381333931')).toBeTruthy();
    expect(app.path()).toBe('/sales');
    expect(sheet.getByRole('button', { name: 'New sale' })).toBeTruthy();
  });
});

test('R-CTR-27 the sheet closes by its own button, and the screen stays', async () => {
  const { app, sheet } = await show('/sales');
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await isGone();
  expect(app.path()).toBe('/sales');
});

test('R-CTR-27 another screen is not covered: the sheet is gone there, and does not come back', async () => {
  const { app } = await show('/counter');
  await act(() => app.router.navigate('/items'));
  await isGone();
  await act(() => app.router.navigate('/counter'));
  expect(screen.queryByRole('region', { name: 'The sale is recorded' })).toBeNull();
});

test.each([
  [{ changeMinor: 150_000 }, ['Change UGX 1,500']],
  [{ changeMinor: 0 }, ['Change UGX 0']],
  [{ changeMinor: -1 }, []],
  [{ owedMinor: 120_000 }, ['Not paid yet: UGX 1,200']],
  [{ owedMinor: 0 }, []],
])('R-CTR-27 it says the change, and what is not paid yet (%o)', async (part, sentences) => {
  const { sheet } = await show('/counter', part);
  const said = sheet
    .queryAllByText(/^(?:Change|Not paid yet)/)
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(said).toEqual(sentences);
});

test('R-CTR-27 the receipt opens over it and closes to it', async () => {
  const { sheet } = await show('/counter');
  await userEvent.click(await sheet.findByRole('button', { name: 'Receipt' }));
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  await userEvent.click(receipt.getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sheet.getByRole('button', { name: 'New sale' })).toBeTruthy();
});

const tapIn = async (where: ReturnType<typeof within>, name: string) =>
  userEvent.click(await where.findByRole('button', { name }));

describe('the paper of the print dialog', () => {
  const receipt = expect.stringContaining('Mama Asha');
  const copy = expect.stringMatching(/Mama Asha.*Copy/);
  /** Collects what the browser prints at each print: the texts of the sheets, and the document's title. */
  function printedSheets() {
    const printed: { title: string; sheets: (string | null)[] }[] = [];
    const print = () => {
      const sheets = [...document.querySelectorAll('.k-print-sheet')].map(({ textContent }) => textContent);
      printed.push({ title: document.title, sheets });
    };
    vi.spyOn(window, 'print').mockImplementation(print);
    return printed;
  }

  test.each([
    ['Yes', true],
    ['No', false],
    [null, true],
  ])(
    "X-TYPE-52 G44 after 'Print' and the answer %s, 'Print Receipt' prints one paper; a copy: %s",
    async (answer, isCopy) => {
      const printed = printedSheets();
      const { sheet } = await show('/counter');
      await tapIn(sheet, 'Print');
      if (answer !== null) await tapIn(sheet, answer);
      await tapIn(sheet, 'Receipt');
      const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }));
      await tapIn(dialog, 'Print Receipt');
      expect(printed.map(({ sheets }) => sheets)).toEqual([[receipt], [isCopy ? copy : receipt]]);
      expect(printed[0]?.sheets[0]).not.toContain('Copy');
      if (!isCopy) expect(printed[1]?.sheets[0]).not.toContain('Copy');
    },
  );

  test('R-RCPT-14 G44 G45 the whole receipt is there as the browser prints, with its name and length; after the receipt was open it is a copy again', async () => {
    const heightOf = (text: string | null) => (text?.includes('Copy') ? 2 * 96 : 96);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(this: HTMLElement) {
      return heightOf(this.textContent);
    });
    const printed = printedSheets();
    const { sheet } = await show('/counter');
    await tapIn(sheet, 'Print');
    await tapIn(sheet, 'Yes');
    await tapIn(sheet, 'Receipt');
    await tapIn(within(await screen.findByRole('dialog', { name: 'Receipt' })), 'Print Receipt');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENTLY);
    // Until it is printed again, the browser's own menu prints the page.
    expect(document.querySelector('.k-print-sheet')).toBeNull();
    await tapIn(sheet, 'Print');
    const whole = (text: string) => expect.stringContaining(text);
    expect(printed).toEqual([
      { title: 'Receipt-40', sheets: [whole('size: 80mm 28mm; margin: 0 }Mama Asha')] },
      { title: 'Receipt-40', sheets: [whole('size: 80mm 53mm; margin: 0 }Mama Asha')] },
      { title: 'Receipt-40', sheets: [whole('size: 80mm 53mm; margin: 0 }Mama Asha')] },
    ]);
    expect(printed[2]?.sheets).toEqual([copy]);
  });
});

test.each([null, 'Receipt'])(
  'R-SDET-45 a sale that is cancelled elsewhere meanwhile says so on its sheet, and is neither printed nor shared (open: %s)',
  async (open) => {
    const { shop, sheet } = await show('/counter');
    await sheet.findByRole('button', { name: 'Print' });
    if (open !== null) await tapIn(sheet, open);
    const row = await shop.row('sale', 40);
    await meanwhile(() => shop.absorb({ rows: { sale: [{ ...row!, status: 'cancelled' }] } }));
    await waitFor(
      () => expect(screen.getAllByText('This sale was cancelled')).toHaveLength(open === null ? 1 : 2),
      PATIENTLY,
    );
    for (const name of ['Receipt', 'WhatsApp', 'Print', 'Print Receipt', 'Share'])
      expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
    if (open !== null) expect(within(screen.getByRole('dialog')).getByText('This sale was cancelled')).toBeTruthy();
    expect(document.querySelector('.k-print-sheet')).toBeNull();
    expect(sheet.getByRole('button', { name: 'New sale', hidden: true })).toBeTruthy();
  },
);
