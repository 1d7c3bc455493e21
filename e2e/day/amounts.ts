/** Figures as people read and type them, and as the book has them: in hundredths. */

/** The first number of a text: 1250 for 'UGX 12.50', 1250 for '12.5 kg'. */
export function readHundredths(text: string): number {
  const [, sign = '', whole = '', part = ''] = /(-?)(\d[\d,]*)(?:\.(\d{1,2}))?/.exec(text) ?? [];
  if (whole === '') throw new Error(`There is no number in '${text}'`);
  const hundredths = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -hundredths : hundredths;
}

/** The number after these words, or 0 where they are not there. */
export function readAfter(words: string, text: string): number {
  const at = text.indexOf(words);
  return at === -1 ? 0 : readHundredths(text.slice(at + words.length));
}

/** As it is typed: '12.50', '12'. */
export function typed(hundredths: number): string {
  const part = hundredths % 100;
  const whole = String((hundredths - part) / 100);
  return part === 0 ? whole : `${whole}.${String(part).padStart(2, '0')}`;
}
