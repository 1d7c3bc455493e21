import { expect, test, vi } from 'vitest';
import { lineDrawer } from '../../../../src/platform/printer/draw-line.ts';
import type { DrawnLine } from '../../../../src/platform/printer/receipt-bytes.ts';
import { type Drawn, recordDrawing } from '../../../support/browser/recorded-canvas.ts';

const WIDTH_DOTS = 384;
/** The height of a row of plain text, whose font is 24 dots high. */
const ROW_DOTS = 24 * 1.3;

interface Text {
  text: string;
  x: number;
  row: number;
  align: unknown;
  direction: unknown;
}

/** The texts of a drawn line, with the side to which each is aligned. */
function textsOf(drawn: readonly Drawn[]): Text[] {
  const set = new Map<string, unknown>();
  const texts: Text[] = [];
  for (const [what, ...values] of drawn)
    if (what === 'fillText') {
      const [text, x, y] = values as [string, number, number];
      const row = (y - 24 * 0.95) / ROW_DOTS;
      texts.push({ text, x, row, align: set.get('textAlign'), direction: set.get('direction') });
    } else set.set(what, values[0]);
  return texts;
}

function draw(line: DrawnLine) {
  const { drawn } = recordDrawing();
  const bitmap = lineDrawer()(line, WIDTH_DOTS);
  return { drawn, texts: textsOf(drawn), bitmap };
}
const pair = (name: string, value: string): DrawnLine => ({ kind: 'pair', name, value, style: 'plain' });
const left = (text: string, row: number): Text => ({ text, x: 0, row, align: 'left', direction: 'ltr' });
const right = (text: string, row: number): Text => ({ text, x: WIDTH_DOTS, row, align: 'right', direction: 'ltr' });

test('R-PRN-11 a name and its value stand on one row as long as there is a gap of half a sign between them', () => {
  // 384 dots are sixteen signs of 24; the gap takes half of one.
  expect(draw(pair('123456789', '123456')).texts).toEqual([left('123456789', 0), right('123456', 0)]);
  expect(draw(pair('1234567890', '123456')).texts).toEqual([left('1234567890', 0), right('123456', 1)]);
});

test('R-PRN-11 a long name takes the rows that it needs, and its value the next one', () => {
  const { texts, bitmap } = draw(pair('Rice of the rainy season', '12,000'));
  expect(texts).toEqual([left('Rice of the', 0), left('rainy season', 1), right('12,000', 2)]);
  expect([bitmap.width, bitmap.height]).toEqual([WIDTH_DOTS, Math.ceil((3 * ROW_DOTS) / 8) * 8]);
});

test('R-PRN-11 what is read from the right stands on the right, alone or as a name', () => {
  const name = 'أرز بسمتي طويل الحبة';
  const [first, ...rest] = draw(pair(name, '12,000')).texts;
  expect(first).toMatchObject({ x: WIDTH_DOTS, align: 'right', direction: 'rtl' });
  expect(rest.at(-1)).toEqual(right('12,000', rest.at(-1)!.row));
  const [alone] = draw({ kind: 'text', text: 'أرز', style: 'plain' } as DrawnLine).texts;
  expect(alone).toMatchObject({ text: 'أرز', x: WIDTH_DOTS, align: 'right', direction: 'rtl' });
});

test('R-PRN-11 it is black on white, over its whole size, in the weight of its style', () => {
  const { drawn, bitmap } = draw({ kind: 'text', text: 'Café', align: 'center', style: 'title' } as DrawnLine);
  const fill = drawn.findIndex(([what]) => what === 'fillRect');
  expect(drawn.slice(fill - 1, fill + 2)).toEqual([
    ['fillStyle', '#fff'],
    ['fillRect', 0, 0, WIDTH_DOTS, bitmap.height],
    ['fillStyle', '#000'],
  ]);
  expect(drawn).toContainEqual(['fillText', 'Café', WIDTH_DOTS / 2, 40 * 0.95]);
  expect(drawn.at(-1)).toEqual(['getImageData', 0, 0, WIDTH_DOTS, bitmap.height]);
  const fonts = (style: DrawnLine['style']) =>
    draw({ kind: 'text', text: 'é', style } as DrawnLine)
      .drawn.filter(([what]) => what === 'font')
      .map(([, font]) => font);
  expect(fonts('plain')).toEqual(Array.from({ length: 2 }, () => '500 24px system-ui, sans-serif'));
  expect(fonts('strong')).toEqual(Array.from({ length: 2 }, () => '700 26px system-ui, sans-serif'));
});

test('R-PRN-11 lines are drawn with one canvas; where there is none, it says so', () => {
  const { canvases } = recordDrawing();
  const drawLine = lineDrawer();
  for (const text of ['a', 'b']) drawLine({ kind: 'text', text, style: 'plain' } as DrawnLine, WIDTH_DOTS);
  expect(canvases.size).toBe(1);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  expect(() => lineDrawer()(pair('a', 'b'), WIDTH_DOTS)).toThrow('This browser has no canvas');
});
