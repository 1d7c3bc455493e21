import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SyncStatus } from '../../../../src/screens/sync/sync-status.tsx';
import { customerRow, NOON_MS, saleRow, USER_ID, userRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

const taken = (id: number, byUserId: number) => ({
  ...{ id, amountMinor: 500_000, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId, atMs: NOON_MS + id * 60_000 },
});

test('M7 G5 a sale that two tills took the payment of needs attention, naming who was first and when, until it is settled', async () => {
  const paidTwice = saleRow({
    ...{ id: 900, saleNumber: 'SALE-1795251600900', finalMinor: 500_000, flags: ['overpaid', 'oversold'] },
    payments: [taken(1, USER_ID), taken(2, 71)],
  });
  const users = [
    userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Nakato' }),
    userRow({ id: 71, firstName: 'Brian', lastName: 'Okot' }),
  ];
  const others = [saleRow({ id: 901, flags: ['oversold'] }), saleRow({ id: 902 })];
  const opened = await openShop({ rows: { user: users, sale: [paidTwice, ...others] } });
  renderShop(opened, [{ path: '/sync', element: <SyncStatus /> }], '/sync');
  const link = await screen.findByRole('link', { name: 'Sale #SALE-1795251600900' });
  const [card, ...more] = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(more).toEqual([]);
  expect(link.getAttribute('href')).toBe('/sales/900');
  const [twice, due] = [...(card as HTMLElement).querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(twice?.replaceAll(/\s+/g, ' ')).toBe(
    'It was paid more than once: Amina Nakato took UGX 5,000.00 on 21 Nov 2026, 12:01, ' +
      'then Brian Okot took UGX 5,000.00 on 21 Nov 2026, 12:02. Cash may have been taken twice.',
  );
  expect(due?.replaceAll(/\s+/g, ' ')).toBe('UGX 5,000.00 is due back to the customer.');
  expect(await opened.shop.read((tx) => tx.outbox.countAttention())).toBe(1);

  await opened.shop.run('sale.settleRefund', ({ mintId }) => ({
    ...{ id: mintId(), saleId: 900, orderId: null, amountMinor: 500_000, way: 'refunded' as const },
    ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
  }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
  expect(await opened.shop.read((tx) => tx.outbox.countAttention())).toBe(0);
});

test('R-OWE-03 G5 a payment of a customer that waits is one change, and names the customer', async () => {
  const grace = customerRow({ id: 40, name: 'Grace' });
  const owed = [900, 901].map((id) => saleRow({ id, status: 'pending', payments: [], customerId: 40 }));
  const opened = await openShop({ rows: { customer: [grace], sale: owed } });
  await opened.shop.run('customer.takePayment', ({ mintId }) => ({
    customerId: 40,
    parts: owed.map(({ id: saleId }) => ({ id: mintId(), saleId, orderId: null, amountMinor: 100 })),
    ...{ paymentMethodId: null, paymentMethodName: null, transactionId: null },
  }));
  renderShop(opened, [{ path: '/sync', element: <SyncStatus /> }], '/sync');
  const waiting = within(await screen.findByRole('region', { name: 'Waiting to be sent' }));
  expect(await waiting.findByText(/^Payment of UGX\s2\.00 by Grace for 2 sales$/)).toBeTruthy();
  expect(waiting.getAllByRole('listitem')).toHaveLength(1);
});
