import { afterEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '../support/patience.ts';
import { isThere, leaveBrowser, line, RICE, serverAnswers, store, stored, storeNothing } from './visitor-browser.ts';
import { openBasket, openOrder, openShelf, SALT, SUGAR, type VisitorPage } from './visitor-page.ts';

/* A kept basket with lines that have no field on the page: sold out, gone from the store, or put in in another tab. */

afterEach(leaveBrowser);

describe('a basket that is not what the page shows', () => {
  const totals = (page: VisitorPage) => [page.text('[data-total]'), page.field('total').value];

  it('M11 C-114 what is out of stock goes along to the order, which says so and does not count it', async () => {
    serverAnswers(isThere);
    store([line(SUGAR, 200), line(SALT, 300)]);
    const shelf = await openShelf('?b=11.200-13.300');
    expect(shelf.text('[data-summary]')).toBe('(1: UGX 9,000)');
    shelf.press('View basket');
    await vi.waitFor(() => expect(shelf.sent).toHaveLength(1), PATIENTLY);
    expect(shelf.sent[0]).toMatchObject({ b: '13.300', q11: '2', view: 'basket' });
    const order = await openBasket('13.300-11.200');
    expect(order.text('.lines .bad')).toBe('Out of stock');
    expect(totals(order)).toEqual(['UGX 9,000', '900000']);
    expect(stored()).toEqual([line(SALT, 300), line(SUGAR, 200)]);
    order.type(order.quantity(SALT), '0');
    expect(totals(order)).toEqual(['UGX 9,000', '900000']);
    expect(stored()).toEqual([line(SUGAR, 200)]);
  });

  it('M11 C-025 what has left the store is said and leaves the basket, and the total is that of the lines shown', async () => {
    store([line(SUGAR, 200), RICE]);
    const order = await openBasket('11.200-77.300');
    expect(order.text('.note')).toBe('One item is no longer in the store.');
    expect(totals(order)).toEqual(['UGX 9,000', '900000']);
    expect(stored()).toEqual([line(SUGAR, 200)]);
  });

  it('M11 C-025 what another tab put in comes along from the shelf, is in no order that does not show it, and stays', async () => {
    serverAnswers(isThere);
    const shelf = await openShelf('?b=14.100');
    shelf.type(shelf.quantity(SUGAR), '2');
    store([line(SUGAR, 200), RICE, { ...RICE, id: 14 }, { ...RICE, id: 7 }]);
    shelf.press('View basket');
    await vi.waitFor(() => expect(shelf.sent).toHaveLength(1), PATIENTLY);
    expect(shelf.sent[0]).toMatchObject({ b: '14.100-77.300-7.300', q11: '2' });
    // With Back the page comes as it was: what the visitor takes out on the next page does not return by it.
    expect(shelf.field('b').value).toBe('14.100');

    store([line(SUGAR, 200), RICE]);
    const order = await openBasket('11.200');
    expect(totals(order)).toEqual(['UGX 9,000', '900000']);
    expect(stored()).toEqual([RICE, line(SUGAR, 200)]);
    order.press('Place order');
    await vi.waitFor(() => expect(order.sent).toHaveLength(1), PATIENTLY);
    expect(order.sent[0]).toMatchObject({ total: '900000' });
    await openOrder();
    expect(stored()).toEqual([RICE]);
  });

  it('M11 a browser that stores nothing still sends the basket of the address', async () => {
    serverAnswers(isThere);
    storeNothing();
    const shelf = await openShelf('?b=77.300-11.200');
    shelf.press('View basket');
    await vi.waitFor(() => expect(shelf.sent).toHaveLength(1), PATIENTLY);
    expect(shelf.sent[0]).toMatchObject({ b: '77.300', q11: '2' });
    const order = await openBasket('77.300-11.200');
    order.press('Place order');
    await vi.waitFor(() => expect(order.sent).toHaveLength(1), PATIENTLY);
    expect(order.sent[0]).toMatchObject({ key: 'k1', total: '900000' });
  });
});
