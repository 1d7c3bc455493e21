import { linesOf, picturesOf, readEscPos } from '../fixtures/escpos-reader.ts';
import { keepFinishedSales, finishedSale } from '../fixtures/finished-sales.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

interface Cable {
  jobs: number[][];
  isPluggedIn: boolean;
  pullOutAfterBytes: number;
  plugIn(): void;
}

/** Runs inside the page: a stand-in for a USB printer at the browser's interface, which can be unplugged. */
function plugInPrinter(): void {
  const usb = new EventTarget();
  const cable: Cable = {
    ...{ jobs: [], isPluggedIn: true, pullOutAfterBytes: Infinity },
    plugIn() {
      cable.isPluggedIn = true;
      cable.pullOutAfterBytes = Infinity;
      usb.dispatchEvent(new Event('connect'));
    },
  };
  const out = { endpointNumber: 1, direction: 'out', type: 'bulk' };
  const alternates = [{ interfaceClass: 7, alternateSetting: 0, endpoints: [out] }];
  const done = async () => undefined;
  const gone = () => new DOMException('The device was disconnected.', 'NetworkError');
  const device = {
    ...{ vendorId: 1, productId: 2, serialNumber: 'A1', manufacturerName: 'Stand-in', productName: 'Roll' },
    ...{ configuration: { interfaces: [{ interfaceNumber: 0, alternates }] } },
    ...{ open: async () => void cable.jobs.push([]), close: done, selectConfiguration: done, claimInterface: done },
    async transferOut(_endpoint: number, piece: Uint8Array) {
      const room = cable.pullOutAfterBytes;
      cable.jobs.at(-1)?.push(...[...piece].slice(0, room));
      if (piece.length <= room) return { status: 'ok' };
      cable.isPluggedIn = false;
      usb.dispatchEvent(new Event('disconnect'));
      throw gone();
    },
  };
  Object.assign(usb, {
    getDevices: async () => (cable.isPluggedIn ? [device] : []),
    requestDevice: async () => device,
  });
  Object.defineProperty(navigator, 'usb', { value: usb });
  Object.assign(window, { cable });
}

test('R-PRN-01 R-PRN-04 R-PRN-10 R-PRN-11 R-PRN-12 R-PRN-20 a receipt comes out by itself, names of other scripts drawn; unplugged in the middle the sale stands, and back again it is printed', async ({
  phones,
  shop,
  server,
}) => {
  const api = await ShopOnServer.of(server.url, shop);
  await api.post('/items', { name: 'أرز بسمتي', price: '4500', stock: 9 });
  const phone = await phones.signedIn(shop);
  await phone.context.addInitScript(plugInPrinter);
  const { app, page } = phone;
  await keepFinishedSales(page);
  const cable = <T>(read: (cable: Cable) => T) => page.evaluate(`(${String(read)})(window.cable)`) as Promise<T>;
  const paper = async (job: number) => readEscPos(Uint8Array.from((await cable(({ jobs }) => jobs))[job] ?? []));

  await page.goto(`${phone.line.url}/settings/printer`);
  await page.getByRole('button', { name: 'Connect by USB' }).click();
  await expect(page.getByText('Ready')).toBeVisible();
  await page.getByRole('switch', { name: 'Print after each sale' }).check();
  await page.getByRole('button', { name: 'Print a test' }).click();
  await expect.poll(async () => linesOf(await paper(0)).map(({ text }) => text.trim())).toContain('Test print');

  await page.goto(`${phone.line.url}/counter`);
  await app.counter.tap('أرز بسمتي');
  await app.counter.pay('Exact');
  await expect(finishedSale(page)).toBeVisible();
  await expect.poll(async () => (await cable(({ jobs }) => jobs)).length).toBe(1);
  await expect.poll(async () => (await paper(0)).some(({ kind }) => kind === 'cut')).toBe(true);
  const events = await paper(0);
  expect(picturesOf(events)).toHaveLength(1);
  expect(picturesOf(events)[0]?.dots.filter(Boolean).length).toBeGreaterThan(100);
  expect(
    linesOf(events)
      .map(({ text }) => text)
      .join('\n'),
  ).not.toContain('?');

  await page.evaluate('window.cable.pullOutAfterBytes = 100');
  await app.counter.tap('أرز بسمتي');
  await app.counter.pay('Exact');
  const sheet = finishedSale(page);
  await expect(sheet.getByRole('alert')).toContainText('The sale is saved. The printer is not there.');
  await page.evaluate('window.cable.plugIn()');
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await cable(({ jobs }) => jobs)).length).toBe(3);
  await expect.poll(async () => linesOf(await paper(2)).map(({ text }) => text.trim())).toContain('Copy');
});
