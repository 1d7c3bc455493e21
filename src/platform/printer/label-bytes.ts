import { type Bars, blackRuns, widthInModules } from '../labels/bars.ts';
import { type Label, type RollHeightMm, stripMm } from '../labels/label-paper.ts';
import { isInCodePage } from './code-page.ts';
import type { PrintedLine } from './printed-line.ts';
import type { RollWidthMm } from './printer-settings.ts';
import {
  type Bitmap,
  COLUMNS,
  DOTS,
  type DrawLine,
  type DrawnLine,
  newEncoder,
  printText,
  startEncoder,
  textOf,
} from './receipt-bytes.ts';

/*
 * Labels on a roll in ESC/POS (R-PRN-37). The height of each label is exact: text rows have a height that is set first,
 * barcodes and rendered names are images with a known number of dots, and the rest is fed. Barcodes are images too,
 * because printers differ in their barcode commands, and a printer that does not know a command prints nothing and
 * reports nothing.
 */

export interface RollOptions {
  rollWidthMm: RollWidthMm;
  heightMm: RollHeightMm;
  /** True for the last labels of all: after them the paper is fed to the edge and cut. */
  isLast: boolean;
}

const DOTS_PER_MM = 8;
const ROW_DOTS = 30;
const TALL_ROW_DOTS = 48;
const NAME_ROWS_MAX = 2;
const GAP_DOTS = 6;
const BARS_DOTS = { min: 40, max: 128 };
const FEED_DOTS_MAX = 255;
const FEED_TO_THE_EDGE_DOTS = 120;

const ESC = 0x1b;
const GS = 0x1d;

/** Returns the bytes of some labels. The first label begins at the present position of the paper. */
export function labelBytes(labels: readonly Label[], options: RollOptions, draw: DrawLine): Uint8Array<ArrayBuffer> {
  const start = startEncoder(newEncoder(COLUMNS[options.rollWidthMm])).encode();
  const parts: Uint8Array[] = [start, Uint8Array.of(ESC, 0x33, ROW_DOTS)];
  for (const label of labels) parts.push(...labelParts(label, options, draw));
  if (options.isLast) parts.push(feed(FEED_TO_THE_EDGE_DOTS), Uint8Array.of(GS, 0x56, 1));
  return joined(parts);
}

interface Part {
  bytes: Uint8Array;
  heightDots: number;
}

function labelParts(label: Label, options: RollOptions, draw: DrawLine): Uint8Array[] {
  const { rollWidthMm, heightMm } = options;
  const part = (line: DrawnLine) => linePart(line, rollWidthMm, draw);
  const name = part({ ...CENTRED, text: label.name, rowsMax: NAME_ROWS_MAX });
  const price = label.price === null ? null : part({ ...CENTRED, text: label.price, style: 'title', rowsMax: 1 });
  const code = label.code === null ? null : part({ ...CENTRED, text: label.code, rowsMax: 1 });
  const texts = [name, price, code].filter((each) => each !== null);
  const leftDots = heightMm * DOTS_PER_MM - texts.reduce((sum, { heightDots }) => sum + heightDots, 0);
  const bars = label.bars === null ? null : barsPart(label.bars, leftDots - 2 * GAP_DOTS, options);
  const restDots = leftDots - (bars?.heightDots ?? 0);
  const over = bars === null ? 0 : GAP_DOTS;
  return [
    ...[name, price].flatMap((each) => each?.bytes ?? []),
    ...(bars === null ? [] : [feed(over), bars.bytes]),
    ...(code === null ? [] : [code.bytes]),
    feed(Math.max(0, restDots - over)),
  ];
}

const CENTRED = { kind: 'text', style: 'plain', align: 'center' } as const satisfies Partial<PrintedLine>;

/** Returns a text line in the printer's own characters if the printer has them all, else as an image. */
function linePart(line: DrawnLine, rollWidthMm: RollWidthMm, draw: DrawLine): Part {
  if (!isInCodePage(textOf(line))) {
    const picture = draw(line, DOTS[rollWidthMm]);
    return { bytes: pictureBytes(blackDots(picture)), heightDots: picture.height };
  }
  const encoder = newEncoder(COLUMNS[rollWidthMm]).codepage('cp437');
  const rows = printText(encoder, line, COLUMNS[rollWidthMm]);
  return { bytes: encoder.encode(), heightDots: rows * (line.style === 'title' ? TALL_ROW_DOTS : ROW_DOTS) };
}

/** Returns the barcode as high as there is room. A label that is too full gets a low barcode rather than none. */
function barsPart(bars: Bars, roomDots: number, { rollWidthMm, heightMm }: RollOptions): Part | null {
  const strip = stripMm(bars, { kind: 'roll', rollWidthMm, heightMm });
  if (strip === null) return null;
  const stripDots = Math.round(strip * DOTS_PER_MM);
  const heightDots = Math.min(BARS_DOTS.max, Math.max(BARS_DOTS.min, roomDots));
  const row = Array.from({ length: DOTS[rollWidthMm] }, () => false);
  const edge = Math.floor((row.length - widthInModules(bars) * stripDots) / 2) + bars.quietModules * stripDots;
  for (const { from, width } of blackRuns(bars))
    row.fill(true, edge + from * stripDots, edge + (from + width) * stripDots);
  return { bytes: pictureBytes(Array.from({ length: heightDots }, () => row)), heightDots };
}

const DARK = 128;
const blackDots = ({ data, width, height }: Bitmap): boolean[][] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => (data[(y * width + x) * 4] ?? DARK) < DARK),
  );

/** Returns the command for an image of dots, eight to a byte. No paper is fed after it. */
function pictureBytes(rows: readonly (readonly boolean[])[]): Uint8Array {
  const widthBytes = Math.ceil((rows[0]?.length ?? 0) / 8);
  const head = [GS, 0x76, 0x30, 0, widthBytes & 0xff, widthBytes >> 8, rows.length & 0xff, rows.length >> 8];
  const bytes = new Uint8Array(head.length + widthBytes * rows.length);
  bytes.set(head);
  for (const [y, row] of rows.entries())
    for (const [x, isBlack] of row.entries())
      if (isBlack) {
        const at = head.length + y * widthBytes + (x >> 3);
        bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
      }
  return bytes;
}

/** Returns the commands that feed this many dots of paper. */
function feed(dots: number): Uint8Array {
  const steps: number[] = [];
  for (let left = dots; left > 0; left -= FEED_DOTS_MAX) steps.push(ESC, 0x4a, Math.min(left, FEED_DOTS_MAX));
  return Uint8Array.from(steps);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
