/*
 * The characters of code page 437, which is the first code page of every ESC/POS printer, for its bytes from 0x80 on. A
 * line with a character that is missing here is printed as an image (R-PRN-11).
 */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■';

const KNOWN: ReadonlySet<string> = new Set(UPPER_HALF);

/** Plain replacements for typographic characters: they read the same, and the line need not be printed as an image. */
const PLAINER: Readonly<Record<string, string>> = {
  '×': 'x',
  '–': '-',
  '—': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\t': ' ',
};

/** Returns the text with these characters replaced by plain ones. */
export const plainerText = (text: string): string =>
  [...text.normalize('NFC')].map((sign) => PLAINER[sign] ?? sign).join('');

/** True if the printer's code page has all of these characters. */
export const isInCodePage = (text: string): boolean =>
  [...text].every((sign) => (sign >= ' ' && sign <= '~') || KNOWN.has(sign));
