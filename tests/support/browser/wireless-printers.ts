import type {
  Bluetooth,
  BluetoothDevice,
  GattCharacteristic,
  GattServer,
  SerialPort,
} from '../../../src/platform/printer/browser-devices.ts';
import type { PrinterError } from '../../../src/platform/printer/printer-link.ts';
import { type PrinterEvent, readEscPos } from '../../../e2e/fixtures/escpos-reader.ts';

/*
 * Receipt printers at the browser's interfaces for Bluetooth and for serial ports. What they cannot do throws as a browser
 * does, by the error's name.
 */

export interface AirPrinter {
  isInReach: boolean;
  /** It goes out of reach, or is pulled out, after so many bytes more. */
  goneAfterBytes: number;
  /** The sizes of the pieces that came, one after the other. */
  pieces: number[];
  /** Whatever came since it was asked last, as it stands on the paper. */
  takePaper(): PrinterEvent[];
  comeBack(): void;
}

/** A device takes its time for each step, so a step that is not waited for comes too late. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve));
const lost = (): DOMException => new DOMException('The device is no longer there.', 'NetworkError');

function airPrinter(): AirPrinter & { take(bytes: BufferSource): boolean } {
  let bytes: number[] = [];
  const printer: AirPrinter & { take(bytes: BufferSource): boolean } = {
    ...{ isInReach: true, goneAfterBytes: Infinity, pieces: [] },
    /** Answers true when it took all of the bytes. */
    take(piece) {
      const all = [...new Uint8Array((piece as Uint8Array).slice().buffer)];
      printer.pieces.push(all.length);
      bytes.push(...all.slice(0, printer.goneAfterBytes));
      const isWhole = all.length <= printer.goneAfterBytes;
      printer.goneAfterBytes -= all.length;
      if (!isWhole) printer.isInReach = false;
      return isWhole;
    },
    takePaper() {
      const taken = Uint8Array.from(bytes);
      bytes = [];
      return readEscPos(taken);
    },
    comeBack() {
      bytes = [];
      printer.isInReach = true;
      printer.goneAfterBytes = Infinity;
    },
  };
  return printer;
}

export interface StandInBluetooth extends AirPrinter {
  /** How often the browser's choice of devices was shown. */
  askedCount: number;
  connectedCount: number;
}

export interface BluetoothKind {
  id: string;
  name?: string;
  serviceUuid?: string;
  answersWrites?: boolean;
}

const PRINTER_SERVICE = '000018f0-0000-1000-8000-00805f9b34fb';

/** Puts a Bluetooth printer where the app looks for one; this browser remembers none from the last time. */
export function standInBluetooth(kind: BluetoothKind) {
  const { id, name = 'Roll BT', serviceUuid = PRINTER_SERVICE, answersWrites = true } = kind;
  const printer: StandInBluetooth & ReturnType<typeof airPrinter> = Object.assign(airPrinter(), {
    ...{ askedCount: 0, connectedCount: 0 },
  });
  let allowedServices: readonly string[] = [];
  const device: BluetoothDevice = Object.assign(new EventTarget(), { id, name });
  const write = async (bytes: BufferSource) => {
    if (!gatt.connected) throw lost();
    if (printer.take(bytes)) return;
    gatt.connected = false;
    device.dispatchEvent(new Event('gattserverdisconnected'));
    throw lost();
  };
  const wrongWay = async () => {
    throw new DOMException('Not supported.', 'NotSupportedError');
  };
  const outlet: GattCharacteristic = {
    properties: { write: answersWrites, writeWithoutResponse: !answersWrites },
    writeValueWithResponse: answersWrites ? write : wrongWay,
    writeValueWithoutResponse: answersWrites ? wrongWay : write,
  };
  const gatt: GattServer = {
    connected: false,
    async connect() {
      if (!printer.isInReach) throw lost();
      printer.connectedCount += 1;
      gatt.connected = true;
      return gatt;
    },
    disconnect: () => void (gatt.connected = false),
    getPrimaryServices: async () =>
      [{ uuid: serviceUuid, getCharacteristics: async () => [outlet] }].filter(({ uuid }) =>
        allowedServices.includes(uuid),
      ),
  };
  Object.assign(device, { gatt });
  const bluetooth = {
    async requestDevice({ acceptAllDevices, optionalServices }: Parameters<Bluetooth['requestDevice']>[0]) {
      if (!acceptAllDevices) throw new TypeError('Which devices is the person to choose from?');
      allowedServices = optionalServices;
      printer.askedCount += 1;
      if (!printer.isInReach) throw new DOMException('User cancelled the chooser.', 'NotFoundError');
      return device;
    },
  };
  Object.defineProperty(navigator, 'bluetooth', { value: bluetooth, configurable: true });
  return printer;
}

export interface StandInSerial extends AirPrinter {
  /** True while the page holds the port: it cannot be opened a second time. */
  isOpen: boolean;
  /** It is pulled out while the page opens it. */
  isGoneOnOpen: boolean;
  /** It has no paper: a piece of bytes, or the end of them, waits until it is dropped. */
  isStuck: boolean;
  /** With which speed the line was opened, each time. */
  openedAt: number[];
  /** Another program has the port. */
  isHeld: boolean;
}

/** Puts a printer at a serial port where the app looks for one. */
export function standInSerial(): StandInSerial {
  const serial = new EventTarget();
  const base = airPrinter();
  const printer: StandInSerial & typeof base = Object.assign(base, {
    ...{ openedAt: [] as number[], isOpen: false, isHeld: false, isGoneOnOpen: false, isStuck: false },
  });
  const { comeBack } = base;
  printer.comeBack = () => {
    comeBack();
    serial.dispatchEvent(new Event('connect'));
  };
  let isAllowed = false;
  const port: SerialPort = {
    writable: null,
    getInfo: () => ({ usbVendorId: 0x067b, usbProductId: 0x2303 }),
    async open({ baudRate }) {
      if (printer.isHeld || printer.isOpen) throw new DOMException('Failed to open serial port.', 'InvalidStateError');
      if (!printer.isInReach) throw lost();
      printer.openedAt.push(baudRate);
      printer.isOpen = true;
      if (printer.isGoneOnOpen) return;
      const whenDropped = Promise.withResolvers<never>();
      port.writable = new WritableStream<Uint8Array>({
        start({ signal }) {
          signal.addEventListener('abort', () => whenDropped.reject(lost()));
        },
        async close() {
          if (printer.isStuck) await whenDropped.promise;
        },
        async write(piece) {
          if (printer.isStuck) await whenDropped.promise;
          if (base.take(piece as Uint8Array<ArrayBuffer>)) return;
          serial.dispatchEvent(new Event('disconnect'));
          throw lost();
        },
      });
    },
    async close() {
      if (port.writable?.locked === true) throw new TypeError('The stream is locked.');
      await port.writable?.abort().catch(() => undefined);
      await aMoment();
      port.writable = null;
      printer.isOpen = false;
    },
  };
  Object.assign(serial, {
    getPorts: async () => (isAllowed && printer.isInReach ? [port] : []),
    async requestPort() {
      isAllowed = true;
      return port;
    },
  });
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  return printer;
}

/** Returns why the work failed; the empty text if it did not. */
export const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: PrinterError) => error.problem,
  );

export function takeAirPrintersAway(): void {
  Reflect.deleteProperty(navigator, 'bluetooth');
  Reflect.deleteProperty(navigator, 'serial');
}
