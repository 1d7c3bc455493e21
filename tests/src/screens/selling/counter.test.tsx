import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hueOf, lettersOf } from '../../../../src/screens/selling/tile.tsx';
import { resetSyncStatus } from '../../../../src/state/sync-status.ts';
import { parkedSalesOf } from '../../../../src/platform/draft/parked-sales.ts';
import {
  basket,
  freshCounter,
  paying,
  showCounter,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { actsOf, ASHA, CASH, MOBILE_MONEY, SUGAR } from '../../../support/screens/sales-screens.tsx';

beforeEach(freshCounter);

describe('tiles', () => {
  test('R-CTR-03 R-CTR-08 a tile says name, price, stock and how many are in the basket; a tap adds one', async () => {
    await showCounter();
    expect(tile('Sugar').getAttribute('aria-label')).toBe('Sugar, UGX 2,500, 10 in stock');
    expect(tile('Soap').getAttribute('aria-label')).toBe('Soap, UGX 4,200, Out of stock');
    // A service has no stock.
    expect(tile('Repair').getAttribute('aria-label')).toBe('Repair, UGX 5,000');
    await userEvent.click(tile('Sugar'));
    await userEvent.click(tile('Sugar'));
    expect(tile('Sugar').getAttribute('aria-label')).toBe('Sugar, UGX 2,500, 10 in stock, 2 in the basket');
    expect(basket().getByRole('button', { name: 'Charge UGX 5,000' })).toBeTruthy();
    expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('2');
  });

  test('R-CTR-05 a right click, a long press or the tile’s own button asks how many, and at which price', async () => {
    await showCounter();
    fireEvent.contextMenu(tile('Sugar'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sugar' }));
    for (const key of ['1', '2', '.', '5']) await userEvent.click(dialog.getByRole('button', { name: key }));
    await userEvent.type(dialog.getByLabelText('Price'), '2000');
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(basket().getByRole('button', { name: 'Charge UGX 25,000' })).toBeTruthy();
    // A tap on the name in the basket opens it too.
    await userEvent.click(basket().getByText('Sugar'));
    expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('12.5');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(basket().getByText('Tap what is sold. It goes in here.')).toBeTruthy();
  });

  test('R-CTR-04 categories: all first, then one of them', async () => {
    await showCounter();
    const chips = within(await screen.findByRole('group', { name: 'Categories' }));
    expect(chips.getAllByRole('radio').map((chip) => (chip as HTMLInputElement).value)[0]).toBe('');
    await userEvent.click(chips.getByRole('radio', { name: 'Care' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sugar,/ })).toBeNull());
    expect(tile('Soap')).toBeTruthy();
    await userEvent.click(chips.getByRole('radio', { name: 'All' }));
    expect(await screen.findByRole('button', { name: /^Sugar,/ })).toBeTruthy();
  });

  test.each([
    ['Sugar 1 kg', 'S1'],
    ['  "Omo" soap', 'OS'],
    ['ɓawo', 'Ɓ'],
    ['🍞 Bread', 'B'],
  ])('R-CTR-03 the letters of %s are %s', (name, letters) => {
    expect(lettersOf(name)).toBe(letters);
  });

  test('R-CTR-03 a category has one colour, whatever its case; no category has none', () => {
    expect(hueOf('Drinks')).toBe(hueOf('drinks'));
    expect(hueOf('')).toBe(0);
    expect(hueOf('Drinks')).toBeGreaterThan(0);
  });
});

describe('search and scan', () => {
  const search = () => screen.getByLabelText<HTMLInputElement>('Search or scan');

  test('R-CTR-12 Enter adds the first hit, says what is in the basket now, and empties the field', async () => {
    await showCounter();
    await userEvent.type(search(), 'su');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Rice,/ })).toBeNull());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Sugar · 1')).toBeTruthy();
    expect(search().value).toBe('');
    await userEvent.type(search(), 'SUG-1{Enter}');
    expect(await screen.findByText('Sugar · 2')).toBeTruthy();
    // The field shows the count in the basket, until something else begins.
    await tap('One more Sugar');
    expect(screen.getByText('Sugar · 3')).toBeTruthy();
    await tap('Park sale');
    expect(screen.queryByText(/^Sugar ·/)).toBeNull();
  });

  test('R-CTR-12 nothing is said of an item that left the basket', async () => {
    await showCounter();
    await userEvent.type(search(), 'SUG-1{Enter}');
    expect(await screen.findByText('Sugar · 1')).toBeTruthy();
    await tap('Remove Sugar');
    expect(screen.queryByText(/^Sugar ·/)).toBeNull();
  });

  test('R-CTR-12 no tile blinks while a name is typed: the list before stays until the next one is read', async () => {
    await showCounter();
    const grid = screen.getByRole('group', { name: 'Items' });
    const lost: string[] = [];
    // A browser paints between two tasks; by then a new list has its size and rows.
    const watch = new MutationObserver(() => {
      setTimeout(() => {
        if (screen.queryByRole('button', { name: /^Soap,/ }) === null) lost.push(search().value);
      });
    });
    watch.observe(grid, { childList: true, subtree: true, characterData: true });
    await userEvent.type(search(), 'soap');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sugar,/ })).toBeNull());
    await userEvent.clear(search());
    expect(await screen.findByRole('button', { name: /^Sugar,/ })).toBeTruthy();
    watch.disconnect();
    expect(lost).toEqual([]);
  });

  test('R-CTR-13 R-CTR-14 a scan that finds nothing says so, and offers to create the item with its code', async () => {
    const app = await showCounter();
    await userEvent.type(search(), '4006381333931{Enter}');
    expect(await screen.findByText(/4006381333931/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Create item with this code' }));
    expect(app.path()).toBe('/items/new');
    expect(app.search()).toBe('?code=4006381333931');
  });

  test('R-CTR-12 what nobody would take for a code offers nothing', async () => {
    await showCounter();
    // Two quick keys are not a scanner's.
    await userEvent.type(search(), 'zz{Enter}');
    expect(await screen.findByText('Nothing is found for zz')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Create item with this code' })).toBeNull();
  });
});

describe('paying', () => {
  test('R-CTR-21 R-CTR-22 R-CTR-26 R-CTR-27 exact cash is one tap after Charge, and the next tile begins the next sale', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 6,700');
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 6,700');
    await tapIn('Exact');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([{ finalMinor: 670_000, status: 'completed', paymentMethodId: CASH.id }]);
    const sheet = within(await screen.findByRole('region', { name: 'The sale is recorded' }));
    await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'New sale' })));
    for (const name of ['Receipt', 'WhatsApp', 'Print'])
      expect(await sheet.findByRole('button', { name })).toBeTruthy();
    await userEvent.click(tile('Sugar'));
    expect(screen.queryByRole('region', { name: 'The sale is recorded' })).toBeNull();
    expect(basket().getByRole('button', { name: 'Charge UGX 2,500' })).toBeTruthy();
  });

  test("X-TYPE-52 R-CTR-27 a receipt that is opened over an unanswered 'Did it print?' prints a copy", async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { shop } = await showCounter();
    await userEvent.click(tile('Sugar'));
    await tap('Charge UGX 2,500');
    await tapIn('Exact');
    const sheet = within(await screen.findByRole('region', { name: 'The sale is recorded' }));
    await userEvent.click(await sheet.findByRole('button', { name: 'Print' }));
    expect(sheet.getByRole('group', { name: 'Did it print?' })).toBeTruthy();
    await userEvent.click(sheet.getByRole('button', { name: 'Receipt' }));
    const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
    // At once, before the sale's row says that it was printed.
    await userEvent.click(receipt.getByRole('button', { name: 'Print Receipt' }));
    expect(receipt.getByText('Copy')).toBeTruthy();
    await waitFor(async () => expect((await actsOf(shop)).map(({ name }) => name)).toContain('sale.printReceipt'));
    expect(print).toHaveBeenCalledTimes(2);
  });

  test('R-CTR-08 R-CTR-22 R-CTR-23 a note is one tap, and the change is told before and after', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    for (const key of '4500') await tapIn(key);
    expect(paying().getByText('Change UGX 300')).toBeTruthy();
    await tapIn('5,000');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    const sheet = within(await screen.findByRole('region', { name: 'The sale is recorded' }));
    // R-CTR-08: the sheet formats amounts like the counter.
    expect(sheet.getByText('Change UGX 800')).toBeTruthy();
    expect(sheet.getByText('UGX 4,200')).toBeTruthy();
    expect(await soldBy(app)).toHaveLength(1);
  });

  test('R-CTR-22 less than what is due is refused in words, and what was typed stays', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await tapIn('4');
    expect(paying().getByText('Still missing UGX 4,196')).toBeTruthy();
    await tapIn('Create sale');
    expect(await paying().findByText(/This is less than the total/)).toBeTruthy();
    expect(paying().getByLabelText<HTMLInputElement>('Amount received').value).toBe('4');
    expect(await soldBy(app)).toEqual([]);
  });

  test('R-CTR-24 R-CTR-30 several methods in one sale: what the first leaves stays due', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await tapIn('Mobile Money');
    await userEvent.type(paying().getByLabelText('Transaction ID'), 'MP-1');
    await tapIn('Add another method');
    await userEvent.type(paying().getByLabelText('Amount by Mobile Money'), '3000');
    await tapIn('Add');
    expect(paying().getByText('Still due')).toBeTruthy();
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 1,200');
    await tapIn('Exact');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    const [sale] = await soldBy(app);
    expect(sale).toMatchObject({
      ...{ status: 'completed', finalMinor: 420_000, paymentMethodId: MOBILE_MONEY.id, transactionId: 'MP-1' },
      payments: [
        { id: sale?.['id'], amountMinor: 300_000, paymentMethodId: MOBILE_MONEY.id, transactionId: 'MP-1' },
        { amountMinor: 120_000, paymentMethodId: CASH.id, transactionId: null },
      ],
    });
  });

  test('R-CTR-24 the keys write the part in cash that is asked for', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await tapIn('Add another method');
    await tapIn('Add');
    expect(paying().getByText('Amount must be a positive number')).toBeTruthy();
    for (const key of '1000') await tapIn(key);
    expect(paying().getByLabelText<HTMLInputElement>('Amount by Cash').value).toBe('1000');
    expect(paying().queryByText('Amount must be a positive number')).toBeNull();
    await tapIn('Add');
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 3,200');
    expect(await soldBy(app)).toEqual([]);
  });

  test('R-CTR-25 R-CTR-30 pay later asks who, and takes what is paid now', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await userEvent.click(paying().getByRole('switch', { name: 'Pay later' }));
    await tapIn('Create sale');
    expect(await paying().findByText('Choose who will pay later')).toBeTruthy();
    await userEvent.type(paying().getByLabelText('Customer'), 'asha');
    await userEvent.click(await screen.findByRole('option', { name: /^Asha/ }));
    await userEvent.type(paying().getByLabelText('Paid now'), '4200');
    expect(paying().getByText('This is the whole amount. Choose how it is paid instead.')).toBeTruthy();
    await userEvent.clear(paying().getByLabelText('Paid now'));
    await userEvent.type(paying().getByLabelText('Paid now'), '1000');
    expect(paying().getByText('UGX 3,200')).toBeTruthy();
    await tapIn('Create sale');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([
      {
        ...{ status: 'pending', customerId: ASHA.id },
        payments: [{ amountMinor: 100_000, paymentMethodId: CASH.id }],
      },
    ]);
    expect(await screen.findByText('Not paid yet: UGX 3,200')).toBeTruthy();
  });
});

describe('other amounts', () => {
  test('R-CTR-07 an amount that is not in the catalogue is sold under Other, which its first use makes', async () => {
    const app = await showCounter();
    const addOther = async (amount: string, name: string) => {
      await tap('Other amount');
      const dialog = within(await screen.findByRole('dialog', { name: 'Other amount' }));
      for (const key of amount) await userEvent.click(dialog.getByRole('button', { name: key }));
      if (name !== '') await userEvent.type(dialog.getByLabelText('Name'), name);
      await userEvent.click(dialog.getByRole('button', { name: 'Add to the basket' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await addOther('1500', 'Charging a phone');
    await addOther('700', '');
    await tap('Charge UGX 2,200');
    await tapIn('Exact');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    const acts = await actsOf(app.shop);
    expect(acts.filter(({ name }) => name === 'item.create')).toHaveLength(1);
    const [sale] = await soldBy(app);
    expect(sale?.['lines']).toMatchObject([
      { itemName: 'Charging a phone', unitPriceMinor: 150_000, totalMinor: 150_000 },
      { itemName: 'Other', unitPriceMinor: 70_000, totalMinor: 70_000 },
    ]);
  });
});

describe('keys', () => {
  test('R-CTR-50 a sale by the keyboard alone', async () => {
    const app = await showCounter();
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('Search or scan'));
    // The arrow key separates the typed text from the key before it, because three quick keys would be a scanner's.
    await userEvent.keyboard('{ArrowLeft}su{Enter}');
    await screen.findByText('Sugar · 1');
    // The search is empty again, and has the focus.
    await userEvent.keyboard('++-');
    expect(screen.getByLabelText<HTMLInputElement>('Search or scan').value).toBe('');
    expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('2');
    await userEvent.keyboard('{F9}');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('dialog', { name: 'Take payment' });
    await waitFor(() => expect(document.activeElement).toBe(paying().getByRole('button', { name: 'Exact' })));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([{ finalMinor: 2 * SUGAR.priceMinor }]);
  });

  test('R-CTR-50 R-CTR-22 Ctrl+Enter that is held a moment longer opens the payment, and sells nothing', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const exact = await screen.findByRole('button', { name: 'Exact' });
    expect(fireEvent.keyDown(exact, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(exact, { key: 'Enter' })).toBe(true);
    expect(await soldBy(app)).toEqual([]);
  });

  test('R-CTR-50 ? shows the keys; letters typed into a field are that field’s', async () => {
    await showCounter();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keys of the counter' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.type(screen.getByLabelText('Search or scan'), 'a/b?');
    expect(screen.getByLabelText<HTMLInputElement>('Search or scan').value).toBe('a/b?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('two devices that each made Other', () => {
  const other = (id: number, createdAtMs: number) =>
    itemRow({ ...{ id, createdAtMs, name: 'Other', sku: 'OTHER', type: 'service', trackStock: false } });

  test.each([
    ['the own one is the first', 800, 900],
    ['the other device’s is the first', 900, 800],
  ])('R-CTR-07 the counter shows and uses the first of them: %s', async (_which, own, others) => {
    const createdAtMs = (id: number) => NOON_MS + (id === 800 ? 0 : 1);
    const app = await showCounter();
    await meanwhile(() => app.shop.absorb({ rows: { item: [other(own, createdAtMs(own))] } }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Other,/ })).toHaveLength(1));
    await meanwhile(() => app.shop.absorb({ rows: { item: [other(others, createdAtMs(others))] } }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Other,/ })).toHaveLength(1));
    await userEvent.type(screen.getByLabelText('Search or scan'), 'oth');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sugar,/ })).toBeNull());
    expect(screen.getAllByRole('button', { name: /^Other,/ })).toHaveLength(1);
    await userEvent.click(tile('Other'));
    await userEvent.click(screen.getByRole('button', { name: '9' }));
    await tap('Add to the basket');
    await userEvent.click(await screen.findByRole('button', { name: 'Charge UGX 9' }));
    await tapIn('Exact');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect((await actsOf(app.shop)).filter(({ name }) => name === 'item.create')).toEqual([]);
    expect(await soldBy(app)).toMatchObject([{ lines: [{ itemId: 800 }] }]);
  });
});

describe('leaving', () => {
  test('R-CTR-41 logging out asks first where a parked sale and an unfinished one would go with it', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await tap('Park sale');
    const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Park sale' }));
    await screen.findByRole('button', { name: 'Parked (1)' });
    await userEvent.click(tile('Soap'));
    await act(() => app.router.navigate('/profile'));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    const question = within(await screen.findByRole('dialog', { name: 'Your unfinished sales are lost' }));
    expect(question.getByText('2 sales at the counter, unfinished or parked, will be thrown away.')).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Stay signed in' }));
    expect(await parkedSalesOf(app.replica.database)).toHaveLength(1);
  });

  test('C-146 it asks also where the tap comes before the page has counted anything', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await tap('Charge UGX 2,500');
    await tapIn('Exact');
    await screen.findByText('Sale created');
    resetSyncStatus();
    await act(() => app.router.navigate('/profile'));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('dialog', { name: 'You have 1 unsent change' })).toBeTruthy();
  });
});
