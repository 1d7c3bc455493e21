/**
 * Cuts a text of more than `charsMax` characters and ends it with '…', which is counted too. A character is what a
 * person sees as one, so an emoji is kept or left out, never halved.
 */
export function shortenedText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const chars = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (chars.length <= charsMax) return text;
  const kept = chars.slice(0, charsMax - 1).join('');
  return `${kept.trimEnd()}…`;
}
