import { type Bars, widthInModules } from './bars.ts';
import type { RollWidthMm } from '../printer/printer-settings.ts';

/** A page of labels, as they are sold in boxes: three across, eight down, an A4 sheet in all. */
export const SHEETS = {
  whole: { label: '70 × 37 mm', widthMm: 70, heightMm: 297 / 8, leftMm: 0, topMm: 0, gapMm: 0, padMm: [4, 4] },
  apart: {
    ...{ label: '63.5 × 33.9 mm', widthMm: 63.5, heightMm: 33.9, leftMm: 7.25, topMm: 12.9, gapMm: 2.5 },
    padMm: [3, 2],
  },
} as const;
export type SheetKind = keyof typeof SHEETS;
export const SHEET_KINDS = ['whole', 'apart'] as const satisfies readonly SheetKind[];
export const LABELS_PER_SHEET = 24;

export const ROLL_HEIGHTS_MM = [25, 30, 40, 50] as const;
export type RollHeightMm = (typeof ROLL_HEIGHTS_MM)[number];

export type LabelPaper =
  | { kind: 'sheet'; sheet: SheetKind }
  | { kind: 'roll'; rollWidthMm: RollWidthMm; heightMm: RollHeightMm };

export interface LabelSize {
  widthMm: number;
  heightMm: number;
  /** At each side, and above and below: what a printer does not reach, or a crooked sheet would cut. */
  padMm: readonly [across: number, down: number];
}

export function sizeOf(paper: LabelPaper): LabelSize {
  if (paper.kind === 'sheet') return SHEETS[paper.sheet];
  // A thermal printer reaches 48 of 58 mm, and 72 of 80.
  return { widthMm: paper.rollWidthMm, heightMm: paper.heightMm, padMm: [paper.rollWidthMm === 58 ? 5 : 4, 1.5] };
}

/** The dot of a thermal printer; its bars are whole dots wide. */
const DOT_MM = 1 / 8;
const DOTS_WANTED = 3;
/** A scanner of the shop needs this much of a strip. */
const DOTS_MIN = 2;
const SHEET_STRIP_MAX_MM = 0.375;
const SHEET_STRIP_MIN_MM = 0.19;

/** How wide the bars' narrowest strip is on this paper; null where they would be too narrow to be read. */
export function stripMm(bars: Bars, paper: LabelPaper): number | null {
  const { widthMm, padMm } = sizeOf(paper);
  const roomMm = (widthMm - 2 * padMm[0]) / widthInModules(bars);
  if (paper.kind === 'sheet') return roomMm < SHEET_STRIP_MIN_MM ? null : Math.min(SHEET_STRIP_MAX_MM, roomMm);
  const dots = Math.min(DOTS_WANTED, Math.floor(roomMm / DOT_MM + 1e-9));
  return dots < DOTS_MIN ? null : dots * DOT_MM;
}

/** The content of a label. */
export interface Label {
  name: string;
  /** Null: labels without prices. */
  price: string | null;
  code: string | null;
  /** Null: no bars can say the code, or they would not fit this paper. */
  bars: Bars | null;
}
