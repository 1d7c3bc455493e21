import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { closeFinishedSale } from '../../../src/state/finished-sale.ts';
import { actsOf, SHOP_ROWS, showOpened } from './sales-screens.tsx';
import { itemRow } from '../shop-rows.ts';
import { openShop, type ShopOptions } from './shop-screens.tsx';

/* The counter over a device's own database, and what a hand does on it. */

export const SOAP = itemRow({
  ...{ id: 14, name: 'Soap', priceMinor: 420_000, unitOfMeasure: null, sku: '6001240100035', category: 'Care' },
  currentStockHundredths: 0,
});

/** Resets stored state before each test, and gives the page a size. */
export function freshCounter(): void {
  closeFinishedSale();
  // jsdom has no layout. Every element gets the size of a phone's list, so that all tiles are in view.
  vi.stubGlobal('ResizeObserver', SizedAsAList);
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(LIST_PX.width);
}

const LIST_PX = { width: 370, height: 600 };
class SizedAsAList implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element) {
    queueMicrotask(() => this.#tell([{ target, contentRect: LIST_PX } as unknown as ResizeObserverEntry], this));
  }
  unobserve() {}
  disconnect() {}
}

export async function showCounter(options: ShopOptions = {}, path = '/counter') {
  const items = [...(SHOP_ROWS.item ?? []), SOAP];
  const opened = await openShop({ rows: { ...SHOP_ROWS, item: items }, told: { currency: 'UGX' }, ...options });
  const app = showOpened(opened, path);
  // Waits until each row of tiles has read its items.
  for (const name of [/^Sugar,/, /^Soap,/]) await screen.findByRole('button', { name, hidden: true });
  return { ...opened, ...app };
}

export const tile = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name},`) });
export const tap = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const basket = () => within(screen.getByRole('complementary', { name: 'Basket' }));
export const paying = () => within(screen.getByRole('dialog', { name: 'Take payment' }));
export const tapIn = (name: string | RegExp) => userEvent.click(paying().getByRole('button', { name }));
export const soldBy = async (app: Awaited<ReturnType<typeof showCounter>>) =>
  (await actsOf(app.shop)).filter(({ name }) => name === 'sale.create').map(({ args }) => args);
