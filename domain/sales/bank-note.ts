import { MINOR_PER_UNIT } from '../money.ts';

interface Notes {
  /** Face values in whole units of the currency, the smallest first. Coins are not among them. */
  units: readonly number[];
  /** The issuer, and the source of this list. */
  source: string;
}

/** The bank notes of every currency on the list (R-CTR-22). For other currencies `usualNotes` is used. */
export const BANK_NOTES: Readonly<Record<string, Notes>> = {
  UGX: { units: [1_000, 2_000, 5_000, 10_000, 20_000, 50_000], source: 'Bank of Uganda, Currency' },
  KES: { units: [50, 100, 200, 500, 1_000], source: 'Central Bank of Kenya, New generation notes (2019)' },
  TZS: { units: [500, 1_000, 2_000, 5_000, 10_000], source: 'Bank of Tanzania, Banknotes' },
  RWF: { units: [500, 1_000, 2_000, 5_000], source: 'National Bank of Rwanda, Banknotes' },
  BIF: { units: [500, 1_000, 2_000, 5_000, 10_000], source: 'Bank of the Republic of Burundi, Notes' },
  SSP: { units: [10, 20, 50, 100, 500, 1_000], source: 'Bank of South Sudan, Banknotes' },
  ETB: { units: [10, 50, 100, 200], source: 'National Bank of Ethiopia, Notes of 2020' },
  SOS: { units: [1_000], source: 'Central Bank of Somalia, Currency' },
  CDF: { units: [500, 1_000, 5_000, 10_000, 20_000], source: 'Central Bank of the Congo, Notes' },
  AOA: { units: [200, 500, 1_000, 2_000, 5_000], source: 'National Bank of Angola, Series of 2020' },
  BWP: { units: [10, 20, 50, 100, 200], source: 'Bank of Botswana, Banknotes' },
  DJF: { units: [1_000, 2_000, 5_000, 10_000], source: 'Central Bank of Djibouti, Notes' },
  EGP: { units: [5, 10, 20, 50, 100, 200], source: 'Central Bank of Egypt, Banknotes' },
  GHS: { units: [5, 10, 20, 50, 100, 200], source: 'Bank of Ghana, Banknotes' },
  KMF: { units: [500, 1_000, 2_000, 5_000, 10_000], source: 'Central Bank of the Comoros, Notes' },
  MAD: { units: [20, 50, 100, 200], source: 'Bank Al-Maghrib, Notes' },
  MGA: { units: [1_000, 2_000, 5_000, 10_000, 20_000], source: 'Central Bank of Madagascar, Series of 2017' },
  MUR: { units: [25, 50, 100, 200, 500, 1_000, 2_000], source: 'Bank of Mauritius, Banknotes' },
  MWK: { units: [200, 500, 1_000, 2_000, 5_000], source: 'Reserve Bank of Malawi, Banknotes' },
  MZN: { units: [20, 50, 100, 200, 500, 1_000], source: 'Bank of Mozambique, Series of 2024' },
  NAD: { units: [10, 20, 50, 100, 200], source: 'Bank of Namibia, Banknotes' },
  NGN: { units: [50, 100, 200, 500, 1_000], source: 'Central Bank of Nigeria, Notes' },
  XAF: { units: [500, 1_000, 2_000, 5_000, 10_000], source: 'Bank of Central African States, Range of 2020' },
  XOF: { units: [500, 1_000, 2_000, 5_000, 10_000], source: 'Central Bank of West African States, Notes' },
  ZAR: { units: [10, 20, 50, 100, 200], source: 'South African Reserve Bank, Banknotes' },
  ZMW: { units: [10, 20, 50, 100, 200, 500], source: 'Bank of Zambia, Family of 2025' },
  USD: { units: [5, 10, 20, 50, 100], source: 'US Currency Education Program, Denominations' },
  EUR: { units: [5, 10, 20, 50, 100, 200], source: 'European Central Bank, Europa series' },
  GBP: { units: [5, 10, 20, 50], source: 'Bank of England, Current banknotes' },
  AED: { units: [5, 10, 20, 50, 100, 200, 500, 1_000], source: 'Central Bank of the UAE, Banknotes' },
  INR: { units: [10, 20, 50, 100, 200, 500], source: 'Reserve Bank of India, Mahatma Gandhi (New) series' },
  CVE: { units: [200, 500, 1_000, 2_000, 5_000], source: 'Bank of Cape Verde, Series of 2014' },
  DZD: { units: [200, 500, 1_000, 2_000], source: 'Bank of Algeria, Banknotes' },
  ERN: { units: [5, 10, 20, 50, 100], source: 'Bank of Eritrea, Notes of 2015' },
  GMD: { units: [5, 10, 20, 50, 100, 200], source: 'Central Bank of The Gambia, Banknotes' },
  GNF: { units: [500, 1_000, 2_000, 5_000, 10_000, 20_000], source: 'Central Bank of the Republic of Guinea, Notes' },
  LRD: { units: [20, 50, 100, 500, 1_000], source: 'Central Bank of Liberia, Family of 2021' },
  LSL: { units: [10, 20, 50, 100, 200], source: 'Central Bank of Lesotho, Banknotes' },
  LYD: { units: [1, 5, 10, 20], source: 'Central Bank of Libya, Notes' },
  MRU: { units: [50, 100, 200, 500, 1_000], source: 'Central Bank of Mauritania, Series of 2017' },
  SCR: { units: [25, 50, 100, 500], source: 'Central Bank of Seychelles, Notes of 2016' },
  SDG: { units: [100, 200, 500, 1_000], source: 'Central Bank of Sudan, Notes since 2019' },
  SLE: { units: [1, 2, 5, 10, 20], source: 'Bank of Sierra Leone, Notes of 2022' },
  STN: { units: [5, 10, 20, 50, 100, 200], source: 'Central Bank of São Tomé and Príncipe, Notes' },
  SZL: { units: [10, 20, 50, 100, 200], source: 'Central Bank of Eswatini, Banknotes' },
  TND: { units: [5, 10, 20, 50], source: 'Central Bank of Tunisia, Notes' },
  ZWG: { units: [5, 10, 20, 50, 100, 200], source: 'Zimbabwe, Zimbabwe Gold Notes and Coins Regulations of 2024' },
  AUD: { units: [5, 10, 20, 50, 100], source: 'Reserve Bank of Australia, Banknotes' },
  BDT: { units: [10, 20, 50, 100, 200, 500, 1_000], source: 'Bangladesh Bank, Notes' },
  BRL: { units: [2, 5, 10, 20, 50, 100, 200], source: 'Central Bank of Brazil, Second family of the real' },
  CAD: { units: [5, 10, 20, 50, 100], source: 'Bank of Canada, Bank notes' },
  CHF: { units: [10, 20, 50, 100, 200, 1_000], source: 'Swiss National Bank, Ninth series' },
  CNY: { units: [1, 5, 10, 20, 50, 100], source: "People's Bank of China, Fifth series" },
  IDR: {
    units: [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
    source: 'Bank Indonesia, Notes of 2022',
  },
  JPY: { units: [1_000, 5_000, 10_000], source: 'Bank of Japan, Notes of 2024' },
  MYR: { units: [1, 5, 10, 20, 50, 100], source: 'Bank Negara Malaysia, Fourth series' },
  NPR: { units: [5, 10, 20, 50, 100, 500, 1_000], source: 'Nepal Rastra Bank, Notes' },
  NZD: { units: [5, 10, 20, 50, 100], source: 'Reserve Bank of New Zealand, Series 7' },
  PHP: { units: [20, 50, 100, 200, 500, 1_000], source: 'Bangko Sentral ng Pilipinas, Banknotes' },
  PKR: { units: [10, 20, 50, 100, 500, 1_000, 5_000], source: 'State Bank of Pakistan, Banknotes' },
  SAR: { units: [5, 10, 50, 100, 200, 500], source: 'Saudi Central Bank, Sixth issue' },
  SEK: { units: [20, 50, 100, 200, 500, 1_000], source: 'Sveriges Riksbank, Banknotes' },
  TRY: { units: [5, 10, 20, 50, 100, 200], source: 'Central Bank of the Republic of Türkiye, E9 group' },
};

/**
 * Returns the usual 1-2-5 steps for a currency that the table lacks. The smallest is about a hundredth of the amount
 * due.
 */
function usualNotes(dueMinor: number): number[] {
  const smallest = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, dueMinor / MINOR_PER_UNIT))) - 1);
  return [1, 2, 5, 10, 20, 50].map((step) => step * smallest);
}

export const NOTE_AMOUNTS_MAX = 4;

/**
 * Suggests amounts that a customer may hand over for a sum, in minor units, the smallest first: the sum rounded up to
 * each note of the currency, without the sum itself. 13,200 shillings: 14,000, 15,000, 20,000, 50,000.
 */
export function noteAmountsMinor(dueMinor: number, currency: string): number[] {
  if (dueMinor <= 0) return [];
  const notes = BANK_NOTES[currency]?.units ?? usualNotes(dueMinor);
  const amounts = new Set(
    notes.map((units) => {
      const noteMinor = units * MINOR_PER_UNIT;
      return Math.ceil(dueMinor / noteMinor) * noteMinor;
    }),
  );
  return [...amounts]
    .filter((amountMinor) => amountMinor > dueMinor && Number.isSafeInteger(amountMinor))
    .sort((a, b) => a - b)
    .slice(0, NOTE_AMOUNTS_MAX);
}
