import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { parkedSalesOf } from '../../../../src/platform/draft/parked-sales.ts';
import { basket, freshCounter, showCounter, SOAP, tap, tile } from '../../../support/screens/counter-screen.tsx';
import { form, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { itemRow } from '../../../support/shop-rows.ts';

/* The basket, the bar under it, the dialog of a line, and the parked sales: what they show and what they leave out. */

beforeEach(freshCounter);

const RICE_ON_SALE = itemRow({ id: 43, name: 'Basmati', priceMinor: 133_333, unitOfMeasure: 'Kilogram' });
const more = { rows: { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP, RICE_ON_SALE] } };
const bar = () => screen.getByRole('button', { name: /items? · / });
const MORE = ['Add discount', 'Customer', 'Notes'];
const offered = () => MORE.filter((name) => basket().queryByRole('button', { name }) !== null);

async function setQuantity(name: string, text: string) {
  await tap(`Quantity of ${name}`);
  fireEvent.change(screen.getByLabelText('Quantity'), { target: { value: text } });
  await tap('Done');
}

describe('the bar', () => {
  test('R-CTR-20 counts one item, several, and a part of one as one more', async () => {
    await showCounter(more);
    expect(bar().textContent).toBe('0 items · UGX 0');
    await userEvent.click(tile('Sugar'));
    expect(bar().textContent).toBe('1 item · UGX 2,500');
    await userEvent.click(tile('Sugar'));
    expect(bar().textContent).toBe('2 items · UGX 5,000');
    await setQuantity('Basmati', '0.25');
    expect(bar().textContent).toBe('3 items · UGX 5,333.33');
  });

  test('R-CTR-20 counts two lines of one item together, and so does its tile', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
    await form.opened();
    await form.addLine('Sugar');
    await form.type(2, 'Quantity', '4');
    await userEvent.click(screen.getByRole('link', { name: 'Back to the counter' }));
    await screen.findByRole('button', { name: 'Charge UGX 12,500' });
    expect(bar().textContent).toBe('5 items · UGX 12,500');
    expect((await screen.findByRole('button', { name: /^Sugar,/ })).getAttribute('aria-label')).toMatch(/5 in the/);
  });

  test('R-CTR-20 has dashes for a sum that cannot be counted, and charges nothing', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
    await form.opened();
    await form.type(1, 'Price', '1250,500');
    await userEvent.click(screen.getByRole('link', { name: 'Back to the counter' }));
    expect((await screen.findByRole('button', { name: '1 item · -' })).isConnected).toBe(true);
    expect(basket().getByRole('button', { name: 'Charge -' })).toHaveProperty('disabled', true);
    fireEvent.keyDown(document.body, { key: 'F9' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a line', () => {
  test('R-CTR-20 is removed by its last less, warns of stock, and shows no message where all is well', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    expect(basket().getByRole('button', { name: 'Remove Sugar' })).toBeTruthy();
    expect([basket().queryByRole('status'), basket().queryByRole('alert')]).toEqual([null, null]);
    await tap('One more Sugar');
    expect(basket().queryByRole('button', { name: 'Remove Sugar' })).toBeNull();
    await tap('One less Sugar');
    expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('1');
    await setQuantity('Sugar', '11');
    expect(basket().getByRole('status').textContent).toBe('Only 10 in stock');
    await setQuantity('Sugar', '1');
    await tap('Remove Sugar');
    expect(basket().queryByRole('list', { name: 'In the basket' })).toBeNull();
  });

  test('R-CTR-20 of half a kilogram is removed by less', async () => {
    await showCounter(more);
    await setQuantity('Basmati', '0.5');
    await tap('Remove Basmati');
    expect(basket().getByText('Tap what is sold. It goes in here.')).toBeTruthy();
  });

  test('R-CTR-20 says what is wrong with it, once the sale was to be created', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    await userEvent.click(screen.getByRole('link', { name: 'Edit as a form' }));
    await form.opened();
    await form.type(1, 'Price', '-1');
    await form.save();
    await userEvent.click(screen.getByRole('link', { name: 'Back to the counter' }));
    const lines = within(await screen.findByRole('list', { name: 'In the basket' }));
    expect(lines.getByRole('alert').textContent).toBe('Price must be zero or more');
  });
});

describe('discount, customer and notes', () => {
  test('each is a button until it is asked for, and then a field with the focus on the discount', async () => {
    await showCounter(more);
    expect(offered()).toEqual([]);
    await userEvent.click(tile('Sugar'));
    expect(offered()).toEqual(MORE);
    expect([basket().queryByLabelText('Discount'), basket().queryByLabelText('Notes')]).toEqual([null, null]);
    await userEvent.click(basket().getByRole('button', { name: 'Add discount' }));
    expect(document.activeElement).toBe(basket().getByLabelText('Discount'));
    expect(offered()).toEqual(['Customer', 'Notes']);
    await userEvent.click(basket().getByRole('button', { name: 'Notes' }));
    expect(offered()).toEqual(['Customer']);
    await userEvent.click(basket().getByRole('button', { name: 'Customer' }));
    expect(offered()).toEqual([]);
    expect(basket().queryByText(/ less /)).toBeNull();
  });

  test('G20 a discount says what it is taken off from, and a typed % is one', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    await userEvent.click(basket().getByRole('button', { name: 'Add discount' }));
    const kind = basket().getByLabelText<HTMLSelectElement>('Discount in');
    expect([...kind.options].map(({ label }) => label)).toEqual(['UGX', '%']);
    const field = basket().getByLabelText<HTMLInputElement>('Discount');
    fireEvent.change(field, { target: { value: '0.01' } });
    expect(basket().getByText(/ less /).textContent).toBe('UGX\u{a0}2,500 less UGX\u{a0}0.01 discount');
    expect(kind.value).toBe('amount');
    fireEvent.change(field, { target: { value: '10%' } });
    expect([kind.value, basket().getByText(/ less /).textContent]).toEqual([
      'percent',
      'UGX\u{a0}2,500 less UGX\u{a0}250 discount',
    ]);
    await userEvent.selectOptions(kind, 'UGX');
    expect([kind.value, field.value]).toEqual(['amount', '10']);
    await userEvent.selectOptions(kind, '%');
    expect(kind.value).toBe('percent');
  });

  test('R-CTR-29 Clear and Park sale wait for something to clear or park', async () => {
    await showCounter(more);
    const isOff = (name: string) => basket().getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([isOff('Clear basket'), isOff('Park sale')]).toEqual([true, true]);
    await userEvent.click(tile('Sugar'));
    expect([isOff('Clear basket'), isOff('Park sale')]).toEqual([false, false]);
    await userEvent.click(basket().getByRole('button', { name: 'Notes' }));
    fireEvent.change(basket().getByLabelText('Notes'), { target: { value: 'by Friday' } });
    await tap('Remove Sugar');
    expect([isOff('Clear basket'), isOff('Park sale')]).toEqual([false, true]);
  });
});

describe('the dialog of a line', () => {
  test('R-CTR-05 of an item that is not in the basket says so, and there is nothing to remove', async () => {
    await showCounter(more);
    await tap('Quantity of Basmati');
    const dialog = within(await screen.findByRole('dialog', { name: 'Basmati' }));
    expect(dialog.getByText('It goes into the basket with Done.')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(dialog.getByText('Kilogram')).toBeTruthy();
    const quantity = dialog.getByLabelText<HTMLInputElement>('Quantity');
    await waitFor(() => expect(document.activeElement).toBe(quantity));
    expect(quantity.getAttribute('aria-invalid')).not.toBe('true');
    expect(dialog.getByLabelText<HTMLInputElement>('Price').placeholder).toBe('1,333.33');
  });

  test('R-CTR-05 of one that is in the basket changes its line, and takes it out', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    await userEvent.click(tile('Soap'));
    await tap('Quantity of Sugar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Sugar' }));
    expect(dialog.queryByText('It goes into the basket with Done.')).toBeNull();
    expect(dialog.queryByText('Kilogram')).toBeNull();
    fireEvent.change(dialog.getByLabelText('Quantity'), { target: { value: '3' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    const lines = within(basket().getByRole('list', { name: 'In the basket' }));
    expect(lines.getAllByRole('listitem')).toHaveLength(2);
    expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('3');
    await tap('Quantity of Sugar');
    await tap('Remove');
    expect(lines.getAllByRole('listitem')).toHaveLength(1);
    expect(basket().getByLabelText('Quantity of Soap')).toBeTruthy();
  });

  test('R-CTR-05 is not done with a price or quantity that cannot be read', async () => {
    await showCounter(more);
    await tap('Quantity of Sugar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Sugar' }));
    const done = dialog.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    const price = dialog.getByLabelText<HTMLInputElement>('Price');
    fireEvent.change(price, { target: { value: '-1' } });
    expect([done.disabled, dialog.queryByText('Price must be zero or more') !== null]).toEqual([true, true]);
    fireEvent.submit(done.form!);
    expect(screen.getByRole('dialog', { name: 'Sugar' })).toBeTruthy();
    fireEvent.change(price, { target: { value: '' } });
    expect(done.disabled).toBe(false);
    fireEvent.change(dialog.getByLabelText('Quantity'), { target: { value: '1250,500' } });
    expect(done.disabled).toBe(true);
    fireEvent.submit(done.form!);
    expect(screen.getByRole('dialog', { name: 'Sugar' })).toBeTruthy();
    expect(price.getAttribute('enterkeyhint')).toBe('done');
  });
});

describe('parked sales', () => {
  const parkedButton = () => screen.queryByRole('button', { name: /^Parked/ });
  const park = async (name: string) => {
    await tap('Park sale');
    const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Name');
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.change(field, { target: { value: name } });
    await userEvent.click(dialog.getByRole('button', { name: 'Park sale' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  test('R-CTR-40 the button is not there while none is parked, and a link to them says that there is none', async () => {
    await showCounter(more, '/counter?parked');
    const dialog = within(await screen.findByRole('dialog', { name: 'Parked sales' }));
    expect(dialog.getByText('No sale is parked on this device.')).toBeTruthy();
    expect(dialog.queryByText('Tap a sale to go on with it.')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(parkedButton()).toBeNull();
  });

  test('R-CTR-40 R-CTR-08 each has its name or its time, its sum and what is in it', async () => {
    await showCounter(more);
    await userEvent.click(tile('Sugar'));
    await userEvent.click(tile('Sugar'));
    await userEvent.click(tile('Soap'));
    await park('');
    expect(await screen.findByText('It waits under Parked.')).toBeTruthy();
    await userEvent.click(tile('Soap'));
    await park('  Table 4 ');
    expect(await screen.findByText('Table 4 waits under Parked.')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Parked sales' }));
    expect(dialog.queryByText('No sale is parked on this device.')).toBeNull();
    // The clock stands still here, so neither is the older one.
    const listed = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(listed.toSorted((one, other) => one.localeCompare(other))).toEqual([
      expect.stringMatching(/12:00.*UGX 9,200Sugar × 2, SoapDiscard$/),
      'Table 4UGX 4,200SoapDiscard',
    ]);
  });

  test('R-CTR-40 one that is taken up into an empty basket leaves none parked, and its prices stay', async () => {
    const app = await showCounter(more);
    await tap('Quantity of Sugar');
    fireEvent.change(screen.getByLabelText('Price'), { target: { value: '2000' } });
    await tap('Done');
    await park('');
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Parked sales' }));
    await userEvent.click(dialog.getByRole('button', { name: /Sugar/ }));
    expect(await screen.findByRole('button', { name: 'Charge UGX 2,000' })).toBeTruthy();
    await waitFor(() => expect(parkedButton()).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await parkedSalesOf(app.replica.database)).toEqual([]);
  });
});
