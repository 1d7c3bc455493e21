/**
 * Currencies that are used without cents: no coins of them are in use, and no price has any (R-SLIST-60). Source: in
 * ISO 4217, list one, UGX, RWF, BIF, DJF, GNF, KMF, XAF, XOF and JPY have no minor unit; TZS, SOS, CDF, MGA and IDR
 * have one that is no longer coined. The Kenyan shilling is not listed here, because receipts show its cents.
 */
const WITHOUT_CENTS: ReadonlySet<string> = new Set([
  ...['UGX', 'TZS', 'RWF', 'BIF', 'SOS', 'CDF', 'DJF', 'GNF', 'KMF', 'MGA'],
  ...['XAF', 'XOF', 'JPY', 'IDR'],
]);

export const isWithoutCents = (currency: string): boolean => WITHOUT_CENTS.has(currency);
