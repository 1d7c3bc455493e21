import { asciiDigits } from './number-text.ts';

/** Returns only the digits of a typed number, converted from any script to 0 to 9. */
export const digitsOf = (typed: string): string => asciiDigits(typed).replaceAll(/[^0-9]/g, '');
