import { afterEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '../support/patience.ts';
import { isThere, leaveBrowser, line, RICE, SENT_KEY, serverAnswers, store, stored } from './visitor-browser.ts';
import { openBasket, openOrder, openShelf, SOAP, SUGAR, type VisitorPage } from './visitor-page.ts';

/* What a visitor's browser keeps of an order that it sent: until the order's page is seen, and after it. */

afterEach(leaveBrowser);

describe('an order whose answer was lost', () => {
  /** Taps 'Place order' on a page; returns the key that was sent. */
  async function place(page: VisitorPage): Promise<string | undefined> {
    serverAnswers(isThere);
    page.press('Place order');
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), PATIENTLY);
    return page.sent[0]?.['key'];
  }

  it('G60 is sent under its key again from a fresh page, also after the browser was closed, until its page is seen', async () => {
    expect(await place(await openBasket('11.200'))).toBe('k1');
    await openShelf('?b=11.200');
    const fresh = await openBasket('11.200', '', { text: 'k2', orderId: 91 });
    expect(await place(fresh)).toBe('k1');
    expect([fresh.field('key').value, fresh.field('key').dataset['order']]).toEqual(['k2', '91']);
    sessionStorage.clear();
    expect((await openShelf()).went).toEqual(['/mama-asha?b=11.200']);
    // A changed basket too: then the server asks.
    const changed = await openBasket('11.200', '', { text: 'k3', orderId: 92 });
    changed.type(changed.quantity(SUGAR), '3');
    expect(await place(changed)).toBe('k1');
    await openOrder();
    expect([stored(), localStorage.length]).toEqual([[], 0]);
    // The same again, on purpose.
    expect(await place(await openBasket('11.300', '', { text: 'k4', orderId: 93 }))).toBe('k4');
  });

  it('G60 the page that asks keeps its own key, which then counts', async () => {
    await place(await openBasket('11.200'));
    expect(await place(await openBasket('11.200', '', { text: 'k2', orderId: 91, isAsked: true }))).toBe('k2');
    expect(await place(await openBasket('11.200', '', { text: 'k3', orderId: 92 }))).toBe('k2');
    await openOrder(91);
    expect(localStorage.length).toBe(0);
  });

  it('G60 M11 the page of another order takes neither basket nor key nor what was typed', async () => {
    const page = await openBasket('11.200');
    page.type(page.field('name'), 'Grace');
    await place(page);
    await openOrder(89);
    expect(stored()).toEqual([line(SUGAR, 200)]);
    const again = await openBasket('11.200', '', { text: 'k2', orderId: 91 });
    expect(again.field('name').value).toBe('Grace');
    expect(await place(again)).toBe('k1');
  });

  it('G60 M11 what was put in or changed since it was sent stays when its page is seen', async () => {
    await place(await openBasket('11.200-12.100'));
    store([line(SUGAR, 500), line(SOAP, 100), RICE]);
    await openOrder();
    expect(stored()).toEqual([line(SUGAR, 500), RICE]);
  });

  it.each(['{', 'null', '5', '{"key":"k0","orderId":"80"}', '{"key":5,"orderId":"80","basket":""}'])(
    'G60 where the phone stored %s for it, the page sends its own key',
    async (text) => {
      localStorage.setItem(SENT_KEY, text);
      expect(await place(await openBasket('11.200'))).toBe('k1');
    },
  );
});

describe('after an order', () => {
  /** Sends the basket of two sugar and shows the page of the order. */
  async function order(): Promise<void> {
    serverAnswers(isThere);
    const page = await openBasket('11.200');
    page.type(page.field('name'), 'Grace');
    page.press('Place order');
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), PATIENTLY);
    await openOrder();
  }
  const arrivedBy = (type: NavigationTimingType) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  const shown = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  it('G60 the basket is empty and the visitor forgotten; a page of an order that is only looked at takes nothing', async () => {
    await openBasket('11.200');
    await openOrder();
    expect(stored()).toEqual([line(SUGAR, 200)]);
    await order();
    expect(stored()).toEqual([]);
    expect(sessionStorage.getItem('kaunta-visitor-mama-asha')).toBeNull();
  });

  it('G60 Back leads to a new basket, until one is begun', async () => {
    await order();
    arrivedBy('navigate');
    expect((await openBasket('')).went).toEqual([]);
    arrivedBy('back_forward');
    expect((await openBasket('11.200')).went).toEqual(['/mama-asha']);
    expect(stored()).toEqual([]);
    arrivedBy('navigate');
    const page = await openShelf();
    page.type(page.quantity(SOAP), '1');
    arrivedBy('back_forward');
    expect((await openShelf('?b=12.100')).went).toEqual([]);
  });

  it('G60 a page that the browser had kept whole begins anew after the order, and only then', async () => {
    serverAnswers(() => new Promise(() => undefined));
    const page = await openBasket('11.200');
    page.press('Place order');
    expect(page.form.hasAttribute('aria-busy')).toBe(true);
    shown(true);
    expect(page.form.hasAttribute('aria-busy')).toBe(false);
    expect(page.went).toEqual([]);
    sessionStorage.setItem('kaunta-order-mama-asha', 'ordered');
    shown(false);
    expect(page.went).toEqual([]);
    shown(true);
    expect(page.went).toEqual(['/mama-asha']);
  });
});
