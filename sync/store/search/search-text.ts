import { foldText } from '../../../domain/text/search-text.ts';

/** Returns the fields of a row as one folded text, separated by line ends. Empty fields are left out. */
export const indexedText = (fields: readonly (string | number | null | undefined)[]): string =>
  fields
    .filter((field) => field !== null && field !== undefined && field !== '')
    .map((field) => foldText(String(field)))
    .join('\n');
