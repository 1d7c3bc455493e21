import { Text, type TextProps } from '@mantine/core';
import { formatMoney } from '../../domain/money.ts';

export interface MoneyTextProps extends TextProps {
  amountMinor: number;
  currency: string;
  decimals: 0 | 2;
}

/** An amount, in figures of one width, so that amounts under one another line up. Never broken over two lines. */
export function MoneyText({ amountMinor, currency, decimals, className = '', ...props }: MoneyTextProps) {
  return (
    <Text component="span" inherit className={`k-figures ${className}`} {...props}>
      {formatMoney(amountMinor, currency, decimals)}
    </Text>
  );
}
