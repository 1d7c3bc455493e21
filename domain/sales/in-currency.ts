/** True if a row's amounts can be added to others in this currency. Very old rows do not say theirs: it is this one. */
export const isInCurrency = (row: { currency: string }, currency: string): boolean =>
  row.currency === '' || row.currency === currency;
