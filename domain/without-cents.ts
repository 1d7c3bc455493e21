/**
 * Currencies that are used without cents, whether they have some by law or not: no coin of one is in use, and no price has
 * any (R-SLIST-60). Source: ISO 4217, list one, has no minor unit for UGX, RWF, BIF, DJF, GNF, KMF, XAF, XOF and JPY; TZS,
 * SOS, CDF, MGA and IDR have one there that is no longer coined. The Kenyan shilling is not among them: its cents stand on
 * receipts.
 */
const WITHOUT_CENTS: ReadonlySet<string> = new Set([
  ...['UGX', 'TZS', 'RWF', 'BIF', 'SOS', 'CDF', 'DJF', 'GNF', 'KMF', 'MGA'],
  ...['XAF', 'XOF', 'JPY', 'IDR'],
]);

export const isWithoutCents = (currency: string): boolean => WITHOUT_CENTS.has(currency);
