import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { PrintedLine, PrintedStyle } from './printed-line.ts';
import { firstRows, wrapText } from '../wrap-text.ts';
import { isInCodePage, plainerText } from './code-page.ts';
import type { RollWidthMm } from './printer-settings.ts';

/** Characters per line in the printer's font A (12 dots wide), by roll width. */
export const COLUMNS: Readonly<Record<RollWidthMm, number>> = { 58: 32, 80: 48 };
/** Printable width in dots, 8 per millimetre, by roll width. */
export const DOTS: Readonly<Record<RollWidthMm, number>> = { 58: 384, 80: 576 };

/** RGBA, black on white. */
export interface Bitmap {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}
/** Draws a line as a bitmap if the printer lacks some of its characters. */
export type DrawLine = (line: DrawnLine, widthDots: number) => Bitmap;
export type DrawnLine = Extract<PrintedLine, { kind: 'text' | 'pair' }>;

/** The settings of a job beside its lines. */
export interface JobOptions {
  rollWidthMm: RollWidthMm;
  /** Opens the cash drawer, which is wired to the printer. Before printing: the customer is waiting for the change. */
  opensDrawer: boolean;
}

/** Blank lines fed at the end, so that the last printed line is past the edge at which the paper is torn off. */
const LINES_BEFORE_THE_CUT = 4;
const DRAWER = { pin: 0, onMs: 100, offMs: 500 };

/**
 * Encodes the job as ESC/POS. Text is in code page 437; a line with a character that it lacks is sent as an image
 * (R-PRN-10, R-PRN-11).
 */
export function receiptBytes(
  lines: readonly PrintedLine[],
  { rollWidthMm, opensDrawer }: JobOptions,
  draw: DrawLine,
): Uint8Array<ArrayBuffer> {
  const columns = COLUMNS[rollWidthMm];
  const encoder = startEncoder(newEncoder(columns));
  if (opensDrawer) encoder.pulse(DRAWER.pin, DRAWER.onMs, DRAWER.offMs);
  for (const line of lines) {
    if (line.kind === 'rule') encoder.line('-'.repeat(columns));
    else if (line.kind === 'gap') encoder.newline();
    else if (isInCodePage(textOf(line))) printText(encoder, line, columns);
    else encoder.align('left').image(plainImage(draw(line, DOTS[rollWidthMm])), { algorithm: 'threshold' });
  }
  if (lines.length > 0) encoder.newline(LINES_BEFORE_THE_CUT).cut('partial');
  return new Uint8Array(encoder.encode());
}

export const newEncoder = (columns: number): ReceiptPrinterEncoder =>
  new ReceiptPrinterEncoder({
    ...{ language: 'esc-pos', columns, newline: '\n', imageMode: 'raster' },
    ...{ codepageMapping: { cp437: 0 }, codepageCandidates: ['cp437'], feedBeforeCut: 0 },
  });

/** Resets the printer to its state after power-on, and selects the code page. */
export const startEncoder = (encoder: ReceiptPrinterEncoder): ReceiptPrinterEncoder =>
  encoder.initialize().codepage('cp437');

export const textOf = (line: DrawnLine): string =>
  plainerText(line.kind === 'text' ? line.text : `${line.name} ${line.value}`);

/** The encoder takes pixels only as a plain object, not as an instance of a class. */
const plainImage = ({ data, width, height }: Bitmap) => ({ data, width, height });

/** Adds the line to the job. Returns the number of printed rows. */
export function printText(encoder: ReceiptPrinterEncoder, line: DrawnLine, columns: number): number {
  const { style } = line;
  const rows = line.kind === 'text' ? rowsOf(line, columns) : pairRows(line, columns);
  startStyle(encoder, style);
  if (line.kind === 'text') encoder.align(line.align);
  for (const row of rows) encoder.line(row);
  if (line.kind === 'text') encoder.align('left');
  endStyle(encoder, style);
  return rows.length;
}

const rowsOf = ({ text, rowsMax }: Extract<DrawnLine, { kind: 'text' }>, columns: number): string[] =>
  firstRows(wrapped(plainerText(text), columns), { rowsMax, dots: '...' }, columns, (row) => row.length);

const pairRows = ({ name, value }: Extract<DrawnLine, { kind: 'pair' }>, columns: number): string[] =>
  pairLines(plainerText(name), plainerText(value), columns);

function startStyle(encoder: ReceiptPrinterEncoder, style: PrintedStyle): void {
  if (style !== 'plain') encoder.bold(true);
  if (style === 'title') encoder.size(1, 2);
}

function endStyle(encoder: ReceiptPrinterEncoder, style: PrintedStyle): void {
  if (style === 'title') encoder.size(1, 1);
  if (style !== 'plain') encoder.bold(false);
}

/** Puts the name at the left edge and the value at the right edge of one line; if too wide, the value on the next. */
export function pairLines(name: string, value: string, columns: number): string[] {
  const gap = columns - name.length - value.length;
  if (gap >= 1) return [`${name}${' '.repeat(gap)}${value}`];
  return [...wrapped(name, columns), ...wrapped(value, columns).map((part) => part.padStart(columns))];
}

const wrapped = (text: string, columns: number): string[] => wrapText(text, columns, (part) => part.length);
