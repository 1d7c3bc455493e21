import type { UsbDevice, UsbInterface } from '../../../src/platform/printer/browser-devices.ts';
import { type PrinterEvent, readEscPos } from '../../../e2e/fixtures/escpos-reader.ts';

/** A stub of a receipt printer at the browser's USB interface, with its cable. */
export interface StandInPrinter {
  /** True if a person has allowed the page to use it. */
  isAllowed: boolean;
  isPluggedIn: boolean;
  /** True while the page holds the device: no other tab or program can print. */
  isOpen: boolean;
  /** True while another program holds the device's interfaces. */
  isClaimedElsewhere: boolean;
  /** The interfaces of the only configuration. */
  interfaces: UsbInterface[];
  /** True while it answers nothing: a piece of bytes is neither taken nor refused. */
  isSilent: boolean;
  /** The answer to each piece of bytes: 'stall' if the printer accepts none. */
  status: 'ok' | 'stall';
  /** Unplugs it after so many bytes of the next job. */
  pulledOutAfterBytes: number;
  /** Lets so many jobs arrive whole, and unplugs it during the next one. */
  wholeJobs: number;
  /** The pieces of bytes that were accepted, over all jobs. */
  pieces: { endpoint: number; bytes: number }[];
  /** The bytes of each job that was closed or cut off. */
  jobs: number[][];
  plugIn(): void;
  /** Returns what a job that arrived whole printed on the paper. */
  paper(job: number): PrinterEvent[];
}

const BYTES_OF_A_CUT_JOB = 100;
/** A device takes its time for each step, so a step that is not waited for comes too late. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve));

/** An outlet for firmware stands before the one for paper, which takes bytes in its second setting only. */
const INTERFACES: UsbInterface[] = [
  {
    interfaceNumber: 0,
    alternates: [
      { interfaceClass: 0xff, alternateSetting: 0, endpoints: [{ endpointNumber: 3, direction: 'out', type: 'bulk' }] },
    ],
  },
  {
    interfaceNumber: 1,
    alternates: [
      {
        ...{ interfaceClass: 7, alternateSetting: 0 },
        endpoints: [{ endpointNumber: 1, direction: 'out', type: 'interrupt' }],
      },
      {
        ...{ interfaceClass: 7, alternateSetting: 1 },
        endpoints: [
          { endpointNumber: 2, direction: 'in', type: 'bulk' },
          { endpointNumber: 1, direction: 'out', type: 'bulk' },
        ],
      },
    ],
  },
];

/**
 * Installs the stub as `navigator.usb`. `isAllowed` stands for the choice in the browser's own dialog. As the WebUSB
 * standard has it, each step needs the one before: open, choose the configuration, claim, choose the setting, send.
 */
export function standInPrinter(): StandInPrinter {
  const usb = new EventTarget();
  const printer: StandInPrinter = {
    ...{ isAllowed: false, isPluggedIn: true, pulledOutAfterBytes: Infinity, wholeJobs: Infinity, jobs: [] },
    ...{ isOpen: false, isSilent: false, isClaimedElsewhere: false, interfaces: INTERFACES, status: 'ok', pieces: [] },
    plugIn() {
      device.configuration = null;
      printer.isPluggedIn = true;
      printer.pulledOutAfterBytes = Infinity;
      printer.wholeJobs = Infinity;
      usb.dispatchEvent(new Event('connect'));
    },
    paper: (job) => readEscPos(Uint8Array.from(printer.jobs[job] ?? [])),
  };
  let claimed: number | null = null;
  let setting: number | null = null;
  /** Returns the endpoints that may be sent to: those of the claimed interface in its chosen setting. */
  const outlets = () =>
    printer.interfaces
      .filter(({ interfaceNumber }) => interfaceNumber === claimed)
      .flatMap(({ alternates }) => alternates.filter(({ alternateSetting }) => alternateSetting === setting))
      .flatMap(({ endpoints }) => endpoints.filter(({ direction, type }) => direction === 'out' && type === 'bulk'))
      .map(({ endpointNumber }) => endpointNumber);
  const notInState = (): DOMException => new DOMException('The device is in another state.', 'InvalidStateError');
  const pulledOut = (): DOMException => new DOMException('The device was disconnected.', 'NetworkError');
  const device: UsbDevice = {
    ...{
      vendorId: 0x0416,
      productId: 0x5011,
      serialNumber: 'A1',
      manufacturerName: 'Stand-in',
      productName: 'Roll 58',
    },
    configuration: null,
    async open() {
      await aMoment();
      await aMoment();
      if (!printer.isPluggedIn) throw pulledOut();
      if (printer.jobs.length === printer.wholeJobs) printer.pulledOutAfterBytes = BYTES_OF_A_CUT_JOB;
      printer.jobs.push([]);
      printer.isOpen = true;
    },
    async close() {
      await aMoment();
      printer.isOpen = false;
      claimed = setting = null;
    },
    async selectConfiguration(value) {
      await aMoment();
      if (!printer.isOpen || value !== 1) throw notInState();
      device.configuration = { interfaces: printer.interfaces };
    },
    async claimInterface(number) {
      await aMoment();
      if (!printer.isOpen || device.configuration === null) throw notInState();
      if (printer.isClaimedElsewhere) throw new DOMException('Unable to claim interface.', 'NetworkError');
      claimed = number;
      setting = 0;
    },
    async selectAlternateInterface(number, alternate) {
      await aMoment();
      if (claimed !== number) throw notInState();
      setting = alternate;
    },
    async transferOut(endpoint, data) {
      const bytes = [...new Uint8Array((data as Uint8Array).slice().buffer)];
      const room = printer.pulledOutAfterBytes;
      if (printer.isSilent) return await new Promise(() => undefined);
      if (!printer.isPluggedIn) throw pulledOut();
      if (!outlets().includes(endpoint)) throw notInState();
      if (printer.status !== 'ok') return { status: printer.status };
      printer.jobs.at(-1)?.push(...bytes.slice(0, room));
      if (bytes.length <= room) {
        printer.pieces.push({ endpoint, bytes: bytes.length });
        return { status: 'ok' };
      }
      printer.isPluggedIn = false;
      usb.dispatchEvent(new Event('disconnect'));
      throw pulledOut();
    },
  };
  Object.assign(usb, {
    getDevices: async () => (printer.isAllowed && printer.isPluggedIn ? [device] : []),
    async requestDevice({ filters }: { filters: { classCode: number }[] }) {
      const classes = printer.interfaces.flatMap(({ alternates }) => alternates.map((each) => each.interfaceClass));
      const isListed = filters.some(({ classCode }) => classes.includes(classCode));
      if (!printer.isPluggedIn || !isListed) throw new DOMException('No device selected.', 'NotFoundError');
      printer.isAllowed = true;
      return device;
    },
  });
  Object.defineProperty(navigator, 'usb', { value: usb, configurable: true });
  return printer;
}

export const takePrinterAway = (): void => void Reflect.deleteProperty(navigator, 'usb');
