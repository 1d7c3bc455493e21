import { asyncProperty, assert, constantFrom, integer, stringMatching } from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { checkDigit, ownCodes } from '../../../../domain/items/barcode.ts';
import { codeSpellings } from '../../../../domain/items/item-code.ts';
import { type Bars, barsOf, blackRuns, widthInModules } from '../../../../src/platform/labels/bars.ts';
import {
  type Label,
  type LabelPaper,
  ROLL_HEIGHTS_MM,
  SHEET_KINDS,
  stripMm,
} from '../../../../src/platform/labels/label-paper.ts';
import { labelBytes } from '../../../../src/platform/printer/label-bytes.ts';
import { ROLL_WIDTHS_MM } from '../../../../src/platform/printer/printer-settings.ts';
import { BarsView } from '../../../../src/screens/labels/label.tsx';
import {
  heightDotsOf,
  linesOf,
  picturesOf,
  type PrintedPicture,
  readEscPos,
} from '../../../../e2e/fixtures/escpos-reader.ts';
import { readDots, readSvgBars } from '../../../support/browser/read-bars.ts';

const barsFor = (code: string): Bars => {
  const bars = barsOf(code);
  if (bars === null) throw new Error(`No bars for ${code}`);
  return bars;
};

const drawn = async (code: string, dotsPerStrip = 3) => {
  const bars = barsFor(code);
  const svg = renderToStaticMarkup(<BarsView bars={bars} stripWidthMm={0.33} />);
  return await readSvgBars(svg, widthInModules(bars) * dotsPerStrip);
};

const CODES = [
  ['4006381333931', 'EAN13'],
  ['0012345678905', 'EAN13'],
  ['036000291452', 'EAN13'],
  ['96385074', 'EAN8'],
  [ownCodes(7_340_033)[0] ?? '', 'EAN13'],
  ['SUG-1', 'Code128'],
  ['4006381333932', 'Code128'],
  ['{B}', 'Code128'],
  ['a b~C', 'Code128'],
] as const;

test.each(CODES)(
  "R-PRN-32 the drawn bars of '%s' are read back by the counter's own reader, as %s",
  async (code, format) => {
    const [read, ...others] = await drawn(code);
    expect(others).toEqual([]);
    expect(read?.format).toBe(format);
    // A scan finds the item, because article numbers have several spellings.
    expect(codeSpellings(read?.text ?? '')).toContain(code);
  },
);

test('R-PRN-32 whatever a code is made of, what is drawn reads as that code', async () => {
  const gtin = stringMatching(/^[1-9]\d{11}$/).map((digits) => `${digits}${checkDigit(digits)}`);
  const own = integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map((id) => ownCodes(id)[0] ?? '');
  const text = stringMatching(/^[!-~]{4,18}$/);
  for (const code of [gtin, own, text])
    await assert(
      asyncProperty(code, async (each) => {
        expect((await drawn(each)).map((read) => read.text)).toEqual([each]);
      }),
      { numRuns: 25 },
    );
});

test("R-PRN-32 the white at both sides is as wide as the bars' standard wants it", () => {
  const bars = barsFor('4006381333931');
  const runs = blackRuns(bars);
  expect(widthInModules(bars)).toBe(95 + 22);
  expect(runs[0]?.from).toBe(0);
  expect((runs.at(-1)?.from ?? 0) + (runs.at(-1)?.width ?? 0)).toBe(95);
});

test('R-PRN-33 bars that would be too narrow to be read are left out, on the narrow roll first', () => {
  const papers: LabelPaper[] = [
    { kind: 'roll', rollWidthMm: 58, heightMm: 30 },
    { kind: 'roll', rollWidthMm: 80, heightMm: 30 },
    ...SHEET_KINDS.map((sheet): LabelPaper => ({ kind: 'sheet', sheet })),
  ];
  const fits = (code: string) => papers.map((paper) => stripMm(barsFor(code), paper) !== null);
  expect(fits('4006381333931')).toEqual([true, true, true, true]);
  expect(fits('SUGAR-1')).toEqual([true, true, true, true]);
  expect(fits('SUGAR-BROWN-1KG-X')).toEqual([false, true, true, true]);
  expect(fits('S'.repeat(40))).toEqual([false, false, false, false]);
});

test.each([
  [58, 48],
  [80, 72],
] as const)(
  'R-PRN-33 on a roll of %d mm bars fill up to %d mm, in strips of two or three whole dots',
  (rollWidthMm, fillMm) => {
    const dots = fillMm * 8;
    const strip = (strips: number) => {
      const bars: Bars = { kind: 'code128', modules: '1'.repeat(strips - 2 * 10), quietModules: 10 };
      return stripMm(bars, { kind: 'roll', rollWidthMm, heightMm: 30 });
    };
    expect([dots / 4, dots / 3, dots / 3 + 1, dots / 2, dots / 2 + 1].map(strip)).toEqual([
      3 / 8,
      3 / 8,
      2 / 8,
      2 / 8,
      null,
    ]);
  },
);

const blackLine = (_line: unknown, width: number) => ({
  ...{ data: new Uint8ClampedArray(width * 64 * 4).fill(0), width, height: 64 },
});
const label = (fields: Partial<Label> = {}): Label => ({
  ...{ name: 'Sugar', price: 'UGX 4,500', code: '4006381333931', bars: barsFor('4006381333931') },
  ...fields,
});
const onRoll = (
  labels: readonly Label[],
  rollWidthMm: 58 | 80,
  heightMm: (typeof ROLL_HEIGHTS_MM)[number],
  isLast = false,
) => readEscPos(labelBytes(labels, { rollWidthMm, heightMm, isLast }, blackLine));
const readPicture = async ({ dots, widthDots }: PrintedPicture) =>
  (await readDots(dots, widthDots)).map(({ text }) => text);

test.each(ROLL_WIDTHS_MM.flatMap((mm) => ROLL_HEIGHTS_MM.map((height) => [mm, height] as const)))(
  'R-PRN-37 the bytes of a label for %d × %d mm, read back as a printer reads them, are its name, price, bars and code, just that tall',
  async (rollWidthMm, heightMm) => {
    const long = label({
      name: 'Rice, the long grain of the rainy season in a bag of twenty-five kilograms, white',
      price: 'UGX 999,999,999,999.00',
    });
    const unknown = label({ name: 'أرز بسمتي', price: null });
    const bare = label({ code: 'café', bars: null });
    for (const one of [label(), long, unknown, bare]) {
      const events = onRoll([one], rollWidthMm, heightMm);
      expect(heightDotsOf(events)).toBe(heightMm * 8);
      const text = linesOf(events).map((line) => line.text.trim());
      expect(text.at(-1)).toBe(one.code);
      if (one.price !== null) expect(text).toContain(one.price);
      const pictures = picturesOf(events);
      const bars = one.bars === null ? undefined : pictures.at(-1);
      if (bars !== undefined) expect(await readPicture(bars)).toEqual([one.code]);
      expect(pictures).toHaveLength((one.bars === null ? 0 : 1) + (one === unknown ? 1 : 0));
    }
    const names = linesOf(onRoll([long], rollWidthMm, heightMm)).slice(0, 2);
    expect(names[1]?.text.trimEnd().endsWith('...')).toBe(rollWidthMm === 58);
  },
);

test('R-PRN-37 many labels stand one below the other, each at its own height, and only the last is cut', () => {
  const labels = Array.from({ length: 12 }, (_, nth) => label({ name: `Item ${nth}` }));
  const first = onRoll(labels.slice(0, 10), 58, 40);
  const last = onRoll(labels.slice(10), 58, 40, true);
  expect(heightDotsOf(first)).toBe(10 * 40 * 8);
  expect(first.some(({ kind }) => kind === 'cut')).toBe(false);
  expect(last.filter(({ kind }) => kind === 'cut')).toHaveLength(1);
  expect(last.at(-1)?.kind).toBe('cut');
  expect(linesOf([...first, ...last]).filter(({ text }) => text.includes('Item '))).toHaveLength(12);
});

test('R-PRN-37 any code that fits the roll is read back from the dots that the printer burns', async () => {
  await assert(
    asyncProperty(stringMatching(/^[!-~]{3,14}$/), constantFrom(...ROLL_WIDTHS_MM), async (code, mm) => {
      const bars = barsFor(code);
      const [picture] = picturesOf(onRoll([label({ code, bars })], mm, 40));
      const fits = stripMm(bars, { kind: 'roll', rollWidthMm: mm, heightMm: 40 }) !== null;
      expect(picture === undefined ? [] : await readPicture(picture)).toEqual(fits ? [code] : []);
    }),
    { numRuns: 30 },
  );
});
