/**
 * Currencies that are used without cents, whether they have some by law or not: no coin of one is in use, and no price has
 * any (R-SLIST-60). The Kenyan shilling is not among them: its cents stand on receipts.
 */
const WITHOUT_CENTS: ReadonlySet<string> = new Set([
  ...['UGX', 'TZS', 'RWF', 'BIF', 'SOS', 'CDF', 'DJF', 'GNF', 'KMF', 'MGA'],
  ...['XAF', 'XOF', 'JPY', 'IDR'],
]);

export const isWithoutCents = (currency: string): boolean => WITHOUT_CENTS.has(currency);
