import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import type { CurrencyBalance } from '../../../domain/people/customer-balance.ts';
import { OwedText } from './owed-text.tsx';

interface CustomerOwesProps {
  balance: CurrencyBalance;
  /** Otherwise the button's name has the currency. */
  isOnlyCurrency: boolean;
  onPay: () => void;
}

/** What a customer owes in one currency, with the button that takes the money (R-OWE-01). */
export function CustomerOwes({ balance, isOnlyCurrency, onPay }: CustomerOwesProps) {
  return (
    <>
      <OwedText balance={balance} />
      {balance.owedMinor > 0 && (
        <Button leftSection={<IconCash size={18} aria-hidden />} onClick={onPay}>
          {isOnlyCurrency ? 'Record payment' : `Record payment in ${balance.currency}`}
        </Button>
      )}
    </>
  );
}
