import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

async function openDialog(options: ShopOptions = {}, run?: ShownReplica['run']) {
  const item = itemRow({ id: 8, name: 'Soap', currentStockHundredths: 1_000 });
  const opened = await openShop({ ...options, rows: { item: [item] } });
  const replica = { ...opened.replica, run: run ?? opened.replica.run };
  renderShop({ replica }, [{ path: '/items/:id', element: <ItemDetail /> }], '/items/8');
  await userEvent.click(await screen.findByRole('button', { name: 'Add Stock' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Stock' }));
  const field = (label: string) => dialog.getByLabelText<HTMLInputElement>(label);
  return {
    ...opened,
    dialog,
    field,
    fill: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
    add: () => userEvent.click(dialog.getByRole('button', { name: 'Add stock' })),
    movements: () => opened.device.rows('stockMovement'),
  };
}

const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the dialog of an item', () => {
  test('C-103 says what there is', async () => {
    const { dialog } = await openDialog();
    expect(dialog.getByText('Soap: 10 pcs in stock')).toBeTruthy();
  });

  test("R-STK-22 R-IDET-11 adds to the stock and says 'Stock added', 'Stock has been added successfully'", async () => {
    const { fill, add, movements, shop } = await openDialog();
    fill('Quantity', '2.5');
    fill('Cost price', '1,200');
    fill('Batch', 'B-7');
    await add();
    await expectClosed();
    const toast = within(await screen.findByRole('status'));
    expect(toast.getByText('Stock added')).toBeTruthy();
    expect(toast.getByText('Stock has been added successfully')).toBeTruthy();
    expect(await movements()).toMatchObject([
      { itemId: 8, type: 'addition', quantityHundredths: 250, costPriceMinor: 120_000, batchId: 'B-7' },
    ]);
    expect(await shop.stock(8)).toBe(1_250);
    expect(await screen.findByText('Stock: 12.5 pcs')).toBeTruthy();
  });

  test('R-STK-16 takes as little as 0.01', async () => {
    const { fill, add, movements } = await openDialog();
    fill('Quantity', '0.01');
    await add();
    await expectClosed();
    expect(await movements()).toMatchObject([{ quantityHundredths: 1 }]);
  });

  test('R-STK-18 R-STK-19 cost and batch may be left blank: the batch is named by the time', async () => {
    const { fill, add, movements } = await openDialog();
    fill('Quantity', '3');
    await add();
    await expectClosed();
    expect(await movements()).toMatchObject([{ costPriceMinor: null, batchId: `batch-${NOON_MS}` }]);
  });

  test.each([
    ['R-STK-15', '', 'Quantity must be a positive number'],
    ['R-STK-15', '0', 'Quantity must be a positive number'],
    ['R-STK-15', '-2', 'Quantity must be a positive number'],
    ['R-STK-15', 'two', 'Quantity must be a positive number'],
    ['R-STK-15 R-STK-16 X-TYPE-05', '0.001', 'Use at most 2 decimals'],
    ['R-STK-15', '100000', 'Quantity is too large'],
  ])("%s refuses '%s': '%s' stands beside it, and nothing is added", async (_ids, typed, message) => {
    const { dialog, field, fill, add, movements } = await openDialog();
    fill('Quantity', typed);
    fill('Batch', 'B-7');
    await add();
    expect(await dialog.findByText(message)).toBeTruthy();
    const quantity = field('Quantity');
    const described = quantity.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
    await waitFor(() => expect(document.activeElement).toBe(quantity));
    expect([quantity.value, field('Batch').value]).toEqual([typed, 'B-7']);
    expect(await movements()).toEqual([]);
  });

  test('C-097 staff are not asked what it cost', async () => {
    const { dialog, fill, add, movements } = await openDialog({ state: { role: 'staff', projection: 'staff' } });
    expect(dialog.queryByLabelText('Cost price')).toBeNull();
    fill('Quantity', '3');
    await add();
    await expectClosed();
    expect((await movements())[0]).not.toHaveProperty('costPriceMinor');
  });

  test('R-STK-25 refused: says so with the reason, and stays with what was typed', async () => {
    const { dialog, field, fill, add } = await openDialog({}, async () => ({
      ok: false,
      error: { code: 'item_missing' },
    }));
    fill('Quantity', '3');
    await add();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to add stock. Please try again.')).toBeTruthy();
    expect(alert.getByText('The item is no longer there, or its stock is not tracked.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Add stock' })).toBeTruthy();
    expect(field('Quantity').value).toBe('3');
  });

  test('G60 a second tap in the same blink adds nothing more', async () => {
    const { dialog, fill, shop } = await openDialog();
    fill('Quantity', '3');
    const button = dialog.getByRole('button', { name: 'Add stock' });
    act(() => {
      button.click();
      button.click();
    });
    await expectClosed();
    expect(await shop.stock(8)).toBe(1_300);
  });

  test('a tap beside the dialog leaves it open, with what was typed', async () => {
    const { fill, field } = await openDialog();
    fill('Quantity', '3');
    const beside = document.querySelector('.mantine-Modal-overlay');
    expect(beside).not.toBeNull();
    await userEvent.click(beside!);
    expect(screen.getByRole('dialog', { name: 'Add Stock' })).toBeTruthy();
    expect(field('Quantity').value).toBe('3');
  });

  test('Cancel adds nothing', async () => {
    const { dialog, movements } = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expectClosed();
    expect(await movements()).toEqual([]);
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('R-GEN-16 %s asks before it throws away what was typed', async (_name, leave) => {
    const { field, fill, movements } = await openDialog();
    fill('Quantity', '3');
    await leave();
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(field('Quantity').value).toBe('3');
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await expectClosed();
    expect(await movements()).toEqual([]);
  });
});
