import fc from 'fast-check';

/*
 * Reads the spelling of an amount by the rule (X-TYPE-01, X-TYPE-02), independently of the product's reader, so that
 * both can be compared.
 */

const part = fc.oneof(
  fc.constantFrom('', '0', '00', '5', '50', '500', '050', '000', '1250'),
  fc.stringMatching(/^\d{1,4}$/),
);
const sign = fc.constantFrom('', '.', ',', ',', "'", '’', ' ', '\u00a0', '٫', '٬', '，');
/** Texts that look like amounts; in many a sign may group thousands or be the decimal sign. */
export const amountLike = fc
  .tuple(fc.constantFrom('', '', '-', ' '), part, sign, part, fc.oneof(fc.constant(''), fc.tuple(sign, part)))
  .map((parts) => parts.flat().join(''));

/** The digits of all scripts. */
const ASCII_DIGITS: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
    const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
    return Array.from({ length: 10 }, (_, digit) => [format.format(digit), String(digit)] as const);
  }),
);

/**
 * True if a text means this many hundredths: its digits, times the power of ten that follows from its decimal sign.
 */
export function saysHundredths(typed: string, hundredths: number): boolean {
  const plain = [...typed.normalize('NFKC')]
    .map((character) => ASCII_DIGITS.get(character) ?? character)
    .join('')
    .replaceAll('٫', '.');
  const digits = digitsOf(plain);
  if (digits === '') return false;
  const said = /[\p{Pd}\u2212]/u.test(plain) ? -BigInt(digits) : BigInt(digits);
  return said * 100n === BigInt(hundredths) * 10n ** BigInt(placesOf(plain));
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Returns how many digits follow the decimal sign. */
function placesOf(plain: string): number {
  const [, afterPoint] = plain.split('.');
  if (afterPoint !== undefined) return digitsOf(afterPoint).length;
  const [before = '', after = '', ...more] = plain.split(',').map(digitsOf);
  // A comma groups thousands if it can: if there are several, or before three digits of a number without leading zero.
  const isGroup = more.length > 0 || (after.length > 2 && before !== '' && !before.startsWith('0'));
  return isGroup ? 0 : after.length;
}
