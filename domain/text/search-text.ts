/*
 * How text reads to somebody who looks for it: 'cafe' finds 'Café', "Mama's" finds 'Mama’s', however a keyboard, a
 * paste or another app wrote it (X-TYPE-31). Both what is searched and what was typed are folded; what is stored stays
 * as it was typed.
 */

/** Matches nearly every text: only its capitals need folding. */
const PLAIN = /^[\n\x20-_a-~]*$/;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u02bb`\u00b4]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Marks on letters, and characters that nobody sees. */
const UNSEEN = /[\p{M}\p{Cf}]/gu;
/** Letters that no decomposition takes apart, and the sigma that ends a word. */
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

/** In lower case, without accents, widths and unseen characters; blanks of any kind and number are one. */
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

/** The folded query for a typed text; '' for blanks. */
export const searchQuery = (typed: string): string => foldText(typed).trim();

/**
 * Shorter words are parts of nearly everything: among several they are looked for whole ('1 sugar', not '1,500.00').
 */
const PART_CHARS_MIN = 3;

/**
 * True when the text contains the query as a whole, or all of its words in any order.
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

/** True when a word of the text begins with `part`. */
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
