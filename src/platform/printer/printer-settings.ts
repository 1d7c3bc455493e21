import * as v from 'valibot';
import { create } from 'zustand';

/*
 * The receipt printer of this device. It depends on the cable and the desk, not on the shop. So its settings are stored
 * outside of the shop's data and never sent (R-PRN-02).
 */

export const PRINTER_WAYS = ['bluetooth', 'usb', 'serial'] as const;
export type PrinterWay = (typeof PRINTER_WAYS)[number];

export const ROLL_WIDTHS_MM = [58, 80] as const;
export type RollWidthMm = (typeof ROLL_WIDTHS_MM)[number];

export const BAUD_RATES = [9_600, 19_200, 38_400, 57_600, 115_200] as const;

const TEXT_CHARS_MAX = 120;
const text = v.pipe(v.string(), v.maxLength(TEXT_CHARS_MAX));

/** Returns a text of a printer as the settings store it. A device is compared with them in this form. */
export const asStored = (ofDevice: string): string => ofDevice.slice(0, TEXT_CHARS_MAX);

const usbNumber = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff)));

/** How to find the printer again among those that this browser may use. */
const identitySchema = v.variant('way', [
  v.object({ way: v.literal('bluetooth'), id: text }),
  v.object({ way: v.literal('usb'), vendorId: usbNumber, productId: usbNumber, serialNumber: v.nullable(text) }),
  v.object({ way: v.literal('serial'), vendorId: usbNumber, productId: usbNumber, baudRate: v.picklist(BAUD_RATES) }),
]);
export type PrinterIdentity = v.InferOutput<typeof identitySchema>;
export type IdentityOf<Way extends PrinterWay> = Extract<PrinterIdentity, { way: Way }>;

const settingsSchema = v.object({
  identity: identitySchema,
  name: text,
  rollWidthMm: v.picklist(ROLL_WIDTHS_MM),
  printsAfterSale: v.boolean(),
  opensDrawer: v.boolean(),
});
export type PrinterSettings = v.InferOutput<typeof settingsSchema>;

const KEY = 'kaunta-receipt-printer';

/**
 * Returns the settings; null if no printer is chosen on this device, or if the settings cannot be read: choosing again
 * takes a minute.
 */
function readSettings(storage: Storage): PrinterSettings | null {
  try {
    const parsed = v.safeParse(settingsSchema, JSON.parse(storage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export const usePrinterSettings = create<{ settings: PrinterSettings | null }>()(() => ({
  settings: readSettings(localStorage),
}));

export const printerSettings = (): PrinterSettings | null => usePrinterSettings.getState().settings;

/**
 * Stores the settings; null forgets the printer. Returns false if the browser cannot store them: they are then valid
 * until the page is left.
 */
export function keepPrinterSettings(settings: PrinterSettings | null): boolean {
  usePrinterSettings.setState({ settings });
  try {
    if (settings === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(settings));
    return true;
  } catch {
    return false;
  }
}

/** Another tab of the app may have chosen another printer. */
addEventListener('storage', (event) => {
  if (event.key === KEY) usePrinterSettings.setState({ settings: readSettings(localStorage) });
});

/**
 * Returns the settings of a printer that was just chosen. The other settings of the printer before it stay, of a serial one
 * its speed too.
 */
export function newPrinterSettings(identity: PrinterIdentity, name: string): PrinterSettings {
  const before = printerSettings();
  const speed =
    identity.way === 'serial' && before?.identity.way === 'serial' ? { baudRate: before.identity.baudRate } : {};
  return {
    ...{ rollWidthMm: 58, printsAfterSale: false, opensDrawer: false },
    ...before,
    identity: { ...identity, ...speed },
    name: asStored(name),
  };
}
