import { browserDevices, type UsbDevice } from './browser-devices.ts';
import { forgetTwins, inTime, type OpenPrinter, pieces, PrinterError, type PrinterLink, step } from './printer-link.ts';
import { asStored, type IdentityOf } from './printer-settings.ts';

/** The USB class of printers, and the vendor-specific class, which cheap receipt printers use. */
const PRINTER_CLASS = 0x07;
const VENDOR_CLASS = 0xff;
const PIECE_BYTES_MAX = 4_096;

interface Outlet {
  interfaceNumber: number;
  alternateSetting: number;
  endpointNumber: number;
}

export const usbLink: PrinterLink<IdentityOf<'usb'>, UsbDevice> = {
  isSupported: () => browserDevices().usb !== undefined,
  async choose() {
    const filters = [{ classCode: PRINTER_CLASS }, { classCode: VENDOR_CLASS }];
    const device = await step(async () => await usb().requestDevice({ filters }), 'cancelled');
    await forgetTwins(device, usb().getDevices(), makeOf);
    return device;
  },
  async find(identity) {
    const same = (await step(() => usb().getDevices())).filter(
      ({ vendorId, productId }) => vendorId === identity.vendorId && productId === identity.productId,
    );
    // Only the serial number distinguishes two printers of the same model; many printers have none.
    return same.find((device) => serialOf(device) === identity.serialNumber) ?? null;
  },
  describe: (device) => ({
    identity: { way: 'usb', vendorId: device.vendorId, productId: device.productId, serialNumber: serialOf(device) },
    name: [device.manufacturerName, device.productName].filter(Boolean).join(' ') || 'USB printer',
  }),
  async presence(identity) {
    return (await this.find(identity)) === null ? 'gone' : 'there';
  },
  async open(device) {
    await step(() => device.open(), 'held');
    try {
      return await claimed(device);
    } catch (error) {
      await device.close().catch(() => undefined);
      throw error;
    }
  },
  follow(onChange) {
    const { usb: source } = browserDevices();
    source?.addEventListener('connect', onChange);
    source?.addEventListener('disconnect', onChange);
    return () => {
      source?.removeEventListener('connect', onChange);
      source?.removeEventListener('disconnect', onChange);
    };
  },
};

const serialOf = ({ serialNumber }: UsbDevice): string | null =>
  typeof serialNumber === 'string' ? asStored(serialNumber) : null;

const makeOf = (device: UsbDevice): string => JSON.stringify([device.vendorId, device.productId, serialOf(device)]);

function usb() {
  const { usb: source } = browserDevices();
  if (source === undefined) throw new PrinterError('gone');
  return source;
}

async function claimed(device: UsbDevice): Promise<OpenPrinter> {
  if (device.configuration === null) await step(() => device.selectConfiguration(1));
  const outlet = outletOf(device);
  if (outlet === null) throw new PrinterError('no_printer');
  const { interfaceNumber, alternateSetting, endpointNumber } = outlet;
  await step(() => device.claimInterface(interfaceNumber), 'held');
  if (alternateSetting !== 0) await step(() => device.selectAlternateInterface(interfaceNumber, alternateSetting));
  return {
    async write(bytes) {
      for (const piece of pieces(bytes, PIECE_BYTES_MAX)) {
        const { status } = await step(() => inTime(device.transferOut(endpointNumber, piece), 'stuck'));
        if (status !== 'ok') throw new PrinterError('stuck');
      }
    },
    close: () => step(() => device.close()),
  };
}

/**
 * Returns the endpoint for sending: of a printer interface if there is one, else of any interface that accepts bulk
 * data.
 */
function outletOf({ configuration }: UsbDevice): Outlet | null {
  const outlets = (configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternates }) =>
    alternates.flatMap(({ interfaceClass, alternateSetting, endpoints }) =>
      endpoints
        .filter(({ direction, type }) => direction === 'out' && type === 'bulk')
        .map(({ endpointNumber }) => ({ interfaceClass, interfaceNumber, alternateSetting, endpointNumber })),
    ),
  );
  return outlets.find(({ interfaceClass }) => interfaceClass === PRINTER_CLASS) ?? outlets[0] ?? null;
}
