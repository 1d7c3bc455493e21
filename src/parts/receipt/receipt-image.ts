import { isRightToLeft, wrapText } from '../../platform/wrap-text.ts';
import type { NamedValue, ReceiptContent } from './receipt-content.ts';

/*
 * The receipt as a picture, for people who send pictures. Laid out by hand: what copies a part of a page into a canvas
 * is refused by some browsers. The layout is pure; only `receiptImage` draws.
 */

export type TextStyle = 'title' | 'strong' | 'plain';
/** Measures the width of a text, in px. */
export type Measure = (text: string, style: TextStyle) => number;

interface DrawnText {
  text: string;
  style: TextStyle;
  /** x of the edge, or of the middle, to which the text is aligned. */
  xPx: number;
  align: 'left' | 'center' | 'right';
  baselinePx: number;
}

export interface ReceiptLayout {
  heightPx: number;
  texts: DrawnText[];
  /** y of the dashed rules. */
  rulesPx: number[];
}

export const IMAGE_WIDTH_PX = 420;
const EDGE_PX = 24;
const INNER_PX = IMAGE_WIDTH_PX - 2 * EDGE_PX;
const GAP_PX = 12;
const SIZES_PX: Record<TextStyle, number> = { title: 22, strong: 17, plain: 15 };
const LINE = 1.35;
/** Some browsers draw nothing on a larger canvas. */
const HEIGHT_PX_MAX = 16_000;
const SHARPNESS = 2;

export function layoutReceipt(content: ReceiptContent, isCopy: boolean, measure: Measure): ReceiptLayout {
  const texts: DrawnText[] = [];
  const rulesPx: number[] = [];
  let y = EDGE_PX;

  const line = (text: string, style: TextStyle, align: DrawnText['align'], isNewLine = true) => {
    if (isNewLine) y += SIZES_PX[style] * LINE;
    const xPx = { left: EDGE_PX, center: IMAGE_WIDTH_PX / 2, right: IMAGE_WIDTH_PX - EDGE_PX }[align];
    texts.push({ text, style, xPx, align, baselinePx: y });
  };
  const paragraph = (text: string, style: TextStyle, align?: DrawnText['align']) => {
    const side = align ?? (isRightToLeft(text) ? 'right' : 'left');
    for (const part of wrapText(text, INNER_PX, (some) => measure(some, style))) line(part, style, side);
  };
  const pair = ({ name, value }: NamedValue, style: TextStyle = 'plain') => {
    const isShort = measure(name, style) + GAP_PX + measure(value, style) <= INNER_PX;
    if (!isShort) {
      paragraph(name, style);
      return paragraph(value, style, 'right');
    }
    line(name, style, 'left');
    line(value, style, 'right', false);
  };
  const rule = () => {
    y += 12;
    rulesPx.push(y);
    y += 4;
  };

  paragraph(content.business, 'title', 'center');
  for (const text of content.contact) paragraph(text, 'plain', 'center');
  if (isCopy) paragraph('Copy', 'strong', 'center');
  rule();
  for (const fact of content.facts) pair(fact);
  rule();
  for (const { name, detail, total } of content.items) {
    paragraph(name, 'plain');
    pair({ name: detail, value: total });
    y += 4;
  }
  rule();
  for (const step of content.steps) pair(step);
  pair(content.total, 'strong');
  rule();
  for (const fact of content.payment) pair(fact);
  y += 8;
  paragraph(content.marker, 'strong', 'center');
  y += 8;
  paragraph(content.closing, 'plain', 'center');
  return { heightPx: Math.ceil(y + EDGE_PX), texts, rulesPx };
}

const fontOf = (style: TextStyle): string =>
  `${style === 'plain' ? 400 : 700} ${SIZES_PX[style]}px system-ui, sans-serif`;

/** Draws the receipt as a PNG; null if this browser has no canvas, or no memory for one. */
export async function receiptImage(content: ReceiptContent, isCopy: boolean): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const layout = layoutReceipt(content, isCopy, (text, style) => {
    context.font = fontOf(style);
    return context.measureText(text).width;
  });
  const scale = Math.min(SHARPNESS, HEIGHT_PX_MAX / layout.heightPx);
  canvas.width = Math.round(IMAGE_WIDTH_PX * scale);
  canvas.height = Math.round(layout.heightPx * scale);
  context.scale(scale, scale);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, IMAGE_WIDTH_PX, layout.heightPx);
  context.fillStyle = '#000';
  for (const { text, style, xPx, align, baselinePx } of layout.texts) {
    context.font = fontOf(style);
    context.textAlign = align;
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
    context.fillText(text, xPx, baselinePx);
  }
  context.setLineDash([4, 4]);
  for (const atPx of layout.rulesPx) {
    context.beginPath();
    context.moveTo(EDGE_PX, atPx);
    context.lineTo(IMAGE_WIDTH_PX - EDGE_PX, atPx);
    context.stroke();
  }
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
