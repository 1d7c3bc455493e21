import { strFromU8, strToU8, type Unzipped } from 'fflate';

/*
 * Writes the numbers of a workbook as its cells show them, because the library that reads the workbook knows only their
 * values (X-TYPE-28).
 */

/**
 * How a cell's format shows a plain number. Numbers with a format for dates, percentages, fractions or exponents are
 * not changed.
 */
interface NumberFormat {
  /** The most places that are shown after the decimal point. */
  decimals: number;
  /** The fewest digits that are shown before the decimal point. */
  digits: number;
}

/** Writes each number of the unpacked workbook with the decimal places and leading zeros that its cell shows. */
export function writeNumbersAsShown(parts: Unzipped): void {
  const styles = parts['xl/styles.xml'];
  if (!styles) return;
  const formats = formatsOfStyles(strFromU8(styles));
  if (formats.every((format) => format === null)) return;
  for (const [name, sheet] of Object.entries(parts))
    if (name.startsWith('xl/worksheets/')) parts[name] = strToU8(withNumbersAsShown(strFromU8(sheet), formats));
}

/** Returns one format for each style that a cell can have, in the order of the styles. */
function formatsOfStyles(xml: string): (NumberFormat | null)[] {
  const codes = new Map(BUILT_IN);
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/gu)) {
    const id = attributeOf(tag, 'numFmtId');
    const code = attributeOf(tag, 'formatCode');
    if (id !== null && code !== null) codes.set(Number(id), code.replaceAll('&quot;', '"'));
  }
  const [, cellStyles = ''] = /<(?:\w+:)?cellXfs[\s>]([^]*?)<\/(?:\w+:)?cellXfs>/u.exec(xml) ?? [];
  const styles = [...cellStyles.matchAll(/<(?:\w+:)?xf\s[^<>]*>/gu)];
  return styles.map(([tag]) => formatOf(codes.get(Number(attributeOf(tag, 'numFmtId'))) ?? ''));
}

/** The formats of ECMA-376, 18.8.30 that show plain numbers. */
const BUILT_IN: readonly (readonly [number, string])[] = [
  ...[1, 3, 5, 6, 37, 38, 41, 42].map((id) => [id, '#,##0'] as const),
  ...[2, 4, 7, 8, 39, 40, 43, 44].map((id) => [id, '#,##0.00'] as const),
];

const attributeOf = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u')
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined) ?? null;

/** Excel accepts no longer format; a format of a million zeros would fill the memory. */
const FORMAT_CHARS_MAX = 255;

/** Reads a format code, such as `#,##0.00` or `"UGX" 0;[Red]-0`. */
function formatOf(code: string): NumberFormat | null {
  if (code.length > FORMAT_CHARS_MAX) return null;
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gu, '').split(';');
  const [, whole, places = ''] = /^[^\p{L}\d#?,./%]*([#,0]*[#0])(?:\.([0#]*))?[^\p{L}\d#?,./%]*$/u.exec(positive) ?? [];
  if (whole === undefined) return null;
  return { decimals: places.length, digits: whole.replaceAll(/[^0]/gu, '').length };
}

const CELL =
  /<((?:\w+:)?c)(\s[^<>]*)>((?:<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>))?<(?:\w+:)?v>)([^<]*)</gu;

const withNumbersAsShown = (xml: string, formats: readonly (NumberFormat | null)[]): string =>
  xml.replaceAll(CELL, (cell: string, tag: string, attributes: string, before: string, value: string) => {
    const format = formats[Number(attributeOf(attributes, 's') ?? 0)];
    if (!format || value.trim() === '' || (attributeOf(attributes, 't') ?? 'n') !== 'n') return cell;
    const shown = shownNumber(Number(value), format);
    if (shown === null) return cell;
    // Write it as a text, because as a number it would lose its zeros again.
    return `<${tag}${attributes.replace(/\st\s*=\s*["']n["']/u, '')} t="str">${before}${shown}<`;
  });

/**
 * The most places that a quantity or an amount can have. A number with no more places was typed by a person, and is not
 * changed.
 */
const PLACES_KEPT = 2;

/** Returns the number as its cell shows it; null if it stays unchanged. */
function shownNumber(value: number, { decimals, digits }: NumberFormat): string | null {
  // Spreadsheets calculate and show with 15 digits.
  const exact = String(Number(value.toPrecision(15)));
  const [whole = '', places = ''] = exact.split('.');
  if (!/^-?\d+$/u.test(whole) || !/^\d*$/u.test(places)) return null;
  const rounded = places.length > Math.max(PLACES_KEPT, decimals) ? roundedTo(exact, decimals) : exact;
  const [, sign = '', before = '', after = ''] = /^(-?)(\d+)(.*)$/u.exec(rounded) ?? [];
  const shown = `${sign}${before.padStart(digits, '0')}${after}`;
  return shown === value.toString() ? null : shown;
}

/** Rounds half away from zero, as people and spreadsheets do, in decimal digits, so that 1.005 becomes 1.01. */
function roundedTo(exact: string, decimals: number): string {
  const isNegative = exact.startsWith('-');
  const units = Math.round(Number(`${exact.replace('-', '')}e${decimals}`));
  return String(Number(`${isNegative ? '-' : ''}${units}e-${decimals}`));
}
