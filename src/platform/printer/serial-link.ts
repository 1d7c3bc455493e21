import { browserDevices, type SerialPort } from './browser-devices.ts';
import { forgetTwins, inTime, pieces, PrinterError, type PrinterLink, step } from './printer-link.ts';
import { BAUD_RATES, type IdentityOf } from './printer-settings.ts';

/** Small enough that a slow connection sends one piece well within its time. */
const PIECE_BYTES_MAX = 512;
const BUFFER_BYTES = 1_024;

export const serialLink: PrinterLink<IdentityOf<'serial'>, SerialPort> = {
  isSupported: () => browserDevices().serial !== undefined,
  async choose() {
    const port = await step(async () => await serial().requestPort(), 'cancelled');
    await forgetTwins(port, serial().getPorts(), makeOf);
    return port;
  },
  async find(identity) {
    const ports = await step(() => serial().getPorts());
    return ports.find((port) => makeOf(port) === `${identity.vendorId}/${identity.productId}`) ?? null;
  },
  describe(port) {
    const { usbVendorId, usbProductId } = port.getInfo();
    const [baudRate] = BAUD_RATES;
    return {
      identity: { way: 'serial', vendorId: usbVendorId ?? null, productId: usbProductId ?? null, baudRate },
      name: 'Serial printer',
    };
  },
  async presence(identity) {
    return (await this.find(identity)) === null ? 'gone' : 'there';
  },
  async open(port, { baudRate }) {
    await step(() => port.open({ baudRate, bufferSize: BUFFER_BYTES }), 'held');
    const writer = port.writable?.getWriter();
    if (writer === undefined) {
      // A port that stayed open could not be opened again, and would seem to be held by another program.
      await port.close().catch(() => undefined);
      throw new PrinterError('gone');
    }
    return {
      async write(bytes) {
        try {
          for (const piece of pieces(bytes, PIECE_BYTES_MAX)) await step(() => inTime(writer.write(piece), 'stuck'));
        } catch (error) {
          // Drops what was not sent, or closing would wait for it once more.
          writer.abort().catch(() => undefined);
          throw error;
        }
      },
      async close() {
        try {
          // Sends the rest of the buffer first.
          await step(() => inTime(writer.close(), 'stuck'));
        } finally {
          writer.releaseLock();
          // Drops what is still not sent.
          await inTime(port.close(), 'stuck').catch(() => undefined);
        }
      },
    };
  },
  follow(onChange) {
    const { serial: source } = browserDevices();
    source?.addEventListener('connect', onChange);
    source?.addEventListener('disconnect', onChange);
    return () => {
      source?.removeEventListener('connect', onChange);
      source?.removeEventListener('disconnect', onChange);
    };
  },
};

/** The maker and model of a port's cable; 'null/null' for a port of the computer itself. */
function makeOf(port: SerialPort): string {
  const { usbVendorId = null, usbProductId = null } = port.getInfo();
  return `${usbVendorId}/${usbProductId}`;
}

function serial() {
  const { serial: source } = browserDevices();
  if (source === undefined) throw new PrinterError('gone');
  return source;
}
