import * as v from 'valibot';
import { type PrinterSettings, ROLL_WIDTHS_MM } from '../printer/printer-settings.ts';
import { type LabelPaper, ROLL_HEIGHTS_MM, SHEET_KINDS } from './label-paper.ts';

/** How labels were printed last on this device: a matter of its printer and the paper in it, not of the shop. */
const settingsSchema = v.object({
  kind: v.picklist(['sheet', 'roll']),
  sheet: v.picklist(SHEET_KINDS),
  rollWidthMm: v.picklist(ROLL_WIDTHS_MM),
  heightMm: v.picklist(ROLL_HEIGHTS_MM),
  showsPrice: v.boolean(),
});
export type LabelSettings = v.InferOutput<typeof settingsSchema>;

const KEY = 'kaunta-labels';

/** As they were chosen last; at first on the roll of this device's printer where it has one. */
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

/** A device with no room left shows what was chosen until the page is left. */
export function keepLabelSettings(storage: Storage, settings: LabelSettings): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch {
    return;
  }
}

export const paperOf = ({ kind, sheet, rollWidthMm, heightMm }: LabelSettings): LabelPaper =>
  kind === 'sheet' ? { kind, sheet } : { kind, rollWidthMm, heightMm };
