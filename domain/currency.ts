import * as v from 'valibot';

export interface Currency {
  /** ISO 4217. */
  code: string;
  name: string;
}

/** The registration form's currency before a country is chosen (R-REG-12). */
export const DEFAULT_REGISTRATION_CURRENCY = 'UGX';

/** The currencies of East Africa first, then of the rest of Africa, then of the world; with names for people. */
export const CURRENCIES: readonly Currency[] = [
  { code: 'UGX', name: 'Ugandan Shilling' },
  { code: 'KES', name: 'Kenyan Shilling' },
  { code: 'TZS', name: 'Tanzanian Shilling' },
  { code: 'RWF', name: 'Rwandan Franc' },
  { code: 'BIF', name: 'Burundian Franc' },
  { code: 'SSP', name: 'South Sudanese Pound' },
  { code: 'ETB', name: 'Ethiopian Birr' },
  { code: 'SOS', name: 'Somali Shilling' },
  { code: 'CDF', name: 'Congolese Franc' },
  { code: 'AOA', name: 'Angolan Kwanza' },
  { code: 'BWP', name: 'Botswana Pula' },
  { code: 'CVE', name: 'Cape Verdean Escudo' },
  { code: 'DJF', name: 'Djiboutian Franc' },
  { code: 'DZD', name: 'Algerian Dinar' },
  { code: 'EGP', name: 'Egyptian Pound' },
  { code: 'ERN', name: 'Eritrean Nakfa' },
  { code: 'GHS', name: 'Ghanaian Cedi' },
  { code: 'GMD', name: 'Gambian Dalasi' },
  { code: 'GNF', name: 'Guinean Franc' },
  { code: 'KMF', name: 'Comorian Franc' },
  { code: 'LRD', name: 'Liberian Dollar' },
  { code: 'LSL', name: 'Lesotho Loti' },
  { code: 'LYD', name: 'Libyan Dinar' },
  { code: 'MAD', name: 'Moroccan Dirham' },
  { code: 'MGA', name: 'Malagasy Ariary' },
  { code: 'MRU', name: 'Mauritanian Ouguiya' },
  { code: 'MUR', name: 'Mauritian Rupee' },
  { code: 'MWK', name: 'Malawian Kwacha' },
  { code: 'MZN', name: 'Mozambican Metical' },
  { code: 'NAD', name: 'Namibian Dollar' },
  { code: 'NGN', name: 'Nigerian Naira' },
  { code: 'SCR', name: 'Seychellois Rupee' },
  { code: 'SDG', name: 'Sudanese Pound' },
  { code: 'SLE', name: 'Sierra Leonean Leone' },
  { code: 'STN', name: 'São Tomé and Príncipe Dobra' },
  { code: 'SZL', name: 'Swazi Lilangeni' },
  { code: 'TND', name: 'Tunisian Dinar' },
  { code: 'XAF', name: 'Central African CFA Franc' },
  { code: 'XOF', name: 'West African CFA Franc' },
  { code: 'ZAR', name: 'South African Rand' },
  { code: 'ZMW', name: 'Zambian Kwacha' },
  { code: 'ZWG', name: 'Zimbabwe Gold' },
  { code: 'USD', name: 'US Dollar' },
  { code: 'EUR', name: 'Euro' },
  { code: 'GBP', name: 'British Pound' },
  { code: 'AED', name: 'UAE Dirham' },
  { code: 'AUD', name: 'Australian Dollar' },
  { code: 'BDT', name: 'Bangladeshi Taka' },
  { code: 'BRL', name: 'Brazilian Real' },
  { code: 'CAD', name: 'Canadian Dollar' },
  { code: 'CHF', name: 'Swiss Franc' },
  { code: 'CNY', name: 'Chinese Yuan' },
  { code: 'IDR', name: 'Indonesian Rupiah' },
  { code: 'INR', name: 'Indian Rupee' },
  { code: 'JPY', name: 'Japanese Yen' },
  { code: 'MYR', name: 'Malaysian Ringgit' },
  { code: 'NPR', name: 'Nepalese Rupee' },
  { code: 'NZD', name: 'New Zealand Dollar' },
  { code: 'PHP', name: 'Philippine Peso' },
  { code: 'PKR', name: 'Pakistani Rupee' },
  { code: 'SAR', name: 'Saudi Riyal' },
  { code: 'SEK', name: 'Swedish Krona' },
  { code: 'TRY', name: 'Turkish Lira' },
];

const REQUIRED = 'Currency is required';

/**
 * A currency's code in capitals (R-REG-21). Any three letters, because a shop may use a currency that is not listed.
 */
export const currencySchema = v.pipe(
  v.string(REQUIRED),
  v.trim(),
  v.minLength(1, REQUIRED),
  v.toUpperCase(),
  v.regex(/^[A-Z]{3}$/, 'Currency must be a code of three letters'),
);
