/** The digits of a number as typed, and nothing else. */
export const digitsOf = (typed: string): string => typed.replaceAll(/[^0-9]/g, '');
