import { vi } from 'vitest';
import { leavePage, type SUGAR } from './visitor-page.ts';

/* What a visitor's browser stores, and what its requests are answered. */

export const BASKET_KEY = 'kaunta-basket-mama-asha';
export const SENT_KEY = 'kaunta-sent-mama-asha';

/** The line of the basket that this browser stores for an item. */
export const line = (item: typeof SUGAR, quantityHundredths: number) => ({
  id: item.id,
  name: item.name,
  priceMinor: item.priceMinor,
  quantityHundredths,
});
/** A line that was put in on another page of the shelf. The server that renders these pages does not sell it. */
export const RICE = { id: 77, name: 'Rice', priceMinor: 100_000, quantityHundredths: 300 };

export const stored = (): unknown => JSON.parse(localStorage.getItem(BASKET_KEY) ?? '[]');
export const store = (lines: unknown): void => localStorage.setItem(BASKET_KEY, JSON.stringify(lines));
export const storeNothing = (): void => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
};

export const serverAnswers = (answer: (url: string, init: RequestInit) => Promise<Response>) => {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  return asked;
};
export const isThere = () => Promise.resolve(new Response('ok'));

/** Leaves the page and clears what the browser stores. */
export function leaveBrowser(): void {
  vi.useRealTimers();
  leavePage();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
}
