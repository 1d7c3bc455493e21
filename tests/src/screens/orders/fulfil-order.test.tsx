import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../../../domain/sales/order.ts';
import {
  AMINA,
  badge,
  BRIAN,
  button,
  dialog,
  fact,
  GRACE,
  graceOrder,
  ORDER_ID,
  orderLine,
  orderShown,
  region,
  showOrders,
  showOrdersOf,
  toast,
} from '../../../support/screens/orders-screens.tsx';
import { outcome } from '../../../support/device/replica.ts';
import {
  actsOf,
  ASHA,
  CREDIT,
  MOBILE_MONEY,
  savingOf,
  SHOP_ROWS,
  SUGAR,
} from '../../../support/screens/sales-screens.tsx';
import { NOON_MS, saleRow, USER_ID } from '../../../support/shop-rows.ts';
import { meanwhile, openShop } from '../../../support/screens/shop-screens.tsx';

const FULFILLED_BY_BRIAN = graceOrder({
  ...{ version: 2, status: 'fulfilled', saleId: 77 },
  statusChanges: [{ status: 'fulfilled', byUserId: BRIAN.id, atMs: NOON_MS }],
});

describe('fulfilling', () => {
  const open = async (fields: Partial<Order> = {}) => {
    const opened = await openShop({
      rows: { ...SHOP_ROWS, user: [AMINA, BRIAN], order: [graceOrder({ status: 'confirmed', ...fields })] },
    });
    const saving = savingOf(opened);
    const app = showOrdersOf(saving, `/orders/${ORDER_ID}`);
    await orderShown();
    await userEvent.click(button('Fulfill') as HTMLElement);
    return { ...opened, ...app, saving, form: await dialog('Fulfill order') };
  };
  const fulfil = async ({ form }: Awaited<ReturnType<typeof open>>) =>
    userEvent.click(form.getByRole('button', { name: 'Fulfill order' }));
  const saleOf = async ({ shop }: Pick<Awaited<ReturnType<typeof open>>, 'shop'>) => {
    const saleId = (await shop.row('order', ORDER_ID))?.saleId;
    return saleId ? await shop.row('sale', saleId) : undefined;
  };

  test("R-ODET-07 R-ODET-08 R-ODET-09 C-072 C-074 C-051 one tap more: a paid sale of the order's customer and prices, by the shop's method", async () => {
    const app = await open({ lines: [orderLine({ unitPriceMinor: 240_000 })], notes: 'before noon' });
    expect(app.form.getByText('UGX 4,800')).toBeTruthy();
    expect(app.form.getByLabelText<HTMLSelectElement>('Payment method').selectedOptions[0]?.textContent).toBe('Cash');
    await fulfil(app);
    await toast('alert', 'Order fulfilled and sale created');
    await waitFor(async () => expect(await badge()).toBe('Fulfilled'));
    expect(await saleOf(app)).toMatchObject({
      ...{ status: 'completed', orderId: ORDER_ID, customerId: ASHA.id, customerName: GRACE.name, finalMinor: 480_000 },
      ...{ paymentMethodName: 'Cash', transactionId: null, notes: 'before noon' },
      lines: [{ itemId: SUGAR.id, quantityHundredths: 200, unitPriceMinor: 240_000 }],
    });
    expect(await app.shop.stock(SUGAR.id)).toBe(800);
    // A restored server makes the order again from this (SYN-21).
    const [act] = await actsOf(app.shop);
    expect(act?.args['order']).toMatchObject({ customerId: ASHA.id, totalMinor: 480_000, notes: 'before noon' });
    const sale = await saleOf(app);
    const link = (await region('Order')).getByRole('link', { name: `#${sale?.saleNumber}` });
    expect(link.getAttribute('href')).toBe(`/sales/${sale?.id}`);
  });

  test('C-074 C-049 by another method, with its transaction id', async () => {
    const app = await open();
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(app.form.getByLabelText('Transaction ID'), ' MP-77 ');
    await fulfil(app);
    await waitFor(async () =>
      expect(await saleOf(app)).toMatchObject({
        paymentMethodId: MOBILE_MONEY.id,
        transactionId: 'MP-77',
        status: 'completed',
      }),
    );
  });

  test('C-049 a transaction ID that a completed sale bears already for the same method is refused, and mended there', async () => {
    const app = await open();
    const taken = { paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money', transactionId: 'MP-77' };
    await meanwhile(() =>
      app.shop.absorb({ rows: { sale: [saleRow({ id: 900, saleNumber: 'SALE-1795000000000', ...taken })] } }),
    );
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(app.form.getByLabelText('Transaction ID'), 'mp-77');
    await fulfil(app);
    expect(await app.form.findByText('Sale #SALE-1795000000000 already has this transaction ID')).toBeTruthy();
    expect(await actsOf(app.shop)).toEqual([]);
    await userEvent.type(app.form.getByLabelText('Transaction ID'), '8');
    await fulfil(app);
    await waitFor(async () => expect(await saleOf(app)).toMatchObject({ transactionId: 'mp-778' }));
  });

  test('C-074 C-048 paid later: the sale waits for its money', async () => {
    const app = await open();
    await userEvent.click(app.form.getByLabelText('Pay later'));
    await fulfil(app);
    await waitFor(async () => expect(await saleOf(app)).toMatchObject({ status: 'pending', finalMinor: 500_000 }));
  });

  test('C-048 on Credit it is always paid later', async () => {
    const app = await open();
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Credit');
    expect(app.form.getByLabelText<HTMLInputElement>(/^Pay later/).checked).toBe(true);
    await fulfil(app);
    await waitFor(async () =>
      expect(await saleOf(app)).toMatchObject({ status: 'pending', paymentMethodId: CREDIT.id }),
    );
  });

  test("R-ODET-33 C-073 what cannot be written: 'Failed to fulfill', why, and what was chosen stands", async () => {
    const app = await open();
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Mobile Money');
    app.saving.runOutOfSpace();
    await fulfil(app);
    await toast('alert', 'Failed to fulfill');
    expect(app.form.getByLabelText<HTMLSelectElement>('Payment method').selectedOptions[0]?.textContent).toBe(
      'Mobile Money',
    );
    expect(await app.shop.row('order', ORDER_ID)).toMatchObject({ status: 'confirmed', saleId: null });
    await fulfil(app);
    await toast('alert', 'Order fulfilled and sale created');
  });

  test('R-ODET-33 M10 somebody cancels while the dialog is open: it says so, and no sale comes to be', async () => {
    const app = await open();
    await meanwhile(() =>
      app.shop.absorb({
        rows: {
          order: [
            graceOrder({
              version: 2,
              status: 'cancelled',
              statusChanges: [{ status: 'cancelled', byUserId: BRIAN.id, atMs: NOON_MS }],
            }),
          ],
        },
      }),
    );
    await fulfil(app);
    await toast('alert', 'Failed to fulfillThis order was cancelled on another device.');
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test.each([
    ['pending', 'If you took money, record it on its sale.'],
    ['completed', 'Its sale is recorded as paid.'],
    ['cancelled', 'Its sale was cancelled.'],
  ] as const)(
    'M10 somebody fulfils it while the dialog is open: it says who, and no money is added to that %s sale',
    async (status, money) => {
      const app = await open();
      await meanwhile(() =>
        app.shop.absorb({
          rows: {
            order: [FULFILLED_BY_BRIAN],
            sale: [saleRow({ id: 77, orderId: ORDER_ID, status, finalMinor: 500_000 })],
          },
        }),
      );
      await fulfil(app);
      await toast('alert', `Failed to fulfillAlready fulfilled by Brian Okello. ${money}`);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await actsOf(app.shop)).toEqual([]);
    },
  );

  test('M10 R-GEN-16 a transaction ID that was typed meanwhile stays, for the other sale', async () => {
    const app = await open();
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(app.form.getByLabelText('Transaction ID'), 'MP-77');
    await meanwhile(() => app.shop.absorb({ rows: { order: [FULFILLED_BY_BRIAN] } }));
    await fulfil(app);
    await toast('alert', 'Failed to fulfillAlready fulfilled by Brian Okello.');
    expect(app.form.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('MP-77');
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('R-GEN-16 while it is being saved, it cannot be closed', async () => {
    const app = await open();
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Mobile Money');
    const release = app.saving.hold();
    await userEvent.type(app.form.getByLabelText('Transaction ID'), 'MP-77');
    await fulfil(app);
    const isBusy = () => app.form.getByRole<HTMLButtonElement>('button', { name: 'Not yet' }).disabled;
    await waitFor(() => expect(isBusy()).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Unsaved Changes' })).toBeNull();
    release();
    await toast('alert', 'Order fulfilled and sale created');
  });

  test('SYN-1 after a save of unknown outcome the order is fulfilled by this dialog itself', async () => {
    const app = await open();
    app.saving.loseAnswer('written');
    await fulfil(app);
    await screen.findByText(/Save it here again: nothing is recorded twice\./);
    await waitFor(async () => expect(await badge()).toBe('Fulfilled'));
    await fulfil(app);
    await toast('alert', 'Order fulfilled and sale created');
    expect(await actsOf(app.shop)).toHaveLength(1);
  });

  test('R-GEN-16 what was typed is asked about before it is thrown away', async () => {
    const app = await open();
    await userEvent.selectOptions(app.form.getByLabelText('Payment method'), 'Mobile Money');
    await userEvent.type(app.form.getByLabelText('Transaction ID'), 'MP-77');
    await userEvent.keyboard('{Escape}');
    const question = await dialog('Unsaved Changes');
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved Changes' })).toBeNull());
    expect(app.form.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('MP-77');
    await userEvent.click(app.form.getByRole('button', { name: 'Not yet' }));
    await userEvent.click((await dialog('Unsaved Changes')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await badge()).toBe('Confirmed');
  });

  test('G60 two taps fulfil it once', async () => {
    const app = await open();
    const release = app.saving.hold();
    const submit = app.form.getByRole('button', { name: 'Fulfill order' });
    await userEvent.dblClick(submit);
    release();
    await waitFor(async () => expect(await saleOf(app)).toBeDefined());
    expect(app.saving.run).toHaveBeenCalledOnce();
  });

  test("'Not yet' leaves it confirmed", async () => {
    const app = await open();
    await userEvent.click(app.form.getByRole('button', { name: 'Not yet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await badge()).toBe('Confirmed');
  });
});

describe('between two devices', () => {
  test("M10 the device whose fulfilment came second reads 'Already fulfilled by {name}', and its own sale is gone", async () => {
    const app = await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [graceOrder({ status: 'confirmed' })] } });
    await orderShown();
    await userEvent.click(button('Fulfill') as HTMLElement);
    await userEvent.click((await dialog('Fulfill order')).getByRole('button', { name: 'Fulfill order' }));
    await waitFor(async () => expect(await badge()).toBe('Fulfilled'));
    expect(screen.queryByText(/Already fulfilled/)).toBeNull();
    const own = (await app.shop.row('order', ORDER_ID))?.saleId ?? 0;
    expect(await app.shop.stock(SUGAR.id)).toBe(800);
    const superseded = {
      ...outcome(1, 'superseded'),
      h: (await app.shop.outbox())[0]?.wire.h ?? '',
      detail: { byUserId: BRIAN.id, atMs: NOON_MS },
    };
    await meanwhile(async () =>
      app.shop.absorb({
        rows: { order: [FULFILLED_BY_BRIAN] },
        confirmed: await app.shop.confirmed(1, [superseded]),
      }),
    );
    expect(await screen.findByText('Already fulfilled by Brian Okello')).toBeTruthy();
    expect((await region('Order')).getByRole('link', { name: 'Open the sale' }).getAttribute('href')).toBe('/sales/77');
    expect(await app.shop.row('sale', own)).toBeUndefined();
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });

  test.each([
    ['was not paid', [], null],
    ['got the payment', ['own'], 'The payment recorded on this device is on that sale.'],
    [
      'was paid',
      ['77'],
      'That sale was recorded as paid too, so the payment recorded on this device is not counted again.',
    ],
  ])(
    'M10 whose fulfilment came second reads where its money is: the sale that stands %s',
    async (_, paid, sentence) => {
      const app = await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [graceOrder({ status: 'confirmed' })] } });
      await orderShown();
      await userEvent.click(button('Fulfill') as HTMLElement);
      await userEvent.click((await dialog('Fulfill order')).getByRole('button', { name: 'Fulfill order' }));
      await waitFor(async () => expect(await badge()).toBe('Fulfilled'));
      const own = (await app.shop.row('order', ORDER_ID))?.saleId ?? 0;
      const payments = paid.map((whose) => ({
        ...{ id: whose === 'own' ? own : 77, amountMinor: 500_000, paymentMethodId: null, paymentMethodName: null },
        ...{ transactionId: null, byUserId: USER_ID, atMs: NOON_MS },
      }));
      const status = paid.length > 0 ? 'completed' : 'pending';
      const h = (await app.shop.outbox())[0]?.wire.h ?? '';
      const superseded = { ...outcome(1, 'superseded'), h, detail: { byUserId: BRIAN.id, atMs: NOON_MS } };
      await meanwhile(async () =>
        app.shop.absorb({
          rows: {
            order: [FULFILLED_BY_BRIAN],
            sale: [saleRow({ id: 77, orderId: ORDER_ID, finalMinor: 500_000, status, payments })],
          },
          confirmed: await app.shop.confirmed(1, [superseded]),
        }),
      );
      const alert = (await screen.findByText('Already fulfilled by Brian Okello')).closest<HTMLElement>('[role=alert]');
      const sentences = [
        'There is one sale for this order. What was fulfilled on this device later made no second one.',
      ];
      expect([...(alert?.querySelectorAll('p') ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual(
        sentence === null ? sentences : [...sentences, sentence],
      );
    },
  );

  test('M10 who did not try reads only who fulfilled it', async () => {
    await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [FULFILLED_BY_BRIAN] } });
    await orderShown();
    expect(screen.queryByText(/Already fulfilled/)).toBeNull();
    expect(await fact('Fulfilled')).toContain('by Brian Okello');
  });

  test("M8 a confirmation that came after a cancellation: 'Not accepted', with the reason, and the order as the server has it", async () => {
    const app = await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [graceOrder()] } });
    await orderShown();
    await userEvent.click(button('Confirm') as HTMLElement);
    await waitFor(async () => expect(await badge()).toBe('Confirmed'));
    const refused = { ...outcome(1, 'refused', ['order_cancelled']), h: (await app.shop.outbox())[0]?.wire.h ?? '' };
    await meanwhile(async () =>
      app.shop.absorb({
        rows: {
          order: [
            graceOrder({
              version: 2,
              status: 'cancelled',
              statusChanges: [{ status: 'cancelled', byUserId: BRIAN.id, atMs: NOON_MS }],
            }),
          ],
        },
        confirmed: await app.shop.confirmed(1, [refused]),
      }),
    );
    await waitFor(async () => expect(await badge()).toBe('Cancelled'));
    expect((await region('Order')).getByText('Not accepted')).toBeTruthy();
    const alert = (await screen.findByText('This order was cancelled on another device.')).closest<HTMLElement>(
      '[role=alert]',
    );
    expect(
      within(alert as HTMLElement)
        .getByRole('link', { name: 'Sync status' })
        .getAttribute('href'),
    ).toBe('/sync');
  });

  test("M10 fulfilled here and cancelled there: 'Conflict', and a person keeps it cancelled or fulfils it anyway", async () => {
    const fulfilment = {
      id: ORDER_ID,
      saleId: 77,
      saleNumber: 'SALE-1795251600077',
      status: 'completed',
      createdAtMs: null,
    };
    const conflict = {
      ...{
        id: 5,
        version: 1,
        table: 'order' as const,
        rowId: ORDER_ID,
        group: 'status',
        status: 'open' as const,
        settled: null,
      },
      mine: {
        values: { ...fulfilment, paymentMethodId: null, paymentMethodName: null, transactionId: null },
        userId: AMINA.id,
        atMs: NOON_MS,
      },
      theirs: { values: { status: 'cancelled' }, userId: BRIAN.id, atMs: NOON_MS - 1 },
      createdAtMs: NOON_MS,
    };
    const app = await showOrders(`/orders/${ORDER_ID}`, {
      rows: { order: [graceOrder({ status: 'cancelled' })], conflict: [conflict] },
    });
    const asked = within(await screen.findByRole('group', { name: 'Conflict: Status' }));
    expect(await asked.findByText('Status: yours fulfilled · Brian cancelled')).toBeTruthy();
    expect((await region('Order')).getByText('Conflict')).toBeTruthy();
    expect(asked.getByRole('button', { name: 'Keep cancelled' })).toBeTruthy();
    await userEvent.click(asked.getByRole('button', { name: 'Fulfil anyway' }));
    await waitFor(async () => expect(await badge()).toBe('Fulfilled'));
    expect(await app.shop.row('sale', 77)).toMatchObject({ orderId: ORDER_ID, saleNumber: 'SALE-1795251600077' });
    expect(screen.queryByRole('group', { name: 'Conflict: Status' })).toBeNull();
  });
});
