/** What a person typed, as it is looked for. */
export const queryOf = (typed: string): string => typed.trim().toLowerCase();

/** The fields of a row as one text; what is null is not there. */
export const indexedText = (fields: readonly (string | number | null | undefined)[]): string =>
  fields
    .filter((field) => field !== null && field !== undefined && field !== '')
    .join('\n')
    .toLowerCase();
