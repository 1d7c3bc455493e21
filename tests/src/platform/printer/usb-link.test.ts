import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UsbInterface } from '../../../../src/platform/printer/browser-devices.ts';
import { usbLink } from '../../../../src/platform/printer/usb-link.ts';
import { type StandInPrinter, standInPrinter, takePrinterAway } from '../../../support/browser/usb-printer.ts';

let printer: StandInPrinter;
beforeEach(() => {
  printer = standInPrinter();
});
afterEach(takePrinterAway);

const BYTES = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251);

/** Returns an interface with one endpoint. */
const interfaceWith = (interfaceClass: number, endpoint: { direction: 'in' | 'out'; type: string }): UsbInterface => ({
  interfaceNumber: 0,
  alternates: [{ interfaceClass, alternateSetting: 0, endpoints: [{ endpointNumber: 3, ...endpoint }] }],
});

const usb = () => Reflect.get(navigator, 'usb') as EventTarget;

async function openChosen() {
  const device = await usbLink.choose();
  return await usbLink.open(device, usbLink.describe(device).identity);
}

test('R-PRN-01 R-PRN-10 sends every byte in order to the printer interface, in the setting that accepts bytes, then lets the printer go', async () => {
  const opened = await openChosen();
  await opened.write(BYTES);
  expect(printer.isOpen).toBe(true);
  await opened.close();
  expect(printer.isOpen).toBe(false);
  expect(printer.jobs).toEqual([[...BYTES]]);
  expect(printer.pieces).toEqual([4_096, 4_096, 1_808].map((bytes) => ({ endpoint: 1, bytes })));
  await (await openChosen()).write(BYTES.slice(0, 2));
  expect(printer.jobs[1]).toEqual([0, 1]);
});

test('R-PRN-01 a cheap printer has only an interface of its own kind; it prints as well', async () => {
  printer.interfaces = [interfaceWith(0xff, { direction: 'out', type: 'bulk' })];
  await (await openChosen()).write(BYTES);
  expect(printer.jobs).toEqual([[...BYTES]]);
});

test.each([
  ['only sends', { direction: 'in', type: 'bulk' } as const],
  ['accepts no bulk data', { direction: 'out', type: 'interrupt' } as const],
])('a device that %s is no printer, and is let go', async (_, endpoint) => {
  printer.interfaces = [interfaceWith(0x07, endpoint)];
  await expect(openChosen()).rejects.toMatchObject({ problem: 'no_printer' });
  expect(printer).toMatchObject({ isOpen: false, jobs: [[]] });
});

test('a printer that another program uses is held, and is let go for the next try', async () => {
  printer.isClaimedElsewhere = true;
  await expect(openChosen()).rejects.toMatchObject({ problem: 'held' });
  expect(printer.isOpen).toBe(false);
});

test('a printer without paper accepts no bytes: it is stuck', async () => {
  const opened = await openChosen();
  printer.status = 'stall';
  await expect(opened.write(BYTES)).rejects.toMatchObject({ problem: 'stuck' });
});

test('R-PRN-01 the list of devices shows none that cannot be a printer', async () => {
  for (const kind of [0x06, 0x08, 0xfe]) {
    printer.interfaces = [interfaceWith(kind, { direction: 'out', type: 'bulk' })];
    await expect(usbLink.choose()).rejects.toMatchObject({ problem: 'cancelled' });
  }
});

test("nothing chosen in the browser's list is no fault of the printer", async () => {
  printer.isPluggedIn = false;
  await expect(usbLink.choose()).rejects.toMatchObject({ problem: 'cancelled' });
});

test('R-PRN-02 the chosen printer is found again by maker, model and serial number', async () => {
  const { identity, name } = usbLink.describe(await usbLink.choose());
  expect(name).toBe('Stand-in Roll 58');
  await expect(usbLink.presence(identity)).resolves.toBe('there');
  for (const other of [{ vendorId: 1 }, { productId: 1 }, { serialNumber: 'A2' }, { serialNumber: null }])
    await expect(usbLink.presence({ ...identity, ...other })).resolves.toBe('gone');
  printer.isPluggedIn = false;
  await expect(usbLink.presence(identity)).resolves.toBe('gone');
});

test('R-PRN-02 a printer without a serial number or a name is found by maker and model', async () => {
  const { serialNumber: _, manufacturerName: __, productName: ___, ...device } = await usbLink.choose();
  const { identity, name } = usbLink.describe(device);
  expect({ name, serialNumber: identity.serialNumber }).toEqual({ name: 'USB printer', serialNumber: null });
  Object.assign(usb(), { getDevices: async () => [device] });
  await expect(usbLink.presence(identity)).resolves.toBe('there');
  await expect(usbLink.presence({ ...identity, serialNumber: 'A1' })).resolves.toBe('gone');
});

test('R-PRN-02 of two printers of one make without serial numbers the one that was chosen last is the printer', async () => {
  const { serialNumber: _, ...wrong } = await usbLink.choose();
  const forget = vi.fn<() => Promise<void>>().mockResolvedValue();
  const right = { ...wrong, productName: 'the right one' };
  const numbered = { ...wrong, serialNumber: 'A1', forget: vi.fn<() => Promise<void>>() };
  Object.assign(usb(), {
    getDevices: async () => [{ ...wrong, forget }, numbered, right],
    requestDevice: async () => right,
  });
  await expect(usbLink.choose()).resolves.toBe(right);
  expect(forget).toHaveBeenCalledOnce();
  expect(numbered.forget).not.toHaveBeenCalled();
});

test('R-PRN-02 a printer with a serial number longer than the settings keep is found again', async () => {
  const device = { ...(await usbLink.choose()), serialNumber: 'A'.repeat(126) };
  const { identity } = usbLink.describe(device);
  expect(identity.serialNumber).toBe('A'.repeat(120));
  Object.assign(usb(), { getDevices: async () => [device] });
  await expect(usbLink.presence(identity)).resolves.toBe('there');
});

test('R-PRN-05 says when a printer comes and goes, until nobody asks any more', () => {
  const onChange = vi.fn<() => void>();
  const unfollow = usbLink.follow(onChange);
  usb().dispatchEvent(new Event('disconnect'));
  printer.plugIn();
  expect(onChange).toHaveBeenCalledTimes(2);
  unfollow();
  usb().dispatchEvent(new Event('disconnect'));
  printer.plugIn();
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('in a browser without USB no printer is there', async () => {
  takePrinterAway();
  expect(usbLink.isSupported()).toBe(false);
  await expect(usbLink.choose()).rejects.toMatchObject({ problem: 'gone' });
  expect(usbLink.follow(() => undefined)()).toBeUndefined();
});
