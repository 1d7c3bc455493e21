/** A cell of a table: what is a number stays one, for whoever adds it up. */
export type CsvCell = string | number | null;

/** Tells spreadsheets that the text is UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

// A spreadsheet takes a cell that begins with one of these for a formula, and would run what a customer typed as a name.
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/u;

/** One line of a CSV file (RFC 4180), with its end. A text that looks like a formula gets a leading apostrophe. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that was written as this cell: without the apostrophe that defused it. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
