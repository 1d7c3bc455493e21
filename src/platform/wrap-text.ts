const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * Returns lines that fit the width. Lines are broken between words; a word is broken only if it is too long for a line.
 */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(/\s+/u).filter((each) => each !== '')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (measure(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== '') lines.push(current);
    const parts = breakWord(word, width, measure);
    current = parts.pop() ?? '';
    lines.push(...parts);
  }
  return current === '' ? lines : [...lines, current];
}

/** Returns the first rows. If there are more, the last one ends in dots that fit the width too. */
export function firstRows(
  rows: readonly string[],
  { rowsMax = Infinity, dots }: { rowsMax?: number | undefined; dots: string },
  width: number,
  measure: (text: string) => number,
): string[] {
  if (rows.length <= rowsMax) return [...rows];
  const shown = rows.slice(0, rowsMax);
  const signs = [...new Intl.Segmenter().segment(shown.pop() ?? '')].map(({ segment }) => segment);
  while (signs.length > 0 && measure(`${signs.join('')}${dots}`) > width) signs.pop();
  return [...shown, `${signs.join('').trimEnd()}${dots}`];
}

/** Breaks a word between graphemes, the characters as a person sees them, so that an emoji is not cut in two. */
function breakWord(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let current = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (current !== '' && measure(current + segment) > width) {
      parts.push(current);
      current = '';
    }
    current += segment;
  }
  return [...parts, current];
}
