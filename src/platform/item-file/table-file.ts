import { refuse, ok, type Result } from '../../../domain/result.ts';

/** Why a file is no table that can be read. */
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

/** The cells of a file, line by line as text; a line that is blank is one without cells. */
export type TableRows = string[][];

/**
 * Reads a CSV or an Excel file by what is in it, not by what it is called; at most so many rows, blank ones not
 * counted.
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

/** Blank lines between the rows do not count, within reason. */
const LINES_FOR_A_ROW_MAX = 10;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** An OpenDocument file (.ods) says what it is in its first entry, which is not packed. */
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

/** The text that the cell shows; numbers are cut to six decimals, more than any person means. */
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
  // 'sep=;', by which a file tells Excel what parts its cells. It leaves a blank line, so that the others keep their
  // numbers.
  const [sepLine = '', separator = delimiterOf(text)] = /^sep=([^\r\n])(?=\r|\n)/iu.exec(text) ?? [];
  Papa.parse<string[]>(text.slice(sepLine.length), {
    delimiter: separator,
    step({ data }, parser) {
      const row = trimmed(data);
      rows.push(row);
      if (row.length > 0) filledCount += 1;
      // That there are more is enough to know.
      if (filledCount > rowsMax || rows.length > LINES_FOR_A_ROW_MAX * rowsMax) parser.abort();
    },
  });
  return ok(rows);
}

/** The delimiter of the first line, which holds names and no numbers with commas. */
function delimiterOf(text: string): string {
  const [header = ''] = /[^\r\n]+/u.exec(text) ?? [];
  const counts = [',', ';', '\t', '|'].map((delimiter) => [header.split(delimiter).length, delimiter] as const);
  return counts.reduce((best, each) => (each[0] > best[0] ? each : best))[1];
}

/** Without the empty cells at the end, with which spreadsheets fill up. */
function trimmed(row: readonly string[]): string[] {
  const end = row.findLastIndex((cell) => cell.trim() !== '');
  return row.slice(0, end + 1);
}

/**
 * UTF-8 with or without a mark, UTF-16 with one, else what Excel writes on Windows; null for what is no text at all.
 */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    // A file that is no text has characters that nobody types.
    return /(?![\t\n\v\f\r])\p{Cc}/u.test(text.slice(0, 4096)) ? null : text;
  }
}
