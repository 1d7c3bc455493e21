/*
 * Folds text for searches: 'cafe' finds 'Café', "Mama's" finds 'Mama’s', whichever keyboard or app wrote it
 * (X-TYPE-31). Both the searched text and the query are folded; the stored text stays as typed.
 */

/** Matches text that only needs lower case. Nearly every text is such. */
const PLAIN = /^[\n\x20-_a-~]*$/;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02bb`\u00b4]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Marks on letters, and invisible characters. */
const UNSEEN = /[\p{M}\p{Cf}]/gu;
/** Letters that NFKD does not decompose, and the final sigma. */
const PLAINER: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};

/** Returns the text in lower case, without accents, widths and invisible characters, and with single blanks. */
export function foldText(text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text.toLowerCase();
  return text
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[øłđħıßæœς]/g, (letter) => PLAINER[letter] ?? letter);
}

/** Returns the folded query of a typed text; '' for blanks. */
export const searchQuery = (typed: string): string => foldText(typed).trim();

/**
 * Shorter words are parts of nearly every text. Among several words they must match a whole word: the 1 of '1 sugar'
 * does not match '1,500.00'.
 */
const PART_CHARS_MIN = 3;

/**
 * True if the text contains the whole query, or all of its words in any order.
 * @param text folded
 * @param query as `searchQuery` returns it
 */
export function hasWords(text: string, query: string): boolean {
  if (text.includes(query)) return true;
  const words = query.split(' ');
  if (words.length === 1) return false;
  return words.every((word) => (word.length < PART_CHARS_MIN ? isWholeWord(text, word) : text.includes(word)));
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const partsWords = (char: string): boolean => !WORD_CHARACTER.test(char);

/** True if a word of the text begins with `part`. */
export function beginsWord(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (partsWords(text.charAt(at - 1))) return true;
  return false;
}

function isWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + word.length, at + word.length + 2)];
    const isPartOfAmount = /\d[.,]$/.test(before) || /^[.,]\d/.test(after);
    if (!isPartOfAmount && partsWords(before.slice(-1)) && partsWords(after.slice(0, 1))) return true;
  }
  return false;
}
