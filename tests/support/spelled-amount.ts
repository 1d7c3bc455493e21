import fc from 'fast-check';

/*
 * What an amount's spelling says, by the rule (X-TYPE-01, X-TYPE-02) and by nothing of the product's reader, to compare
 * exactly what was read with it.
 */

const part = fc.oneof(
  fc.constantFrom('', '0', '00', '5', '50', '500', '050', '000', '1250'),
  fc.stringMatching(/^\d{1,4}$/),
);
const sign = fc.constantFrom('', '.', ',', ',', "'", '’', ' ', '\u00a0', '٫', '٬', '，');
/** Texts that look like amounts, many of them with a sign that both groups and parts decimals. */
export const amountLike = fc
  .tuple(fc.constantFrom('', '', '-', ' '), part, sign, part, fc.oneof(fc.constant(''), fc.tuple(sign, part)))
  .map((parts) => parts.flat().join(''));

/** Every script's digits. */
const ASCII_DIGITS: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
    const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
    return Array.from({ length: 10 }, (_, digit) => [format.format(digit), String(digit)] as const);
  }),
);

/**
 * True when a text means this many hundredths: its own digits, and the power of ten that its decimal sign gives them.
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

/** How many of the digits follow the decimal sign. */
function placesOf(plain: string): number {
  const [, afterPoint] = plain.split('.');
  if (afterPoint !== undefined) return digitsOf(afterPoint).length;
  const [before = '', after = '', ...more] = plain.split(',').map(digitsOf);
  // A comma groups thousands where it can: once more, or before three digits of a number that has no zero at its front.
  const isGroup = more.length > 0 || (after.length > 2 && before !== '' && !before.startsWith('0'));
  return isGroup ? 0 : after.length;
}
