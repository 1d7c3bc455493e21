import { Text } from '@mantine/core';
import type { CurrencyBalance } from '../../../domain/people/customer-balance.ts';
import { salesCount } from '../../parts/sale/sale-words.ts';
import { MoneyText } from '../../ui/money-text.tsx';

/** A customer's balance and credit in one currency (G23). */
export function OwedText({ balance: { currency, owedMinor, creditMinor, unpaidCount } }: { balance: CurrencyBalance }) {
  return (
    <>
      {owedMinor > 0 && (
        <Text size="lg" fw={700}>
          Owes <MoneyText amountMinor={owedMinor} currency={currency} decimals={2} />
          <Text span size="sm" fw={400}>
            {' '}
            for {salesCount(unpaidCount)}
          </Text>
        </Text>
      )}
      {creditMinor > 0 && (
        <Text fw={600}>
          Credit: <MoneyText amountMinor={creditMinor} currency={currency} decimals={2} />
        </Text>
      )}
    </>
  );
}
