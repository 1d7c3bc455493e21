/** A cell of a table. A number stays a number, so that a spreadsheet can add it up; a code keeps its spelling. */
export type CsvCell = string | number | null | CsvCode;

/** A code, a phone or a transaction id. It is written as text, even if it looks like a number. */
export interface CsvCode {
  code: string;
}

export const csvCode = (code: string | null): CsvCode | null => (code === null ? null : { code });

/** Tells spreadsheets that the text is UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

// A spreadsheet reads a cell that begins with one of these as a formula. It would run a formula that a customer typed
// as a name. Text that begins with an apostrophe before such a sign gets one more, so that reading takes away only ours.
const FORMULA_START = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/u;
// A spreadsheet that separates cells by semicolons or tabs begins a new cell after each, even inside quotes
// (X-TYPE-25).
const INNER_FORMULA = /([;\t\r\n])(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const DEFUSED_INNER_FORMULA = /([;\t\r\n])'(?='*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/*
 * Texts that a spreadsheet would rewrite: as a number ('0012' becomes 12, thirteen digits become 5.449E+12, '5%' 0.05,
 * '(12)' -12), as a day or a time of day ('3-4', 'MAR1', '3-MAR', '9:30 PM') or as a truth value. A number of up to
 * eleven digits keeps its spelling.
 */
const LOOKS_LIKE_A_NUMBER = /^(?![1-9]\d{0,10}$)\(?[\d.,][\d\s.,:/eE+-]*%?\)?(?:\s?[ap]m|\s[ap])?$/iu;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const LOOKS_LIKE_A_DAY = new RegExp(
  `^(?:${MONTH}[\\s.,/-]*\\d{1,4}|\\d{1,4}[\\s.,/-]*${MONTH})(?:[\\s.,/-]+\\d{1,4})?$`,
  'iu',
);
const IS_A_TRUTH = /^(?:true|false)$/iu;
/** A formula whose value is this text: the only way to mark a cell as text in CSV (X-TYPE-29). */
const TEXT_FORMULA = /^="([^"]*)"$/u;

/**
 * Returns a line of a CSV file (RFC 4180) with its line end. Text that looks like a formula gets a leading apostrophe.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return codeText(cell.code);
  const inner = cell.replace(INNER_FORMULA, "$1'");
  const text = FORMULA_START.test(inner) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const codeText = (code: string): string =>
  LOOKS_LIKE_A_NUMBER.test(code) || LOOKS_LIKE_A_DAY.test(code) || IS_A_TRUTH.test(code)
    ? `"=""${code}"""`
    : cellText(code);

/** True for a cell spelled `="…"`: a text, even when it looks like a number. */
export const isTextCell = (cell: string): boolean => TEXT_FORMULA.test(cell);

/** Returns the text of a cell: removes apostrophes against formulas, and the formula that marks text. */
export function textOfCell(cell: string): string {
  const [, kept] = TEXT_FORMULA.exec(cell) ?? [];
  if (kept !== undefined) return kept;
  const text = cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(DEFUSED_INNER_FORMULA, '$1');
}
