/** Converts figures between the text on screens and the hundredths in the book. */

/** Returns the first number of a text in hundredths: 1250 for 'UGX 12.50', 1250 for '12.5 kg'. */
export function readHundredths(text: string): number {
  const [, sign = '', whole = '', part = ''] = /(-?)(\d[\d,]*)(?:\.(\d{1,2}))?/.exec(text) ?? [];
  if (whole === '') throw new Error(`There is no number in '${text}'`);
  const hundredths = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -hundredths : hundredths;
}

/** Returns the number after these words in hundredths; 0 if the text does not contain them. */
export function readAfter(words: string, text: string): number {
  const at = text.indexOf(words);
  return at === -1 ? 0 : readHundredths(text.slice(at + words.length));
}

/** Returns the text that a person types: '12.50', '12'. */
export function typed(hundredths: number): string {
  const part = hundredths % 100;
  const whole = String((hundredths - part) / 100);
  return part === 0 ? whole : `${whole}.${String(part).padStart(2, '0')}`;
}
