import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { button, showCustomers, toast } from '../../../support/screens/customer-screens.tsx';
import { actsOf, ASHA, CASH, MOBILE_MONEY, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { dialog } from '../../../support/screens/screen-driver.ts';
import { NOON_MS, saleRow } from '../../../support/shop-rows.ts';

const HOUR_MS = 3_600_000;
const owed = (id: number, finalMinor: number, fields: Partial<Sale> = {}): Sale =>
  saleRow({
    ...{ id, saleNumber: `SALE-${id}`, status: 'pending', payments: [], finalMinor },
    ...{ customerId: ASHA.id, customerName: ASHA.name, createdAtMs: NOON_MS + id * HOUR_MS },
    ...fields,
  });
/** UGX 6,000 in three sales, the oldest of 1,000. */
const THREE = [owed(3, 300_000), owed(1, 100_000), owed(2, 200_000)];

const show = (sale: Sale[]) => showCustomers(`/customers/${ASHA.id}`, { rows: { ...SHOP_ROWS, sale } });
const amount = () => dialog().getByLabelText<HTMLInputElement>('Amount');
const open = async (name = 'Record payment') => {
  await userEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('dialog', { name: 'Record payment' });
};
const type = async (text: string) => {
  await userEvent.clear(amount());
  await userEvent.type(amount(), text);
};
const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Record payment' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Another device records what is owed for the oldest of the three. */
const payFirst = ({ shop }: Awaited<ReturnType<typeof show>>) =>
  shop.run('sale.takePayment', ({ mintId }) => ({
    ...{ id: mintId(), saleId: 1, orderId: null, amountMinor: 100_000 },
    ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
  }));
const owedLine = () =>
  dialog()
    .getByText(/^Owed:/)
    .textContent?.replaceAll(/\s+/g, ' ');

describe('Record payment on the screen of a customer', () => {
  test('R-OWE-01 R-OWE-03 pays all that is owed for all sales, in one act', async () => {
    const app = await show(THREE);
    await open();
    expect(owedLine()).toBe('Owed: UGX 6,000.00 for 3 sales');
    expect(amount().value).toBe('6000');
    expect(dialog().getByText('Pays all 3 sales.')).toBeTruthy();
    await submit();
    expect((await toast('status', 'Payment recorded')).getByText('Nothing is owed any more.')).toBeTruthy();
    await isClosed();
    await waitFor(() => expect(screen.queryByText(/^Owes/)).toBeNull());
    expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull();
    expect(await actsOf(app.shop)).toMatchObject([
      {
        name: 'customer.takePayment',
        args: {
          customerId: ASHA.id,
          parts: [
            { saleId: 1, amountMinor: 100_000 },
            { saleId: 2, amountMinor: 200_000 },
            { saleId: 3, amountMinor: 300_000 },
          ],
          ...{ paymentMethodId: CASH.id, paymentMethodName: 'Cash', transactionId: null },
        },
      },
    ]);
  });

  test('R-OWE-02 of less it says which sales it pays, and these are paid', async () => {
    const app = await show(THREE);
    await open();
    await type('2500');
    expect(dialog().getByText(/^Pays/).textContent?.replaceAll(/\s+/g, ' ')).toBe(
      'Pays the oldest sale, and UGX 1,500.00 of #SALE-2.',
    );
    await submit();
    expect((await toast('status', 'Payment recorded')).getByText(/3,500\.00 is still owed\./)).toBeTruthy();
    await isClosed();
    const owes = await screen.findByText(/^Owes/);
    await waitFor(() => expect(owes.textContent).toMatch(/3,500\.00 for 2 sales/));
    expect(await Promise.all([1, 2, 3].map((id) => app.shop.row('sale', id)))).toMatchObject([
      { status: 'completed', payments: [{ amountMinor: 100_000 }] },
      { status: 'pending', payments: [{ amountMinor: 150_000 }] },
      { status: 'pending', payments: [] },
    ]);
  });

  test.each([
    ['500', 'Pays UGX 500.00 of #SALE-1.'],
    ['1000', 'Pays the oldest sale.'],
    ['3000', 'Pays the oldest 2 sales.'],
    ['3000.50', 'Pays the oldest 2 sales, and UGX 0.50 of #SALE-3.'],
    ['6000', 'Pays all 3 sales.'],
  ])('R-OWE-02 of %s it says: %s', async (typed, sentence) => {
    await show(THREE);
    await open();
    await type(typed);
    expect(dialog().getByText(/^Pays/).textContent?.replaceAll(/\s+/g, ' ')).toBe(sentence);
  });

  test.each([
    ['', 'Amount must be a positive number'],
    ['0', 'Amount must be a positive number'],
    ['-5', 'Amount must be a positive number'],
    ['much', 'Amount must be a positive number'],
  ])('R-OWE-05 %j is refused at the field', async (typed, sentence) => {
    const app = await show(THREE);
    await open();
    await userEvent.clear(amount());
    if (typed !== '') await userEvent.type(amount(), typed);
    await submit();
    expect(await dialog().findByText(sentence)).toBeTruthy();
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test.each(['', '0', '6000.01', 'much'])('R-OWE-02 of %j it says nothing', async (typed) => {
    await show(THREE);
    await open();
    await userEvent.clear(amount());
    if (typed !== '') await userEvent.type(amount(), typed);
    expect(dialog().queryByText(/^Pays/)).toBeNull();
  });

  test('R-OWE-02 for a single sale nothing needs to be said', async () => {
    await show([owed(1, 100_000)]);
    await open();
    expect(owedLine()).toBe('Owed: UGX 1,000.00 for 1 sale');
    expect(dialog().queryByText(/^Pays/)).toBeNull();
  });

  test('R-OWE-05 more than is owed is refused at the field, which keeps it; Credit is no way to pay', async () => {
    const app = await show(THREE);
    await open();
    await type('6000.01');
    await submit();
    expect(await dialog().findByText('The amount is larger than what is owed')).toBeTruthy();
    expect(amount().value).toBe('6000.01');
    const methods = dialog().getByLabelText<HTMLSelectElement>('Payment method');
    expect([...methods.options].map(({ text }) => text)).toEqual(['Cash', 'Mobile Money']);
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('R-OWE-05 a full device keeps nothing and says so; the form is still filled, and saves once there is room', async () => {
    const app = await show(THREE);
    await open();
    await type('2500');
    app.saving.runOutOfSpace();
    await submit();
    expect(await toast('alert', 'Failed to record payment. Please try again.')).toBeTruthy();
    expect(amount().value).toBe('2500');
    expect(await app.shop.row('sale', 1)).toMatchObject({ payments: [] });
    await submit();
    await isClosed();
    expect(await actsOf(app.shop)).toHaveLength(1);
  });

  test('R-OWE-06 C-049 a transaction ID that another sale has is refused, until a person says that it is right', async () => {
    const other = saleRow({
      ...{ id: 90, saleNumber: 'SALE-90', paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money' },
      transactionId: 'MP-77',
    });
    const app = await show([...THREE, other]);
    await open();
    await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(dialog().getByLabelText('Transaction ID'), 'mp-77');
    await submit();
    expect(await dialog().findByText('Sale #SALE-90 already has this transaction ID')).toBeTruthy();
    expect(await actsOf(app.shop)).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'One payment for all these sales' }));
    await submit();
    await isClosed();
    expect((await actsOf(app.shop))[0]?.args).toMatchObject({ transactionId: 'mp-77' });
  });

  test.each([
    ['one of the sales that it pays', 1],
    ['a sale of somebody else, which is paid in part', 90],
  ])('R-OWE-06 C-049 a transfer that %s has already is asked about', async (_which, id) => {
    const method = { paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money' };
    const part = { ...method, id: 70, amountMinor: 20_000, transactionId: 'MP-7', byUserId: 71, atMs: NOON_MS };
    const other = saleRow({ id: 90, saleNumber: 'SALE-90', status: 'pending', payments: [], finalMinor: 300_000 });
    const app = await show([...THREE, other].map((sale) => (sale.id === id ? { ...sale, payments: [part] } : sale)));
    await open();
    await type('500');
    await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(dialog().getByLabelText('Transaction ID'), 'mp-7');
    expect(await dialog().findByText(`Sale #SALE-${id} already has this transaction ID`)).toBeTruthy();
    await submit();
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('R-OWE-05 money that comes in from elsewhere meanwhile closes no dialog, and is not paid again', async () => {
    const app = await show([owed(1, 100_000)]);
    await open();
    await payFirst(app);
    await waitFor(() => expect(owedLine()).toBe('Owed: UGX 0.00 for 0 sales'));
    expect(amount().value).toBe('1000');
    await submit();
    expect(await dialog().findByText('The amount is larger than what is owed')).toBeTruthy();
    expect(await actsOf(app.shop)).toHaveLength(1);
  });

  test('R-OWE-02 after a save that surely failed the money goes to the sales that are unpaid now', async () => {
    const app = await show(THREE);
    await open();
    await type('1000');
    app.saving.runOutOfSpace();
    await submit();
    expect(await toast('alert', 'Failed to record payment. Please try again.')).toBeTruthy();
    await payFirst(app);
    await waitFor(() => expect(owedLine()).toBe('Owed: UGX 5,000.00 for 2 sales'));
    await submit();
    expect((await toast('status', 'Payment recorded')).getByText(/4,000\.00 is still owed\./)).toBeTruthy();
    await isClosed();
    expect(await Promise.all([1, 2].map((id) => app.shop.row('sale', id)))).toMatchObject([
      { payments: [{ amountMinor: 100_000 }] },
      { payments: [{ amountMinor: 100_000 }] },
    ]);
  });

  test('R-OWE-01 of two currencies each has its own button and dialog', async () => {
    const app = await show([owed(1, 100_000), owed(2, 5_000, { currency: 'KES' })]);
    expect(await screen.findByRole('button', { name: 'Record payment in UGX' })).toBeTruthy();
    await open('Record payment in KES');
    expect(owedLine()).toBe('Owed: KES 50.00 for 1 sale');
    await submit();
    expect(await screen.findByText('Nothing is owed in KES any more.')).toBeTruthy();
    await isClosed();
    expect((await actsOf(app.shop))[0]?.args).toMatchObject({ parts: [{ saleId: 2, amountMinor: 5_000 }] });
    // Only one currency is left.
    expect(await screen.findByRole('button', { name: 'Record payment' })).toBeTruthy();
  });

  test('R-OWE-01 who owes nothing has no such button', async () => {
    await show([saleRow({ id: 1, customerId: ASHA.id, customerName: ASHA.name })]);
    const facts = within(await screen.findByRole('region', { name: 'Customer' }));
    expect(facts.queryByRole('button', { name: /^Record payment/ })).toBeNull();
    expect(button('Edit')).toBeTruthy();
  });

  test.each([
    ['2500', /3,500\.00 is still owed\./, 'Owed: UGX 3,500.00 for 2 sales'],
    ['6000', /^Nothing is owed any more\.$/, 'Owed: UGX 0.00 for 0 sales'],
  ])(
    'R-OWE-03 SYN-1 a second tap on %s after a save whose outcome was unknown is told the first, and records nothing more',
    async (typed, left, owedThen) => {
      const app = await show(THREE);
      await open();
      await type(typed);
      await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
      await userEvent.type(dialog().getByLabelText('Transaction ID'), 'MP-9');
      app.saving.loseAnswer('written');
      await submit();
      const failed = await toast('alert', 'Failed to record payment. Please try again.');
      expect(failed.getByText(/Save it here again: nothing is recorded twice\./)).toBeTruthy();
      await waitFor(() => expect(owedLine()).toBe(owedThen));
      expect(dialog().queryByText(/already has this transaction ID/)).toBeNull();
      await submit();
      expect((await toast('status', 'Payment recorded')).getByText(left)).toBeTruthy();
      await isClosed();
      expect(await actsOf(app.shop)).toHaveLength(1);
      expect(await app.shop.row('sale', 1)).toMatchObject({ payments: [{ amountMinor: 100_000 }] });
    },
  );

  test('R-OWE-03 SYN-1 another amount after a save whose outcome was unknown is not taken for it', async () => {
    const app = await show(THREE);
    await open();
    app.saving.loseAnswer('written');
    await submit();
    await waitFor(() => expect(owedLine()).toBe('Owed: UGX 0.00 for 0 sales'));
    await type('500');
    await submit();
    const failed = await toast('alert', 'Failed to record payment. Please try again.');
    expect(await failed.findByText(/To record something else, open the form anew\./)).toBeTruthy();
    expect(await actsOf(app.shop)).toHaveLength(1);
  });

  test('R-OWE-02 after a save that was lost altogether the money goes to the sales that the dialog names now', async () => {
    const app = await show(THREE);
    await open();
    await type('1500');
    app.saving.loseAnswer('rolled back');
    await submit();
    expect(await toast('alert', 'Failed to record payment. Please try again.')).toBeTruthy();
    await payFirst(app);
    await waitFor(() =>
      expect(dialog().getByText(/^Pays/).textContent?.replaceAll(/\s+/g, ' ')).toBe('Pays UGX 1,500.00 of #SALE-2.'),
    );
    await submit();
    await isClosed();
    expect(await Promise.all([1, 2].map((id) => app.shop.row('sale', id)))).toMatchObject([
      { payments: [{ amountMinor: 100_000 }] },
      { payments: [{ amountMinor: 150_000 }] },
    ]);
  });

  test('R-OWE-05 after a save that was lost altogether no more is taken than is owed now', async () => {
    const app = await show(THREE);
    await open();
    app.saving.loseAnswer('rolled back');
    await submit();
    await payFirst(app);
    await waitFor(() => expect(owedLine()).toBe('Owed: UGX 5,000.00 for 2 sales'));
    await submit();
    expect(await dialog().findByText('The amount is larger than what is owed')).toBeTruthy();
    expect(amount().value).toBe('6000');
    expect(await actsOf(app.shop)).toHaveLength(1);
  });

  test.each([{ historyLeft: true }, { snapshotComplete: false }])(
    'R-OWE-08 SYN-12 while older sales are on their way (%j) it says that more may be owed',
    async (state) => {
      const app = await show(THREE);
      await open();
      expect(dialog().queryByText(/^Older sales/)).toBeNull();
      await app.shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), ...state }));
      expect(
        await dialog().findByText(
          'Older sales are still being fetched. What is owed may be more, and older than what is shown here.',
        ),
      ).toBeTruthy();
    },
  );

  test('R-OWE-05 of more than a hundred sales the oldest hundred are paid, and that is said', async () => {
    await show(Array.from({ length: 101 }, (_, index) => owed(index + 1, 1_000)));
    await open();
    expect(owedLine()).toBe('Owed: UGX 1,000.00 for the oldest 100 of 101 sales');
    expect(dialog().getByText('Pays the oldest 100 sales.')).toBeTruthy();
    await type('1010');
    await submit();
    expect(await dialog().findByText(/^One payment pays at most 100 sales\./)).toBeTruthy();
    await type('1000');
    await submit();
    expect((await toast('status', 'Payment recorded')).getByText(/10\.00 is still owed\./)).toBeTruthy();
  });
});
