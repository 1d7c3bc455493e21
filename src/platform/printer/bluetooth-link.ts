import { type BluetoothDevice, browserDevices, type GattCharacteristic } from './browser-devices.ts';
import { inTime, pieces, PrinterError, type PrinterLink, step } from './printer-link.ts';
import { asStored, type IdentityOf } from './printer-settings.ts';

/**
 * The Bluetooth services by which receipt printers accept bytes. A browser gives access only to services that are named
 * here.
 */
const SERVICES = [
  '000018f0-0000-1000-8000-00805f9b34fb',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
  '0000ff00-0000-1000-8000-00805f9b34fb',
  '0000ffe0-0000-1000-8000-00805f9b34fb',
  '0000fff0-0000-1000-8000-00805f9b34fb',
];
/** The most bytes in one write that every such printer accepts. */
const PIECE_BYTES_MAX = 100;
const CONNECT_MS_MAX = 15_000;

/**
 * The printer that was chosen while this page lives. Most browsers return it only once, and ask the person again after
 * that.
 */
let held: BluetoothDevice | null = null;
/** Tells that this page has connected to a printer, for which the browser has no event. */
const connections = new EventTarget();

export const bluetoothLink: PrinterLink<IdentityOf<'bluetooth'>, BluetoothDevice> = {
  isSupported: () => browserDevices().bluetooth !== undefined,
  async choose() {
    // Few printers announce their services, so the browser must list every device in reach.
    const options = { acceptAllDevices: true as const, optionalServices: SERVICES };
    held = await step(async () => await bluetooth().requestDevice(options), 'cancelled');
    return held;
  },
  async find({ id }) {
    if (held !== null && asStored(held.id) === id) return held;
    const known = await step(async () => (await bluetooth().getDevices?.()) ?? []);
    held = known.find((device) => asStored(device.id) === id) ?? null;
    return held;
  },
  describe: ({ id, name }) => ({
    identity: { way: 'bluetooth', id: asStored(id) },
    name: name || 'Bluetooth printer',
  }),
  async presence(identity) {
    const device = await this.find(identity);
    if (device === null) return 'ask';
    return device.gatt?.connected === true ? 'there' : 'unconnected';
  },
  async open(device) {
    const { gatt } = device;
    if (gatt === undefined) throw new PrinterError('no_printer');
    // The connection stays open from one receipt to the next, because connecting takes seconds.
    const outlet = await step(() => inTime(outletOf(device), 'gone', CONNECT_MS_MAX));
    connections.dispatchEvent(new Event('connected'));
    return {
      async write(bytes) {
        for (const piece of pieces(bytes, PIECE_BYTES_MAX)) await step(() => inTime(send(outlet, piece), 'stuck'));
      },
      close: async () => undefined,
    };
  },
  follow(onChange) {
    const device = held;
    device?.addEventListener('gattserverdisconnected', onChange);
    connections.addEventListener('connected', onChange);
    return () => {
      device?.removeEventListener('gattserverdisconnected', onChange);
      connections.removeEventListener('connected', onChange);
    };
  },
};

function bluetooth() {
  const { bluetooth: source } = browserDevices();
  if (source === undefined) throw new PrinterError('gone');
  return source;
}

async function outletOf({ gatt }: BluetoothDevice): Promise<GattCharacteristic> {
  const server = gatt?.connected === true ? gatt : await gatt?.connect();
  const services = (await server?.getPrimaryServices()) ?? [];
  for (const uuid of SERVICES) {
    const service = services.find((each) => each.uuid === uuid);
    const found = (await service?.getCharacteristics())?.find(
      ({ properties }) => properties.write || properties.writeWithoutResponse,
    );
    if (found !== undefined) return found;
  }
  throw new PrinterError('no_printer');
}

/** Sends a piece and waits for the printer's response, if the printer gives one: then the printer sets the pace. */
const send = async (outlet: GattCharacteristic, piece: Uint8Array<ArrayBuffer>): Promise<void> =>
  outlet.properties.write ? await outlet.writeValueWithResponse(piece) : await outlet.writeValueWithoutResponse(piece);
