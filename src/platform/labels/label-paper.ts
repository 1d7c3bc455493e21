import { type Bars, widthInModules } from './bars.ts';
import type { RollWidthMm } from '../printer/printer-settings.ts';

/** Sheets of labels as they are sold: each is an A4 sheet with three labels across and eight down. */
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
  /** The margin at each side, and above and below: a printer does not reach it, or a crooked sheet would cut it. */
  padMm: readonly [across: number, down: number];
}

export function sizeOf(paper: LabelPaper): LabelSize {
  if (paper.kind === 'sheet') return SHEETS[paper.sheet];
  // A thermal printer prints on 48 of 58 mm, and on 72 of 80 mm.
  return { widthMm: paper.rollWidthMm, heightMm: paper.heightMm, padMm: [paper.rollWidthMm === 58 ? 5 : 4, 1.5] };
}

/** The dot size of a thermal printer: the strips of its barcodes are whole dots wide. */
const DOT_MM = 1 / 8;
const DOTS_WANTED = 3;
/** A scanner needs at least this many dots for a strip. */
const DOTS_MIN = 2;
const SHEET_STRIP_MAX_MM = 0.375;
const SHEET_STRIP_MIN_MM = 0.19;

/** Returns the width of the barcode's narrowest strip on this paper; null if it would be too narrow to be read. */
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
  /** Null on labels without prices. */
  price: string | null;
  code: string | null;
  /** Null if no barcode can represent the code, or if the barcode does not fit this paper. */
  bars: Bars | null;
}
