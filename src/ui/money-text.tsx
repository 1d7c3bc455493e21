import { Text, type TextProps } from '@mantine/core';
import { formatMoney } from '../../domain/money.ts';
import { shownMoney, useShowsCents } from './shown-money.ts';

export interface MoneyTextProps extends TextProps {
  amountMinor: number;
  currency: string;
  decimals: 0 | 2;
}

/** Longer amounts, from twelve digits on, are smaller in tables, so that they do not run into the next column. */
const USUAL_CHARS_MAX = 19;

/** An amount in tabular figures, so that amounts in a column line up. It never breaks over two lines. */
export function MoneyText({ amountMinor, currency, decimals, className = '', ...props }: MoneyTextProps) {
  useShowsCents();
  const text = decimals === 0 ? formatMoney(amountMinor, currency, 0) : shownMoney(amountMinor, currency);
  return (
    <Text
      component="span"
      inherit
      className={`k-figures ${className}`}
      {...(text.length > USUAL_CHARS_MAX ? { 'data-long': true } : {})}
      {...props}
    >
      {text}
    </Text>
  );
}
