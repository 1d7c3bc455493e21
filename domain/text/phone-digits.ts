import { asciiDigits } from './number-text.ts';

/** The digits of a number as typed, in whatever script, and nothing else. */
export const digitsOf = (typed: string): string => asciiDigits(typed).replaceAll(/[^0-9]/g, '');
