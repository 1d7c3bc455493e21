import { foldText } from '../../../domain/text/search-text.ts';

/** The fields of a row as one text, folded, apart by line ends; what is null is not there. */
export const indexedText = (fields: readonly (string | number | null | undefined)[]): string =>
  fields
    .filter((field) => field !== null && field !== undefined && field !== '')
    .map((field) => foldText(String(field)))
    .join('\n');
