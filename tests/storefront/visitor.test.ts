import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  BASKET_KEY,
  isThere,
  leaveBrowser,
  line,
  RICE,
  SENT_KEY,
  serverAnswers,
  store,
  stored,
  storeNothing,
} from './visitor-browser.ts';
import { openBasket, openShelf, SOAP, SUGAR } from './visitor-page.ts';

/*
 * The script of a shop's pages, over the pages that the server renders. What only a browser shows (Back, a lost signal,
 * a slow line) is in the browser's tests.
 */

const ANSWERS_WITHIN_MS = 8_000;
/** Lets the promises of the script run. */
const settled = () => vi.advanceTimersByTimeAsync(0);

afterEach(leaveBrowser);

describe('the basket', () => {
  it('M11 counts lines and total with each key, and is stored on the phone', async () => {
    const page = await openShelf();
    expect(page.text('[data-summary]')).toBe('');
    page.type(page.quantity(SUGAR), '2');
    expect(page.text('[data-summary]')).toBe('(1: UGX 9,000)');
    page.type(page.quantity(SOAP), '1');
    expect(page.text('[data-summary]')).toBe('(2: UGX 10,200.50)');
    expect(stored()).toEqual([line(SUGAR, 200), line(SOAP, 100)]);
    page.type(page.quantity(SOAP), '0.01');
    expect(stored()).toEqual([line(SUGAR, 200), line(SOAP, 1)]);
    page.type(page.quantity(SOAP), '0');
    expect(stored()).toEqual([line(SUGAR, 200)]);
    page.type(page.quantity(SUGAR), ' ');
    expect(page.text('[data-summary]')).toBe('');
    expect(localStorage.getItem(BASKET_KEY)).toBeNull();
  });

  it('M11 keeps the lines of other pages, and replaces those of this page', async () => {
    store([RICE, line(SUGAR, 900)]);
    const page = await openShelf('?b=77.300-11.200');
    expect(page.went).toEqual([]);
    expect(page.quantity(SUGAR).value).toBe('2');
    expect(stored()).toEqual([RICE, line(SUGAR, 200)]);
    // Rice has left the store, so it counts in no total.
    expect(page.text('[data-summary]')).toBe('(1: UGX 9,000)');
  });

  it('M11 comes back with a visitor who opens the shop again, and not where an address has a basket of its own', async () => {
    store([line(SUGAR, 200), RICE]);
    expect((await openShelf()).went).toEqual(['/mama-asha?b=11.200-77.300']);
    expect((await openShelf('?search=soap')).went).toEqual(['/mama-asha?b=11.200-77.300']);
    expect((await openShelf('?b=')).went).toEqual([]);
    expect((await openBasket('11.200')).went).toEqual([]);
    localStorage.clear();
    expect((await openShelf()).went).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"id":11}'],
    ['null', 'null'],
  ])('M11 is empty where the phone stored %s', async (_, text) => {
    localStorage.setItem(BASKET_KEY, text);
    const page = await openShelf();
    expect(page.went).toEqual([]);
    expect(page.text('[data-summary]')).toBe('');
  });

  it('M11 leaves out stored lines that are none', async () => {
    const wrong = [
      null,
      'text',
      { ...RICE, name: 5 },
      { ...RICE, id: -1 },
      { ...RICE, priceMinor: 1.5 },
      { ...RICE, priceMinor: undefined },
      { ...RICE, quantityHundredths: '300' },
    ];
    const free = { ...RICE, id: 78, priceMinor: 0 };
    store([...wrong, RICE, free]);
    expect((await openShelf()).went).toEqual(['/mama-asha?b=77.300-78.300']);
  });

  it('M11 works in a browser that stores nothing', async () => {
    const page = await openShelf();
    storeNothing();
    page.type(page.quantity(SUGAR), '2');
    expect(page.text('[data-summary]')).toBe('(1: UGX 9,000)');
    const order = await openBasket('11.200');
    order.type(order.field('name'), 'Grace');
    expect(order.field('name').value).toBe('Grace');
  });
});

describe('a quantity that cannot be read', () => {
  it.each([
    ['1,375x', 'Quantity must be a number, such as 2 or 0.5'],
    ['0.375', 'Use at most 2 decimals'],
    ['9999999999', 'Quantity is too large'],
    ['-2', 'Quantity must be a positive number'],
  ])('X-TYPE-07 %s has a sentence at its field, and the line stays in the basket', async (typed, sentence) => {
    const page = await openBasket('11.200-12.100');
    expect([page.text('[data-total]'), page.field('total').value]).toEqual(['UGX 10,200.50', '1020050']);
    page.type(page.quantity(SUGAR), typed);
    expect(page.problems()).toEqual([sentence]);
    expect(page.text('.amount + .bad[role=alert]')).toBe(sentence);
    expect(page.quantity(SUGAR).getAttribute('aria-invalid')).toBe('true');
    expect(page.text('[data-total]')).toBe('-');
    expect(stored()).toEqual([line(SUGAR, 200), line(SOAP, 100)]);
    page.type(page.quantity(SUGAR), '3');
    expect(page.problems()).toEqual([]);
    expect(page.quantity(SUGAR).hasAttribute('aria-invalid')).toBe(false);
    expect([page.text('[data-total]'), page.field('total').value]).toEqual(['UGX 14,700.50', '1470050']);
  });

  it('X-TYPE-07 has one sentence, which follows what is typed', async () => {
    const page = await openShelf();
    page.type(page.quantity(SUGAR), 'two');
    page.type(page.quantity(SUGAR), '0.375');
    page.type(page.quantity(SOAP), 'x');
    expect(page.problems()).toEqual(['Use at most 2 decimals', 'Quantity must be a number, such as 2 or 0.5']);
  });

  it('X-TYPE-07 holds the page, and whichever button is pressed leads to it', async () => {
    const asked = serverAnswers(isThere);
    const page = await openShelf();
    page.type(page.quantity(SUGAR), '1');
    page.type(page.quantity(SOAP), 'two');
    for (const label of ['View basket', 'Search']) {
      page.quantity(SUGAR).focus();
      page.press(label);
      expect(document.activeElement).toBe(page.quantity(SOAP));
    }
    expect([asked.mock.calls.length, page.sent.length]).toEqual([0, 0]);
    expect(page.form.hasAttribute('aria-busy')).toBe(false);
  });
});

describe('sending', () => {
  it.each([
    ['the browser names the button', false],
    ['an older browser does not', true],
  ])('G60 a page leaves once, with the button that was tapped first, where %s', async (_, isOld) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = serverAnswers(isThere);
    const page = await openBasket('11.200');
    const submits: Event[] = [];
    page.form.addEventListener('submit', (event) => submits.push(event));
    if (isOld) vi.spyOn(SubmitEvent.prototype, 'submitter', 'get').mockReturnValue(null);
    page.press('Back to the items');
    expect(page.form.getAttribute('aria-busy')).toBe('true');
    page.press('Place order');
    await settled();
    // The script sends the form itself; what the browser would send too is held.
    expect(submits.map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, true]);
    expect(asked.mock.calls.map(([url]) => url)).toEqual(['/healthz']);
    expect(page.sent).toEqual([expect.objectContaining({ view: 'shelf', q11: '2', key: 'k1' })]);
    // With Back, a browser may show the form as it was left.
    expect(document.querySelector('input[name=view]')).toBeNull();
    expect(localStorage.getItem(SENT_KEY)).toBeNull();

    // The line broke after the server's answer: the form can be sent again.
    await vi.advanceTimersByTimeAsync(ANSWERS_WITHIN_MS - 1);
    expect(page.form.hasAttribute('aria-busy')).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.form.hasAttribute('aria-busy')).toBe(false);
    page.press('Place order');
    await settled();
    expect(page.sent).toHaveLength(2);
    expect(page.sent[1]).not.toHaveProperty('view');
    expect(JSON.parse(localStorage.getItem(SENT_KEY) ?? '')).toEqual({ key: 'k1', orderId: '90', basket: '11.200' });
  });

  it.each([
    ['refuses the connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is ill', () => Promise.resolve(new Response('', { status: 503 }))],
  ])('M11 says that the server %s, keeps everything, and offers the order as a message', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    serverAnswers(answer);
    store([RICE]);
    const page = await openBasket('11.200', ' At the gate ');
    page.type(page.field('name'), 'Grace');
    const broughtIntoView = vi.spyOn(page.unreachable, 'scrollIntoView');
    expect(page.unreachable.hidden).toBe(true);
    page.press('Place order');
    await settled();
    expect(page.sent).toEqual([]);
    expect(page.unreachable.hidden).toBe(false);
    expect(broughtIntoView).toHaveBeenCalledOnce();
    // The message is what the page shows; the line that it does not show stays in the basket.
    const text = 'Hello Mama Asha, I would like to order:\n- Sugar × 2\nTotal: UGX 9,000\nGrace\nAt the gate';
    expect(stored()).toEqual([RICE, line(SUGAR, 200)]);
    expect(page.unreachable.querySelector<HTMLAnchorElement>('[data-send]')?.href).toBe(
      `https://wa.me/256772900100?text=${encodeURIComponent(text)}`,
    );
    expect(page.field('name').value).toBe('Grace');
    // It can be tried again at once, and the note goes with the signal.
    expect(page.form.hasAttribute('aria-busy')).toBe(false);
    window.dispatchEvent(new Event('online'));
    expect(page.unreachable.hidden).toBe(true);
    expect(broughtIntoView).toHaveBeenCalledOnce();
  });

  it('M11 waits eight seconds for an answer, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    serverAnswers(
      (_, { signal }) =>
        new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    const page = await openBasket('11.200');
    page.press('Place order');
    await vi.advanceTimersByTimeAsync(ANSWERS_WITHIN_MS - 1);
    expect(page.unreachable.hidden).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.unreachable.hidden).toBe(false);
    expect(page.sent).toEqual([]);
  });
});

describe('the visitor', () => {
  const VISITOR_KEY = 'kaunta-visitor-mama-asha';

  it('finds name and notes again after a look at the items, and nothing that is typed is written over', async () => {
    const page = await openBasket('11.200');
    page.type(page.field('name'), 'Grace');
    page.type(page.field('notes'), 'Ring twice');
    const again = await openBasket('11.200', 'Call first');
    expect([again.field('name').value, again.field('notes').value]).toEqual(['Grace', 'Call first']);
  });

  it.each(['{', 'null', '5', '{"name":5}'])('fills in nothing where the tab stored %s', async (text) => {
    sessionStorage.setItem(VISITOR_KEY, text);
    const page = await openBasket('11.200');
    expect(page.field('name').value).toBe('');
    page.type(page.field('name'), 'Grace');
    expect(JSON.parse(sessionStorage.getItem(VISITOR_KEY) ?? '')).toMatchObject({ name: 'Grace', notes: '' });
  });
});
