import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import type { SyncStatus } from '../../../../sync/ports.ts';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';
import { openShop, renderShop, setStatus } from '../../../support/screens/shop-screens.tsx';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';

/* The dialogs 'Count Stock' and 'Adjust Stock' while somebody types, and the parts that they do not show. */

async function ask(name: string, fields: Partial<Item> = {}, status: Partial<SyncStatus> = { phase: 'idle' }) {
  const item = itemRow({ id: 8, name: 'Soap', currentStockHundredths: 1_000, ...fields });
  const opened = await openShop({ rows: { item: [item] } });
  await setStatus(opened.shop, { lastSyncAtMs: NOON_MS, ...status });
  renderShop(opened, [{ path: '/items/:id', element: <ItemDetail /> }], '/items/8');
  await userEvent.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { ...opened, dialog, type };
}

describe("'Count Stock'", () => {
  const warning = () => screen.queryByText('Some sales are not synced');

  test('M19 says the difference, with its sign, and none of what cannot be read', async () => {
    const { dialog, type } = await ask('Count Stock');
    const quantity = dialog.getByLabelText<HTMLInputElement>('Counted quantity');
    await waitFor(() => expect(document.activeElement).toBe(quantity));
    const said: (string | null)[] = [];
    for (const text of ['', '10', '12.5', '9', '0', '-1', '100000000.01', 'some', '99999.99']) {
      type('Counted quantity', text);
      said.push(dialog.getByText(/^Difference:/).textContent);
    }
    expect(said).toEqual(
      ['-', '0', '+2.5', '-1', '-10', '-', '-', '-', '+99,989.99'].map((difference) => `Difference: ${difference}`),
    );
  });

  test('M19 a device that is synced warns of nothing', async () => {
    await ask('Count Stock');
    await screen.findByText(/^Kaunta shows: 10/);
    expect(warning()).toBeNull();
    expect(screen.queryByText('The sales are synced now')).toBeNull();
  });

  test.each([
    [{ phase: 'syncing', failureCount: 0 }, false],
    [{ phase: 'syncing', failureCount: 1 }, true],
    [{ phase: 'offline', failureCount: 1 }, true],
    [{ phase: 'idle', failureCount: 0 }, false],
  ] as [Partial<SyncStatus>, boolean][])('M19 of a sync that is %j it warns: %s', async (status, isWarned) => {
    const { dialog } = await ask('Count Stock', {}, status);
    await dialog.findByText(/^Kaunta shows/);
    if (isWarned) await dialog.findByText(/^Sales on other devices since 21 Nov 2026, 12:00 are not in it\./);
    expect(warning() !== null).toBe(isWarned);
  });

  test('M19 a device that never had a sync says so', async () => {
    const { dialog } = await ask('Count Stock', {}, { phase: 'offline', lastSyncAtMs: null });
    expect(await dialog.findByText(/^Sales on other devices since the start are not in it\./)).toBeTruthy();
    expect(dialog.queryByText(/of this item/)).toBeNull();
  });

  test('M19 with no signal it warns', async () => {
    const { dialog } = await ask('Count Stock');
    expect(warning()).toBeNull();
    await goOffline();
    expect(await dialog.findByText('Some sales are not synced')).toBeTruthy();
  });

  test('R-GEN-16 a count that was typed is not thrown away without a question', async () => {
    const { type } = await ask('Count Stock');
    type('Counted quantity', '7');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Unsaved Changes' })).toBeTruthy();
  });
});

describe("'Adjust Stock'", () => {
  test('G17 says the stock that it leads to, and the present one of what cannot be read', async () => {
    const { dialog, type } = await ask('Adjust Stock');
    expect(dialog.getByText('Soap: 10 pcs in stock')).toBeTruthy();
    const said: (string | null)[] = [];
    for (const text of ['', '2', '-2.5', '0', 'some', '100000', '99999.99']) {
      type('Quantity', text);
      said.push(dialog.getByText(/^(New stock|Stock): /).textContent);
    }
    expect(said).toEqual([
      ...['Stock: 10 pcs', 'New stock: 12 pcs', 'New stock: 7.5 pcs', 'Stock: 10 pcs', 'Stock: 10 pcs'],
      ...['Stock: 10 pcs', 'New stock: 100,009.99 pcs'],
    ]);
  });

  test('X-TYPE-57 what is damaged or expired is less; counted and other things keep their sign', async () => {
    const { dialog, type } = await ask('Adjust Stock');
    const quantity = dialog.getByLabelText<HTMLInputElement>('Quantity');
    const direction = (name: string) => dialog.getByRole<HTMLInputElement>('radio', { name });
    expect(direction('Put in').checked).toBe(true);
    const signs: string[] = [];
    for (const reason of ['counted', 'other', 'damaged', 'expired']) {
      type('Quantity', '2');
      type('Reason', reason);
      signs.push(quantity.value);
    }
    expect(signs).toEqual(['2', '2', '-2', '-2']);
    expect(direction('Take away').checked).toBe(true);
    type('Quantity', '+3');
    type('Reason', 'damaged');
    expect(quantity.value).toBe('-3');
    await userEvent.click(direction('Put in'));
    expect(quantity.value).toBe('3');
    type('Reason', 'expired');
    expect(quantity.value).toBe('-3');
    // What is typed after the reason is taken as typed.
    type('Quantity', '4');
    expect([quantity.value, direction('Put in').checked]).toEqual(['4', true]);
  });
});
