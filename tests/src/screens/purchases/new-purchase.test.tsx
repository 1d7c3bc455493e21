import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { BUYING_ROWS, boughtSugar, buying, MUKWANO, showBuying } from '../../../support/screens/purchase-screens.tsx';
import { actsOf, REPAIR, RICE, savingOf, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

async function showForm(options: ShopOptions = {}) {
  const opened = await openShop({ rows: BUYING_ROWS, ...options });
  const saving = savingOf(opened);
  const app = showBuying(saving, '/purchases/new');
  await buying.opened();
  return { ...opened, ...app, saving };
}
type Shown = Awaited<ReturnType<typeof showForm>>;

async function savedPurchase(app: Shown): Promise<Record<string, unknown>> {
  await waitFor(() => expect(app.path()).toBe('/purchases'));
  const purchases = (await actsOf(app.shop)).filter(({ name }) => name === 'purchase.create');
  expect(purchases).toHaveLength(1);
  return purchases[0]?.args ?? {};
}
const says = (text: string) => screen.findByText(text);
const options = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => [option.textContent, (option as HTMLOptionElement).value]);
const valueOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
/** Sets a date directly, because date fields accept no single keys. */
const setDate = async (field: HTMLInputElement, day: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, day);
};

describe('what is offered', () => {
  test('R-PUR-24 R-PUR-25 R-PUR-26 R-PUR-27 C-053 C-121 the choices and what they begin with', async () => {
    await showForm();
    expect(options('Status')).toEqual([
      ['Completed', 'completed'],
      ['Pending', 'pending'],
      ['Cancelled', 'cancelled'],
    ]);
    expect(options('Payment status')).toEqual([
      ['Paid', 'paid'],
      ['Pending', 'pending'],
      ['Partial', 'partial'],
    ]);
    expect(options('Payment method')).toEqual([
      ['Cash', 'cash'],
      ['Mobile Money', 'mobileMoney'],
      ['Bank Transfer', 'bankTransfer'],
      ['Credit', 'credit'],
      ['Other', 'other'],
    ]);
    expect([valueOf('Status'), valueOf('Payment status'), valueOf('Payment method')]).toEqual([
      'completed',
      'paid',
      'cash',
    ]);
    expect(buying.form('Purchase date').value).toBe('2026-11-21');
  });

  test('R-PUR-19 R-PUR-20 R-PUR-21 totals follow what is typed, and nobody types them', async () => {
    await showForm();
    await buying.fillLine(1, 'Sugar', '2.5', '1,333.33');
    const total = buying.field(1, 'Total cost');
    expect(total.value).toBe('UGX 3,333.33');
    expect(total.readOnly).toBe(true);
    await userEvent.type(total, '9');
    expect(total.value).toBe('UGX 3,333.33');
    await buying.addLine('Rice');
    await buying.type(2, 'Quantity', '3');
    await buying.type(2, 'Unit cost', '0.01');
    expect(buying.total()).toContain('UGX 3,333.36');
  });

  test('R-PUR-14 R-PUR-15 C-041 an arrow key is a step of 0.01, down to 0.01', async () => {
    await showForm();
    for (const label of ['Quantity', 'Unit cost'] as const) {
      await buying.type(1, label, '0.02');
      await userEvent.type(buying.field(1, label), '{ArrowDown}{ArrowDown}');
      expect(buying.field(1, label).value).toBe('0.01');
      await userEvent.type(buying.field(1, label), '{ArrowUp}{ArrowUp}');
      expect(buying.field(1, label).value).toBe('0.03');
    }
  });

  test('R-PUR-22 a line can be removed only when there is another one', async () => {
    await showForm();
    await buying.choose(1, 'Sugar');
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    await buying.addLine('Rice');
    await userEvent.click(buying.button('Remove line 1'));
    expect(buying.field(1, 'Item').value).toBe('Rice');
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  });

  test('C-097 the cost that this device knows is filled in, and never over what was typed', async () => {
    await showForm();
    await buying.choose(1, 'Rice');
    expect(buying.field(1, 'Unit cost').value).toBe('');
    await buying.choose(1, 'Sugar');
    expect(buying.field(1, 'Unit cost').value).toBe('1937.37');
    await buying.type(1, 'Unit cost', '7');
    await buying.choose(1, 'Sugar');
    expect(buying.field(1, 'Unit cost').value).toBe('7');
  });

  test('C-113 says when stock rises', async () => {
    await showForm();
    expect(screen.getByText('The goods are here: stock rises now.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Pending');
    expect(screen.getByText('Stock rises when you mark it as received.')).toBeTruthy();
  });
});

describe('what is refused', () => {
  test('R-PUR-08 R-PUR-09 R-PUR-10 R-PUR-11 R-PUR-12 G55 an empty form: each sentence at its field, and the focus at the first', async () => {
    const app = await showForm();
    await buying.save();
    expect(await says('Please select a supplier')).toBeTruthy();
    expect(screen.getByText('At least one item is required')).toBeTruthy();
    expect(buying.line(1).getByText('Please select an item')).toBeTruthy();
    expect(buying.line(1).getByText('Quantity must be a positive number')).toBeTruthy();
    expect(buying.line(1).getByText('Unit cost must be a positive number')).toBeTruthy();
    expect(document.activeElement).toBe(buying.form('Supplier'));
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test('R-PUR-10 a second line without an item', async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '1', '5');
    await userEvent.click(buying.button('Another item'));
    await userEvent.keyboard('{Escape}');
    await buying.save();
    expect(await buying.line(2).findByText('Please select an item')).toBeTruthy();
    expect(screen.queryByText('At least one item is required')).toBeNull();
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test.each([
    ['R-PUR-14', 'Quantity', '0', 'Quantity must be a positive number'],
    ['R-PUR-14', 'Quantity', '-1', 'Quantity must be a positive number'],
    ['R-PUR-14 X-TYPE-05', 'Quantity', '0.001', 'Use at most 2 decimals'],
    ['R-PUR-11', 'Quantity', '100000', 'Quantity is too large'],
    ['R-PUR-15', 'Unit cost', '0', 'Unit cost must be a positive number'],
    ['R-PUR-15', 'Unit cost', 'much', 'Unit cost must be a positive number'],
    ['R-PUR-12 C-040', 'Unit cost', '100000000', 'Amount is too large'],
  ] as const)('%s %s of %s', async (_ids, label, typed, sentence) => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '1', '5');
    await buying.type(1, label, typed);
    await buying.save();
    expect(await buying.line(1).findByText(sentence)).toBeTruthy();
    expect(buying.field(1, label).value).toBe(typed);
    expect(buying.field(1, 'Total cost').value).toBe('-');
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test('R-SLIST-50 a cost that is too large says so as it is typed, and the total waits for it', async () => {
    await showForm();
    await buying.fillLine(1, 'Sugar', '1', '5');
    await buying.type(1, 'Unit cost', '1234567890123456');
    expect(await buying.line(1).findByText('Amount is too large')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Grand total' }).textContent).toBe('Grand total-');
  });

  test.each([
    ['6', 'More than the total of this purchase'],
    ['-1', 'Amount paid must be zero or more'],
    ['99999999999999999999', 'Amount is too large'],
  ])('C-123 G25 an amount paid of %s', async (typed, sentence) => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '1', '5');
    expect(screen.queryByLabelText('Amount paid')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Payment status'), 'Partial');
    await userEvent.type(buying.form('Amount paid'), typed);
    await buying.save();
    expect(await says(sentence)).toBeTruthy();
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test('R-PUR-31 what the device could not write is told in the form, and everything typed is still there', async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '1', '5');
    app.saving.runOutOfSpace();
    await buying.save();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/storage|space|full/i);
    expect(buying.field(1, 'Quantity').value).toBe('1');
    await buying.save();
    expect(await savedPurchase(app)).toMatchObject({ totalMinor: 500 });
  });

  test("R-PUR-31 without a reason: 'Failed to create purchase. Please try again.'", async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '1', '5');
    app.saving.run.mockRejectedValueOnce(new Error('nobody knows'));
    await buying.save();
    expect(await says('Failed to create purchase. Please try again.')).toBeTruthy();
    expect(app.path()).toBe('/purchases/new');
  });
});

describe('saving', () => {
  test('R-PUR-07 R-PUR-16 R-PUR-17 R-PUR-18 R-PUR-19 R-PUR-23 R-PUR-28 R-PUR-29 R-PUR-30 C-043 C-113 C-120 carries exactly what was on the screen, and stock rises once', async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '2', '2,000');
    await userEvent.click(buying.line(1).getByRole('button', { name: 'Add batch, expiry or notes' }));
    await userEvent.type(buying.field(1, 'Batch number'), 'B-77');
    await setDate(buying.field(1, 'Expiry date'), '2027-05-31');
    await userEvent.type(buying.field(1, 'Notes'), 'top shelf');
    await buying.addLine('Repair');
    await buying.type(2, 'Quantity', '1');
    await buying.type(2, 'Unit cost', '50.5');
    await userEvent.selectOptions(screen.getByLabelText('Payment status'), 'Partial');
    await userEvent.type(buying.form('Amount paid'), '1,000');
    await userEvent.selectOptions(screen.getByLabelText('Payment method'), 'Bank Transfer');
    await userEvent.type(buying.form('Invoice number'), ' INV-7 ');
    await setDate(buying.form('Invoice date'), '2026-11-20');
    const [, notes] = screen.getAllByLabelText('Notes');
    await userEvent.type(notes as HTMLElement, 'left at the back door');
    await buying.save();

    expect(await says('Purchase created')).toBeTruthy();
    expect(screen.getByText('Purchase has been created successfully')).toBeTruthy();
    const id = expect.any(Number) as number;
    expect(await savedPurchase(app)).toEqual({
      ...{ id, supplierId: MUKWANO.id, supplierName: 'Mukwano', purchaseDateMs: NOON_MS, status: 'completed' },
      lines: [
        {
          ...{ id, itemId: SUGAR.id, itemName: 'Sugar', quantityHundredths: 200, unitCostMinor: 200_000 },
          ...{ totalCostMinor: 400_000, batchNumber: 'B-77', expiryDate: '2027-05-31', notes: 'top shelf' },
        },
        {
          ...{ id, itemId: REPAIR.id, itemName: 'Repair', quantityHundredths: 100, unitCostMinor: 5_050 },
          ...{ totalCostMinor: 5_050, batchNumber: null, expiryDate: null, notes: null },
        },
      ],
      ...{ totalMinor: 405_050, currency: 'UGX', invoiceNumber: 'INV-7', invoiceDate: '2026-11-20' },
      ...{ paymentMethod: 'bankTransfer', paymentStatus: 'partial', amountPaidMinor: 100_000 },
      ...{ notes: 'left at the back door', attachmentUrl: null },
    });
    expect(await app.shop.stock(SUGAR.id)).toBe(1_200);
    expect(await app.shop.stock(REPAIR.id)).toBe(0);
    const list = within(await screen.findByRole('list', { name: 'Purchases' }));
    expect(list.getByText('Pending sync')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['Pending', 'Cancelled'])('C-113 one that is %s leaves stock as it is', async (status) => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '2', '2000');
    await userEvent.selectOptions(screen.getByLabelText('Status'), status);
    await buying.save();
    expect(await savedPurchase(app)).toMatchObject({ status: status.toLowerCase() });
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });

  test('C-120 R-PUR-23 a purchase of another day is of that day’s beginning in the shop’s time', async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Rice', '0.01', '0.01');
    await setDate(buying.form('Purchase date'), '2026-11-02');
    await buying.save();
    expect(await savedPurchase(app)).toMatchObject({
      purchaseDateMs: Date.parse('2026-11-02T00:00:00+03:00'),
      lines: [{ itemId: RICE.id, quantityHundredths: 1, unitCostMinor: 1 }],
    });
  });

  test('what was typed as paid in part is not carried over to a purchase that is paid', async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '2', '2000');
    await userEvent.selectOptions(screen.getByLabelText('Payment status'), 'Partial');
    await userEvent.type(buying.form('Amount paid'), '99999999');
    await userEvent.selectOptions(screen.getByLabelText('Payment status'), 'Paid');
    await buying.save();
    expect(await savedPurchase(app)).toMatchObject({ paymentStatus: 'paid', amountPaidMinor: null });
  });

  test('G60 a double tap saves once', async () => {
    const app = await showForm();
    await buying.chooseSupplier('Mukwano');
    await buying.fillLine(1, 'Sugar', '2', '2000');
    await userEvent.dblClick(buying.button('Create purchase'));
    await savedPurchase(app);
    expect(await app.shop.stock(SUGAR.id)).toBe(1_200);
  });
});

describe('who and what', () => {
  test('M23 C-119 a supplier that is not there yet is written down in place, and chosen', async () => {
    const app = await showForm();
    await userEvent.type(buying.form('Supplier'), 'Kakira');
    await userEvent.click(await screen.findByRole('option', { name: 'New supplier' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New supplier' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Kakira');
    await userEvent.type(dialog.getByLabelText('Phone'), '0772 1');
    await userEvent.click(dialog.getByRole('button', { name: 'Create supplier' }));
    await waitFor(() => expect(buying.form('Supplier').value).toBe('Kakira'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await buying.fillLine(1, 'Sugar', '1', '1');
    await buying.save();
    const { supplierId, supplierName } = await savedPurchase(app);
    const supplier = (await actsOf(app.shop)).find(({ name }) => name === 'supplier.create');
    expect(supplier?.args).toMatchObject({ id: supplierId, name: 'Kakira', phone: '0772 1' });
    expect(supplierName).toBe('Kakira');
  });

  test('R-SUPP-06 R-SUPP-15 a supplier without a name is none, and what could not be saved is told in the dialog', async () => {
    const app = await showForm();
    await userEvent.click(buying.form('Supplier'));
    await userEvent.click(await screen.findByRole('option', { name: 'New supplier' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New supplier' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create supplier' }));
    expect(await dialog.findByText('Supplier name is required')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Name'), 'Kakira');
    app.saving.run.mockRejectedValueOnce(new Error('nobody knows'));
    await userEvent.click(dialog.getByRole('button', { name: 'Create supplier' }));
    expect(await dialog.findByText('Failed to create supplier')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Kakira');
  });

  test('M23 G47 a supplier who may be there already is told, and blocks nothing', async () => {
    await showForm();
    await userEvent.type(buying.form('Supplier'), 'mukwano ');
    await userEvent.click(await screen.findByRole('option', { name: 'New supplier' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New supplier' }));
    expect(await dialog.findByText('Possible duplicate of Mukwano')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Create supplier' }));
    await waitFor(() => expect(buying.form('Supplier').value).toBe('mukwano'));
  });

  test('R-PICK-08 G31 an item is picked by its whole code and Enter, which does not save', async () => {
    const app = await showForm();
    await userEvent.type(buying.field(1, 'Item'), 'sug-1{Enter}');
    await waitFor(() => expect(buying.field(1, 'Item').value).toBe('Sugar'));
    expect(app.saving.run).not.toHaveBeenCalled();
    expect(screen.queryByText('Please select a supplier')).toBeNull();
  });

  test('G47 M25 an invoice number that this supplier gave before is told, and blocks nothing', async () => {
    const purchase = [boughtSugar({ id: 1, invoiceNumber: 'INV-7' })];
    const app = await showForm({ rows: { ...BUYING_ROWS, purchase } });
    await userEvent.type(buying.form('Invoice number'), ' inv-7');
    await buying.chooseSupplier('Bidco');
    await buying.fillLine(1, 'Sugar', '1', '1');
    expect(screen.queryByText(/Same invoice number/)).toBeNull();
    await buying.chooseSupplier('Mukwano');
    expect(await says('Same invoice number as the purchase of 21 Nov 2026')).toBeTruthy();
    await buying.save();
    expect(await savedPurchase(app)).toMatchObject({ invoiceNumber: 'inv-7' });
  });
});

describe('leaving', () => {
  test('R-PUR-06 C-035 with something unsaved it asks: Cancel stays with everything, Leave leaves', async () => {
    const app = await showForm();
    await buying.fillLine(1, 'Sugar', '3', '5');
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unsaved Changes' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(app.path()).toBe('/purchases/new');
    expect(buying.field(1, 'Quantity').value).toBe('3');
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(app.path()).toBe('/purchases'));
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('R-GEN-16 C-035 a supplier who is being written down is not lost to Escape', async () => {
    await showForm();
    await userEvent.click(buying.form('Supplier'));
    await userEvent.click(await screen.findByRole('option', { name: 'New supplier' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New supplier' }));
    await userEvent.type(dialog.getByLabelText('Name'), 'Kakira');
    await userEvent.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Kakira');
  });

  test('R-PUR-06 an untouched form is left without a question', async () => {
    const app = await showForm();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(app.path()).toBe('/purchases'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
