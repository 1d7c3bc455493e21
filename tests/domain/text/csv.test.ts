import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type CsvCell, csvCode, csvLine, textOfCell } from '../../../domain/text/csv.ts';

test('G29 a line is RFC 4180: quotes where they are needed, and the end of a line', () => {
  expect(csvLine(['Sugar, 1 kg', 'the "best"', 'two\nlines', null, 12.5, ' blank ', ''])).toBe(
    '"Sugar, 1 kg","the ""best""","two\nlines",,12.5," blank ",\r\n',
  );
});

test.each([
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['+256 772 123456', "'+256 772 123456"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['＝1', "'＝1"],
])('G29 a text that begins as a formula does is none: %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test.each([
  ['Guest;=1+1;x', `"Guest;'=1+1;x"`],
  ['Guest ;@SUM(1;1)', `"Guest ;'@SUM(1;1)"`],
  ['A\t=1+1', `"A\t'=1+1"`],
  ['two\n-1', `"two\n'-1"`],
  ["Guest;'=1", `"Guest;''=1"`],
  ['a;b', '"a;b"'],
])('X-TYPE-25 nor does one that a spreadsheet parts into cells by itself: %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
  expect(textOfCell(written.slice(1, -1))).toBe(text);
});

test.each([
  ...['0012', '0', '00', '5449000000996', '123456789012', '0772123456', '0772 123456', '1E5', '12e3', '5.449E+12'],
  ...['12.50', '1,250', '3-4', '1/2', '12:30', '2026-11-26', '10-2026', 'MAR1', 'sept 2', 'Dec-25', 'TRUE', 'false'],
  ...['3-MAR', '12DEC', '1-SEP-24', '3 MAR', 'JAN/5', 'March 5, 2026', '9:30 PM', '9 a', '5%', '.5', '(12)', '(1,250)'],
])('X-TYPE-29 a code that a spreadsheet would spell anew is kept a text, and read back: %s', (code) => {
  expect(csvLine([{ code }])).toBe(`"=""${code}"""\r\n`);
  const [[cell = ''] = []] = Papa.parse<string[]>(csvLine([{ code }]), { delimiter: ',' }).data;
  expect(textOfCell(cell)).toBe(code);
});

test.each([
  ['10025', '10025'],
  ['99999999999', '99999999999'],
  ['SUG-1', 'SUG-1'],
  ['A0012', 'A0012'],
  ['12A', '12A'],
  ['Marble', 'Marble'],
  ['', ''],
  ['-7', "'-7"],
  ['+256 772 123456', "'+256 772 123456"],
  ['=1+1', "'=1+1"],
  ['0"12', '0"12'],
])('X-TYPE-29 G29 any other is written as it is, and none begins a formula of its own: %j', (code, written) => {
  expect(csvLine([{ code }])).toBe(csvLine([code]));
  const [[cell = ''] = []] = Papa.parse<string[]>(csvLine([{ code }, 1]), { delimiter: ',' }).data;
  expect(cell).toBe(written);
});

test('X-TYPE-29 there may be no code; and a text that is spelled as a kept one comes back as it was', () => {
  expect(csvLine([csvCode(null), csvCode('12')])).toBe(',12\r\n');
  expect(csvLine(['="0012"'])).toBe(`"'=""0012"""\r\n`);
  expect(textOfCell(`'="0012"`)).toBe('="0012"');
});

test('G29 a number below zero stays a number', () => {
  expect(csvLine([-2.5])).toBe('-2.5\r\n');
});

test('G29 G30 what is exported is read back as it was, and no cell of it begins a formula', () => {
  const cell: fc.Arbitrary<CsvCell> = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '=1',
      '+x',
      '-',
      '@a',
      "'quoted",
      '"',
      'a,b',
      'x\r\ny',
      ' = ',
      'a;=1',
      "a;'=1",
      'a\t@b',
      '\t=1',
      "'=1",
      "''+x",
    ),
    fc.integer(),
    fc.string({ unit: fc.constantFrom(...'0123456789.-/eE+ a"=') }).map((code) => ({ code })),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const line = csvLine(cells);
      const [read = []] = Papa.parse<string[]>(line, { delimiter: ',', newline: '\r\n' }).data;
      const texts = cells.map((each) => (typeof each === 'object' ? (each?.code ?? '') : String(each)));
      expect(read.map(textOfCell)).toEqual(texts);
      for (const [index, text] of read.entries())
        if (typeof cells[index] === 'string') expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});
