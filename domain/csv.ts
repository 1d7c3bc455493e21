/** A cell of a table: what is a number stays one, for whoever adds it up. */
export type CsvCell = string | number | null;

/** Tells spreadsheets that the text is UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

// A spreadsheet takes a cell that begins with one of these for a formula, and would run what a customer typed as a name.
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u;
// Where a spreadsheet parts cells by semicolons or tabs, whatever follows one begins a cell, quotes or not (X-TYPE-25).
const INNER_FORMULA = /([;\t\r\n])(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const DEFUSED_INNER_FORMULA = /([;\t\r\n])'(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** One line of a CSV file (RFC 4180), with its end. A text that looks like a formula gets a leading apostrophe. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inner = cell.replace(INNER_FORMULA, "$1'");
  const text = FORMULA_START.test(inner) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that was written as this cell: without the apostrophes that defused it. */
export function textOfCell(cell: string): string {
  const text = cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(DEFUSED_INNER_FORMULA, '$1');
}
