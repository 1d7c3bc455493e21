import { refuse, ok, type Result } from '../../../domain/result.ts';

/** Why a file cannot be read as a table. */
export type TableFileError =
  | 'too_big'
  | 'too_much_inside'
  | 'empty'
  | 'not_a_table'
  | 'old_excel'
  | 'open_document'
  | 'damaged'
  | 'too_many_rows';

export const TABLE_FILE_BYTES_MAX = 20 * 1024 * 1024;

/** The cells of a file as text, line by line; a blank line has no cells. */
export type TableRows = string[][];

/**
 * Reads a CSV or an Excel file, recognised by its content, not by its name. It reads at most `rowsMax` rows; blank rows
 * do not count.
 */
export async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  rowsMax: number,
): Promise<Result<TableRows, TableFileError>> {
  if (bytes.length > TABLE_FILE_BYTES_MAX) return refuse('too_big');
  if (bytes.length === 0) return refuse('empty');
  if (startsWith(bytes, OLD_EXCEL)) return refuse('old_excel');
  if (isOpenDocument(bytes)) return refuse('open_document');
  const read = startsWith(bytes, ZIP) ? await readExcel(bytes) : await readCsv(bytes, rowsMax);
  if (!read.ok) return read;
  const rows = read.value;
  const filledCount = rows.filter((row) => row.length > 0).length;
  if (filledCount === 0) return refuse('empty');
  return filledCount > rowsMax || rows.length > LINES_FOR_A_ROW_MAX * rowsMax ? refuse('too_many_rows') : ok(rows);
}

/** Blank lines do not count as rows, but their number is limited too. */
const LINES_FOR_A_ROW_MAX = 10;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** True for an OpenDocument file (.ods): its first entry, which is not compressed, names its type. */
const isOpenDocument = (bytes: Uint8Array): boolean =>
  startsWith(bytes, ZIP) && /mimetypeapplication\/vnd\.oasis\.opendocument/.test(latin1(bytes.subarray(0, 200)));
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

async function readExcel(bytes: Uint8Array<ArrayBuffer>): Promise<Result<TableRows, TableFileError>> {
  const { unpackWorkbook } = await import('./unpack-workbook.ts');
  const unpacked = unpackWorkbook(bytes);
  if (!unpacked.ok) return unpacked;
  const { readSheet } = await import('read-excel-file/web-worker');
  try {
    const rows: (readonly unknown[])[] = await readSheet(unpacked.value.buffer);
    return ok(rows.map((row) => trimmed(row.map(excelText))));
  } catch {
    // Another kind of file in a ZIP.
    return refuse('damaged');
  }
}

/** Returns the text that the cell shows. Numbers are rounded to six decimals, more than any person types. */
function excelText(cell: unknown): string {
  if (typeof cell === 'number') return String(Number(cell.toFixed(6)));
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : '';
}

async function readCsv(bytes: Uint8Array<ArrayBuffer>, rowsMax: number): Promise<Result<TableRows, TableFileError>> {
  const text = decode(bytes);
  if (text === null || /^\s*(<!doctype|<html|<\?xml|\{|%PDF)/iu.test(text)) return refuse('not_a_table');
  const { default: Papa } = await import('papaparse');
  const rows: TableRows = [];
  let filledCount = 0;
  // The line 'sep=;' tells Excel the delimiter. Only its text is removed, and a blank line stays, so that the other
  // lines have their numbers.
  const [sepLine = '', separator = delimiterOf(text)] = /^sep=([^\r\n])(?=\r|\n)/iu.exec(text) ?? [];
  Papa.parse<string[]>(text.slice(sepLine.length), {
    delimiter: separator,
    step({ data }, parser) {
      const row = trimmed(data);
      rows.push(row);
      if (row.length > 0) filledCount += 1;
      // It is enough to know that there are more rows.
      if (filledCount > rowsMax || rows.length > LINES_FOR_A_ROW_MAX * rowsMax) parser.abort();
    },
  });
  return ok(rows);
}

/** Returns the most frequent delimiter of the first line, because that line has names, and no numbers with commas. */
function delimiterOf(text: string): string {
  const [header = ''] = /[^\r\n]+/u.exec(text) ?? [];
  const counts = [',', ';', '\t', '|'].map((delimiter) => [header.split(delimiter).length, delimiter] as const);
  return counts.reduce((best, each) => (each[0] > best[0] ? each : best))[1];
}

/** Removes the empty cells at the end of a row, which spreadsheets add. */
function trimmed(row: readonly string[]): string[] {
  const end = row.findLastIndex((cell) => cell.trim() !== '');
  return row.slice(0, end + 1);
}

/**
 * Decodes UTF-8 with or without a byte order mark, UTF-16 with one, or else the encoding that Excel uses on Windows.
 * Returns null if the bytes are no text.
 */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    // A file that is no text has control characters, which no person types.
    return /(?![\t\n\v\f\r])\p{Cc}/u.test(text.slice(0, 4096)) ? null : text;
  }
}
