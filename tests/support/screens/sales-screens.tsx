import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { paths } from '../../../src/parts/paths.ts';
import { Shell } from '../../../src/app/shell.tsx';
import { Counter } from '../../../src/screens/selling/counter.tsx';
import { NewSale } from '../../../src/screens/selling/new-sale.tsx';
import { Selling } from '../../../src/screens/selling/selling.tsx';
import { SaleDetail } from '../../../src/screens/sales/sale-detail.tsx';
import { Settings } from '../../../src/screens/settings/settings.tsx';
import { SalesList } from '../../../src/screens/sales/sales-list.tsx';
import type { Replica as ShownReplica } from '../../../src/state/replica.tsx';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import type { Replica, RowsByTable } from '../device/replica.ts';
import { businessRow, customerRow, itemRow, paymentMethodRow } from '../shop-rows.ts';
import { type OpenedShop, openShop, renderShop, type ShopOptions } from './shop-screens.tsx';

/* The sales screens at their addresses, between the bars of the app, over a device's own database. */

const routes = [
  {
    element: <Shell />,
    children: [
      { path: paths.sales, element: <SalesList /> },
      {
        element: <Selling />,
        children: [
          { path: paths.newSale, element: <NewSale /> },
          { path: paths.counter, element: <Counter /> },
        ],
      },
      { path: paths.sale, element: <SaleDetail /> },
      { path: paths.profile, element: <Settings /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  },
];

export const SUGAR = itemRow({
  id: 11,
  name: 'Sugar',
  priceMinor: 250_000,
  costPriceMinor: 193_737,
  unitOfMeasure: null,
  sku: 'SUG-1',
});
export const RICE = itemRow({ id: 12, name: 'Rice', priceMinor: 133_333, unitOfMeasure: 'Kilogram' });
export const REPAIR = itemRow({
  id: 13,
  name: 'Repair',
  type: 'service',
  priceMinor: 500_000,
  currentStockHundredths: 0,
  unitOfMeasure: null,
});
export const CASH = paymentMethodRow({ id: 21, name: 'Cash', isReadonly: true });
export const MOBILE_MONEY = paymentMethodRow({ id: 22, name: 'Mobile Money', icon: 'Phone' });
export const CREDIT = paymentMethodRow({ id: 23, name: 'Credit' });
export const ASHA = customerRow({ id: 31, name: 'Asha Nansubuga', phone: '0772 000111' });

/** A shop with a row of each kind that a sale refers to. */
export const SHOP_ROWS: RowsByTable = {
  business: [businessRow({ defaultPaymentMethodId: CASH.id })],
  paymentMethod: [CASH, MOBILE_MONEY, CREDIT],
  item: [SUGAR, RICE, REPAIR],
  customer: [ASHA],
};

export async function showSales(path: string, options: ShopOptions = {}) {
  const opened = await openShop(options);
  return { ...opened, ...showOpened(opened, path) };
}

export const showOpened = (opened: Pick<OpenedShop, 'replica'>, path: string) => renderShop(opened, routes, path);

/** Delays and failures of an act's write to the disk. */
export interface Saving {
  replica: ShownReplica;
  run: ReturnType<typeof vi.fn>;
  /** The next act finds no space on the device. */
  runOutOfSpace: () => void;
  /**
   * The browser closes the database before it says whether the next act was saved. 'written': it was; 'rolled back': it
   * was not.
   */
  loseAnswer: (outcome: 'written' | 'rolled back') => void;
  /** The next act continues only when the returned function is called. */
  hold: () => () => void;
}

export function savingOf({ shop, device, replica }: OpenedShop): Saving {
  let isFull = false;
  let lost: 'written' | 'rolled back' | null = null;
  let gate: Promise<void> | null = null;
  const run = vi.fn<ShownReplica['run']>(async (name, build, act) => {
    await gate;
    const filled: typeof build = (tools) => {
      if (isFull) device.runOutOfSpace();
      isFull = false;
      return build(tools);
    };
    const outcome = lost;
    lost = null;
    const result = outcome === 'rolled back' ? null : await shop.run(name, filled, act);
    if (outcome !== null || result === null) throw new StorageFailure('unsure');
    return result;
  });
  return {
    replica: { ...replica, run: run as ShownReplica['run'] },
    run,
    runOutOfSpace: () => void (isFull = true),
    loseAnswer: (outcome) => void (lost = outcome),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

/** Returns the arguments of the waiting mutations, the oldest first. */
export async function actsOf(shop: Replica): Promise<{ name: string; args: Record<string, unknown> }[]> {
  const acts = await shop.outbox();
  return acts.map(({ wire }) => ({ name: wire.name, args: wire.args as Record<string, unknown> }));
}

/** Drives the new-sale form as a person does. */
export const form = {
  line: (number: number) => within(screen.getByRole('group', { name: `Line ${number}` })),
  field: (number: number, label: string) => form.line(number).getByLabelText<HTMLInputElement>(label),
  button: (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }),
  total: () => screen.getByRole('group', { name: 'Grand total' }).textContent,
  async opened() {
    await screen.findByRole('group', { name: 'Line 1' });
  },
  async choose(number: number, name: string) {
    await userEvent.click(form.field(number, 'Item'));
    await userEvent.click(await form.line(number).findByRole('option', { name: new RegExp(`^${name}`) }));
  },
  async addLine(name: string) {
    await userEvent.click(form.button('Another item'));
    const number = screen.getAllByRole('group', { name: /^Line \d+$/ }).length;
    await userEvent.click(await form.line(number).findByRole('option', { name: new RegExp(`^${name}`) }));
    return number;
  },
  async type(number: number, label: 'Quantity' | 'Price', text: string) {
    await userEvent.clear(form.field(number, label));
    if (text !== '') await userEvent.type(form.field(number, label), text);
  },
  async pay(method: string) {
    await userEvent.selectOptions(screen.getByLabelText('Payment method'), method);
  },
  async chooseCustomer(typed: string, name: string) {
    await userEvent.type(screen.getByLabelText('Customer'), typed);
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
  },
  save: () => userEvent.click(form.button('Create sale')),
};

/** Returns the declarations of our own style sheets that apply to an element, because jsdom resolves no variables. */
export function declaredStyle(element: Element, property: string): string[] {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = readFileSync('src/app/app.css', 'utf8') + readFileSync('src/app/screens.css', 'utf8');
  const rules = [...(style.sheet?.cssRules ?? [])].filter((rule) => rule instanceof CSSStyleRule);
  const values = rules
    .filter((rule) => element.matches(rule.selectorText))
    .map((rule) => rule.style.getPropertyValue(property));
  style.remove();
  return values.filter((value) => value !== '');
}
