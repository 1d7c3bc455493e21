/*
 * Code page 437, which every ESC/POS printer has as its first one: what its bytes from 0x80 on print. Signs that it
 * lacks are drawn (R-PRN-11).
 */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■';

const KNOWN: ReadonlySet<string> = new Set(UPPER_HALF);

/** Plain replacements for typographic signs: they read the same, and save drawing the line as an image. */
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

/** The text as the printer's own letters can print it. */
export const plainerText = (text: string): string =>
  [...text.normalize('NFC')].map((sign) => PLAINER[sign] ?? sign).join('');

/** True when the printer's code page has all of these letters. */
export const isInCodePage = (text: string): boolean =>
  [...text].every((sign) => (sign >= ' ' && sign <= '~') || KNOWN.has(sign));
