import type {
  BluetoothDevice,
  GattCharacteristic,
  GattServer,
  SerialPort,
} from '../../../src/platform/printer/browser-devices.ts';
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
    getPrimaryServices: async () => [{ uuid: serviceUuid, getCharacteristics: async () => [outlet] }],
  };
  Object.assign(device, { gatt });
  const bluetooth = {
    async requestDevice() {
      printer.askedCount += 1;
      if (!printer.isInReach) throw new DOMException('User cancelled the chooser.', 'NotFoundError');
      return device;
    },
  };
  Object.defineProperty(navigator, 'bluetooth', { value: bluetooth, configurable: true });
  return printer;
}

export interface StandInSerial extends AirPrinter {
  /** With which speed the line was opened, each time. */
  openedAt: number[];
  /** Another program has the port. */
  isHeld: boolean;
}

/** Puts a printer at a serial port where the app looks for one. */
export function standInSerial(): StandInSerial {
  const serial = new EventTarget();
  const base = airPrinter();
  const printer: StandInSerial & typeof base = Object.assign(base, { openedAt: [] as number[], isHeld: false });
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
      if (printer.isHeld) throw new DOMException('Failed to open serial port.', 'InvalidStateError');
      if (!printer.isInReach) throw lost();
      printer.openedAt.push(baudRate);
      port.writable = new WritableStream<Uint8Array>({
        write(piece) {
          if (base.take(piece as Uint8Array<ArrayBuffer>)) return;
          serial.dispatchEvent(new Event('disconnect'));
          throw lost();
        },
      });
    },
    async close() {
      if (port.writable?.locked === true) throw new TypeError('The stream is locked.');
      port.writable = null;
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

export function takeAirPrintersAway(): void {
  Reflect.deleteProperty(navigator, 'bluetooth');
  Reflect.deleteProperty(navigator, 'serial');
}
