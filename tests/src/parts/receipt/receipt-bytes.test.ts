import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { printedLines } from '../../../../src/parts/receipt/printed-lines.ts';
import type { ReceiptContent } from '../../../../src/parts/receipt/receipt-content.ts';
import { plainerText } from '../../../../src/platform/printer/code-page.ts';
import { COLUMNS, type DrawLine, receiptBytes } from '../../../../src/platform/printer/receipt-bytes.ts';
import { ROLL_WIDTHS_MM, type RollWidthMm } from '../../../../src/platform/printer/printer-settings.ts';
import { linesOf, type PaperLine, picturesOf, readEscPos } from '../../../../e2e/fixtures/escpos-reader.ts';

const content = (fields: Partial<ReceiptContent> = {}): ReceiptContent => ({
  ...{ business: 'Mama Asha', contact: ['Market Street 1', '+256 772 000111'] },
  facts: [
    { name: 'Receipt', value: '#SALE-1' },
    { name: 'Customer', value: 'José Peña' },
  ],
  items: [
    { name: 'Sugar', detail: '2 kg × 2,500.00', total: '5,000.00' },
    { name: 'Soap, the long bar that is cut to pieces', detail: '1 × 4,200.00', total: '4,200.00' },
  ],
  steps: [{ name: 'Subtotal', value: '9,200.00' }],
  total: { name: 'Total', value: 'UGX 9,200.00' },
  payment: [{ name: 'Paid by Mobile money, 12 Nov 2026, 14:02', value: '9,200.00' }],
  ...{ marker: 'Paid', closing: 'Thank you for your business!' },
  ...fields,
});

/** A stand-in for drawing: the number of dots in the first row is the number of the request. */
function drawer() {
  const asked: string[] = [];
  const draw: DrawLine = (line, width) => {
    asked.push(line.kind === 'text' ? line.text : `${line.name}|${line.value}`);
    const data = new Uint8ClampedArray(width * 8 * 4).fill(255);
    for (let dot = 0; dot < asked.length; dot += 1) data.set([0, 0, 0], dot * 4);
    return { data, width, height: 8 };
  };
  return { draw, asked };
}

function printed(made: ReceiptContent, rollWidthMm: RollWidthMm, isCopy = false) {
  const { draw, asked } = drawer();
  const options = { rollWidthMm, opensDrawer: false };
  const events = readEscPos(receiptBytes(printedLines(made, isCopy), options, draw));
  return { events, asked, lines: linesOf(events) };
}

/** Returns all words in order, whatever the line breaks are. */
const wordsOf = (text: string): string[] => plainerText(text).split(/\s+/).filter(Boolean);
const joined = (lines: readonly PaperLine[]): string => lines.map(({ text }) => text).join(' ');
const allTexts = (made: ReceiptContent): string[] => [
  ...[made.business, ...made.contact],
  ...made.facts.flatMap(({ name, value }) => [name, value]),
  ...made.items.flatMap(({ name, detail, total }) => [name, detail, total]),
  ...[...made.steps, made.total, ...made.payment].flatMap(({ name, value }) => [name, value]),
  ...[made.marker, made.closing],
];

test.each(ROLL_WIDTHS_MM)(
  'R-PRN-10 the bytes for %d mm, read back as a printer reads them, are the words of the receipt in their order',
  (rollWidthMm) => {
    const made = content();
    const { lines, asked, events } = printed(made, rollWidthMm);
    const rules = /^-+$/;
    const text = joined(lines.filter((line) => !rules.test(line.text)));
    expect(wordsOf(text)).toEqual(allTexts(made).flatMap(wordsOf));
    expect(asked).toEqual([]);
    expect(Math.max(...lines.map((line) => line.text.length))).toBe(COLUMNS[rollWidthMm]);
    expect(events[0]).toEqual({ kind: 'initialized' });
    // The cut is below the last word; the feed after it belongs to the next receipt.
    const afterCut = events.slice(events.findIndex(({ kind }) => kind === 'cut') + 1);
    expect(linesOf(afterCut).every((line) => line.text === '')).toBe(true);
    expect(picturesOf(afterCut)).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'cut' || kind === 'pulse')).toHaveLength(1);
  },
);

test('R-PRN-10 shop, total and marker stand out, and figures stand at the right edge', () => {
  const { lines } = printed(content(), 58);
  const line = (part: string) => lines.find(({ text }) => text.includes(part));
  expect(line('Mama Asha')).toMatchObject({ text: '           Mama Asha', isBold: true, isTall: true });
  expect(line('Total ')).toMatchObject({ text: 'Total               UGX 9,200.00', isBold: true, isTall: false });
  expect(line('2 kg x')).toMatchObject({ text: '2 kg x 2,500.00         5,000.00', align: 0, isBold: false });
  expect(line('José Peña')).toMatchObject({ text: 'Customer               José Peña' });
});

test('R-PRN-10 G44 a copy says so', () => {
  expect(printed(content(), 58).lines.map(({ text }) => text.trim())).not.toContain('Copy');
  expect(printed(content(), 58, true).lines).toContainEqual(
    expect.objectContaining({ text: '              Copy', isBold: true }),
  );
});

test('R-PRN-11 a name that the printer has no letters for is drawn, and nothing of it is printed as a question mark', () => {
  const items = [
    { name: 'أرز بسمتي', detail: '1 × 1.00', total: '1.00' },
    { name: 'Ŋkoko', detail: '2 كيلو × 1.00', total: '2.00' },
  ];
  const { lines, asked, events } = printed(content({ items }), 80);
  expect(asked).toEqual(['أرز بسمتي', 'Ŋkoko', '2 كيلو × 1.00|2.00']);
  expect(joined(lines)).not.toContain('?');
  const pictures = picturesOf(events);
  expect(pictures.map(({ widthDots, heightDots }) => ({ widthDots, heightDots }))).toEqual(
    Array.from({ length: 3 }, () => ({ widthDots: 576, heightDots: 8 })),
  );
  // Each drawing is in its own place: that of the second request has two dots.
  expect(pictures.map(({ dots }) => dots.filter(Boolean).length)).toEqual([1, 2, 3]);
  const order = events.flatMap((event) =>
    event.kind === 'picture' ? ['picture'] : event.kind === 'line' && event.text.includes('1 x 1.00') ? ['detail'] : [],
  );
  expect(order).toEqual(['picture', 'detail', 'picture', 'picture']);
});

test('R-PRN-10 R-PRN-11 whatever a name is made of, the printer reads no command in it, no line is wider than the paper, and no letter is lost', () => {
  const sign = constantFrom('a', ' ', 'é', '×', '─', '\u001b', '\u0000', '\n', '漢', '👩🏽‍🍳', '?', '€', '\u007f');
  assert(
    property(
      tuple(string({ unit: sign, maxLength: 90 }), constantFrom<RollWidthMm>(...ROLL_WIDTHS_MM)),
      ([name, mm]) => {
        const { lines, asked } = printed(content({ items: [{ name, detail: name, total: '1.00' }] }), mm);
        expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThanOrEqual(COLUMNS[mm]);
        const letters = (text: string) => plainerText(text).replaceAll(/\s/g, '');
        if (!asked.includes(name)) expect(letters(joined(lines))).toContain(letters(name));
      },
    ),
  );
});

test('R-PRN-13 the drawer opens before anything is printed, and by itself where nothing is', () => {
  const options = { rollWidthMm: 58, opensDrawer: true } as const;
  const { draw } = drawer();
  const kinds = readEscPos(receiptBytes(printedLines(content(), false), options, draw)).map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['initialized', 'pulse']);
  expect(readEscPos(receiptBytes([], options, draw))).toEqual([{ kind: 'initialized' }, { kind: 'pulse', pin: 0 }]);
});
