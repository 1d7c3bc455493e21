import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordScanSignals } from '../../../support/browser/scan-signals.ts';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import {
  basket,
  freshCounter,
  showCounter,
  SOAP,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';
import { actsOf, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { itemRow } from '../../../support/shop-rows.ts';

/* The counter's answers to Enter in the search, the end of the last sale's sheet, and the item 'Other'. */

beforeEach(freshCounter);

const OTHER = itemRow({ id: 40, name: 'Other', sku: 'OTHER', type: 'service', trackStock: false });
const withOther = { rows: { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP, OTHER] } };
const search = () => screen.getByLabelText<HTMLInputElement>('Search or scan');
const enter = async (text: string) => {
  fireEvent.change(search(), { target: { value: text } });
  fireEvent.keyDown(search(), { key: 'Enter' });
};
const quantity = (name: string) => basket().queryByLabelText(`Quantity of ${name}`)?.textContent ?? null;

describe('a search by Enter', () => {
  test('R-CTR-13 is heard and felt: one way for what is found, another for what is not', async () => {
    const signals = recordScanSignals();
    await showCounter();
    await enter('sugar');
    await screen.findByText('Sugar · 1');
    expect(signals).toEqual({ notes: [1_320], shakes: [40] });
    await enter('zz');
    await screen.findByText('Nothing is found for zz');
    expect(signals).toEqual({ notes: [1_320, 300, 240], shakes: [40, [80, 60, 80]] });
  });

  test('R-CTR-12 of nothing does nothing, and spaces around a name do not matter', async () => {
    const signals = recordScanSignals();
    await showCounter();
    await enter('   ');
    await enter('  soap ');
    expect(await screen.findByText('Soap · 1')).toBeTruthy();
    expect(signals.notes).toEqual([1_320]);
  });

  test('R-CTR-12 what was not found stays in the field, until something else is typed or tapped', async () => {
    await showCounter();
    await enter('zz');
    const miss = await screen.findByText('Nothing is found for zz');
    expect(search().value).toBe('zz');
    expect(miss.closest('[data-found]')?.getAttribute('data-found')).toBe('false');
    fireEvent.change(search(), { target: { value: 'zzz' } });
    expect(screen.queryByText('Nothing is found for zz')).toBeNull();
    await tap('Clear search');
    expect(search().value).toBe('');
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    await enter('zz');
    await screen.findByText('Nothing is found for zz');
    await tap('Clear search');
    await enter('zz');
    await screen.findByText('Nothing is found for zz');
    fireEvent.change(search(), { target: { value: '' } });
    await enter('sugar');
    await screen.findByText('Sugar · 1');
    await userEvent.click(await screen.findByRole('button', { name: /^Soap,/ }));
    expect(screen.queryByText('Sugar · 1')).toBeNull();
  });

  test('R-CTR-12 the message of what was found takes the place of the hint in the empty field', async () => {
    await showCounter();
    expect(search().placeholder).toBe('Search or scan');
    await enter('sugar');
    await screen.findByText('Sugar · 1');
    expect(search().placeholder).toBe('');
    await userEvent.click(await screen.findByRole('button', { name: /^Soap,/ }));
    expect(search().placeholder).toBe('Search or scan');
  });

  test('R-CTR-14 two characters, or none that is a digit, are not taken for a code', async () => {
    await showCounter();
    const create = () => screen.queryByRole('link', { name: 'Create item with this code' });
    for (const [text, isCode] of [
      ['z1', false],
      ['zzz', false],
      ['z z1', false],
      ['zz1', true],
    ] as const) {
      await enter(text);
      await screen.findByText(`Nothing is found for ${text}`);
      expect([text, create() !== null]).toEqual([text, isCode]);
    }
  });
});

describe('a code of several items', () => {
  test('R-CTR-12 G31 Enter takes none of them and says so; the text stays, so that one can be chosen by its name', async () => {
    const twin = itemRow({ id: 15, name: 'Old soap', sku: SOAP.sku, priceMinor: 300_000 });
    await showCounter({ rows: { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP, twin] } });
    await enter(SOAP.sku ?? '');
    expect(await screen.findByText(`Several items have the code ${SOAP.sku}. Choose one by its name.`)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Search or scan').value).toBe(SOAP.sku);
    // A tile is tapped once the list shows what was typed: before that it may be replaced under the finger.
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sugar,/ })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: /^Old soap,/ }));
    await waitFor(() => expect([quantity('Soap'), quantity('Old soap')]).toEqual([null, '1']));
  });
});

describe('the sheet of the last sale', () => {
  const sheet = () => screen.queryByRole('region', { name: 'The sale is recorded' });
  const sell = async () => {
    await userEvent.click(tile('Sugar'));
    await tap(/^Charge/);
    await tapIn('Exact');
    await screen.findByRole('region', { name: 'The sale is recorded' });
  };

  test('R-CTR-27 goes when the next sale begins with a quantity', async () => {
    await showCounter();
    await sell();
    await tap('Quantity of Soap');
    await tap('Done');
    expect(sheet()).toBeNull();
    expect(quantity('Soap')).toBe('1');
  });

  test('R-CTR-27 goes when it begins with another amount', async () => {
    await showCounter(withOther);
    await sell();
    await tap('Other amount');
    await tap('7');
    await tap('Add to the basket');
    await waitFor(() => expect(sheet()).toBeNull());
    expect(quantity('Other')).toBe('1');
  });

  test('R-CTR-27 goes with a scan, also of what no item has', async () => {
    await showCounter();
    await sell();
    typeKeys('4006381333931', 4);
    expect(await screen.findByText('No item has the code 4006381333931')).toBeTruthy();
    expect(sheet()).toBeNull();
  });

  test('a basket that was opened is closed again when its sale is created', async () => {
    await showCounter();
    await userEvent.click(tile('Sugar'));
    const bar = () => screen.getByRole('button', { name: /items? · UGX/ });
    expect(bar().getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(bar());
    expect(bar().getAttribute('aria-expanded')).toBe('true');
    await tap(/^Charge/);
    await tapIn('Exact');
    await screen.findByRole('region', { name: 'The sale is recorded' });
    expect(bar().getAttribute('aria-expanded')).toBe('false');
    expect(bar().textContent).toBe('0 items · UGX 0');
  });
});

describe('other amounts', () => {
  test('R-CTR-07 the tile of Other asks for the amount, by a tap and by a long press, and so does Enter', async () => {
    await showCounter(withOther);
    const asks = async () => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Other amount' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await userEvent.click(tile('Other'));
    await asks();
    fireEvent.contextMenu(tile('Other'));
    await asks();
    await enter('other');
    await asks();
    expect(quantity('Other')).toBeNull();
    expect(screen.queryByText('Other · 1')).toBeNull();
  });

  test('R-CTR-07 it is a line of its own, beside an item and beside another amount', async () => {
    const app = await showCounter(withOther);
    await userEvent.click(tile('Sugar'));
    for (const key of ['7', '8']) {
      await tap('Other amount');
      await tap(key);
      await tap('Add to the basket');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await tap('Charge UGX 2,515');
    await tapIn('Exact');
    await screen.findByText('Sale created');
    expect(await soldBy(app)).toMatchObject([
      { lines: [{ itemName: 'Sugar' }, { unitPriceMinor: 700 }, { unitPriceMinor: 800 }] },
    ]);
  });

  test('R-CTR-07 the first use creates a service of which no stock is counted', async () => {
    const app = await showCounter();
    await tap('Other amount');
    await tap('7');
    await tap('Add to the basket');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [made] = (await actsOf(app.shop)).filter(({ name }) => name === 'item.create');
    expect(made?.args).toMatchObject({
      ...{ name: 'Other', sku: 'OTHER', type: 'service', priceMinor: 700, currency: 'UGX' },
      ...{ trackStock: false, advancedEnabled: false, initialStockHundredths: 0, openingMovementId: null },
    });
  });

  test('R-CTR-07 whoever archives Other gets another one with the next use, also at the counter that made it', async () => {
    const app = await showCounter();
    const addOther = async () => {
      await tap('Other amount');
      await tap('7');
      await tap('Add to the basket');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    const made = async () => (await actsOf(app.shop)).filter(({ name }) => name === 'item.create');
    await addOther();
    const [first] = await made();
    await meanwhile(() => app.shop.run('item.setActive', () => ({ id: Number(first?.args['id']), isActive: false })));
    await addOther();
    expect(await made()).toHaveLength(2);
    expect(basket().getAllByText('Other')).toHaveLength(2);
  });

  test('R-CTR-07 no amount, and one that is too large, are refused in words; what is typed next is not', async () => {
    await showCounter();
    await tap('Other amount');
    const field = screen.getByLabelText<HTMLInputElement>('Amount');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await tap('Add to the basket');
    const NOTHING = 'Amount must be a positive number';
    expect(screen.getByText(NOTHING)).toBeTruthy();
    await tap('0');
    expect(screen.queryByText(NOTHING)).toBeNull();
    await tap('Add to the basket');
    expect(screen.getByText(NOTHING)).toBeTruthy();
    fireEvent.change(field, { target: { value: '9'.repeat(20) } });
    expect(screen.getByText('Amount is too large')).toBeTruthy();
    await tap('Add to the basket');
    expect(screen.getByRole('dialog', { name: 'Other amount' })).toBeTruthy();
    expect(basket().getByText('Tap what is sold. It goes in here.')).toBeTruthy();
  });
});
