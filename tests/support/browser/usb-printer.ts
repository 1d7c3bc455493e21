import type { UsbDevice } from '../../../src/platform/printer/browser-devices.ts';
import { type PrinterEvent, readEscPos } from '../../../e2e/fixtures/escpos-reader.ts';

/** A receipt printer at the browser's interface for USB, and the cable to it. */
export interface StandInPrinter {
  /** True when somebody has allowed the page to use it. */
  isAllowed: boolean;
  isPluggedIn: boolean;
  /** It is pulled out after so many bytes of the next job. */
  pulledOutAfterBytes: number;
  /** So many jobs come whole, and it is pulled out in the one after them. */
  wholeJobs: number;
  /** Each job that was closed, or cut off, as its bytes. */
  jobs: number[][];
  plugIn(): void;
  /** The print on the paper of a job that arrived whole. */
  paper(job: number): PrinterEvent[];
}

const BYTES_OF_A_CUT_JOB = 100;

/** Puts it where the app looks for printers; a person allows it in the browser's own choice, which is not drawn here. */
export function standInPrinter(): StandInPrinter {
  const usb = new EventTarget();
  const printer: StandInPrinter = {
    ...{ isAllowed: false, isPluggedIn: true, pulledOutAfterBytes: Infinity, wholeJobs: Infinity, jobs: [] },
    plugIn() {
      printer.isPluggedIn = true;
      printer.pulledOutAfterBytes = Infinity;
      printer.wholeJobs = Infinity;
      usb.dispatchEvent(new Event('connect'));
    },
    paper: (job) => readEscPos(Uint8Array.from(printer.jobs[job] ?? [])),
  };
  const pulledOut = (): DOMException => new DOMException('The device was disconnected.', 'NetworkError');
  const device: UsbDevice = {
    ...{
      vendorId: 0x0416,
      productId: 0x5011,
      serialNumber: 'A1',
      manufacturerName: 'Stand-in',
      productName: 'Roll 58',
    },
    configuration: {
      interfaces: [
        {
          interfaceNumber: 0,
          alternates: [
            {
              ...{ interfaceClass: 7, alternateSetting: 0 },
              endpoints: [
                { endpointNumber: 2, direction: 'in', type: 'bulk' },
                { endpointNumber: 1, direction: 'out', type: 'bulk' },
              ],
            },
          ],
        },
      ],
    },
    async open() {
      if (!printer.isPluggedIn) throw pulledOut();
      if (printer.jobs.length === printer.wholeJobs) printer.pulledOutAfterBytes = BYTES_OF_A_CUT_JOB;
      printer.jobs.push([]);
    },
    close: async () => undefined,
    selectConfiguration: async () => undefined,
    claimInterface: async () => undefined,
    selectAlternateInterface: async () => undefined,
    async transferOut(endpoint, data) {
      const bytes = [...new Uint8Array((data as Uint8Array).slice().buffer)];
      const room = printer.pulledOutAfterBytes;
      if (endpoint !== 1 || !printer.isPluggedIn) throw pulledOut();
      printer.jobs.at(-1)?.push(...bytes.slice(0, room));
      if (bytes.length <= room) return { status: 'ok' };
      printer.isPluggedIn = false;
      usb.dispatchEvent(new Event('disconnect'));
      throw pulledOut();
    },
  };
  Object.assign(usb, {
    getDevices: async () => (printer.isAllowed && printer.isPluggedIn ? [device] : []),
    async requestDevice() {
      if (!printer.isPluggedIn) throw new DOMException('No device selected.', 'NotFoundError');
      printer.isAllowed = true;
      return device;
    },
  });
  Object.defineProperty(navigator, 'usb', { value: usb, configurable: true });
  return printer;
}

export const takePrinterAway = (): void => void Reflect.deleteProperty(navigator, 'usb');
