/**
 * Removes differences that people do not see: case, widths, composition, kinds of blanks, format characters
 * (X-TYPE-30).
 */
export const plainText = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
