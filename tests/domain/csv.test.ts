import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { type CsvCell, csvLine, textOfCell } from '../../domain/csv.ts';

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

test('G29 a number below zero stays a number', () => {
  expect(csvLine([-2.5])).toBe('-2.5\r\n');
});

test('G29 G30 what is exported is read back as it was, and no cell of it begins a formula', () => {
  const cell: fc.Arbitrary<CsvCell> = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('=1', '+x', '-', '@a', "'quoted", '"', 'a,b', 'x\r\ny', ' = ', 'a;=1', "a;'=1", 'a\t@b', '\t=1'),
    fc.integer(),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const line = csvLine(cells);
      const [read = []] = Papa.parse<string[]>(line, { delimiter: ',', newline: '\r\n' }).data;
      expect(read.map(textOfCell)).toEqual(cells.map(String));
      for (const [index, text] of read.entries())
        if (typeof cells[index] === 'string') expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});
