import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { paths } from '../../../../src/parts/paths.ts';
import { keepPrinterSettings, printerSettings } from '../../../../src/platform/printer/printer-settings.ts';
import { printReceipt } from '../../../../src/parts/receipt/print-receipt.ts';
import { ReceiptPrinter } from '../../../../src/screens/settings/receipt-printer.tsx';
import type { Shop } from '../../../../src/state/shop.ts';
import { closeFinishedSale } from '../../../../src/state/finished-sale.ts';
import { setReceiptJob, useReceiptJob } from '../../../../src/state/receipt-job.ts';
import { linesOf, picturesOf } from '../../../../e2e/fixtures/escpos-reader.ts';
import { freshCounter } from '../../../support/screens/counter-screen.tsx';
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { actsOf, SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { saleRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { type StandInPrinter, standInPrinter, takePrinterAway } from '../../../support/browser/usb-printer.ts';

const WAIT = { timeout: 15_000 };
const BYTES_OF_HALF_A_RECEIPT = 120;

let printer: StandInPrinter;
let print: Mock<() => void>;
beforeEach(freshCounter);
beforeEach(() => {
  printer = standInPrinter();
  print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
});
afterEach(() => {
  takePrinterAway();
  keepPrinterSettings(null);
  setReceiptJob(null);
  closeFinishedSale();
});

/** Stores the choice of a printer, as from an earlier visit. */
function isChosen(fields: { printsAfterSale?: boolean; opensDrawer?: boolean } = {}): void {
  printer.isAllowed = true;
  keepPrinterSettings({
    identity: { way: 'usb', vendorId: 0x0416, productId: 0x5011, serialNumber: 'A1' },
    ...{ name: 'Stand-in Roll 58', rollWidthMm: 58, printsAfterSale: false, opensDrawer: false },
    ...fields,
  });
}

async function showSettings() {
  renderShop(await openShop({ rows: SHOP_ROWS }), [{ path: '*', element: <ReceiptPrinter /> }], paths.printer);
}

async function showReceipt(id: number) {
  const opened = await openShop({ rows: { ...SHOP_ROWS, sale: [saleRow({ id })] } });
  const acts = async () => (await actsOf(opened.shop)).map(({ name, args }) => [name, args]);
  showOpened(opened, `/sales/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }, WAIT));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }, WAIT));
  return { acts, dialog };
}

/** Sells one Sugar at the counter. `taps` are the buttons of the payment, to the one that saves the sale. */
async function sell(...taps: readonly string[]) {
  const opened = await openShop({ rows: SHOP_ROWS });
  showOpened(opened, paths.counter);
  await userEvent.click(await screen.findByRole('button', { name: /^Sugar,/ }, WAIT));
  await userEvent.click(screen.getByRole('button', { name: /^Charge / }));
  for (const name of taps) await userEvent.click(await paymentButton(name));
  return opened;
}
const paymentButton = async (name: string) =>
  within(await screen.findByRole('dialog', { name: 'Take payment' }, WAIT)).findByRole('button', { name }, WAIT);
const sellForCash = () => sell('Exact');
const sheetOfSale = async () => within(await screen.findByRole('region', { name: 'The sale is recorded' }, WAIT));

/** jsdom draws nothing, so every drawn line is black here. */
function drawsBlackLines(): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const pixels = (_x: number, _y: number, width: number, height: number) => ({
      ...{ data: new Uint8ClampedArray(width * height * 4).fill(255, 3).fill(0, 0, 3), width, height },
    });
    const nothing = () => undefined;
    const context = { canvas: this, measureText: (text: string) => ({ width: text.length * 12 }) };
    return { ...context, fillRect: nothing, fillText: nothing, getImageData: pixels } as never;
  });
}

const textOf = (job: number): string[] => linesOf(printer.paper(job)).map(({ text }) => text.trim());
const printButton = (name: string | RegExp = 'Print Receipt') => screen.findByRole('button', { name }, WAIT);

test('R-PRN-01 a browser that reaches no printer says so, and that the print dialog stays', async () => {
  takePrinterAway();
  await showSettings();
  expect(await screen.findByText('This browser cannot reach a printer by itself', {}, WAIT)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull();
});

test('R-PRN-01 R-PRN-02 R-PRN-03 R-PRN-04 R-PRN-05 R-PRN-13 a printer is chosen by a tap, set, tried, seen to come and go, and forgotten', async () => {
  await showSettings();
  expect(screen.queryByRole('button', { name: 'Connect by Bluetooth' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect by USB' }, WAIT));
  expect(await screen.findByText('Ready', {}, WAIT)).toBeTruthy();
  await userEvent.click(screen.getByText('80 mm'));
  await userEvent.click(screen.getByRole('switch', { name: 'Print after each sale' }));
  expect(printerSettings()).toMatchObject({
    identity: { way: 'usb', serialNumber: 'A1' },
    ...{ name: 'Stand-in Roll 58', rollWidthMm: 80, printsAfterSale: true, opensDrawer: false },
  });
  await userEvent.click(screen.getByRole('switch', { name: /^Open the cash drawer/ }));
  expect(printerSettings()?.opensDrawer).toBe(true);
  expect(JSON.parse(localStorage.getItem('kaunta-receipt-printer') ?? '')).toEqual(printerSettings());

  drawsBlackLines();
  await userEvent.click(screen.getByRole('button', { name: 'Print a test' }));
  await waitFor(() => expect(textOf(0)).toContain('Test print'), WAIT);
  expect(textOf(0)).toContain('Letters: José, Müller, Ñandú');
  expect(textOf(0).find((line) => line.startsWith('Width of the roll'))).toMatch(/ 80 mm$/);
  expect(printer.paper(0).filter(({ kind }) => kind === 'pulse')).toHaveLength(1);
  expect(picturesOf(printer.paper(0)).map(({ widthDots }) => widthDots)).toEqual([576]);
  printer.pulledOutAfterBytes = 1;
  await userEvent.click(await printButton('Print a test'));
  expect(await screen.findByText('Not there', {}, WAIT)).toBeTruthy();
  printer.plugIn();
  expect(await screen.findByText('Ready', {}, WAIT)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Forget it' }));
  expect(await screen.findByRole('button', { name: 'Connect by USB' }, WAIT)).toBeTruthy();
  expect(localStorage.getItem('kaunta-receipt-printer')).toBeNull();
});

test("R-PRN-10 R-PRN-14 R-PRN-15 G44 a double tap prints once, with no dialog; the sale is marked, and the next one says 'Copy'", async () => {
  isChosen();
  const { acts } = await showReceipt(901);
  await userEvent.dblClick(await printButton());
  expect(await printButton('Printed')).toBeTruthy();
  expect(printer.jobs).toHaveLength(1);
  expect(textOf(0)).toContain('Mama Asha');
  expect(textOf(0)).not.toContain('Copy');
  await waitFor(async () => expect(await acts()).toHaveLength(1), WAIT);
  expect(await acts()).toEqual([['sale.printReceipt', { saleId: 901, orderId: null }]]);
  await userEvent.click(await printButton());
  await waitFor(() => expect(printer.jobs).toHaveLength(2), WAIT);
  await printButton('Printed');
  expect(textOf(1)).toContain('Copy');
  expect(await acts()).toHaveLength(1);
  expect(print).not.toHaveBeenCalled();
});

test('R-PRN-14 with no printer of its own a double tap opens the print dialog once', async () => {
  await showReceipt(904);
  await userEvent.dblClick(await printButton());
  expect(print).toHaveBeenCalledOnce();
});

test("R-PRN-15 R-PRN-20 unplugged in the middle it is said in words, the dialog is a way out, and back again 'Try again' prints a copy", async () => {
  isChosen();
  const { dialog, acts } = await showReceipt(902);
  printer.pulledOutAfterBytes = BYTES_OF_HALF_A_RECEIPT;
  await userEvent.click(await printButton());
  const alert = await dialog.findByRole('alert', {}, WAIT);
  expect(alert.textContent).toContain('The sale is saved. The printer is not there.');
  expect(alert.textContent).toContain('What came out of it may be cut short.');
  expect(printer.jobs[0]).toHaveLength(BYTES_OF_HALF_A_RECEIPT);
  await waitFor(async () => expect(await acts()).toHaveLength(1), WAIT);
  await userEvent.click(dialog.getByRole('button', { name: 'Use another printer' }));
  expect(print).toHaveBeenCalledOnce();
  printer.plugIn();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await printButton('Printed');
  expect(textOf(1)).toContain('Copy');
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('R-PRN-15 R-PRN-20 a printer that was not there printed nothing: the next receipt is the first one', async () => {
  isChosen();
  printer.isPluggedIn = false;
  const { dialog, acts } = await showReceipt(903);
  await userEvent.click(await printButton());
  expect((await dialog.findByRole('alert', {}, WAIT)).textContent).not.toContain('cut short');
  expect(await acts()).toEqual([]);
  printer.plugIn();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await printButton('Printed');
  expect(textOf(0)).not.toContain('Copy');
});

test("R-PRN-20 a printer without paper, and one that another program holds, are said in words; 'Try again' prints once it is ready", async () => {
  isChosen();
  const { dialog } = await showReceipt(905);
  printer.isClaimedElsewhere = true;
  await userEvent.click(await printButton());
  await waitFor(
    () => expect(dialog.getByRole('alert').textContent).toContain('Something else holds the printer'),
    WAIT,
  );
  printer.isClaimedElsewhere = false;
  printer.status = 'stall';
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(
    () => expect(dialog.getByRole('alert').textContent).toContain('Look at its paper, its lid and its light'),
    WAIT,
  );
  expect(printer.pieces).toEqual([]);
  printer.status = 'ok';
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await printButton('Printed');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(printer).toMatchObject({ isOpen: false, jobs: [[], [], expect.arrayContaining([27])] });
});

test.each([
  { fields: { printsAfterSale: true, opensDrawer: true }, kinds: ['pulse', 'cut'] },
  { fields: { opensDrawer: true }, kinds: ['pulse'] },
  { fields: { printsAfterSale: true }, kinds: ['cut'] },
  { fields: {}, kinds: null },
])('R-PRN-12 R-PRN-13 after a sale in cash this device does what it is set to: $fields', async ({ fields, kinds }) => {
  isChosen(fields);
  await sellForCash();
  const sheet = await screen.findByRole('region', { name: 'The sale is recorded' }, WAIT);
  expect(await within(sheet).findByRole('button', { name: /^Print/ }, WAIT)).toBeTruthy();
  if (kinds === null) return expect(printer.jobs).toEqual([]);
  await waitFor(() => expect(printer.paper(0).length).toBeGreaterThan(0), WAIT);
  const acts = printer.paper(0).flatMap(({ kind }) => (kind === 'pulse' || kind === 'cut' ? [kind] : []));
  expect(acts).toEqual(kinds);
  expect(printer.jobs).toHaveLength(1);
});

test.each([
  { paid: 'in part in cash', taps: ['1', '0', '0', '0', 'Add another method', 'Create sale'], pulses: 1 },
  { paid: 'by Mobile Money alone', taps: ['Mobile Money', 'Create sale'], pulses: 0 },
])('R-PRN-13 the drawer opens $pulses times after a sale that was paid $paid', async ({ taps, pulses }) => {
  isChosen({ printsAfterSale: true, opensDrawer: true });
  const opened = await sell(...taps);
  await sheetOfSale();
  const [sale] = await actsOf(opened.shop);
  expect(JSON.stringify(sale?.args)).toContain('"paymentMethodName":"Mobile Money"');
  const kinds = (kind: string) =>
    printer.jobs.flatMap((_job, at) => printer.paper(at).filter((each) => each.kind === kind));
  await waitFor(() => expect(kinds('cut')).toHaveLength(1), WAIT);
  expect(kinds('pulse')).toHaveLength(pulses);
});

test('R-PRN-12 a printer that never answers holds no sale up: the next one is sold while it is silent', async () => {
  isChosen({ printsAfterSale: true });
  printer.isSilent = true;
  const opened = await sellForCash();
  const sheet = await sheetOfSale();
  expect(await sheet.findByText('Printing', {}, WAIT)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'New sale' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Sugar,/ }, WAIT));
  await userEvent.click(screen.getByRole('button', { name: /^Charge / }));
  await userEvent.click(await paymentButton('Exact'));
  await waitFor(
    async () => expect((await actsOf(opened.shop)).map(({ name }) => name)).toEqual(['sale.create', 'sale.create']),
    WAIT,
  );
  expect(await sheetOfSale()).toBeTruthy();
});

test('R-PRN-01 staff connect the printer of their device as an admin does', async () => {
  const opened = await openShop({ rows: SHOP_ROWS, state: { role: 'staff' } });
  renderShop(opened, [{ path: '*', element: <ReceiptPrinter /> }], paths.printer);
  await userEvent.click(await screen.findByRole('button', { name: 'Connect by USB' }, WAIT));
  expect(await screen.findByText('Ready', {}, WAIT)).toBeTruthy();
  expect(printerSettings()?.identity).toMatchObject({ way: 'usb', serialNumber: 'A1' });
});

test('R-PRN-12 R-PRN-20 a printer that is gone holds no sale up: the sheet of the sale stands and says why nothing came out', async () => {
  isChosen({ printsAfterSale: true });
  printer.isPluggedIn = false;
  const opened = await sellForCash();
  const sheet = within(await screen.findByRole('region', { name: 'The sale is recorded' }, WAIT));
  expect((await sheet.findByRole('alert', {}, WAIT)).textContent).toContain('The receipt was not printed');
  expect((await actsOf(opened.shop)).map(({ name }) => name)).toEqual(['sale.create']);
  expect(sheet.getByRole('button', { name: 'New sale' })).toBeTruthy();
});

test('R-PRN-13 R-PRN-20 the drawer that a receipt was to open opens with the try that prints it, and with no later one', async () => {
  isChosen({ printsAfterSale: true, opensDrawer: true });
  printer.isPluggedIn = false;
  await sellForCash();
  const sheet = within(await screen.findByRole('region', { name: 'The sale is recorded' }, WAIT));
  await sheet.findByRole('alert', {}, WAIT);
  printer.plugIn();
  const pulses = () => printer.jobs.map((_job, at) => printer.paper(at).filter(({ kind }) => kind === 'pulse').length);
  await userEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(pulses()).toEqual([1]), WAIT);
  await userEvent.click(await sheet.findByRole('button', { name: 'Print' }, WAIT));
  await waitFor(() => expect(pulses()).toEqual([1, 0]), WAIT);
});

test('R-PRN-13 R-PRN-20 a drawer that could not be opened is said, once, over the sale that stands', async () => {
  isChosen({ opensDrawer: true });
  printer.isPluggedIn = false;
  const opened = await sellForCash();
  expect(await screen.findByText('The cash drawer did not open', {}, WAIT)).toBeTruthy();
  expect(screen.getAllByText(/^The sale is saved\. The printer is not there\./)).toHaveLength(1);
  expect((await actsOf(opened.shop)).map(({ name }) => name)).toEqual(['sale.create']);
});

test('R-PRN-15 paper that came out, on a device that has no space to note it, is said; the next one here is a copy all the same', async () => {
  isChosen();
  const opened = await openShop({ rows: { ...SHOP_ROWS, sale: [saleRow({ id: 906 })] } });
  opened.replica.run = () => Promise.reject(new StorageFailure('quota'));
  showOpened(opened, '/sales/906');
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }, WAIT));
  await userEvent.click(await printButton());
  expect(await screen.findByText('Failed to note that the receipt was printed', {}, WAIT)).toBeTruthy();
  expect(screen.getByText('This device has no space left. It was not saved.')).toBeTruthy();
  await waitFor(() => expect(printer.jobs).toHaveLength(1), WAIT);
  expect(textOf(0)).not.toContain('Copy');
  await userEvent.click(await printButton());
  await waitFor(() => expect(printer.jobs).toHaveLength(2), WAIT);
  await waitFor(() => expect(textOf(1)).toContain('Copy'), WAIT);
});

test('R-PRN-20 a receipt that this device cannot draw for the printer is said not to be printed', async () => {
  isChosen();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const sale = saleRow({ id: 907, notes: 'عسل', customerName: 'عسل' });
  showOpened(await openShop({ rows: { ...SHOP_ROWS, sale: [sale] } }), '/sales/907');
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }, WAIT));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt' }, WAIT));
  await userEvent.click(await printButton());
  expect((await dialog.findByRole('alert', {}, WAIT)).textContent).toContain(
    'The receipt could not be made ready for the printer.',
  );
  expect(printer.jobs.flat()).toEqual([]);
});

test('R-PRN-12 the end of a job says nothing of the next one that is printing', async () => {
  isChosen();
  const { replica } = await openShop({ rows: { ...SHOP_ROWS, sale: [saleRow({ id: 908 }), saleRow({ id: 909 })] } });
  const shown: string[] = [];
  const unsubscribe = useReceiptJob.subscribe(({ job }) => job && shown.push(`${job.saleId} ${job.phase}`));
  const ports = { replica, shop: { timeZone: 'Africa/Kampala', currency: 'UGX' } as Shop };
  await Promise.all([908, 909].map((id) => printReceipt(ports, id, { mayAsk: false })));
  unsubscribe();
  expect(shown).toEqual(['908 printing', '909 printing', '909 printed']);
  expect(printer.jobs).toHaveLength(2);
});
