import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Purchase } from '../../../domain/items/purchase.ts';
import { paths } from '../../../src/parts/paths.ts';
import { Shell } from '../../../src/app/shell.tsx';
import { NewPurchase } from '../../../src/screens/purchases/new-purchase.tsx';
import { PurchaseDetail } from '../../../src/screens/purchases/purchase-detail.tsx';
import { PurchasesList } from '../../../src/screens/purchases/purchases-list.tsx';
import type { RowsByTable } from '../device/replica.ts';
import { REPAIR, RICE, SUGAR } from './sales-screens.tsx';
import { businessRow, purchaseRow, supplierRow, USER_ID, userRow } from '../shop-rows.ts';
import { type OpenedShop, renderShop } from './shop-screens.tsx';

/* The purchases' screens at their addresses, between the bars of the app, over a device's own database. */

const routes = [
  {
    element: <Shell />,
    children: [
      { path: paths.purchases, element: <PurchasesList /> },
      { path: paths.newPurchase, element: <NewPurchase /> },
      { path: paths.purchase, element: <PurchaseDetail /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  },
];

export const MUKWANO = supplierRow({ id: 41, name: 'Mukwano', phone: '0772 000333' });
export const BIDCO = supplierRow({ id: 42, name: 'Bidco' });

/** A shop with a row of each kind that a purchase refers to. */
export const BUYING_ROWS: RowsByTable = {
  business: [businessRow()],
  user: [userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Okello' })],
  item: [SUGAR, RICE, REPAIR],
  supplier: [MUKWANO, BIDCO],
};

export const showBuying = (opened: Pick<OpenedShop, 'replica'>, path: string) => renderShop(opened, routes, path);

/** A purchase of five bags of sugar from Mukwano, received unless the fields say otherwise. */
export const boughtSugar = (fields: Partial<Purchase> & { id: number }): Purchase =>
  purchaseRow({
    ...{ supplierId: MUKWANO.id, supplierName: MUKWANO.name, totalMinor: 1_000_000 },
    lines: [
      {
        ...{ id: fields.id * 100, itemId: SUGAR.id, itemName: 'Sugar', quantityHundredths: 500 },
        ...{ unitCostMinor: 200_000, totalCostMinor: 1_000_000, batchNumber: null, expiryDate: null, notes: null },
        movesStock: (fields.status ?? 'completed') === 'completed',
      },
    ],
    ...fields,
  });

/** Drives the new-purchase form as a person does. */
export const buying = {
  line: (number: number) => within(screen.getByRole('group', { name: `Line ${number}` })),
  field: (number: number, label: string) => buying.line(number).getByLabelText<HTMLInputElement>(label),
  form: (label: string) => screen.getByLabelText<HTMLInputElement>(label),
  button: (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }),
  total: () => screen.getByRole('group', { name: 'Grand total' }).textContent,
  async opened() {
    await screen.findByRole('group', { name: 'Line 1' });
  },
  async chooseSupplier(name: string) {
    await userEvent.click(buying.form('Supplier'));
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
  },
  async choose(number: number, name: string) {
    await userEvent.click(buying.field(number, 'Item'));
    await userEvent.click(await buying.line(number).findByRole('option', { name: new RegExp(`^${name}`) }));
  },
  async addLine(name: string) {
    await userEvent.click(buying.button('Another item'));
    const number = screen.getAllByRole('group', { name: /^Line \d+$/ }).length;
    await userEvent.click(await buying.line(number).findByRole('option', { name: new RegExp(`^${name}`) }));
    return number;
  },
  async type(number: number, label: 'Quantity' | 'Unit cost', text: string) {
    await userEvent.clear(buying.field(number, label));
    if (text !== '') await userEvent.type(buying.field(number, label), text);
  },
  async fillLine(number: number, item: string, quantity: string, unitCost: string) {
    await buying.choose(number, item);
    await buying.type(number, 'Quantity', quantity);
    await buying.type(number, 'Unit cost', unitCost);
  },
  save: () => userEvent.click(buying.button('Create purchase')),
};
