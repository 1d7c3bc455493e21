import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Sale } from '../../../domain/sales/sale.ts';
import { AddStock } from '../../../src/screens/items/add-stock.tsx';
import { ItemDetail } from '../../../src/screens/items/item-detail.tsx';
import type { RowsByTable } from '../../support/device/replica.ts';
import { showCustomers } from '../../support/screens/customer-screens.tsx';
import { boughtSugar, BUYING_ROWS, showBuying } from '../../support/screens/purchase-screens.tsx';
import { actsOf, ASHA, SHOP_ROWS, showOpened } from '../../support/screens/sales-screens.tsx';
import { dialog } from '../../support/screens/screen-driver.ts';
import { meanwhile, openShop, renderShop } from '../../support/screens/shop-screens.tsx';
import { showSuppliers } from '../../support/screens/supplier-screens.tsx';
import { customerRow, itemRow, NOON_MS, saleRow, supplierRow, USER_ID } from '../../support/shop-rows.ts';

/* A sync takes a row away while somebody types in a form over it. */

const STAYS = 'What you typed is still here, but it cannot be saved.';

const taken = (id: number) => ({
  ...{ id, amountMinor: 500_000, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  ...{ byUserId: USER_ID, atMs: NOON_MS },
});

async function showPurchase(path: string, { rows = {} }: { rows?: RowsByTable }) {
  const opened = await openShop({ rows: { ...BUYING_ROWS, ...rows } });
  showBuying(opened, path);
  return opened;
}
async function showSale(path: string, { rows = {} }: { rows?: RowsByTable }) {
  const opened = await openShop({ rows: { ...SHOP_ROWS, ...rows } });
  showOpened(opened, path);
  return opened;
}

test.each([
  {
    table: 'customer',
    ...{ id: 1, path: '/customers/1', show: showCustomers },
    ...{ rows: { customer: [customerRow({ id: 1, name: 'Asha' })] }, button: 'Edit', label: 'Address' },
    ...{ title: 'This customer is not there any more', submit: 'Save customer', missing: 'Customer not found' },
  },
  {
    table: 'supplier',
    ...{ id: 7, path: '/suppliers/7', show: showSuppliers },
    ...{ rows: { supplier: [supplierRow({ id: 7, name: 'Mukwano' })] }, button: 'Edit', label: 'Notes' },
    ...{ title: 'This supplier is not there any more', submit: 'Save supplier', missing: 'Supplier not found' },
  },
  {
    table: 'purchase',
    ...{ id: 9, path: '/purchases/9', show: showPurchase },
    ...{ rows: { purchase: [boughtSugar({ id: 9 })] }, button: 'Edit', label: 'Invoice number' },
    ...{
      title: 'This purchase is not there any more',
      submit: 'Save purchase',
      missing: 'Failed to load purchase details.',
    },
  },
  {
    table: 'sale',
    ...{ id: 5, path: '/sales/5', show: showSale },
    ...{
      rows: {
        sale: [
          saleRow({
            id: 5,
            saleNumber: 'SALE-5',
            status: 'pending',
            payments: [],
            customerId: ASHA.id,
            finalMinor: 500_000,
          }),
        ],
      },
      button: 'Record payment',
    },
    ...{
      label: 'Amount',
      title: 'This sale is not there any more',
      submit: 'Record payment',
      missing: 'Sale not found',
    },
  },
] as const)(
  'X-TYPE-62 R-GEN-16 a $table that is deleted elsewhere leaves what is typed over it, and goes when the form is closed',
  async ({ table, id, path, show, rows, button, label, title, submit, missing }) => {
    const { shop } = await show(path, { rows });
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => dialog());
    const field = () => dialog().getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field(), { target: { value: '77' } });
    await meanwhile(() => shop.absorb({ tombstones: [{ table, id, version: 2 }] }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(STAYS)).toBeTruthy();
    expect(field().value).toBe('77');
    await userEvent.click(dialog().getByRole('button', { name: submit }));
    expect(await screen.findByText('What it changes is no longer there.')).toBeTruthy();
    expect(field().value).toBe('77');
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(question.getByRole('button', { name: /^(Leave|Close anyway)$/ }));
    expect(await screen.findByText(missing)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test.each<{ of: string; button: string; submit: string; fields: Partial<Sale> }>([
  {
    ...{ of: 'payment', button: 'Record payment', submit: 'Record payment' },
    fields: { status: 'pending', payments: [] },
  },
  {
    ...{ of: 'refund', button: 'Settle refund', submit: 'Record refund' },
    fields: { payments: [taken(1), taken(2)] },
  },
])(
  'X-TYPE-62 M10 a $of typed over the sale of a lost fulfilment is not added to the sale of the device that was first',
  async ({ button, submit, fields }) => {
    const mine = saleRow({ id: 5, orderId: 40, saleNumber: 'SALE-5', finalMinor: 500_000, ...fields });
    const { shop } = await showSale('/sales/5', { rows: { sale: [mine] } });
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => dialog());
    const amount = () => dialog().getByLabelText<HTMLInputElement>('Amount');
    fireEvent.change(amount(), { target: { value: '77' } });
    const theirs = saleRow({ id: 6, orderId: 40, saleNumber: 'SALE-6', finalMinor: 500_000 });
    await meanwhile(() =>
      shop.absorb({ rows: { sale: [theirs] }, tombstones: [{ table: 'sale', id: 5, version: 2 }] }),
    );
    expect(await screen.findByText(STAYS)).toBeTruthy();
    await userEvent.click(dialog().getByRole('button', { name: submit }));
    expect(
      await screen.findByText(
        'Somebody else fulfilled this order first, and their sale stands. If you took money, record it there.',
      ),
    ).toBeTruthy();
    expect(amount().value).toBe('77');
    expect(await actsOf(shop)).toEqual([]);
  },
);

test.each([
  ['/items/8', 'Adjust Stock', 'Quantity'],
  ['/items/8', 'Count Stock', 'Counted quantity'],
  ['/add-stock?item=8', null, 'Quantity'],
])(
  "X-TYPE-62 R-GEN-16 at %s, '%s': 'Track stock' switched off elsewhere leaves what is typed",
  async (path, button, label) => {
    const item = itemRow({ id: 8, name: 'Soap', currentStockHundredths: 1_000 });
    const { shop, replica } = await openShop({ rows: { item: [item] } });
    const routes = [
      { path: '/items/:id', element: <ItemDetail /> },
      { path: '/add-stock', element: <AddStock /> },
    ];
    renderShop({ replica }, routes, path);
    if (button !== null) await userEvent.click(await screen.findByRole('button', { name: button }));
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    fireEvent.change(field, { target: { value: '7' } });
    await meanwhile(() => shop.absorb({ rows: { item: [{ ...item, version: 2, trackStock: false }] } }));
    expect(await screen.findByText("The item's stock is not counted any more")).toBeTruthy();
    expect(field.isConnected).toBe(true);
    expect(field.value).toBe('7');
  },
);

test("X-TYPE-62 R-GEN-16 what is held of 'Add Stock' records nothing, no purchase either, and its own button closes it", async () => {
  const item = itemRow({ id: 8, name: 'Soap', currentStockHundredths: 1_000 });
  const { shop, replica } = await openShop({ rows: { item: [item] } });
  renderShop({ replica }, [{ path: '/add-stock', element: <AddStock /> }], '/add-stock?item=8');
  fireEvent.change(await screen.findByLabelText('Quantity'), { target: { value: '7' } });
  fireEvent.change(screen.getByLabelText('Purchase amount (per unit)'), { target: { value: '900' } });
  await meanwhile(() => shop.absorb({ rows: { item: [{ ...item, version: 2, trackStock: false }] } }));
  expect(await screen.findByText(STAYS)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add stock' }));
  expect(await screen.findByText('Failed to add stock')).toBeTruthy();
  expect(await actsOf(shop)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Change Item' }));
  const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
  await userEvent.click(question.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('dialog', { name: 'Select Item' })).toBeTruthy();
  expect(screen.queryByLabelText('Purchase amount (per unit)')).toBeNull();
});

test('a row that is deleted elsewhere under an untouched form is gone at once', async () => {
  const { shop } = await showCustomers('/customers/1', { rows: { customer: [customerRow({ id: 1, name: 'Asha' })] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await waitFor(() => dialog());
  await meanwhile(() => shop.absorb({ tombstones: [{ table: 'customer', id: 1, version: 2 }] }));
  expect(await screen.findByText('Customer not found')).toBeTruthy();
  expect(screen.queryByText(STAYS)).toBeNull();
});
