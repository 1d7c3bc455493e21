import type { UsbDevice } from '../../../src/platform/printer/browser-devices.ts';
import { type PrinterEvent, readEscPos } from '../../../e2e/fixtures/escpos-reader.ts';

/** A stub of a receipt printer at the browser's USB interface, with its cable. */
export interface StandInPrinter {
  /** True if a person has allowed the page to use it. */
  isAllowed: boolean;
  isPluggedIn: boolean;
  /** Unplugs it after so many bytes of the next job. */
  pulledOutAfterBytes: number;
  /** Lets so many jobs arrive whole, and unplugs it during the next one. */
  wholeJobs: number;
  /** The bytes of each job that was closed or cut off. */
  jobs: number[][];
  plugIn(): void;
  /** Returns what a job that arrived whole printed on the paper. */
  paper(job: number): PrinterEvent[];
}

const BYTES_OF_A_CUT_JOB = 100;

/** Installs the stub as `navigator.usb`. `isAllowed` stands for the choice in the browser's own dialog. */
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
