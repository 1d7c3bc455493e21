import { firstRows, isRightToLeft, wrapText } from '../wrap-text.ts';
import type { PrintedStyle } from './printed-line.ts';
import type { Bitmap, DrawnLine, DrawLine } from './receipt-bytes.ts';

/* The browser draws lines with characters that the printer lacks, with the device's fonts, black on white. */

const SIZE_DOTS: Readonly<Record<PrintedStyle, number>> = { title: 40, strong: 26, plain: 24 };
const LINE = 1.3;
const GAP_DOTS = 12;
/** The position of the baseline in a row. */
const BASE = 0.95;

const fontOf = (style: PrintedStyle): string =>
  `${style === 'plain' ? 500 : 700} ${SIZE_DOTS[style]}px system-ui, sans-serif`;

interface Placed {
  text: string;
  align: 'left' | 'center' | 'right';
  row: number;
}

/**
 * Returns a function that draws lines, all with one canvas. That function throws if this browser has no canvas, or no
 * memory for one.
 */
export function lineDrawer(): DrawLine {
  let context: CanvasRenderingContext2D | null = null;
  return (line, widthDots) => {
    context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('This browser has no canvas, or no memory for one');
    return drawLine(context, line, widthDots);
  };
}

function drawLine(context: CanvasRenderingContext2D, line: DrawnLine, widthDots: number): Bitmap {
  const { canvas } = context;
  context.font = fontOf(line.style);
  const texts = placed(line, widthDots, (text) => context.measureText(text).width);
  const rowDots = SIZE_DOTS[line.style] * LINE;
  canvas.width = widthDots;
  canvas.height = Math.ceil((Math.max(...texts.map(({ row }) => row + 1)) * rowDots) / 8) * 8;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  context.font = fontOf(line.style);
  for (const { text, align, row } of texts) {
    context.textAlign = align;
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
    const x = { left: 0, center: widthDots / 2, right: widthDots }[align];
    context.fillText(text, x, row * rowDots + SIZE_DOTS[line.style] * BASE);
  }
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width, height };
}

/** Places the texts as the printer does with its own characters: name left and value right, on one row if both fit. */
function placed(line: DrawnLine, widthDots: number, measure: (text: string) => number): Placed[] {
  const rows = (text: string, align: Placed['align'], from: number, rowsMax?: number): Placed[] =>
    firstRows(wrapText(text, widthDots, measure), { rowsMax, dots: '…' }, widthDots, measure).map((part, index) => ({
      ...{ text: part, align, row: from + index },
    }));
  const side = (text: string): Placed['align'] => (isRightToLeft(text) ? 'right' : 'left');
  if (line.kind === 'text')
    return rows(line.text, line.align === 'center' ? 'center' : side(line.text), 0, line.rowsMax);
  const { name, value } = line;
  if (measure(name) + GAP_DOTS + measure(value) <= widthDots)
    return [...rows(name, 'left', 0), ...rows(value, 'right', 0)];
  const names = rows(name, side(name), 0);
  return [...names, ...rows(value, 'right', names.length)];
}
