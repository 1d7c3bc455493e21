import { afterEach, expect, test, vi } from 'vitest';
import { bluetoothLink } from '../../../../src/platform/printer/bluetooth-link.ts';
import type { GattCharacteristic, GattService } from '../../../../src/platform/printer/browser-devices.ts';
import { problemOf, standInBluetooth, takeAirPrintersAway } from '../../../support/browser/wireless-printers.ts';

afterEach(() => {
  takeAirPrintersAway();
  vi.useRealTimers();
});

const LINES = Array.from({ length: 30 }, (_, nth) => `Line ${nth + 100}`);
const BYTES = new TextEncoder().encode(`${LINES.join('\n')}\n`);
const PIECES = [100, 100, 70];

/** Returns the lines that came out of the printer. */
const paperOf = (printer: ReturnType<typeof standInBluetooth>) =>
  printer.takePaper().flatMap((event) => (event.kind === 'line' ? [event.text] : []));

const bluetooth = () => Reflect.get(navigator, 'bluetooth') as object;

async function openChosen() {
  const device = await bluetoothLink.choose();
  return await bluetoothLink.open(device, bluetoothLink.describe(device).identity);
}

const never = () => new Promise<never>(() => undefined);

test.each([
  ['answers each write', true],
  ['answers no write', false],
])('R-PRN-01 R-PRN-10 a printer that %s gets every byte in order, in small pieces', async (_, answersWrites) => {
  const printer = standInBluetooth({ id: `way-${answersWrites}`, answersWrites });
  await (await openChosen()).write(BYTES);
  expect(printer.pieces).toEqual(PIECES);
  expect(paperOf(printer)).toEqual(LINES);
});

test.each([
  '000018f0-0000-1000-8000-00805f9b34fb',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
  '0000ff00-0000-1000-8000-00805f9b34fb',
  '0000ffe0-0000-1000-8000-00805f9b34fb',
  '0000fff0-0000-1000-8000-00805f9b34fb',
])('R-PRN-10 a printer whose service is %s prints', async (serviceUuid) => {
  const printer = standInBluetooth({ id: serviceUuid, serviceUuid });
  await (await openChosen()).write(BYTES);
  expect(paperOf(printer)).toEqual(LINES);
});

test('the connection stays open from one receipt to the next, and is made again once it is lost', async () => {
  const printer = standInBluetooth({ id: 'open' });
  for (const _ of ['one', 'two']) {
    const opened = await openChosen();
    await opened.write(BYTES);
    await opened.close();
  }
  expect(printer.connectedCount).toBe(1);
  printer.goneAfterBytes = 150;
  await expect((await openChosen()).write(BYTES)).rejects.toMatchObject({ problem: 'gone' });
  await expect(openChosen()).rejects.toMatchObject({ problem: 'cancelled' });
  printer.comeBack();
  await (await openChosen()).write(BYTES);
  expect(paperOf(printer)).toEqual(LINES);
  expect(printer.connectedCount).toBe(2);
});

test('a printer that does not answer a write within ten seconds is stuck', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  standInBluetooth({ id: 'stuck' });
  const opened = await openChosen();
  const device = await bluetoothLink.find({ way: 'bluetooth', id: 'stuck' });
  const [service] = (await device?.gatt?.getPrimaryServices()) ?? [];
  const [outlet] = (await service?.getCharacteristics()) ?? [];
  Object.assign(outlet ?? {}, { writeValueWithResponse: never });
  const problem = problemOf(opened.write(BYTES));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await problem).toBe('stuck');
});

test('a printer to which no connection is made within fifteen seconds is gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  standInBluetooth({ id: 'silent' });
  const device = await bluetoothLink.choose();
  Object.assign(device.gatt ?? {}, { connect: never });
  const onEnd = vi.fn<(problem: string) => void>();
  void problemOf(bluetoothLink.open(device, { way: 'bluetooth', id: 'silent' })).then(onEnd);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('gone');
});

const outletThat = (can: Partial<GattCharacteristic['properties']>, took: string[], name: string) => ({
  properties: { write: false, writeWithoutResponse: false, ...can },
  writeValueWithResponse: async () => void took.push(`${name}, answered`),
  writeValueWithoutResponse: async () => void took.push(name),
});
const serviceOf = (begin: string, ...outlets: GattCharacteristic[]): GattService => ({
  uuid: `${begin}-0000-1000-8000-00805f9b34fb`,
  getCharacteristics: async () => outlets,
});

test('the way in is the first that takes bytes, in a service of printers', async () => {
  standInBluetooth({ id: 'many' });
  const device = await bluetoothLink.choose();
  const took: string[] = [];
  const services = [
    serviceOf('0000110b', outletThat({ write: true }, took, 'sound')),
    serviceOf('0000fff0', outletThat({ write: true }, took, 'later')),
    serviceOf(
      '0000ff00',
      outletThat({}, took, 'tells only'),
      outletThat({ writeWithoutResponse: true }, took, 'bytes'),
    ),
    serviceOf('000018f0', outletThat({}, took, 'tells only, too')),
  ];
  Object.assign(device.gatt ?? {}, { getPrimaryServices: async () => services });
  await (await bluetoothLink.open(device, { way: 'bluetooth', id: 'many' })).write(BYTES.slice(0, 1));
  expect(took).toEqual(['bytes']);
});

test.each([
  ['that is no printer', 'headset', '0000110b-0000-1000-8000-00805f9b34fb', {}],
  ['to which nothing can connect', 'tag', undefined, { gatt: undefined }],
])('a device %s is none', async (_, id, serviceUuid, fields) => {
  standInBluetooth({ id, ...(serviceUuid && { serviceUuid }) });
  const device = Object.assign(await bluetoothLink.choose(), fields);
  await expect(bluetoothLink.open(device, { way: 'bluetooth', id })).rejects.toMatchObject({ problem: 'no_printer' });
});

test('R-PRN-02 a printer is found again without a question where the browser remembers it', async () => {
  standInBluetooth({ id: 'known' });
  const known = await bluetoothLink.choose();
  standInBluetooth({ id: 'other' });
  const other = await bluetoothLink.choose();
  const identity = { way: 'bluetooth', id: 'known' } as const;
  await expect(bluetoothLink.presence(identity)).resolves.toBe('ask');
  Object.assign(bluetooth(), { getDevices: async () => [other, known] });
  await expect(bluetoothLink.presence(identity)).resolves.toBe('unconnected');
  await expect(bluetoothLink.find(identity)).resolves.toBe(known);
  Object.assign(bluetooth(), { getDevices: async () => [] });
  await expect(bluetoothLink.find(identity)).resolves.toBe(known);
});

test('R-PRN-02 a printer with an id longer than the settings keep is found again', async () => {
  standInBluetooth({ id: 'L'.repeat(126), name: '' });
  const device = await bluetoothLink.choose();
  const { identity, name } = bluetoothLink.describe(device);
  expect({ identity, name }).toEqual({
    identity: { way: 'bluetooth', id: 'L'.repeat(120) },
    name: 'Bluetooth printer',
  });
  await expect(bluetoothLink.find(identity)).resolves.toBe(device);
});

test('R-PRN-05 says when the chosen printer is connected and when it is lost, until nobody asks any more', async () => {
  standInBluetooth({ id: 'followed' });
  const identity = { way: 'bluetooth', id: 'followed' } as const;
  const device = await bluetoothLink.choose();
  const onChange = vi.fn<() => void>();
  const unfollow = bluetoothLink.follow(onChange);
  await expect(bluetoothLink.presence(identity)).resolves.toBe('unconnected');
  await bluetoothLink.open(device, identity);
  expect(onChange).toHaveBeenCalledTimes(1);
  await expect(bluetoothLink.presence(identity)).resolves.toBe('there');
  device.dispatchEvent(new Event('gattserverdisconnected'));
  expect(onChange).toHaveBeenCalledTimes(2);
  unfollow();
  device.dispatchEvent(new Event('gattserverdisconnected'));
  await bluetoothLink.open(device, identity);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('in a browser without Bluetooth no printer is there', async () => {
  takeAirPrintersAway();
  expect(bluetoothLink.isSupported()).toBe(false);
  await expect(bluetoothLink.choose()).rejects.toMatchObject({ problem: 'gone' });
  standInBluetooth({ id: 'now' });
  expect(bluetoothLink.isSupported()).toBe(true);
});
