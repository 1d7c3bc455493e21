import { describe, expect, test } from 'vitest';
import { readTable, TABLE_FILE_BYTES_MAX } from '../../../../src/platform/item-file/table-file.ts';
import { bombBytes, formattedWorkbook, workbookOf } from '../../../../e2e/fixtures/excel-file.ts';
import { workbookBytes, wordBytes } from '../../../support/browser/excel-files.ts';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const read = (bytes: Uint8Array<ArrayBuffer>, rowsMax = 100) => readTable(bytes, rowsMax);
const rowsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const result = await read(bytes);
  return result.ok ? result.value : result.error;
};
const utf16 = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(2 + text.length * 2);
  new DataView(bytes.buffer).setUint16(0, 0xfffe);
  for (let at = 0; at < text.length; at += 1)
    new DataView(bytes.buffer).setUint16(2 + at * 2, text.charCodeAt(at), true);
  return bytes;
};

describe('a CSV file', () => {
  test.each([
    ['commas', 'Name,Price\r\nSoap,"1,500"\r\n'],
    ['semicolons', 'Name;Price\nSoap;1,500\n'],
    ['tabs, as a paste out of a spreadsheet has them', 'Name\tPrice\nSoap\t1,500'],
    ['a mark at its beginning', '\uFEFFName,Price\nSoap,"1,500"'],
  ])('G30 is read with %s', async (_how, text) => {
    const rows = [
      ['Name', 'Price'],
      ['Soap', '1,500'],
    ];
    expect(await rowsOf(utf8(text))).toEqual(text.endsWith('\n') ? [...rows, []] : rows);
  });

  test('G30 quotes hold commas, quotes and line ends; blank lines and empty ends are no cells', async () => {
    expect(await rowsOf(utf8('a,"b ""c"",\nd",,\n\n,,\n'))).toEqual([['a', 'b "c",\nd'], [], [], []]);
  });

  test.each([';', ',', '\t', '|'])(
    'X-TYPE-27 a first line sep=%s says what parts the cells, and counts as a line',
    async (sign) => {
      const file = `sep=${sign}\r\nName${sign}Selling price\r\n"Soap, blue; soft"${sign}1500\r\n`;
      for (const bytes of [
        utf8(file),
        utf8(`\ufeff${file}`),
        utf8(file.replace('sep', 'SEP').replaceAll('\r\n', '\n')),
      ])
        expect(await rowsOf(bytes)).toEqual([[], ['Name', 'Selling price'], ['Soap, blue; soft', '1500'], []]);
    },
  );

  test('G30 is read in the alphabets that spreadsheets write', async () => {
    expect(await rowsOf(utf16('Name,Price\nصابون,5'))).toEqual([
      ['Name', 'Price'],
      ['صابون', '5'],
    ]);
    // 'Café' in the encoding of Excel on Windows.
    expect(await rowsOf(Uint8Array.from([...utf8('Name,Price\nCaf'), 0xe9, ...utf8(',5')]))).toEqual([
      ['Name', 'Price'],
      ['Café', '5'],
    ]);
  });

  test('G30 takes as many lines as are allowed, whatever blank ones follow, and not one more', async () => {
    const lines = ['Name,Price', 'Soap,5', 'Salt,6'].join('\n');
    for (const end of ['', '\n', '\r\n', '\n\n,,\n']) expect((await read(utf8(lines + end), 3)).ok).toBe(true);
    for (const more of ['\nTea,7', '\n\nTea,7', '\n\n\n\nTea,7\n'])
      expect(await read(utf8(lines + more), 3)).toEqual({ ok: false, error: 'too_many_rows' });
  });

  test('G30 of 100,000 lines is refused without being read to its end', async () => {
    const text = `Name,Price\n${'Sugar one kilogram,4500\n'.repeat(100_000)}`;
    expect(await read(utf8(text), 10_001)).toEqual({ ok: false, error: 'too_many_rows' });
  });
});

describe('an Excel file', () => {
  test('G30 is read as text: numbers to six places, blank lines in their place', async () => {
    expect(await rowsOf(workbookBytes())).toEqual([
      ['Name', 'Selling price', 'Stock', 'SKU'],
      ['Sugar 🍬 1 kg', '4500.5', '20', 'SUG-1'],
      [],
      ['صابون أزرق', '0.3', '1', '12345'],
      ['<b>Salt</b> & pepper', '123456789012', '1', 'true'],
    ]);
  });

  // Each cell with the text that Excel shows on screen.
  test.each([
    // Computed values: the hidden decimals are not meant.
    { format: '0.00', value: '1333.3333333333333', shown: '1333.33' },
    { format: '#,##0.00', value: '393.33300000000003', shown: '393.33' },
    { format: '0.00', value: '1.005', shown: '1.01' },
    { format: '0.00', value: '-1.005', shown: '-1.01' },
    { format: '0.00', value: '99.999', shown: '100' },
    { format: '0', value: '1333.3333333333333', shown: '1333' },
    { format: '#,##0', value: '2499.5004', shown: '2500' },
    { format: '0.0', value: '0.666666666', shown: '0.7' },
    { format: '&quot;UGX&quot; #,##0.00;[Red]-#,##0.00', value: '10.126', shown: '10.13' },
    { format: '[$UGX] #,##0.00_);\\(#,##0.00\\)', value: '10.126', shown: '10.13' },
    { format: '_-* #,##0.00_-', value: '10.126', shown: '10.13' },
    { format: '0.00', value: '0.30000000000000004', shown: '0.3' },
    // A code with leading zeros.
    { format: '00000', value: '42', shown: '00042' },
    { format: '0000000000000', value: '42100005264', shown: '0042100005264' },
    // Typed with at most two decimals: kept, even if the format hides them.
    { format: '0', value: '12.5', shown: '12.5' },
    { format: '0.0', value: '0.25', shown: '0.25' },
    { format: '0.00', value: '4500', shown: '4500' },
    // Shown with more than two decimals: the import reports it.
    { format: '0.000', value: '0.3754', shown: '0.375' },
    // Formats that show other things do not change the number.
    { format: 'General', value: '1333.3333333333333', shown: '1333.333333' },
    { format: '0.00%', value: '0.12345', shown: '0.12345' },
    { format: '0.00E+00', value: '0.12345', shown: '0.12345' },
    { format: '#,##0.0,', value: '1234.567', shown: '1234.567' },
    { format: '# ?/?', value: '0.12345', shown: '0.12345' },
  ])('X-TYPE-28 a cell is read as it is shown: $value in $format is $shown', async ({ value, format, shown }) => {
    expect(await rowsOf(formattedWorkbook([{ value, format }]))).toEqual([[shown]]);
    const formula = { value, format, extra: '<f>A2/3</f>' };
    expect(await rowsOf(formattedWorkbook([formula, { value: '7', format: '0.00' }]))).toEqual([[shown, '7']]);
  });

  test('X-TYPE-28 a format that is longer than any is left alone', async () => {
    const cells = [{ value: '42', format: '0'.repeat(256) }];
    expect(await rowsOf(formattedWorkbook(cells))).toEqual([['42']]);
  });

  test('X-TYPE-28 a cell that is empty, a text, a date or without a style stays what it is', async () => {
    const cells = [
      ...[
        '<c r="A1" s="1"><v></v></c>',
        '<c r="B1" s="1" t="str"><v>1.005</v></c>',
        '<c r="C1" s="2"><v>46000.5</v></c>',
      ],
      ...['<c r="D1"><v>1.0056</v></c>', '<c r="E1" s="0"><v>1.0056</v></c>', '<c r="F1" s="1" t="b"><v>1</v></c>'],
    ];
    const sheet = utf8(`<worksheet><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`);
    const styles = "<cellXfs><xf numFmtId='0'/><xf numFmtId='4'/><xf numFmtId='14'/></cellXfs>";
    const [row = []] = await rowsOf(workbookOf(sheet, styles));
    expect(row).toEqual(['', '1.005', expect.any(String), '1.0056', '1.0056', 'true']);
  });

  test.each([0.2, 0.5, 0.8, 0.99])('G30 cut off after %d of it is damaged', async (part) => {
    const whole = workbookBytes();
    expect(await rowsOf(whole.slice(0, Math.floor(whole.length * part)))).toBe('damaged');
  });

  test('G30 of ten thousand items is read', async () => {
    const lines = Array.from({ length: 10_000 }, (_, nth) => [`Item number ${nth}`, String(nth + 1)]);
    const result = await read(workbookOf([['Name', 'Price'], ...lines]), 10_001);
    expect(result.ok && [result.value.length, result.value.at(-1)]).toEqual([10_001, ['Item number 9999', '10000']]);
  });

  test('G30 that unpacks to a hundred megabytes is refused before it is unpacked', async () => {
    const bomb = bombBytes();
    expect(bomb.length).toBeLessThan(200_000);
    expect(await rowsOf(bomb)).toBe('too_much_inside');
  });

  test('G30 that says less than it holds is cut off there, and damaged', async () => {
    const bomb = bombBytes();
    const claimed = new DataView(bomb.buffer);
    // Changes the uncompressed size in every entry of the archive's directory.
    for (let at = 0; at < bomb.length - 4; at += 1)
      if (claimed.getUint32(at, true) === 0x02014b50) claimed.setUint32(at + 24, 500, true);
    expect(await rowsOf(bomb)).toBe('damaged');
  });

  test('G30 has a limit too', async () => {
    expect((await read(workbookBytes(), 4)).ok).toBe(true);
    expect(await read(workbookBytes(), 3)).toEqual({ ok: false, error: 'too_many_rows' });
  });
});

test.each([
  ['a picture', 'not_a_table', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ['a photograph', 'not_a_table', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0x01, 0x10, 0x4a, 0x46, 0x02])],
  ['a PDF', 'not_a_table', utf8('%PDF-1.7\n1 0 obj')],
  ['a web page', 'not_a_table', utf8('\n<!DOCTYPE html><table></table>')],
  ['an old Excel file', 'old_excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
  [
    'an OpenDocument file',
    'open_document',
    utf8(`PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK`),
  ],
  ['a Word file', 'damaged', wordBytes()],
  ['nothing', 'empty', new Uint8Array()],
  ['blanks', 'empty', utf8('\n ,, \n\n')],
  ['too much', 'too_big', new Uint8Array(TABLE_FILE_BYTES_MAX + 1)],
])('G30 whatever it is called, %s is told as %s', async (_what, error, bytes) => {
  expect(await rowsOf(bytes)).toBe(error);
});
