import { bluetoothLink } from './bluetooth-link.ts';
import {
  type OpenPrinter,
  PrinterError,
  type PrinterLink,
  printerErrorOf,
  type PrinterPresence,
  type PrinterProblem,
} from './printer-link.ts';
import {
  keepPrinterSettings,
  type PrinterIdentity,
  PRINTER_WAYS,
  printerSettings,
  type PrinterWay,
} from './printer-settings.ts';
import { serialLink } from './serial-link.ts';
import { usbLink } from './usb-link.ts';

/*
 * The printer that this device reaches by itself (decision 52): the browser's own interfaces, because the libraries for
 * them keep to themselves what went wrong.
 */

/** The link of an identity's way; the way says of which kind its device is. */
const LINKS: Readonly<Record<PrinterWay, PrinterLink<PrinterIdentity, unknown>>> = {
  bluetooth: bluetoothLink,
  usb: usbLink,
  serial: serialLink,
};

/** The ways that this browser knows; none on most phones of Apple, and on a page that did not come by https. */
export const supportedWays = (): readonly PrinterWay[] => PRINTER_WAYS.filter((way) => LINKS[way].isSupported());

/** Lets the person choose a printer: only from a tap. Rejects with a PrinterError. */
export async function choosePrinter(way: PrinterWay): Promise<{ identity: PrinterIdentity; name: string }> {
  return LINKS[way].describe(await LINKS[way].choose());
}

export async function printerPresence(identity: PrinterIdentity): Promise<PrinterPresence> {
  const link = LINKS[identity.way];
  return link.isSupported() ? await link.presence(identity).catch(() => 'gone' as const) : 'gone';
}

/** Calls back when it may have come or gone; answers what ends it. */
export const followPrinter = ({ way }: PrinterIdentity, onChange: () => void): (() => void) =>
  LINKS[way].follow(onChange);

export type SendResult =
  | { ok: true }
  /** `wasBegun`: a part of it may be on paper. */
  | { ok: false; problem: PrinterProblem; wasBegun: boolean };

export interface SendRequest {
  identity: PrinterIdentity;
  bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** A person has just tapped: where the browser has forgotten the printer it may ask for it. */
  mayAsk: boolean;
}

/** One job after another: two receipts never run into each other. */
let last: Promise<unknown> = Promise.resolve();

/** Sends the bytes to the printer. Returns its errors as a value; errors in making the bytes are thrown. */
export async function sendToPrinter(request: SendRequest): Promise<SendResult> {
  const own = last.then(() => send(request));
  last = own.catch(() => undefined);
  return await own;
}

async function send({ identity, bytes, mayAsk }: SendRequest): Promise<SendResult> {
  let printer: OpenPrinter;
  try {
    printer = await openPrinter(identity, mayAsk);
  } catch (error) {
    return { ok: false, problem: printerErrorOf(error).problem, wasBegun: false };
  }
  let wasBegun = false;
  try {
    const made = await bytes();
    wasBegun = true;
    await printer.write(made);
    await printer.close();
    return { ok: true };
  } catch (error) {
    await printer.close().catch(() => undefined);
    if (!wasBegun) throw error;
    return { ok: false, problem: printerErrorOf(error).problem, wasBegun };
  }
}

async function openPrinter(identity: PrinterIdentity, mayAsk: boolean): Promise<OpenPrinter> {
  const link = LINKS[identity.way];
  if (!link.isSupported()) throw new PrinterError('gone');
  const found = await link.find(identity);
  if (found !== null) return await link.open(found, identity);
  // A cable tells whether the printer is there; by Bluetooth a browser may only have forgotten it.
  if (identity.way !== 'bluetooth') throw new PrinterError('gone');
  if (!mayAsk) throw new PrinterError('ask');
  const chosen = await link.choose();
  const settings = printerSettings();
  // It may have come back under another id, or be another printer by now.
  if (settings !== null) keepPrinterSettings({ ...settings, ...link.describe(chosen) });
  return await link.open(chosen, identity);
}
