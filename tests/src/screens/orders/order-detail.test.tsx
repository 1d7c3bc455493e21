import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { newItemImage } from '../../../../domain/items/item-image.ts';
import type { Order, OrderStatus } from '../../../../domain/sales/order.ts';
import { carried } from '../../../../domain/sales/seen-order.ts';
import {
  badge,
  button,
  dialog,
  fact,
  graceOrder,
  ORDER_ID,
  orderLine,
  orderShown,
  region,
  showOrders,
  showOrdersOf,
  toast,
} from '../../../support/screens/orders-screens.tsx';
import { actsOf, ASHA, RICE, savingOf, SHOP_ROWS, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, setStatus } from '../../../support/screens/shop-screens.tsx';

const NUMBER = 'ORD-1795251600900';

const show = (fields: Partial<Order> = {}) =>
  showOrders(`/orders/${ORDER_ID}`, { rows: { order: [graceOrder(fields)] } });

describe('what was ordered', () => {
  test('R-ODET-01 is titled by its number, and Back leads to /orders', async () => {
    const app = await show();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Order #${NUMBER}`));
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/orders');
  });

  test('R-ODET-02 R-ODET-03 R-ODET-17 R-ODET-18 shows when it was placed, its status, reference and total', async () => {
    await show({ notes: 'before noon' });
    // 09:00 UTC is 12:00 in Kampala.
    expect(await fact('Placed')).toBe('21 Nov 2026, 12:00');
    expect(await fact('Order number')).toBe(NUMBER);
    expect(await fact('Notes')).toBe('before noon');
    expect(await badge()).toBe('Pending');
    expect((await region('Order')).getByRole('heading', { name: 'UGX 5,000' })).toBeTruthy();
    expect((await region('Items')).getByText('Total').parentElement?.textContent).toContain('UGX 5,000');
  });

  test('R-ODET-19 R-ODET-20 R-ODET-21 G46 shows the customer as they typed it, and how to reach them', async () => {
    await show();
    expect(await fact('Name', 'Customer')).toBe('Grace Nakato');
    expect(await fact('Phone', 'Customer')).toBe('0772 900 100');
    expect(await fact('Address', 'Customer')).toBe('Plot 4, Ntinda');
    const links = await region('Customer');
    expect(links.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+256772900100');
    expect(links.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe('https://wa.me/256772900100');
  });

  test('R-ODET-22 C-084 what is missing of the customer is a dash, and there is nobody to call', async () => {
    await show({ customerId: null, customer: { name: 'Grace', phone: null, address: null } });
    expect(await fact('Phone', 'Customer')).toBe('-');
    expect(await fact('Address', 'Customer')).toBe('-');
    expect((await region('Customer')).queryByRole('link')).toBeNull();
  });

  test('R-ODET-23 R-ODET-24 R-ODET-25 R-ODET-26 each item with quantity, unit price and line total', async () => {
    await show({
      lines: [
        orderLine({ id: 1, quantityHundredths: 300 }),
        orderLine({ id: 2, itemId: RICE.id, itemName: 'Rice', quantityHundredths: 250, unitPriceMinor: 400_000 }),
      ],
    });
    const rows = (await region('Items'))
      .getAllByRole('listitem')
      .map((row) => row.textContent?.replaceAll(/\s+/g, ' '));
    expect(rows).toEqual(['Sugar3 × UGX 2,500 eachUGX 7,500', 'Rice2.5 Kilogram × UGX 4,000 eachUGX 10,000']);
  });

  test('C-039 where there are cents they are shown, so that the sum checks', async () => {
    await show({
      lines: [orderLine({ itemId: RICE.id, itemName: 'Rice', quantityHundredths: 250, unitPriceMinor: 133_333 })],
    });
    const items = await region('Items');
    expect(items.getByText('UGX 1,333.33')).toBeTruthy();
    expect(items.getAllByText('UGX 3,333.33')).toHaveLength(2);
  });

  test('R-ODET-27 R-ODET-28 up to three pictures of an item, and all of them in a gallery', async () => {
    const images = Array.from({ length: 5 }, (_, at) => ({
      ...newItemImage(7, `${at}`.repeat(32), at),
      isStored: true,
    }));
    await showOrders(`/orders/${ORDER_ID}`, {
      rows: { order: [graceOrder()], item: [{ ...SUGAR, images }] },
    });
    const gallery = within(await screen.findByRole('group', { name: 'Images of Sugar' }));
    expect(gallery.getAllByRole('button', { name: /^Open image \d of 5$/ })).toHaveLength(3);
    expect(gallery.getByRole('button', { name: 'Open 2 more' })).toBeTruthy();
    await userEvent.click(gallery.getByRole('button', { name: 'Open image 2 of 5' }));
    const pictures = await dialog('Images of Sugar');
    expect(pictures.getAllByRole('img')).toHaveLength(5);
    expect(pictures.getByText('2 / 5')).toBeTruthy();
    await userEvent.click(pictures.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('G14 an open order says what there is too little of; a closed one does not', async () => {
    const app = await show({ lines: [orderLine({ quantityHundredths: 1_200 })] });
    expect(await screen.findByText('Only 10 in stock')).toBeTruthy();
    await meanwhile(() => app.shop.run('order.cancel', () => ({ id: ORDER_ID })));
    await waitFor(() => expect(screen.queryByText('Only 10 in stock')).toBeNull());
  });

  test('G14 of what was sold beyond its stock there is 0', async () => {
    const item = [{ ...SUGAR, currentStockHundredths: -300 }];
    await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [graceOrder()], item } });
    expect(await screen.findByText('Only 0 in stock')).toBeTruthy();
  });
});

describe('what can be done', () => {
  test.each([
    ['pending', true, false],
    ['confirmed', false, true],
    ['fulfilled', false, false],
    ['cancelled', false, false],
  ] as const)(
    'R-ODET-04 R-ODET-06 R-ODET-10 R-ODET-15 R-ODET-16 C-070 C-071 of a %s order',
    async (status: OrderStatus, confirms, fulfils) => {
      await show({ status });
      await orderShown();
      expect(button('Confirm') !== null).toBe(confirms);
      expect(button('Fulfill') !== null).toBe(fulfils);
      expect(button('Cancel')?.disabled).toBe(status === 'cancelled');
    },
  );

  test('R-ODET-05 R-ODET-34 M8 SYN-21 Confirm moves it to confirmed at once, asks nothing, and carries the order', async () => {
    const app = await show();
    await orderShown();
    await userEvent.click(button('Confirm') as HTMLElement);
    await toast('status', 'Order confirmed');
    await waitFor(async () => expect(await badge()).toBe('Confirmed'));
    expect((await region('Order')).getByText('Pending sync')).toBeTruthy();
    expect(await fact('Confirmed')).toBe('by Amina Nakato, 21 Nov 2026, 12:00');
    const carriedOrder = carried(graceOrder(), ASHA).order;
    expect(carriedOrder).toMatchObject({ customer: graceOrder().customer });
    expect(await actsOf(app.shop)).toEqual([{ name: 'order.confirm', args: { id: ORDER_ID, order: carriedOrder } }]);
  });

  test('R-ODET-11 R-ODET-12 R-ODET-14 Cancel asks first, and dismissing leaves it as it was', async () => {
    const app = await show({ status: 'confirmed' });
    await orderShown();
    await userEvent.click(button('Cancel') as HTMLElement);
    const asked = await dialog('Cancel this order?');
    expect(asked.getByText('This action cannot be undone. The order will be marked as cancelled.')).toBeTruthy();
    await userEvent.click(asked.getByRole('button', { name: 'Keep order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await badge()).toBe('Confirmed');
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test.each(['pending', 'confirmed'] as const)(
    'R-ODET-13 M9 SYN-21 confirming the dialog cancels a %s order; the act carries it',
    async (status) => {
      const app = await show({ status });
      await orderShown();
      await userEvent.click(button('Cancel') as HTMLElement);
      await userEvent.click((await dialog('Cancel this order?')).getByRole('button', { name: 'Cancel order' }));
      await toast('status', 'Order cancelled');
      await waitFor(async () => expect(await badge()).toBe('Cancelled'));
      expect(button('Cancel')?.disabled).toBe(true);
      const { order } = carried(graceOrder(), ASHA);
      expect(await actsOf(app.shop)).toEqual([{ name: 'order.cancel', args: { id: ORDER_ID, order } }]);
    },
  );

  test("R-ODET-32 C-070 M9 of a fulfilled one it fails: 'Failed to update status', and what to do instead", async () => {
    const app = await show({ status: 'fulfilled' });
    await orderShown();
    await userEvent.click(button('Cancel') as HTMLElement);
    await userEvent.click((await dialog('Cancel this order?')).getByRole('button', { name: 'Cancel order' }));
    await toast('alert', 'Failed to update statusThis order is already fulfilled. Cancel its sale instead.');
    expect(await badge()).toBe('Fulfilled');
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test("R-ODET-32 a status that cannot be written: 'Failed to update status', and it stays what it was", async () => {
    const opened = await openShop({ rows: { ...SHOP_ROWS, order: [graceOrder()] } });
    const saving = savingOf(opened);
    showOrdersOf(saving, `/orders/${ORDER_ID}`);
    await orderShown();
    saving.runOutOfSpace();
    await userEvent.click(button('Confirm') as HTMLElement);
    await toast('alert', 'Failed to update status');
    expect(await badge()).toBe('Pending');
  });
});

describe('what is not there', () => {
  test.each(['/orders/1', '/orders/abc', '/orders/0'])("R-ODET-31 %s: 'Not found', and the way back", async (path) => {
    const app = await showOrders(path, { rows: { order: [graceOrder()] } });
    expect(await screen.findByText('Not found')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Orders' }));
    expect(app.path()).toBe('/orders');
  });

  const withoutCopy = async (what: 'failed' | 'offline' | null) => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: false });
      if (what) await tx.meta.appendJournal({ atMs: NOON_MS, what, detail: { waitMs: 1_000, status: 503 } });
    });
    if (what) await setStatus(opened.shop, { failureCount: 1 });
    showOrdersOf(opened, `/orders/${ORDER_ID}`);
    return opened;
  };

  test("R-ODET-29 while the first copy comes: 'Loading...'", async () => {
    await withoutCopy(null);
    expect(await screen.findByText('Loading...')).toBeTruthy();
    expect(screen.queryByText('Not found')).toBeNull();
  });

  test.each([
    ['failed', 'HTTP error! status: 503'],
    ['offline', 'You are offline. Connect to the internet to load your shop.'],
  ] as const)(
    "R-ODET-30 the first copy does not come (%s): 'Failed to load order.', and trying again",
    async (what, why) => {
      const opened = await withoutCopy(what);
      const alert = within(await screen.findByRole('alert'));
      expect(alert.getByText('Failed to load order.')).toBeTruthy();
      expect(alert.getByText(why)).toBeTruthy();
      await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
      expect(opened.wake).toHaveBeenCalledOnce();
    },
  );
});
