import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SerialPort } from '../../../../src/platform/printer/browser-devices.ts';
import { serialLink } from '../../../../src/platform/printer/serial-link.ts';
import {
  problemOf,
  type StandInSerial,
  standInSerial,
  takeAirPrintersAway,
} from '../../../support/browser/wireless-printers.ts';

let printer: StandInSerial;
beforeEach(() => {
  printer = standInSerial();
});
afterEach(() => {
  takeAirPrintersAway();
  vi.useRealTimers();
});

const LINES = Array.from({ length: 120 }, (_, nth) => `Line ${nth + 100}`);
const BYTES = new TextEncoder().encode(`${LINES.join('\n')}\n`);

/** Returns the lines that came out of the printer. */
const paper = () => printer.takePaper().flatMap((event) => (event.kind === 'line' ? [event.text] : []));

const serial = () => Reflect.get(navigator, 'serial') as EventTarget;

async function openChosen(baudRate: 9_600 | 115_200 = 9_600) {
  const port = await serialLink.choose();
  return await serialLink.open(port, { ...serialLink.describe(port).identity, baudRate });
}

test('R-PRN-01 R-PRN-10 sends every byte in pieces that a slow line takes in time, then lets the port go', async () => {
  const opened = await openChosen(115_200);
  await opened.write(BYTES);
  expect(printer.isOpen).toBe(true);
  await opened.close();
  expect(printer).toMatchObject({ isOpen: false, openedAt: [115_200], pieces: [512, 512, 56] });
  expect(paper()).toEqual(LINES);
  await (await openChosen()).close();
});

test('a port that is pulled out while it is opened is gone, and can be opened once it is back', async () => {
  printer.isGoneOnOpen = true;
  await expect(openChosen()).rejects.toMatchObject({ problem: 'gone' });
  expect(printer.isOpen).toBe(false);
  printer.isGoneOnOpen = false;
  await (await openChosen()).write(BYTES);
  expect(paper()).toEqual(LINES);
});

test('a port that another program uses is held', async () => {
  printer.isHeld = true;
  await expect(openChosen()).rejects.toMatchObject({ problem: 'held' });
});

test('a printer without paper is stuck after ten seconds; closing does not wait for it again, and lets the port go', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = await openChosen();
  printer.isStuck = true;
  const onEnd = vi.fn<(problem: string) => void>();
  void problemOf(opened.write(BYTES)).then(onEnd);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('stuck');
  const closing = problemOf(opened.close());
  await vi.advanceTimersByTimeAsync(1);
  expect(await closing).toBe('gone');
  expect(printer).toMatchObject({ isOpen: false, pieces: [] });
});

test('a printer whose paper ends while its buffer empties is stuck after ten seconds, and the port is let go', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opened = await openChosen();
  await opened.write(BYTES);
  printer.isStuck = true;
  const closing = problemOf(opened.close());
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await closing).toBe('stuck');
  expect(printer.isOpen).toBe(false);
});

test('a printer that is pulled out in the middle is gone, and its port is let go', async () => {
  const opened = await openChosen();
  printer.goneAfterBytes = 600;
  await expect(opened.write(BYTES)).rejects.toMatchObject({ problem: 'gone' });
  await expect(opened.close()).rejects.toMatchObject({ problem: 'gone' });
  expect(printer.isOpen).toBe(false);
});

test('R-PRN-02 the chosen port is found again by the maker and model of its cable', async () => {
  const { identity, name } = serialLink.describe(await serialLink.choose());
  expect({ name, identity }).toEqual({
    name: 'Serial printer',
    identity: { way: 'serial', vendorId: 0x067b, productId: 0x2303, baudRate: 9_600 },
  });
  await expect(serialLink.presence(identity)).resolves.toBe('there');
  for (const other of [{ vendorId: 1 }, { productId: 1 }, { vendorId: null }, { productId: null }])
    await expect(serialLink.presence({ ...identity, ...other })).resolves.toBe('gone');
  printer.isInReach = false;
  await expect(serialLink.presence(identity)).resolves.toBe('gone');
});

test('R-PRN-02 a port of the computer itself has no maker, and is found again', async () => {
  const port = { ...(await serialLink.choose()), getInfo: () => ({}) };
  const { identity } = serialLink.describe(port);
  expect(identity).toMatchObject({ vendorId: null, productId: null });
  Object.assign(serial(), { getPorts: async () => [port] });
  await expect(serialLink.presence(identity)).resolves.toBe('there');
});

test('R-PRN-02 of two ports of one make the one that was chosen last is the printer; one of another make may still be used', async () => {
  const known: SerialPort[] = [];
  const port = (usbVendorId: number): SerialPort => ({
    ...{ writable: null, getInfo: () => ({ usbVendorId, usbProductId: 2 }), open: vi.fn(), close: vi.fn() },
    async forget() {
      known.splice(known.indexOf(this), 1);
    },
  });
  const [first, second, other] = [port(1), port(1), port(9)] as const;
  const choose = (chosen: SerialPort) => {
    Object.assign(serial(), {
      getPorts: async () => [...known],
      async requestPort() {
        if (!known.includes(chosen)) known.push(chosen);
        return chosen;
      },
    });
    return serialLink.choose();
  };
  await choose(other);
  const { identity } = serialLink.describe(await choose(first));
  await expect(serialLink.find(identity)).resolves.toBe(first);
  await choose(second);
  await expect(serialLink.find(identity)).resolves.toBe(second);
  expect(known).toEqual([other, second]);
  await choose(first);
  await expect(serialLink.find(identity)).resolves.toBe(first);
});

test('R-PRN-01 a browser that cannot take a permission back, or does not tell what it allows, still has the port that was chosen', async () => {
  const chosen = await serialLink.choose();
  Object.assign(serial(), { getPorts: async () => [{ ...chosen }, chosen] });
  await expect(serialLink.choose()).resolves.toBe(chosen);
  Object.assign(serial(), {
    getPorts: async () => {
      throw new DOMException('Not now.', 'UnknownError');
    },
  });
  await expect(serialLink.choose()).resolves.toBe(chosen);
});

test("nothing chosen in the browser's list is no fault of the printer", async () => {
  Object.assign(serial(), {
    requestPort: async () => {
      throw new DOMException('No port selected by the user.', 'NotFoundError');
    },
  });
  await expect(serialLink.choose()).rejects.toMatchObject({ problem: 'cancelled' });
});

test('R-PRN-05 says when a printer comes and goes, until nobody asks any more', () => {
  const onChange = vi.fn<() => void>();
  const unfollow = serialLink.follow(onChange);
  serial().dispatchEvent(new Event('disconnect'));
  printer.comeBack();
  expect(onChange).toHaveBeenCalledTimes(2);
  unfollow();
  serial().dispatchEvent(new Event('disconnect'));
  printer.comeBack();
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('in a browser without serial ports no printer is there', async () => {
  takeAirPrintersAway();
  expect(serialLink.isSupported()).toBe(false);
  await expect(serialLink.choose()).rejects.toMatchObject({ problem: 'gone' });
  expect(serialLink.follow(() => undefined)()).toBeUndefined();
});
