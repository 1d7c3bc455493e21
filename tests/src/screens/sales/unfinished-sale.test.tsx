import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { actsOf, form, SHOP_ROWS, showOpened } from '../../../support/sales-screens.tsx';
import { type OpenedShop, openShop } from '../../../support/shop-screens.tsx';

async function openedShop() {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  return { ...opened, ...(await openForm(opened)) };
}

/** The form on a fresh page, as after a reload or a crash. */
async function openForm(opened: OpenedShop) {
  cleanup();
  const app = showOpened(opened, '/sales/new');
  await form.opened();
  return app;
}

const drafts = ({ replica }: OpenedShop) => replica.database.read((tx) => tx.drafts());
const notes = () => screen.getByLabelText<HTMLTextAreaElement>('Notes');
const notice = () => screen.queryByText('This sale was not finished. It is as you left it.');

async function fill() {
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '3');
  await form.type(1, 'Price', '2000');
  await form.addLine('Rice');
  await userEvent.click(form.button('Add discount'));
  await userEvent.type(screen.getByLabelText('Discount'), '5');
  await userEvent.selectOptions(screen.getByLabelText('Discount in'), '%');
  await form.chooseCustomer('asha', 'Asha');
  await form.pay('Mobile Money');
  await userEvent.type(screen.getByLabelText('Transaction ID'), 'MP-77');
  await userEvent.type(notes(), 'deliver by Friday');
}
const filled = () => [
  ...['Item', 'Quantity', 'Price'].map((label) => form.field(1, label).value),
  ...['Item', 'Quantity'].map((label) => form.field(2, label).value),
  ...['Discount', 'Customer', 'Transaction ID'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value),
  ...['Discount in', 'Payment method'].map(
    (label) => screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent,
  ),
  notes().value,
];
const FILLED = [
  ...['Sugar', '3', '2000', 'Rice', '1', '5', 'Asha Nansubuga', 'MP-77'],
  ...['%', 'Mobile Money', 'deliver by Friday'],
];

test('M5 G60 what was typed is there again after the page went, and the sale is saved once, with its draft gone in the same moment', async () => {
  const opened = await openedShop();
  expect(notice()).toBeNull();
  await fill();
  await openForm(opened);
  await waitFor(() => expect(filled()).toEqual(FILLED));
  expect(notice()).toBeTruthy();
  await form.save();
  await screen.findByText('Sale created');
  expect(await drafts(opened)).toEqual([]);
  expect(await actsOf(opened.shop)).toMatchObject([
    { name: 'sale.create', args: { totalMinor: 733_333, discountMinor: 36_667, finalMinor: 696_666 } },
  ]);
  await openForm(opened);
  expect([form.field(1, 'Item').value, notice()]).toEqual(['', null]);
});

test("R-SNEW-13 'Discard changes' forgets the draft too", async () => {
  const opened = await openedShop();
  await userEvent.type(notes(), 'deliver by Friday');
  await waitFor(async () => expect(await drafts(opened)).toHaveLength(1));
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }));
  await waitFor(async () => expect(await drafts(opened)).toEqual([]));
  await openForm(opened);
  expect([notes().value, notice()]).toEqual(['', null]);
});

test("an unfinished sale can be begun again, once that was said twice; 'Continue editing' keeps it", async () => {
  const opened = await openedShop();
  await userEvent.type(notes(), 'deliver by Friday');
  await openForm(opened);
  const startAgain = async (answer: string) => {
    await userEvent.click(form.button('Start again'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
    await userEvent.click(dialog.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await startAgain('Continue editing');
  expect(notes().value).toBe('deliver by Friday');
  await startAgain('Discard changes');
  expect([notes().value, notice()]).toEqual(['', null]);
  await waitFor(async () => expect(await drafts(opened)).toEqual([]));
});

test('a sale that could not be saved stays kept', async () => {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' }, state: { leases: [] } });
  await openForm(opened);
  await form.choose(1, 'Sugar');
  await form.save();
  await screen.findByText('Failed to create sale. Please try again.');
  await userEvent.type(notes(), 'still here');
  await openForm(opened);
  await waitFor(() => expect([form.field(1, 'Item').value, notes().value]).toEqual(['Sugar', 'still here']));
});
