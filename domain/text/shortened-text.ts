/**
 * Cuts a text that is longer than `charsMax` (UTF-16 code units) and ends it with '…', which is counted too. Characters
 * as a person sees them stay whole: an emoji is kept or left out, never halved.
 */
export function shortenedText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length >= charsMax) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
