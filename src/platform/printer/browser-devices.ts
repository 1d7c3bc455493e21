/*
 * Web Bluetooth, WebUSB and Web Serial, as far as a printer needs them. TypeScript's library does not declare them yet.
 * Each is missing in some browsers, and all are missing on a page that was not loaded by https.
 */

export interface UsbEndpoint {
  endpointNumber: number;
  direction: 'in' | 'out';
  type: string;
}
export interface UsbInterface {
  interfaceNumber: number;
  alternates: { interfaceClass: number; alternateSetting: number; endpoints: UsbEndpoint[] }[];
}
export interface UsbDevice {
  vendorId: number;
  productId: number;
  serialNumber?: string | null;
  productName?: string | null;
  manufacturerName?: string | null;
  configuration: { interfaces: UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  selectAlternateInterface(number: number, setting: number): Promise<void>;
  transferOut(endpoint: number, bytes: BufferSource): Promise<{ status: string }>;
  /** Missing in older browsers. */
  forget?(): Promise<void>;
}
interface Usb extends EventTarget {
  getDevices(): Promise<UsbDevice[]>;
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>;
}

export interface SerialPort {
  writable: WritableStream<Uint8Array> | null;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
  open(options: { baudRate: number; bufferSize: number }): Promise<void>;
  close(): Promise<void>;
  /** Missing in older browsers. */
  forget?(): Promise<void>;
}
interface Serial extends EventTarget {
  getPorts(): Promise<SerialPort[]>;
  requestPort(): Promise<SerialPort>;
}

export interface GattCharacteristic {
  properties: { write: boolean; writeWithoutResponse: boolean };
  writeValueWithResponse(bytes: BufferSource): Promise<void>;
  writeValueWithoutResponse(bytes: BufferSource): Promise<void>;
}
export interface GattService {
  uuid: string;
  getCharacteristics(): Promise<GattCharacteristic[]>;
}
export interface GattServer {
  connected: boolean;
  connect(): Promise<GattServer>;
  disconnect(): void;
  getPrimaryServices(): Promise<GattService[]>;
}
export interface BluetoothDevice extends EventTarget {
  id: string;
  name?: string;
  gatt?: GattServer;
}
export interface Bluetooth {
  /** Only some browsers remember what a person chose before. */
  getDevices?(): Promise<BluetoothDevice[]>;
  requestDevice(options: { acceptAllDevices: true; optionalServices: string[] }): Promise<BluetoothDevice>;
}

interface NavigatorWithDevices {
  usb?: Usb;
  serial?: Serial;
  bluetooth?: Bluetooth;
}

/** Read at every use, because a test or a browser extension may add these interfaces late. */
export const browserDevices = (): NavigatorWithDevices => navigator as unknown as NavigatorWithDevices;
