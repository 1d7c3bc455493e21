import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import type { SalePayment } from '../../../../domain/sales/sale-payment.ts';
import {
  actsOf,
  ASHA,
  CASH,
  MOBILE_MONEY,
  savingOf,
  SHOP_ROWS,
  showOpened,
  showSales,
} from '../../../support/screens/sales-screens.tsx';
import { NOON_MS, saleRow, USER_ID, userRow } from '../../../support/shop-rows.ts';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { dialog } from '../../../support/screens/screen-driver.ts';

const ID = 900;
const OWED = { status: 'pending', customerId: ASHA.id, customerName: ASHA.name, finalMinor: 500_000 } as const;
const USERS = [
  userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Nakato' }),
  userRow({ id: 71, firstName: 'Brian', lastName: 'Okot' }),
];
const taken = (id: number, amountMinor: number, fields: Partial<SalePayment> = {}): SalePayment => ({
  ...{ id, amountMinor, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: USER_ID, atMs: NOON_MS + id * 60_000 },
  ...fields,
});
/** A sale that was paid at both tills. */
const PAID_TWICE: Partial<Sale> = {
  ...{ ...OWED, status: 'completed', flags: ['overpaid'] },
  payments: [taken(1, 500_000), taken(2, 500_000, { byUserId: 71 })],
};

async function show(sale: Partial<Sale>, others: Sale[] = []) {
  const row = saleRow({ id: ID, saleNumber: 'SALE-1795251600900', payments: [], ...sale });
  const opened = await openShop({ rows: { ...SHOP_ROWS, user: USERS, sale: [row, ...others] } });
  const saving = savingOf(opened);
  return { ...opened, saving, ...showOpened(saving, `/sales/${ID}`) };
}

const payments = async () => within(await screen.findByRole('region', { name: 'Payments' }));
const textOf = (element: Element | null) => element?.textContent?.replaceAll(/\s+/g, ' ');
const entries = async () => (await payments()).getAllByRole('listitem').map(textOf);
/** Returns the last figure with this name, because the sums are under the entries. */
const sum = async (name: string) =>
  textOf((await payments()).getAllByText(name, { selector: 'p' }).at(-1)?.parentElement ?? null);
const amount = () => dialog().getByLabelText<HTMLInputElement>('Amount');
const open = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: button === 'Give back credit' ? 'Settle refund' : button });
};
const type = async (text: string) => {
  await userEvent.clear(amount());
  if (text !== '') await userEvent.type(amount(), text);
};
const submit = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const eventually = (check: () => Promise<void>) => waitFor(check);
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('taking a payment', () => {
  const MP = { paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money', transactionId: 'MP-77' };
  const SENTENCE = (number: string) => `Sale #${number} already has this transaction ID`;
  const payBy = async (transactionId: string) => {
    await open('Record payment');
    await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(dialog().getByLabelText('Transaction ID'), transactionId);
  };

  test.each([
    ['rung up', saleRow({ id: 901, saleNumber: 'SALE-1795000000000', ...MP })],
    ['paid later', saleRow({ id: 901, saleNumber: 'SALE-1795000000000', payments: [taken(5, 900, MP)] })],
  ])(
    'C-049 refuses a transaction ID that a completed sale bears since it was %s, and it is mended there',
    async (_when, other) => {
      const app = await show(OWED, [other]);
      await payBy('mp-77');
      await submit('Record payment');
      expect(await dialog().findByText(SENTENCE('SALE-1795000000000'))).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText('Transaction ID')));
      expect(await actsOf(app.shop)).toEqual([]);
      await userEvent.type(dialog().getByLabelText('Transaction ID'), '8');
      await waitFor(() => expect(dialog().queryByText(SENTENCE('SALE-1795000000000'))).toBeNull());
      await submit('Record payment');
      await isClosed();
      expect(await app.shop.row('sale', ID)).toMatchObject({ payments: [{ transactionId: 'mp-778' }] });
    },
  );

  test('X-TYPE-36 C-049 one transfer that paid for two sales is taken when a person says so', async () => {
    const app = await show(OWED, [saleRow({ id: 901, saleNumber: 'SALE-1795000000000', ...MP })]);
    await payBy('MP-77');
    await submit('Record payment');
    await userEvent.click(await dialog().findByRole('button', { name: 'One payment for both sales' }));
    expect(dialog().queryByText(SENTENCE('SALE-1795000000000'))).toBeNull();
    await submit('Record payment');
    await isClosed();
    expect(await app.shop.row('sale', ID)).toMatchObject({ payments: [{ transactionId: 'MP-77' }] });
  });

  test('C-049 refuses the one that a part of this sale was paid by; by another method it is another transfer', async () => {
    const app = await show({ ...OWED, payments: [taken(5, 100_000, MP)] });
    await payBy('MP-77');
    // Shown before the saving, when typing pauses.
    expect(await dialog().findByText(SENTENCE('SALE-1795251600900'))).toBeTruthy();
    await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Cash');
    await submit('Record payment');
    await isClosed();
    expect((await app.shop.row('sale', ID))?.payments).toMatchObject([
      { transactionId: 'MP-77' },
      { transactionId: null },
    ]);
  });

  test("G4 C-048 'Record payment' takes all that is owed, and the sale is paid", async () => {
    const app = await show(OWED);
    expect((await payments()).getByText('Nothing was paid yet.')).toBeTruthy();
    expect(await sum('Balance')).toBe('BalanceUGX 5,000.00');
    await open('Record payment');
    expect(textOf(dialog().getByText(/^Owed:/))).toBe('Owed: UGX 5,000.00');
    expect(amount().value).toBe('5000');
    await submit('Record payment');
    const toast = within(await screen.findByRole('status'));
    expect(toast.getByText('Payment recorded')).toBeTruthy();
    expect(toast.getByText('The sale is paid.')).toBeTruthy();
    await isClosed();
    await eventually(async () =>
      expect(await entries()).toEqual(['Cash21 Nov 2026, 12:00 · by Amina NakatoUGX 5,000.00']),
    );
    expect(screen.getByText('Completed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull();
    expect(await actsOf(app.shop)).toMatchObject([
      {
        name: 'sale.takePayment',
        args: {
          ...{ saleId: ID, orderId: null, amountMinor: 500_000 },
          ...{ paymentMethodId: CASH.id, paymentMethodName: 'Cash', transactionId: null },
        },
      },
    ]);
  });

  test('G22 takes a part by another method with its reference; what is left stays owed', async () => {
    const app = await show(OWED);
    await open('Record payment');
    await type('1,200.50');
    await userEvent.selectOptions(dialog().getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(dialog().getByLabelText('Transaction ID'), 'MP-77');
    await submit('Record payment');
    await isClosed();
    expect(screen.getByText(/3,799\.50 is still owed\./)).toBeTruthy();
    const entry = 'Mobile Money21 Nov 2026, 12:00 · by Amina Nakato · MP-77UGX 1,200.50';
    await eventually(async () => expect(await entries()).toEqual([entry]));
    expect(await sum('Balance')).toBe('BalanceUGX 3,799.50');
    expect(screen.getByText('Pending payment')).toBeTruthy();
    expect((await app.shop.row('sale', ID))?.payments).toMatchObject([
      { paymentMethodId: MOBILE_MONEY.id, transactionId: 'MP-77', amountMinor: 120_050 },
    ]);
  });

  test('C-048 nobody pays a debt on credit; a reference goes with its method', async () => {
    const app = await show(OWED);
    await open('Record payment');
    const methods = dialog().getByLabelText<HTMLSelectElement>('Payment method');
    expect([...methods.options].map(({ text }) => text)).toEqual(['Cash', 'Mobile Money']);
    expect(dialog().queryByLabelText('Transaction ID')).toBeNull();
    await userEvent.selectOptions(methods, 'Mobile Money');
    await userEvent.type(dialog().getByLabelText('Transaction ID'), 'MP-77');
    await userEvent.selectOptions(methods, 'Cash');
    await submit('Record payment');
    await isClosed();
    expect((await actsOf(app.shop))[0]?.args).toMatchObject({ paymentMethodId: CASH.id, transactionId: null });
  });

  test.each([
    ['', 'Amount must be a positive number'],
    ['0', 'Amount must be a positive number'],
    ['-5', 'Amount must be a positive number'],
    ['1.234', 'Use at most 2 decimals'],
    ['10%', 'Write the number as 1500 or 1,500.50'],
    ['5000.01', 'The amount is larger than what is owed'],
    ['99999999999999999999', 'Amount is too large'],
  ])('G22 refuses %j beside the field, and keeps it', async (text, message) => {
    const app = await show(OWED);
    await open('Record payment');
    await type(text);
    await submit('Record payment');
    expect(dialog().getByText(message)).toBeTruthy();
    expect(amount().value).toBe(text);
    expect(document.activeElement).toBe(amount());
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test('G22 twelve digits are an amount like any other', async () => {
    const app = await show({ ...OWED, finalMinor: 99_999_999_999_999 });
    await open('Record payment');
    expect(amount().value).toBe('999999999999.99');
    await submit('Record payment');
    await isClosed();
    expect((await app.shop.row('sale', ID))?.status).toBe('completed');
  });

  test('G60 two taps take one payment; a full device says so, and keeps what was typed', async () => {
    const app = await show(OWED);
    await open('Record payment');
    app.saving.runOutOfSpace();
    await type('100');
    await submit('Record payment');
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Failed to record payment. Please try again.')).toBeTruthy();
    expect(amount().value).toBe('100');
    await userEvent.dblClick(dialog().getByRole('button', { name: 'Record payment' }));
    await isClosed();
    expect((await app.shop.row('sale', ID))?.payments).toHaveLength(1);
  });

  test('G23 names what the customer owes for all their sales', async () => {
    const other = { ...OWED, status: 'pending' as const };
    await show(OWED, [
      saleRow({ ...other, id: 901, payments: [taken(3, 100_000)] }),
      saleRow({ ...other, id: 902, status: 'completed' }),
      saleRow({ ...other, id: 903, customerId: 32, payments: [] }),
    ]);
    const line = (await payments()).getByText(/owes/);
    expect(textOf(line)).toBe('Asha Nansubuga owes UGX 9,000.00 in all, for 2 sales.');
  });

  test('a sale that was paid as it was rung up tells no more of its money than its method', async () => {
    await show({ finalMinor: 500_000, payments: [taken(ID, 500_000)] });
    await screen.findByRole('region', { name: 'Items' });
    expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Record payment' })).toBeNull();
  });
});

describe('settling what is due back', () => {
  test('M7 paid twice: names who took the first and when, until the refund is noted', async () => {
    const app = await show(PAID_TWICE);
    const sentence = await screen.findByText(/^It was paid more than once/);
    expect(textOf(sentence)).toBe(
      'It was paid more than once: Amina Nakato took UGX 5,000.00 on 21 Nov 2026, 12:01, ' +
        'then Brian Okot took UGX 5,000.00 on 21 Nov 2026, 12:02. Cash may have been taken twice.',
    );
    expect(await sum('Refund due')).toBe('Refund dueUGX 5,000.00');
    await open('Settle refund');
    await submit('Record refund');
    await isClosed();
    expect(screen.getByText('Refund recorded')).toBeTruthy();
    await eventually(async () => expect(await entries()).toHaveLength(3));
    expect(screen.queryByText(/paid more than once/)).toBeNull();
    expect((await entries())[2]).toBe('Given back21 Nov 2026, 12:00 · by Amina NakatoUGX 5,000.00');
    expect((await app.shop.row('sale', ID))?.flags).toEqual([]);
    expect((await actsOf(app.shop))[0]).toMatchObject({
      name: 'sale.settleRefund',
      args: { saleId: ID, way: 'refunded', amountMinor: 500_000, paymentMethodId: CASH.id },
    });
  });

  test('M7 or it is kept as credit, which can be given back later', async () => {
    const app = await show(PAID_TWICE);
    await open('Settle refund');
    await userEvent.click(dialog().getByText('Kept as credit'));
    expect(dialog().queryByLabelText('Amount')).toBeNull();
    await submit('Save credit');
    await isClosed();
    await screen.findByRole('button', { name: 'Give back credit' });
    expect(await sum('Kept as credit')).toContain('UGX 5,000.00');
    expect(textOf((await payments()).getByText(/of credit in all/))).toBe(
      'Asha Nansubuga has UGX 5,000.00 of credit in all.',
    );
    expect(screen.queryByText(/paid more than once/)).toBeNull();
    await open('Give back credit');
    expect(dialog().queryByText('What was done')).toBeNull();
    await type('2000');
    await submit('Record refund');
    await isClosed();
    expect((await app.shop.row('sale', ID))?.refunds).toMatchObject([
      { way: 'kept', amountMinor: 500_000, paymentMethodId: null },
      { way: 'refunded', amountMinor: 200_000 },
    ]);
    await eventually(async () =>
      expect(textOf((await payments()).getByText(/of credit in all/))).toContain('3,000.00'),
    );
  });

  test("M6 a cancelled sale that was paid says 'Refund due'; a walk-in cannot have credit", async () => {
    const app = await show({ status: 'cancelled', finalMinor: 500_000, payments: [taken(ID, 500_000)] });
    expect(await sum('Refund due')).toBe('Refund dueUGX 5,000.00');
    expect(screen.queryByRole('button', { name: 'Cancel sale' })).toBeNull();
    await open('Settle refund');
    expect(dialog().queryByText('Kept as credit')).toBeNull();
    await type('5000.01');
    await submit('Record refund');
    expect(dialog().getByText('The amount is larger than what is due back')).toBeTruthy();
    await type('1000');
    await submit('Record refund');
    await isClosed();
    await eventually(async () => expect(await sum('Refund due')).toBe('Refund dueUGX 4,000.00'));
    expect((await app.shop.row('sale', ID))?.status).toBe('cancelled');
  });

  test('M6 of two cancellations the first reason counts, and the second is told beside it', async () => {
    const cancellations = [
      { reason: 'wrong item', byUserId: USER_ID, atMs: NOON_MS },
      { reason: 'brought back', byUserId: 71, atMs: NOON_MS + 60_000 },
    ];
    await show({ status: 'cancelled', finalMinor: 500_000, cancellations });
    const fact = async (name: string) =>
      textOf((await screen.findByText(name)).parentElement?.querySelector('dd') ?? null);
    expect(await fact('Reason for cancellation')).toBe('wrong item');
    expect(await fact('Also cancelled')).toBe('Brian Okot · 21 Nov 2026, 12:01 · brought back');
  });

  test('M7 given back twice: says so, and that the customer owes it', async () => {
    const back = (id: number, byUserId: number) => ({ ...taken(id, 500_000, { byUserId }), way: 'refunded' as const });
    await show({
      ...PAID_TWICE,
      status: 'pending',
      flags: ['over_refunded'],
      refunds: [back(3, USER_ID), back(4, 71)],
    });
    expect(textOf(await screen.findByText(/^More was given back/))).toBe(
      'More was given back than was due: Amina Nakato gave back UGX 5,000.00 on 21 Nov 2026, 12:03, ' +
        'then Brian Okot gave back UGX 5,000.00 on 21 Nov 2026, 12:04.',
    );
    expect(textOf(screen.getByText(/^The customer owes/))).toBe('The customer owes UGX 5,000.00.');
    expect(screen.getByRole('button', { name: 'Record payment' })).toBeTruthy();
  });

  test('other flags stand beside those of money, each in its sentence', async () => {
    await show({ ...PAID_TWICE, flags: ['overpaid', 'oversold', 'transaction_id_reused'] });
    expect(await screen.findByText('More was sold than there was in stock.')).toBeTruthy();
    expect(screen.getByText('Its transaction ID was used for another sale too.')).toBeTruthy();
  });
});

describe('in the list', () => {
  const cards = async () => within(await screen.findByRole('list', { name: 'Sales' })).getAllByRole('listitem');

  test("M6 R-SALE-16 a cancelled sale that was paid says 'Refund due', and it is settled there: the card leads nowhere", async () => {
    const cancelled = { status: 'cancelled', finalMinor: 500_000, payments: [taken(ID, 500_000)] } as const;
    await showSales('/sales', {
      rows: { ...SHOP_ROWS, sale: [saleRow({ id: ID, ...cancelled, payments: [taken(ID, 500_000)] })] },
    });
    const [card] = await cards();
    expect(textOf(within(card as HTMLElement).getByText(/^Refund due/))).toBe('Refund due: UGX 5,000.00');
    expect(within(card as HTMLElement).queryByRole('link')).toBeNull();
    await open('Settle refund');
    await submit('Record refund');
    await isClosed();
    await waitFor(() => expect(screen.queryByText(/^Refund due/)).toBeNull());
    expect(screen.queryByRole('button', { name: 'Settle refund' })).toBeNull();
  });

  test('G22 M7 tells what is owed, and what needs attention', async () => {
    const part = saleRow({ ...OWED, id: 901, payments: [taken(3, 100_000)] });
    await showSales('/sales', { rows: { ...SHOP_ROWS, sale: [part, saleRow({ id: ID, ...PAID_TWICE })] } });
    const [owed, twice] = (await cards()).map((card) => within(card));
    expect(textOf(owed?.getByText(/^Balance/) ?? null)).toBe('Balance: UGX 4,000.00');
    expect(owed?.queryByText('Needs attention')).toBeNull();
    expect(twice?.getByText('Needs attention')).toBeTruthy();
  });

  test("G4 M7 'Unpaid' shows those that wait for money, with the same search and pages; the last payment takes one away", async () => {
    const sales = Array.from({ length: 12 }, (_, index) =>
      saleRow({ ...OWED, id: 100 + index, payments: [], createdAtMs: NOON_MS + index, customerName: `Asha ${index}` }),
    );
    const opened = await openShop({
      rows: { ...SHOP_ROWS, sale: [...sales, saleRow({ id: 300, customerName: 'Paid' })] },
    });
    const app = showOpened(opened, '/sales');
    await userEvent.click(await screen.findByText('Unpaid'));
    await waitFor(async () => expect(await cards()).toHaveLength(10));
    expect(app.search()).toBe('?show=unpaid');
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    expect(textOf((await cards())[0] ?? null)).toContain('Asha 11');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(async () => expect(await cards()).toHaveLength(2));
    await opened.shop.run('sale.takePayment', ({ mintId }) => ({
      ...{ ...taken(mintId(), 500_000), saleId: 100, orderId: null },
    }));
    await waitFor(async () => expect(await cards()).toHaveLength(1));
    app.unmount();
    showOpened(opened, '/sales?show=unpaid&q=asha%207');
    await waitFor(async () => expect(await cards()).toHaveLength(1));
  });

  test('an unpaid list without any says that every sale is paid', async () => {
    await showSales('/sales?show=unpaid', { rows: { ...SHOP_ROWS, sale: [saleRow({ id: 300 })] } });
    expect(await screen.findByText('No sales found')).toBeTruthy();
    expect(screen.getByText('Every sale is paid')).toBeTruthy();
  });
});
