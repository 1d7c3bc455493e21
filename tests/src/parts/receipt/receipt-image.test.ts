import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { IMAGE_WIDTH_PX, layoutReceipt } from '../../../../src/parts/receipt/receipt-image.ts';
import { wrapText } from '../../../../src/platform/wrap-text.ts';
import type { ReceiptContent } from '../../../../src/parts/receipt/receipt-content.ts';

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
