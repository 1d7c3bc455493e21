import { describe, expect, test } from 'vitest';
import { isScan, ScanKeys, type TypedCode } from '../../../../src/ui/scan/scan-keys.ts';

const COLA = '5449000000996';

/** Types with these pauses before the keys, the last one before Enter; a missing pause repeats the one before. */
function typed(text: string, gapsMs: number | readonly number[]): TypedCode | null {
  const keys = new ScanKeys();
  let atMs = 10_000;
  const gapBefore = (nth: number) => (typeof gapsMs === 'number' ? gapsMs : (gapsMs[nth] ?? gapsMs.at(-1) ?? 0));
  [...text].forEach((key, nth) => {
    atMs += gapBefore(nth);
    keys.type(key, atMs);
  });
  return keys.end(atMs + gapBefore(text.length));
}
const withGap = (length: number, at: number, gapMs: number, usualMs: number) =>
  Array.from({ length: length + 1 }, (_, nth) => (nth === at ? gapMs : usualMs));

describe('X-TYPE-20 a code is known by its pace, and is looked up whole or not at all', () => {
  test.each([
    ['a scanner', COLA, 4, { code: COLA, pace: 'fast' }],
    ['a scanner at its slowest', COLA, 50, { code: COLA, pace: 'fast' }],
    ['a wireless scanner', COLA, 70, { code: COLA, pace: 'slow' }],
    ['a wireless scanner at its slowest', '10025', 100, { code: '10025', pace: 'slow' }],
    ['a hand', COLA, 160, null],
    ['a quick hand', '250', 120, null],
    ['three characters', 'a12', 10, { code: 'a12', pace: 'fast' }],
    ['two characters', '12', 10, null],
    ['nothing', '', 10, null],
    ['a code torn after nine digits', COLA, withGap(13, 9, 60, 4), { code: COLA, pace: 'slow' }],
    ['torn for longer', COLA, withGap(13, 9, 200, 4), { code: COLA, pace: 'slow' }],
    ['torn for half a second', COLA, withGap(13, 9, 500, 4), { code: COLA, pace: 'slow' }],
    ['torn before the last two', COLA, withGap(13, 11, 300, 4), { code: COLA, pace: 'slow' }],
    ['torn before Enter', COLA, withGap(13, 13, 300, 4), { code: COLA, pace: 'slow' }],
    ['torn, from a wireless scanner', COLA, withGap(13, 9, 300, 70), { code: COLA, pace: 'slow' }],
    ['two that were typed, then a scan', `12${COLA}`, withGap(15, 2, 400, 10), { code: COLA, pace: 'fast' }],
    ['a scan long after another key', `7${COLA}`, withGap(14, 1, 900, 10), { code: COLA, pace: 'fast' }],
    ['Enter long after a code', COLA, withGap(13, 13, 900, 4), null],
    ['Enter long after what came slowly', '10025', withGap(5, 5, 200, 80), null],
    ['letters', 'ABC-1234', 10, { code: 'ABC-1234', pace: 'fast' }],
    ['more than any code', 'x'.repeat(300), 4, { code: 'x'.repeat(120), pace: 'fast' }],
  ])('%s', (_what, text, gapsMs, code) => {
    expect(typed(text, gapsMs)).toEqual(code);
  });

  test('what is reset is forgotten, and Enter ends a code once', () => {
    const keys = new ScanKeys();
    for (const [nth, key] of [...COLA].entries()) keys.type(key, nth);
    expect(keys.end(20)?.code).toBe(COLA);
    expect(keys.end(21)).toBeNull();
    for (const [nth, key] of [...COLA].entries()) keys.type(key, 100 + nth);
    keys.reset();
    expect(keys.end(120)).toBeNull();
  });

  test('a run begins with its first key, and not again where it is torn', () => {
    const keys = new ScanKeys();
    expect([0, 4, 8, 200, 204].map((atMs, nth) => keys.type(String(nth), atMs))).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(keys.type('5', 900)).toBe(true);
  });
});

describe('X-TYPE-21 what stays in a number field is a number', () => {
  test.each([
    ['a known code at any pace', '10025', 'slow', 'number', true, true],
    ['a known code in a text field', 'sug-1', 'fast', 'text', true, true],
    ['a known code nowhere', 'sug-1', 'slow', 'nowhere', true, true],
    ['nobody’s code, from a scanner', '10025', 'fast', 'number', false, true],
    ['nobody’s article number', '96385074', 'slow', 'number', false, true],
    ['nobody’s article number of 13 digits', COLA, 'slow', 'number', false, true],
    ['nobody’s article number of 12 digits', '036000291452', 'slow', 'number', false, true],
    ['letters', 'ABC-1234', 'slow', 'number', false, true],
    ['nobody’s code nowhere', '10025', 'slow', 'nowhere', false, true],
    ['digits of a quick hand', '10025', 'slow', 'number', false, false],
    ['eight digits whose last does not agree', '96385075', 'slow', 'number', false, false],
    ['a word of a fast hand', 'maize', 'fast', 'text', false, false],
  ] as const)('%s', (_what, code, pace, place, isKnown, isCode) => {
    expect(isScan({ code, pace }, place, isKnown)).toBe(isCode);
  });
});
