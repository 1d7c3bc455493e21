const GTIN_DIGITS = /^\d{12,14}$/;

/**
 * How the code that a scanner read may stand as an item's SKU. One article number has three spellings: with 12, 13 or 14
 * digits, zeros before it; which of them a scanner gives, and which was typed from the packet, nobody chose.
 */
export function codeSpellings(scanned: string): string[] {
  const code = scanned.trim();
  if (code === '') return [];
  if (!GTIN_DIGITS.test(code)) return [code];
  const significant = code.replace(/^0+/, '');
  const spellings = [12, 13, 14].filter((digits) => significant.length <= digits);
  return [...new Set([code, ...spellings.map((digits) => significant.padStart(digits, '0'))])];
}
