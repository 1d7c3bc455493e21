import { array, assert, property, string } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { IMAGE_WIDTH_PX, layoutReceipt, receiptImage } from '../../../../src/parts/receipt/receipt-image.ts';
import { wrapText } from '../../../../src/platform/wrap-text.ts';
import type { ReceiptContent } from '../../../../src/parts/receipt/receipt-content.ts';
import { type Drawn, recordDrawing } from '../../../support/browser/recorded-canvas.ts';

/** Each character is 8 px wide. */
const measure = (text: string) => [...new Intl.Segmenter().segment(text)].length * 8;

const content = (fields: Partial<ReceiptContent> = {}): ReceiptContent => ({
  ...{ business: 'Mama Asha', contact: ['Market Street 1'], facts: [{ name: 'Customer', value: 'Asha' }] },
  ...{ items: [{ name: 'Sugar', detail: '2 × 2,500.00', total: '5,000.00' }], steps: [] },
  ...{ total: { name: 'Total', value: 'UGX 5,000.00' }, payment: [{ name: 'Payment method', value: 'Cash' }] },
  ...{ marker: 'Paid', closing: 'Thank you for your business!' },
  ...fields,
});

test('nothing of it is cut off, however long or wide: every text stands inside the picture', () => {
  const long = { name: 'x'.repeat(160), detail: '99,999.99 × 99,999,999.99', total: '9,999,999,999,999.99' };
  const { texts, heightPx } = layoutReceipt(content({ items: Array.from({ length: 40 }, () => long) }), false, measure);
  for (const { text, xPx, align, baselinePx } of texts) {
    const width = measure(text);
    const left = { left: xPx, right: xPx - width, center: xPx - width / 2 }[align];
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(IMAGE_WIDTH_PX);
    expect(baselinePx).toBeLessThan(heightPx);
  }
  expect(texts.filter(({ text }) => text === long.total)).toHaveLength(40);
});

test('lines stand under one another, and a pair that does not fit takes two', () => {
  const { texts } = layoutReceipt(content(), false, measure);
  const at = (text: string) => texts.find((each) => each.text === text)?.baselinePx ?? 0;
  expect(at('2 × 2,500.00')).toBe(at('5,000.00'));
  expect(at('Sugar')).toBeLessThan(at('5,000.00'));
  const wide = { name: 'Transaction ID', value: 'm'.repeat(40) };
  const { texts: two } = layoutReceipt(content({ payment: [wide] }), false, measure);
  expect(two.find(({ text }) => text === wide.name)?.baselinePx).toBeLessThan(
    two.find(({ text }) => text === wide.value)?.baselinePx ?? 0,
  );
});

test('a name that is read from the right stands on the right', () => {
  const items = [{ name: '5 أرز بسمتي', detail: '1 × 1.00', total: '1.00' }];
  const { texts } = layoutReceipt(content({ items }), false, measure);
  expect(texts.find(({ text }) => text === items[0]?.name)?.align).toBe('right');
  expect(texts.find(({ text }) => text === '1 × 1.00')?.align).toBe('left');
});

test('G44 a reprint says so in the picture too', () => {
  const says = (isCopy: boolean) => layoutReceipt(content(), isCopy, measure).texts.some(({ text }) => text === 'Copy');
  expect([says(false), says(true)]).toEqual([false, true]);
});

test('wrapping loses no sign, cuts none in two, and fits the width', () => {
  assert(
    property(array(string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 6 }), (words) => {
      const text = words.join(' ');
      const lines = wrapText(text, 80, measure);
      expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(80);
    }),
  );
  expect(wrapText('Cake 👩🏽‍🍳👩🏽‍🍳👩🏽‍🍳', 16, measure)).toEqual(['Ca', 'ke', '👩🏽‍🍳👩🏽‍🍳', '👩🏽‍🍳']);
});

/** Draws a receipt, and returns what was drawn on a canvas of which size. */
async function draw(receipt: ReceiptContent) {
  const { drawn, canvases } = recordDrawing();
  const png = new Blob(['png'], { type: 'image/png' });
  const toBlob = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((onBlob, type) => setTimeout(() => onBlob(type === 'image/png' ? png : null)));
  expect(await receiptImage(receipt, false)).toBe(png);
  expect(toBlob).toHaveBeenCalledTimes(1);
  const [canvas] = canvases;
  return {
    drawn: drawn.slice(drawn.findIndex(([what]) => what === 'scale')),
    width: canvas!.width,
    height: canvas!.height,
  };
}
const of = (drawn: readonly Drawn[], what: string) =>
  drawn.filter(([each]) => each === what).map(([, ...values]) => values);

test('the picture is white, twice as sharp as its layout, with every text in its place and weight', async () => {
  const steps = [{ name: 'Discount', value: '-500.00' }];
  const items = [{ name: 'أرز', detail: '2 × 2,500.00', total: '5,000.00' }];
  const receipt = content({ items, steps });
  const { drawn, width, height } = await draw(receipt);
  const sizes = { title: 22, strong: 17, plain: 15 };
  const layout = layoutReceipt(receipt, false, (text, style) => [...text].length * sizes[style]);
  expect([width, height]).toEqual([2 * IMAGE_WIDTH_PX, 2 * layout.heightPx]);
  expect(drawn.slice(0, 4)).toEqual([
    ['scale', 2, 2],
    ['fillStyle', '#fff'],
    ['fillRect', 0, 0, IMAGE_WIDTH_PX, layout.heightPx],
    ['fillStyle', '#000'],
  ]);
  expect(of(drawn, 'fillText')).toEqual(layout.texts.map(({ text, xPx, baselinePx }) => [text, xPx, baselinePx]));
  expect(of(drawn, 'font')).toEqual(
    layout.texts.map(({ style }) => [`${style === 'plain' ? 400 : 700} ${sizes[style]}px system-ui, sans-serif`]),
  );
  expect(of(drawn, 'textAlign')).toEqual(layout.texts.map(({ align }) => [align]));
  expect(of(drawn, 'direction')).toEqual(layout.texts.map(({ text }) => [text === 'أرز' ? 'rtl' : 'ltr']));
  expect(layout.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Discount', '-500.00', 'Paid']));
});

test('its parts are divided by dashed rules from edge to edge', async () => {
  const { drawn } = await draw(content());
  const edge = 24;
  const rules = drawn.slice(drawn.findIndex(([what]) => what === 'setLineDash'));
  expect(rules[0]).toEqual(['setLineDash', [4, 4]]);
  const { rulesPx } = layoutReceipt(content(), false, measure);
  expect(rulesPx).toHaveLength(4);
  expect(rules.slice(1).map(([what]) => what)).toEqual(
    rulesPx.flatMap(() => ['beginPath', 'moveTo', 'lineTo', 'stroke']),
  );
  for (const [nth, [fromX, fromY]] of of(drawn, 'moveTo').entries())
    expect([fromX, of(drawn, 'lineTo')[nth]]).toEqual([edge, [IMAGE_WIDTH_PX - edge, fromY]]);
});

test('a very long receipt is less sharp instead of higher than browsers draw', async () => {
  const items = Array.from({ length: 400 }, (_, nth) => ({ name: `Item ${nth}`, detail: '1 × 1.00', total: '1.00' }));
  const { drawn, width, height } = await draw(content({ items }));
  const scale = of(drawn, 'scale')[0]?.[0] as number;
  expect(scale).toBeLessThan(2);
  expect(height).toBe(16_000);
  expect(width).toBe(Math.round(IMAGE_WIDTH_PX * scale));
});
