import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Item } from '../../../domain/items/item.ts';
import { labelsLink } from '../../../src/parts/paths.ts';
import { Labels } from '../../../src/screens/labels/labels.tsx';
import { PATIENTLY } from '../patience.ts';
import { itemRow } from '../shop-rows.ts';
import { actsOf, SHOP_ROWS } from './sales-screens.tsx';
import { openShop, renderShop } from './shop-screens.tsx';

/* The screen of labels, and what is read on it. */

export const BREAD = itemRow({ id: 7_340_033, name: 'Bread', priceMinor: 450_000, sku: null });
export const COLA = itemRow({ id: 7_340_034, name: 'Cola', priceMinor: 200_000, sku: '4006381333931' });
export const HONEY = itemRow({ id: 7_340_035, name: 'Honey', priceMinor: 99_999_999_999_900, sku: 'عسل-1' });

/** Opens the screen over a device's own database. */
export async function showLabels(
  address: string,
  items: readonly Item[] = [BREAD, COLA, HONEY],
  rows = {},
  state = {},
) {
  const opened = await openShop({ rows: { ...SHOP_ROWS, item: [...items], ...rows }, state });
  renderShop(opened, [{ path: '*', element: <Labels /> }], address);
  await screen.findByRole('combobox', { name: 'Item' }, PATIENTLY);
  return { ...opened, acts: () => actsOf(opened.shop) };
}

export const line = async (number: number) =>
  within(await screen.findByRole('group', { name: `Line ${number}` }, PATIENTLY));
export const typeCount = async (number: number, text: string) => {
  const field = (await line(number)).getByRole('textbox', { name: 'Labels' });
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
};
export const printButton = (name: string | RegExp) => screen.findByRole('button', { name }, PATIENTLY);
export const sheets = () => [...document.querySelectorAll('.k-print-sheet .k-label-sheet')];
export const namesOn = (page: Element | undefined) =>
  [...(page?.children ?? [])].map((place) => place.querySelector('.k-label-name')?.textContent ?? null);
/** The address with all items of the shop. */
export const all = labelsLink({ search: '' });
