import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Conflict } from '../../../../sync/protocol/conflict.ts';
import { outcome } from '../../../support/device/replica.ts';
import {
  AMINA,
  badge,
  BRIAN,
  graceOrder,
  ORDER_ID,
  orderShown,
  showOrders,
} from '../../../support/screens/orders-screens.tsx';
import { CASH, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';

/* 'Fulfil anyway' on this device, and 'Keep cancelled' on another one whose choice arrived first. */

const SALE_ID = 5_000;
const cancelled = (version: number) =>
  graceOrder({
    ...{ version, status: 'cancelled' },
    statusChanges: [{ status: 'cancelled', byUserId: BRIAN.id, atMs: NOON_MS - 1 }],
  });
const questionOf = (payment: Record<string, unknown>): Conflict => ({
  ...{ id: 5, version: 1, table: 'order', rowId: ORDER_ID, group: 'status', status: 'open', settled: null },
  mine: {
    values: {
      ...{ id: ORDER_ID, saleId: SALE_ID, saleNumber: 'SALE-1795251600001', createdAtMs: null, transactionId: null },
      ...payment,
    },
    userId: AMINA.id,
    atMs: NOON_MS,
  },
  theirs: { values: { status: 'cancelled' }, userId: BRIAN.id, atMs: NOON_MS - 1 },
  createdAtMs: NOON_MS,
});
const PAID = { status: 'completed', paymentMethodId: CASH.id, paymentMethodName: 'Cash' };
const LATER = { status: 'pending', paymentMethodId: null, paymentMethodName: null };

test.each([
  ['was paid', PAID, /^The payment of UGX.5,000 by Cash is not recorded\. Give it back, or make a new sale of it\.$/],
  ['was to be paid later', LATER, null],
])(
  "M10 SYN-4 who chose 'Fulfil anyway' second reads that there is no sale, and what is not recorded: it %s",
  async (_, payment, money) => {
    const question = questionOf(payment);
    const app = await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [cancelled(1)], conflict: [question] } });
    await orderShown();
    const asked = within(await screen.findByRole('group', { name: 'Conflict: Status' }));
    await userEvent.click(await asked.findByRole('button', { name: 'Fulfil anyway' }));
    await waitFor(async () => expect(await badge()).toBe('Fulfilled'));
    const h = (await app.shop.outbox())[0]?.wire.h ?? '';
    const superseded = { ...outcome(1, 'superseded'), h, detail: { byUserId: BRIAN.id, atMs: NOON_MS } };
    const settled: Conflict = {
      ...{ ...question, version: 2, status: 'settled' },
      settled: { kept: 'theirs', byUserId: BRIAN.id, atMs: NOON_MS },
    };
    await meanwhile(async () =>
      app.shop.absorb({ rows: { conflict: [settled] }, confirmed: await app.shop.confirmed(1, [superseded]) }),
    );
    await waitFor(async () => expect(await badge()).toBe('Cancelled'));
    const alert = (await screen.findByText('Kept cancelled by Brian Okello')).closest<HTMLElement>('[role=alert]');
    const sentences = [...(alert?.querySelectorAll('p') ?? [])].slice(1).map(({ textContent }) => textContent);
    expect(sentences[0]).toBe(
      'That came first, so ‘Fulfil anyway’ on this device made no sale and took nothing from stock.',
    );
    expect(sentences).toHaveLength(money === null ? 1 : 2);
    if (money !== null) expect(sentences[1]).toMatch(money);
    expect(await app.shop.row('sale', SALE_ID)).toBeUndefined();
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  },
);

test('M10 who chose nothing on this device reads no such thing', async () => {
  await showOrders(`/orders/${ORDER_ID}`, { rows: { order: [cancelled(1)] } });
  await orderShown();
  expect(await badge()).toBe('Cancelled');
  expect(screen.queryByText(/Kept cancelled/)).toBeNull();
});
