import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, type Mock, onTestFinished, test, vi } from 'vitest';
import type { Sale, SaleLine } from '../../../../domain/sales/sale.ts';
import { actsOf, ASHA, savingOf, SHOP_ROWS, showOpened, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { businessRow, saleRow, USER_ID, userRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop } from '../../../support/screens/shop-screens.tsx';

const ID = 900;
const NUMBER = 'SALE-1795251600900';

const line = (fields: Partial<SaleLine> = {}): SaleLine => ({
  ...{ id: 1, itemId: SUGAR.id, itemName: 'Sugar', itemSku: null, quantityHundredths: 200, unitPriceMinor: 250_000 },
  ...{ listPriceMinor: 250_000, discountMinor: 0, totalMinor: 500_000, movesStock: true },
  ...fields,
});
const AMINA = userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Nakato' });

const openDialog = async () => userEvent.click(await screen.findByRole('button', { name: 'Receipt' }));

async function showReceipt(sale: Partial<Sale> = {}, rows = {}) {
  const row = saleRow({ id: ID, saleNumber: NUMBER, finalMinor: 500_000, lines: [line()], ...sale });
  const opened = await openShop({ rows: { ...SHOP_ROWS, user: [AMINA], sale: [row], ...rows } });
  const saving = savingOf(opened);
  const app = showOpened(saving, `/sales/${ID}`);
  await openDialog();
  await screen.findByRole('dialog', { name: 'Receipt' });
  return { ...opened, ...app, saving };
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Receipt' }));
const paper = () => dialog().getByRole('article', { name: 'Receipt' });
const values = () =>
  Object.fromEntries(
    [...paper().querySelectorAll('dl > div')].map((pair) => [
      pair.querySelector('dt')?.textContent,
      pair.querySelector('dd')?.textContent?.replace('\u00a0', ' '),
    ]),
  );
/** Returns the sheet for printing. */
const sheet = () => document.querySelector('.k-print-sheet');
const pageRule = () => sheet()?.querySelector('style')?.textContent;

let print: Mock<() => void>;
beforeEach(() => {
  print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
});

describe('what it says', () => {
  test('R-SDET-25 R-RCPT-01 R-RCPT-02 R-RCPT-03 R-RCPT-04 R-RCPT-05 R-RCPT-06 R-RCPT-08 R-RCPT-09 R-RCPT-10 R-RCPT-11 C-064 a header button opens it: shop, customer, creator, lines, total, method, Paid', async () => {
    await showReceipt({
      ...{ customerId: ASHA.id, customerName: 'Asha', paymentMethodName: 'Mobile Money', transactionId: 'MP-77' },
      lines: [line(), line({ id: 2, itemId: 12, itemName: 'Rice', quantityHundredths: 250, totalMinor: 333_333 })],
    });
    const head = [...paper().querySelectorAll('header > *')].map(({ textContent }) => textContent);
    expect(head).toEqual(['Mama Asha', 'Market Street 1', '0700000000', 'asha@example.com']);
    expect(values()).toEqual({
      ...{ Receipt: `#${NUMBER}`, Date: '21 Nov 2026, 12:00', Customer: 'Asha Nansubuga', 'Served by': 'Amina Nakato' },
      ...{ Total: 'UGX 5,000.00', 'Payment method': 'Mobile Money', 'Transaction ID': 'MP-77' },
    });
    const lines = within(paper()).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Sugar2 × 2,500.005,000.00',
      'Rice2.5 Kilogram × 2,500.003,333.33',
    ]);
    expect(within(paper()).getByText('Paid')).toBeTruthy();
    expect(within(paper()).queryByText('Unpaid')).toBeNull();
  });

  test("R-RCPT-07 R-RCPT-12 R-RCPT-13 C-063 what nobody knows: 'Your Store', 'Unknown User', no invented phone; unpaid says 'Unpaid', 'Not paid yet' and what is owed", async () => {
    await showReceipt(
      { status: 'pending', payments: [], createdByUserId: 5 },
      { business: [businessRow({ name: '', address: '', phone: '', email: '' })] },
    );
    expect([...paper().querySelectorAll('header > *')].map(({ textContent }) => textContent)).toEqual(['Your Store']);
    expect(values()).toMatchObject({
      ...{ 'Served by': 'Unknown User', Customer: 'Walk-in Customer', 'Payment method': 'Not paid yet' },
      Balance: 'UGX 5,000.00',
    });
    expect(within(paper()).getByText('Unpaid')).toBeTruthy();
  });

  test('markup, emoji and other scripts in names are text, each in its own direction', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await showReceipt({ lines: [line({ itemName: evil }), line({ id: 2, itemName: 'أرز 5 كيلو 🍚' })] });
    for (const place of [paper(), sheet() as HTMLElement]) {
      const names = [...place.querySelectorAll('li [dir=auto]')].map(({ textContent }) => textContent);
      expect(names).toEqual([evil, 'أرز 5 كيلو 🍚']);
      expect(place.querySelector('img, script')).toBeNull();
    }
    expect(alert).not.toHaveBeenCalled();
  });

  test('R-SDET-42 a cancelled sale has no receipt button', async () => {
    const cancelled = saleRow({ id: ID, saleNumber: NUMBER, status: 'cancelled' });
    const opened = await openShop({ rows: { ...SHOP_ROWS, sale: [cancelled] } });
    showOpened(opened, `/sales/${ID}`);
    await screen.findByRole('region', { name: 'Sale' });
    expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull();
  });

  test('R-SDET-42 R-SDET-45 one that is open when its sale is cancelled elsewhere says so, and is neither printed nor shared', async () => {
    const app = await showReceipt();
    const cancellations = [{ reason: 'Brought back', byUserId: 71, atMs: 1 }];
    const sale = await app.shop.row('sale', ID);
    await meanwhile(() => app.shop.absorb({ rows: { sale: [{ ...sale!, status: 'cancelled', cancellations }] } }));
    expect(await dialog().findByText('This sale was cancelled')).toBeTruthy();
    for (const name of ['Print Receipt', 'Share']) expect(dialog().queryByRole('button', { name })).toBeNull();
    // The browser's own menu prints no receipt either.
    expect(sheet()).toBeNull();
    await userEvent.click(dialog().getByRole('button', { name: /^Close/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('M39 that of a sale which no server has yet looks the same', async () => {
    const opened = await openShop({ rows: { ...SHOP_ROWS, user: [AMINA] } });
    const id = await opened.shop.sell(SUGAR.id, 200, {});
    showOpened(opened, `/sales/${id}`);
    expect(await screen.findByText('Pending sync')).toBeTruthy();
    await openDialog();
    await screen.findByRole('dialog', { name: 'Receipt' });
    for (const place of [paper(), sheet()]) expect(place?.textContent).not.toMatch(/pending|sync/i);
    expect(within(paper()).getByText('Paid')).toBeTruthy();
  });
});

describe('printing', () => {
  const printButton = () => dialog().getByRole('button', { name: 'Print Receipt' });
  const question = () => dialog().queryByRole('group', { name: 'Did it print?' });
  const say = (name: 'Yes' | 'No') => userEvent.click(dialog().getByRole('button', { name }));
  const NOTED = { name: 'sale.printReceipt', args: { saleId: ID, orderId: null } };

  test("R-SDET-29 R-RCPT-14 'Print Receipt' prints what is shown under the title 'Receipt-{id}', which goes with the dialog", async () => {
    await showReceipt();
    let title = '';
    print.mockImplementation(() => void (title = document.title));
    await userEvent.click(printButton());
    expect(print).toHaveBeenCalledOnce();
    expect(title).toBe(`Receipt-${ID}`);
    expect(sheet()?.querySelector('article')?.innerHTML).toBe(paper().innerHTML);
    await userEvent.click(dialog().getByRole('button', { name: /^Close/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.title).toBe(`Sale #${NUMBER} · Kaunta`);
    expect(sheet()).toBeNull();
  });

  test('G45 on a roll of 58 or 80 mm that is cut where the receipt ends, or on A4; this device remembers which', async () => {
    const app = await showReceipt();
    expect(pageRule()).toMatch(/size: 80mm \d+mm; margin: 0/);
    await userEvent.click(dialog().getByText('58 mm'));
    expect(pageRule()).toMatch(/size: 58mm \d+mm; margin: 0/);
    await userEvent.click(dialog().getByText('A4'));
    expect(pageRule()).toContain('size: A4');
    app.unmount();
    showOpened(app, `/sales/${ID}`);
    await openDialog();
    await screen.findByRole('dialog', { name: 'Receipt' });
    expect(pageRule()).toContain('size: A4');
    expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'A4' }).checked).toBe(true);
  });

  test("G44 X-TYPE-52 the first one is noted once, when it came out, and every one after it is marked 'Copy'", async () => {
    const app = await showReceipt();
    const copies = () => [paper(), sheet()].map((place) => place?.textContent?.includes('Copy'));
    const seen: unknown[] = [];
    print.mockImplementation(() => void seen.push(copies()));
    await userEvent.click(printButton());
    // No second sheet while the fate of the first is unknown.
    await userEvent.click(printButton());
    expect(seen).toEqual([[false, false]]);
    expect(await actsOf(app.shop)).toEqual([]);
    await say('Yes');
    await waitFor(async () => expect((await app.shop.row('sale', ID))?.receiptPrint?.byUserId).toBe(USER_ID));
    // A print that may not have reached the printer does not make the next one a copy.
    expect(copies()).toEqual([false, false]);
    expect(question()).toBeNull();
    await userEvent.click(printButton());
    expect(seen).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(question()).toBeNull();
    expect(await actsOf(app.shop)).toEqual([NOTED]);
  });

  test("X-TYPE-52 G44 after 'No', as often as it is said, the next one is still the first", async () => {
    const app = await showReceipt();
    for (const _ of ['cancelled', 'no paper in it']) {
      await userEvent.click(printButton());
      await say('No');
      expect(question()).toBeNull();
    }
    await userEvent.click(printButton());
    expect(print).toHaveBeenCalledTimes(3);
    expect(sheet()?.textContent).not.toContain('Copy');
    expect(await actsOf(app.shop)).toEqual([]);
    await say('Yes');
    await waitFor(async () => expect(await actsOf(app.shop)).toEqual([NOTED]));
  });

  test.each(['the receipt', 'the screen'])('X-TYPE-52 G44 whoever closes %s without an answer has it', async (what) => {
    const app = await showReceipt();
    await userEvent.click(printButton());
    if (what === 'the receipt') await userEvent.click(dialog().getByRole('button', { name: /^Close/ }));
    else app.unmount();
    await waitFor(async () => expect(await actsOf(app.shop)).toEqual([NOTED]));
  });

  test('X-TYPE-52 G44 nothing is asked any more once another device has noted one', async () => {
    const app = await showReceipt();
    await userEvent.click(printButton());
    const sale = await app.shop.row('sale', ID);
    await app.shop.absorb({ rows: { sale: [{ ...sale!, receiptPrint: { byUserId: 71, atMs: 1 } }] } });
    await waitFor(() => expect(question()).toBeNull());
    await userEvent.click(printButton());
    expect(sheet()?.textContent).toContain('Copy');
    await userEvent.click(dialog().getByRole('button', { name: /^Close/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('G44 one that another device has printed is a copy from the start', async () => {
    const app = await showReceipt({ receiptPrint: { byUserId: 71, atMs: 1 } });
    expect(within(paper()).getByText('Copy')).toBeTruthy();
    await userEvent.click(printButton());
    expect(print).toHaveBeenCalledOnce();
    expect(await actsOf(app.shop)).toEqual([]);
  });

  test('G44 a full device says that it could not note it; the receipt is printed all the same', async () => {
    const app = await showReceipt();
    app.saving.runOutOfSpace();
    await userEvent.click(printButton());
    expect(print).toHaveBeenCalledOnce();
    await say('Yes');
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Failed to note that the receipt was printed')).toBeTruthy();
    expect(toast.getByText('This device has no space left. It was not saved.')).toBeTruthy();
  });
});

describe('sharing', () => {
  const share = async (how: string) => {
    await userEvent.click(dialog().getByRole('button', { name: 'Share' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: how }));
  };
  /** Gives the browser the sharing of texts with other apps. */
  const withShare = (result: () => Promise<void>) => {
    const calls = vi.fn<(data: ShareData) => Promise<void>>(result);
    Object.defineProperty(navigator, 'share', { value: calls, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    return calls;
  };
  const toast = async (role: 'status' | 'alert') => within(await screen.findByRole(role));

  test('R-SDET-26 R-SDET-27 R-SDET-28 offers WhatsApp, a picture, and whatever else the device has', async () => {
    await showReceipt();
    await userEvent.click(dialog().getByRole('button', { name: 'Share' }));
    const choices = await screen.findAllByRole('menuitem');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['WhatsApp', 'Image', 'Other']);
  });

  test('R-RCPT-16 WhatsApp opens with the text filled in, whatever a name is made of', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    // The name ends in half of a surrogate pair.
    await showReceipt({ lines: [line({ itemName: 'Tea & <b>milk</b> #1 \ud83c' })] });
    await share('WhatsApp');
    const [address, target, features] = open.mock.calls[0] as string[];
    expect([target, features]).toEqual(['_blank', 'noopener,noreferrer']);
    const url = new URL(address ?? '');
    expect(url.origin + url.pathname).toBe('https://wa.me/');
    const text = url.searchParams.get('text') ?? '';
    expect(text).toContain('Tea & <b>milk</b> #1 \ufffd');
    expect(text).toContain('Total: UGX 5,000.00');
    expect(text.endsWith('Thank you for your business!')).toBe(true);
    expect(url.hash).toBe('');
  });

  test('C-161 WhatsApp opens at the number of the customer, where they have one', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await showReceipt({ customerId: ASHA.id, customerName: ASHA.name });
    await share('WhatsApp');
    expect(new URL(String(open.mock.calls[0]?.[0])).pathname).toBe('/256772000111');
  });

  test("R-RCPT-17 R-SDET-28 'Other' hands the text to the device: 'Shared successfully'", async () => {
    const calls = withShare(() => Promise.resolve());
    await showReceipt();
    await share('Other');
    const shown = await toast('status');
    expect(shown.getByText('Shared successfully')).toBeTruthy();
    expect(shown.getByText('The receipt was shared successfully.')).toBeTruthy();
    const [data] = calls.mock.calls[0] ?? [];
    expect(data?.title).toBe(`Receipt-${ID}`);
    expect(data?.text?.endsWith('Thank you for your business!')).toBe(true);
  });

  test("R-RCPT-18 what goes wrong: 'Error sharing'", async () => {
    withShare(() => Promise.reject(new Error('no')));
    await showReceipt();
    await share('Other');
    const shown = await toast('alert');
    expect(shown.getByText('Error sharing')).toBeTruthy();
    expect(shown.getByText('There was an error sharing the receipt.')).toBeTruthy();
  });

  test('R-RCPT-19 who closes the sheet again is told nothing', async () => {
    const calls = withShare(() => Promise.reject(new DOMException('closed', 'AbortError')));
    await showReceipt();
    await share('Other');
    await waitFor(() => expect(calls).toHaveBeenCalledOnce());
    await userEvent.click(dialog().getByText('58 mm'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  test("R-RCPT-20 a device that hands nothing over: 'Sharing not supported'", async () => {
    await showReceipt();
    await share('Other');
    const shown = await toast('alert');
    expect(shown.getByText('Sharing not supported')).toBeTruthy();
    const sentence = "Your device doesn't support the Web Share API. Try using WhatsApp sharing instead.";
    expect(shown.getByText(sentence)).toBeTruthy();
  });

  test("R-RCPT-18 a browser that draws no picture: 'Error sharing'", async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await showReceipt();
    await share('Image');
    expect((await toast('alert')).getByText('Error sharing')).toBeTruthy();
  });
});
