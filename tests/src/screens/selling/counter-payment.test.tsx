import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  basket,
  freshCounter,
  paying,
  showCounter,
  SOAP,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';
import { CASH, CREDIT, MOBILE_MONEY, SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { itemRow, saleRow } from '../../../support/shop-rows.ts';

/* The dialog 'Take payment', and the parts that it does not show. */

beforeEach(freshCounter);

const GIFT = itemRow({ id: 41, name: 'Gift', priceMinor: 0 });
const PIN = itemRow({ id: 42, name: 'Pin', priceMinor: 1 });
const more = { rows: { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP, GIFT, PIN] } };

const notes = () => paying().queryByRole('group', { name: 'What is handed over' });
const payLater = () => paying().queryByRole('switch', { name: 'Pay later' });
const close = () => userEvent.click(paying().getByRole('button', { name: 'Close' }));
const createSale = () => paying().getByRole('button', { name: 'Create sale' });
const said = () => paying().getByText(/^(To pay|Still due)/).textContent;

async function charge(name: string, options: Parameters<typeof showCounter>[0] = more) {
  const app = await showCounter(options);
  await userEvent.click(tile(name));
  await tap(/^Charge/);
  await screen.findByRole('dialog', { name: 'Take payment' });
  return app;
}

describe('a sale that costs nothing', () => {
  test('R-CTR-22 asks for no cash and no second method, and Enter creates it', async () => {
    const app = await charge('Gift');
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 0');
    expect(notes()).toBeNull();
    expect(paying().queryByLabelText('Amount received')).toBeNull();
    expect(paying().queryByRole('button', { name: 'Add another method' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(createSale()));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([{ finalMinor: 0 }]);
  });

  test('R-CTR-25 asks with Pay later for the customer, and not for what is paid now', async () => {
    await charge('Gift');
    await userEvent.click(payLater()!);
    expect(paying().getByLabelText('Customer')).toBeTruthy();
    expect(paying().queryByLabelText('Paid now')).toBeNull();
  });
});

describe('a sale of one cent', () => {
  test('R-CTR-22 is paid in cash like any other', async () => {
    await charge('Pin');
    expect(notes()).not.toBeNull();
    expect(paying().getByRole('button', { name: 'Add another method' })).toBeTruthy();
    await tapIn('1');
    expect(paying().getByText('Change UGX 0.99')).toBeTruthy();
    await userEvent.click(payLater()!);
    expect(paying().getByLabelText('Paid now')).toBeTruthy();
  });

  test('R-CTR-22 the error at the foot describes the field that it is about, as long as it is there', async () => {
    await charge('Pin');
    const received = paying().getByLabelText('Amount received');
    expect(received.hasAttribute('aria-describedby')).toBe(false);
    await userEvent.type(received, '1..');
    const error = await paying().findByRole('alert');
    expect(received.getAttribute('aria-describedby')).toBe(error.id);
    await userEvent.clear(received);
    await waitFor(() => expect(paying().queryByRole('alert')).toBeNull());
    expect(received.hasAttribute('aria-describedby')).toBe(false);
  });

  test('R-CTR-22 a cent that is missing is said', async () => {
    await charge('Pin');
    await tapIn('0');
    expect(paying().getByText('Still missing UGX 0.01')).toBeTruthy();
  });
});

describe('what is due', () => {
  test('R-CTR-21 R-CTR-29 is said alone where there is no discount, customer or change', async () => {
    await charge('Soap');
    expect(said()).toBe('To pay');
    expect(
      paying()
        .getAllByRole('status')
        .map(({ textContent }) => textContent),
    ).toEqual(['UGX 4,200', '']);
    expect(paying().queryByRole('list', { name: 'Paid so far' })).toBeNull();
    expect(paying().queryByLabelText('Customer')).toBeNull();
    expect(paying().queryByRole('alert')).toBeNull();
  });

  test('R-CTR-23 cash that is exactly enough is no change, and nothing missing', async () => {
    await charge('Soap');
    for (const key of '4200') await tapIn(key);
    expect(paying().getByText('Change UGX 0')).toBeTruthy();
  });

  test('R-CTR-29 a discount of one cent is said', async () => {
    await showCounter(more);
    await userEvent.click(tile('Soap'));
    await userEvent.click(basket().getByRole('button', { name: 'Add discount' }));
    await userEvent.type(basket().getByLabelText('Discount'), '0.01');
    await tap(/^Charge/);
    expect(said()).toBe('To pay · UGX\u{a0}0.01 discount');
  });
});

describe('the methods', () => {
  const pressed = () =>
    within(paying().getByRole('group', { name: 'Payment method' }))
      .getAllByRole('button')
      .filter((button) => button.getAttribute('aria-pressed') === 'true')
      .map(({ textContent }) => textContent);

  test('R-CTR-21 the chosen one alone is marked', async () => {
    await charge('Soap');
    expect(pressed()).toEqual(['Cash']);
    await tapIn('Mobile Money');
    expect(pressed()).toEqual(['Mobile Money']);
  });

  test('R-CTR-21 R-CTR-24 one method is offered too, without a second', async () => {
    await charge('Soap', { rows: { ...more.rows, paymentMethod: [CASH] } });
    expect(pressed()).toEqual(['Cash']);
    expect(paying().queryByRole('button', { name: 'Add another method' })).toBeNull();
  });

  test('R-CTR-21 where the shop has none, none is offered, and cash is taken', async () => {
    await charge('Soap', { rows: { ...more.rows, paymentMethod: [] } });
    expect(paying().queryByRole('group', { name: 'Payment method' })).toBeNull();
    expect(notes()).not.toBeNull();
  });

  test('R-CTR-22 R-CTR-25 by Credit there are no notes, no transaction ID and no Pay later: it is that already', async () => {
    await charge('Soap');
    expect(payLater()).not.toBeNull();
    await tapIn('Credit');
    expect([notes(), payLater(), paying().queryByLabelText('Transaction ID')]).toEqual([null, null, null]);
    expect(paying().getByLabelText('Paid now')).toBeTruthy();
    expect(paying().queryByRole('button', { name: 'Add another method' })).toBeNull();
  });

  test('R-CTR-25 what is paid now by Mobile Money has a transaction ID', async () => {
    await charge('Soap');
    expect(paying().queryByLabelText('Transaction ID')).toBeNull();
    await tapIn('Mobile Money');
    expect(notes()).toBeNull();
    await userEvent.click(payLater()!);
    expect(paying().getByLabelText('Transaction ID')).toBeTruthy();
    expect(paying().getByText('In UGX, by Mobile Money. Leave it blank if nothing is paid.')).toBeTruthy();
  });
});

describe('parts', () => {
  const payPart = async (amount: string) => {
    await tapIn('Add another method');
    const field = paying().getByLabelText<HTMLInputElement>(/^Amount by/);
    fireEvent.change(field, { target: { value: amount } });
    await tapIn('Add');
  };

  test('R-CTR-24 each says its method, transaction ID and amount, and can be taken out again', async () => {
    await charge('Soap');
    await payPart('1000');
    await tapIn('Mobile Money');
    await userEvent.type(paying().getByLabelText('Transaction ID'), 'MP-7');
    await payPart('500');
    const list = within(paying().getByRole('list', { name: 'Paid so far' }));
    // The transaction ID is looked up in the book first.
    await waitFor(() =>
      expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'CashUGX 1,000',
        'Mobile Money · MP-7UGX 500',
      ]),
    );
    expect(said()).toBe('Still due');
    await tapIn('Remove the payment by Cash');
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 3,700');
  });

  test('R-CTR-24 the next method is chosen by itself, and its fields are empty', async () => {
    await charge('Soap');
    await tapIn('Mobile Money');
    await userEvent.type(paying().getByLabelText('Transaction ID'), 'MP-7');
    await payPart('500');
    expect(await paying().findByRole('button', { name: 'Cash', pressed: true })).toBeTruthy();
    await tapIn('Mobile Money');
    expect(paying().getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('');
  });

  test('R-CTR-24 all that is due is no part; a corrected amount is no longer called wrong', async () => {
    await charge('Soap');
    await payPart('4200');
    const whole = 'This is all that is due. Use Create sale.';
    expect(paying().getByText(whole)).toBeTruthy();
    const field = paying().getByLabelText<HTMLInputElement>('Amount by Cash');
    fireEvent.change(field, { target: { value: '4199.99' } });
    expect(paying().queryByText(whole)).toBeNull();
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    await tapIn('Add');
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 0.01');
  });

  test('R-CTR-24 the field of a part has the focus, and the phone’s keyboard where no keys are shown for it', async () => {
    await charge('Soap');
    await tapIn('Add another method');
    const part = () => paying().getByLabelText<HTMLInputElement>(/^Amount by/);
    expect(document.activeElement).toBe(part());
    expect(['inputmode', 'enterkeyhint', 'autocomplete'].map((name) => part().getAttribute(name))).toEqual([
      'none',
      'done',
      'off',
    ]);
    await tapIn('Mobile Money');
    expect(part().getAttribute('inputmode')).toBe('decimal');
    expect(paying().getByText('In UGX. The rest stays due.')).toBeTruthy();
  });

  test('R-CTR-24 a part that nobody typed into is not asked for again after the payment was closed', async () => {
    await charge('Soap');
    await tapIn('Add another method');
    await close();
    await tap(/^Charge/);
    expect(paying().queryByLabelText('Amount by Cash')).toBeNull();
    expect(paying().getByRole('button', { name: 'Add another method' })).toBeTruthy();
  });

  test('R-CTR-24 the basket says that a part is paid, and only then', async () => {
    await charge('Soap');
    const PAID = 'A part of this sale is paid already. Take payment shows how.';
    expect(basket().queryByText(PAID)).toBeNull();
    await payPart('1000');
    await close();
    expect(basket().getByText(PAID)).toBeTruthy();
  });

  test('R-CTR-24 parts that are more than the sale is worth by now hold it up, and nothing is due', async () => {
    const app = await showCounter(more);
    await userEvent.click(tile('Soap'));
    await userEvent.click(tile('Pin'));
    await tap(/^Charge/);
    await payPart('4000');
    await close();
    await tap('Remove Soap');
    await tap(/^Charge/);
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 0');
    expect(notes()).toBeNull();
    await userEvent.click(createSale());
    expect(await paying().findByRole('alert')).toBeTruthy();
    expect(await soldBy(app)).toEqual([]);
  });

  test('R-CTR-24 where Mobile Money and Credit are all there is, a part has no second method', async () => {
    const paymentMethod = [MOBILE_MONEY, CREDIT];
    await charge('Soap', { rows: { ...more.rows, paymentMethod } });
    await tapIn('Mobile Money');
    expect(paying().queryByRole('button', { name: 'Add another method' })).toBeNull();
  });
});

describe('what holds the sale up', () => {
  test('R-CTR-22 cash that cannot be read is said at once, at the foot and at its field', async () => {
    await charge('Soap');
    const field = paying().getByLabelText<HTMLInputElement>('Amount received');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    expect([field.getAttribute('inputmode'), field.autocomplete]).toEqual(['none', 'off']);
    fireEvent.change(field, { target: { value: '-1' } });
    const alert = paying().getByRole('alert');
    expect(alert.textContent).toBe('Amount received must be zero or more');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(field, { target: { value: '5000' } });
    expect(paying().queryByRole('alert')).toBeNull();
  });

  test('a discount that cannot be taken off is said once the sale is to be created, and not before', async () => {
    const app = await showCounter(more);
    await userEvent.click(tile('Soap'));
    await userEvent.click(basket().getByRole('button', { name: 'Add discount' }));
    await userEvent.type(basket().getByLabelText('Discount'), '9000');
    await tap(/^Charge/);
    expect(paying().queryByRole('alert')).toBeNull();
    expect(said()).toBe('To pay');
    await userEvent.click(createSale());
    const alert = await paying().findByRole('alert');
    expect(alert.textContent).toMatch(/discount/i);
    expect(await soldBy(app)).toEqual([]);
  });
});

describe('a transfer that another sale has already', () => {
  const USED = saleRow({
    ...{ id: 901, saleNumber: 'SALE-1795000000000', transactionId: 'MP-7' },
    ...{ paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money' },
  });
  const SENTENCE = 'Sale #SALE-1795000000000 already has this transaction ID';
  const used = { rows: { ...more.rows, sale: [USED] } };

  async function payByMobileMoney(transactionId: string) {
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await tapIn('Mobile Money');
    await userEvent.type(paying().getByLabelText('Transaction ID'), transactionId);
  }

  test('X-TYPE-36 C-049 R-CTR-24 a part with such an ID is added only when a person says that one transfer paid for both', async () => {
    const app = await showCounter(used);
    await payByMobileMoney('MP-7');
    await tapIn('Add another method');
    await userEvent.type(paying().getByLabelText('Amount by Mobile Money'), '3000');
    await tapIn('Add');
    expect(await paying().findByText(SENTENCE)).toBeTruthy();
    expect(paying().queryByRole('list', { name: 'Paid so far' })).toBeNull();
    expect(paying().getByLabelText<HTMLInputElement>('Amount by Mobile Money').value).toBe('3000');
    await tapIn('One payment for both sales');
    await userEvent.dblClick(paying().getByRole('button', { name: 'Add' }));
    expect((await paying().findByRole('list', { name: 'Paid so far' })).textContent).toBe(
      'Mobile Money · MP-7UGX 3,000',
    );
    await tapIn('Exact');
    expect(await screen.findByText('Sale created')).toBeTruthy();
    expect(await soldBy(app)).toMatchObject([{ payments: [{ transactionId: 'MP-7' }, { paymentMethodName: 'Cash' }] }]);
  });

  test('X-TYPE-36 C-049 an ID that was accepted for one sale is asked about for the next', async () => {
    const app = await showCounter(used);
    for (const count of [1, 2]) {
      await payByMobileMoney('MP-7');
      await userEvent.click(await paying().findByRole('button', { name: 'One payment for both sales' }));
      await tapIn('Create sale');
      await waitFor(async () => expect(await soldBy(app)).toHaveLength(count));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(await soldBy(app)).toMatchObject([{ transactionId: 'MP-7' }, { transactionId: 'MP-7' }]);
  });
});
