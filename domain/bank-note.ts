import { MINOR_PER_UNIT } from './money.ts';

interface Notes {
  /** Face values in whole units of the currency, the smallest first. Coins are not among them. */
  units: readonly number[];
  /** Who issues them, and where they were looked up. */
  source: string;
}

/** The bank notes in use, by currency (R-CTR-22). What is not here gets the steps of most currencies. */
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
};

/** The 1-2-5 steps that most currencies follow, for one that the table lacks; from a hundredth of the amount due. */
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
