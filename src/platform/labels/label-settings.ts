import * as v from 'valibot';
import { type PrinterSettings, ROLL_WIDTHS_MM } from '../printer/printer-settings.ts';
import { type LabelPaper, ROLL_HEIGHTS_MM, SHEET_KINDS } from './label-paper.ts';

/** The last settings for labels on this device. They belong to its printer and the paper in it, not to the shop. */
const settingsSchema = v.object({
  kind: v.picklist(['sheet', 'roll']),
  sheet: v.picklist(SHEET_KINDS),
  rollWidthMm: v.picklist(ROLL_WIDTHS_MM),
  heightMm: v.picklist(ROLL_HEIGHTS_MM),
  showsPrice: v.boolean(),
});
export type LabelSettings = v.InferOutput<typeof settingsSchema>;

const KEY = 'kaunta-labels';

/**
 * Returns the settings that were chosen last. If there are none, it uses the roll of this device's printer if it has
 * one.
 */
export function firstLabelSettings(storage: Storage, printer: PrinterSettings | null): LabelSettings {
  const first: LabelSettings = {
    ...{ kind: printer === null ? 'sheet' : 'roll', rollWidthMm: printer?.rollWidthMm ?? 58 },
    ...{ sheet: 'whole', heightMm: 30, showsPrice: true },
  };
  try {
    const parsed = v.safeParse(settingsSchema, JSON.parse(storage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : first;
  } catch {
    return first;
  }
}

/** Stores the settings. If the browser cannot store them, they are used until the page is left. */
export function keepLabelSettings(storage: Storage, settings: LabelSettings): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch {
    return;
  }
}

export const paperOf = ({ kind, sheet, rollWidthMm, heightMm }: LabelSettings): LabelPaper =>
  kind === 'sheet' ? { kind, sheet } : { kind, rollWidthMm, heightMm };
