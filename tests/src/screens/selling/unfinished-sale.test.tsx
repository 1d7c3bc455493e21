import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { freezePage, thawPage } from '../../../support/browser/frozen-page.ts';
import { actsOf, form, savingOf, SHOP_ROWS, showOpened, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { type OpenedShop, openShop } from '../../../support/screens/shop-screens.tsx';

async function openedShop() {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  return { ...opened, ...(await openForm(opened)) };
}

/** Opens the form on a new page, as after a reload or a crash. */
async function openForm(opened: OpenedShop) {
  cleanup();
  const app = showOpened(opened, '/sales/new');
  await form.opened();
  return app;
}

const drafts = ({ replica }: OpenedShop) => replica.database.read((tx) => tx.drafts.all());
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

test('M5 before an unfinished sale is thrown away, the money that was taken for it is named', async () => {
  const opened = await openedShop();
  const part = { key: 1, amountMinor: 100_000, paymentMethodId: null, paymentMethodName: 'Cash', transactionId: '' };
  const lines = [{ key: 1, itemId: SUGAR.id, quantityText: '1', priceText: '' }];
  cleanup();
  await opened.replica.database.write((tx) => tx.drafts.put({ key: 'sale/1', content: { lines, parts: [part] } }));
  const app = await openForm(opened);
  const PAID = /lost\. UGX 1,000 was paid for it: give that back first\.$/;
  await userEvent.click(form.button('Start again'));
  expect(await screen.findByText(PAID)).toBeTruthy();
  await userEvent.click(form.button('Continue editing'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByText(PAID)).toBeTruthy();
  expect(app.path()).toBe('/sales/new');
});

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
    { name: 'sale.create', args: { totalMinor: 733_333, discountMinor: 36_700, finalMinor: 696_633 } },
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

async function openSaving() {
  const opened = await openShop({ rows: SHOP_ROWS, told: { currency: 'UGX' } });
  const saving = savingOf(opened);
  await openForm({ ...opened, ...saving });
  return { opened, saving };
}

test('a sale that could not be saved stays kept', async () => {
  const { opened, saving } = await openSaving();
  await form.choose(1, 'Sugar');
  saving.runOutOfSpace();
  await form.save();
  await screen.findByText('Failed to create sale. Please try again.');
  await userEvent.type(notes(), 'still here');
  await openForm(opened);
  await waitFor(() => expect([form.field(1, 'Item').value, notes().value]).toEqual(['Sugar', 'still here']));
});

test('SYN-26 R-BROW-02 R-BROW-03 a save that was aborted because the page was left says so for as long as it is not saved', async () => {
  const { opened, saving } = await openSaving();
  await form.choose(1, 'Sugar');
  await userEvent.type(notes(), 'deliver by Friday');
  const { promise, reject } = Promise.withResolvers<never>();
  saving.run.mockReturnValueOnce(promise);
  await form.save();
  await waitFor(() => expect(saving.run).toHaveBeenCalledOnce());
  freezePage(window);
  thawPage(window);
  reject(new StorageFailure('frozen'));
  expect(await screen.findByText('This page was left before it was saved. It was not saved.')).toBeTruthy();
  await waitFor(() => expect(notice()).toBeTruthy());
  expect([form.field(1, 'Item').value, notes().value]).toEqual(['Sugar', 'deliver by Friday']);
  await form.save();
  await screen.findByText('Sale created');
  expect(await actsOf(opened.shop)).toHaveLength(1);
});

test('SYN-26 R-BROW-02 a page that is left between the tap and the save does not save when it is back', async () => {
  const { opened, saving } = await openSaving();
  await form.choose(1, 'Sugar');
  fireEvent.click(form.button('Create sale'));
  freezePage(window);
  thawPage(window);
  expect(await screen.findByText('This page was left before it was saved. It was not saved.')).toBeTruthy();
  await waitFor(() => expect(notice()).toBeTruthy());
  expect(saving.run).not.toHaveBeenCalled();
  await form.save();
  await screen.findByText('Sale created');
  expect(await actsOf(opened.shop)).toHaveLength(1);
});

test("R-BROW-14 'Create sale' that is tapped before the items of a kept draft are read waits for them", async () => {
  const opened = await openedShop();
  await form.choose(1, 'Sugar');
  await waitFor(async () => expect(await drafts(opened)).toHaveLength(1));
  // The reads of the form's first render are answered only after the tap.
  const { item } = opened.replica.database.tables.rows;
  const never = new Promise<never>(() => undefined);
  const read = vi.spyOn(item, 'bulkGet').mockReturnValue(never as unknown as ReturnType<typeof item.bulkGet>);
  await openForm(opened);
  await waitFor(() => expect(read).toHaveBeenCalled());
  read.mockRestore();
  await form.save();
  await screen.findByText('Sale created');
  expect(await actsOf(opened.shop)).toMatchObject([{ args: { finalMinor: 250_000 } }]);
});
