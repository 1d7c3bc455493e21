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
  newPrinterSettings,
  type PrinterIdentity,
  PRINTER_WAYS,
  printerSettings,
  type PrinterWay,
} from './printer-settings.ts';
import { serialLink } from './serial-link.ts';
import { usbLink } from './usb-link.ts';

/*
 * The printer that this device reaches by itself (decisions/0052). It uses the browser's own interfaces, because the
 * libraries for them do not report what went wrong.
 */

/** The link for each way. The way of an identity decides the type of its device. */
const LINKS: Readonly<Record<PrinterWay, PrinterLink<PrinterIdentity, unknown>>> = {
  bluetooth: bluetoothLink,
  usb: usbLink,
  serial: serialLink,
};

/**
 * Returns the ways that this browser supports. Most Apple phones support none, and neither does a page that was not
 * loaded by https.
 */
export const supportedWays = (): readonly PrinterWay[] => PRINTER_WAYS.filter((way) => LINKS[way].isSupported());

/** Lets the person choose a printer. Must be called from a tap. Rejects with a PrinterError. */
export async function choosePrinter(way: PrinterWay): Promise<{ identity: PrinterIdentity; name: string }> {
  return LINKS[way].describe(await LINKS[way].choose());
}

export async function printerPresence(identity: PrinterIdentity): Promise<PrinterPresence> {
  const link = LINKS[identity.way];
  return link.isSupported() ? await link.presence(identity).catch(() => 'gone' as const) : 'gone';
}

/** Calls back when the printer may have been connected or removed. Returns a function that ends this. */
export const followPrinter = ({ way }: PrinterIdentity, onChange: () => void): (() => void) =>
  LINKS[way].follow(onChange);

export type SendResult =
  | { ok: true }
  /** `wasBegun`: a part of the job may be on paper. */
  | { ok: false; problem: PrinterProblem; wasBegun: boolean };

export interface SendRequest {
  identity: PrinterIdentity;
  bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** True if a person has just tapped: if the browser has forgotten the printer, it may ask for it. */
  mayAsk: boolean;
}

/** Jobs run one after another, so two receipts never mix. */
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
  // By cable the browser knows that the printer is not there. By Bluetooth it may only have forgotten the printer.
  if (identity.way !== 'bluetooth') throw new PrinterError('gone');
  if (!mayAsk) throw new PrinterError('ask');
  const chosen = await link.choose();
  const described = link.describe(chosen);
  // The printer may have another id now, or the person chose another printer.
  if (printerSettings() !== null) keepPrinterSettings(newPrinterSettings(described.identity, described.name));
  return await link.open(chosen, identity);
}
