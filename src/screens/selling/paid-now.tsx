import { Text, TextInput } from '@mantine/core';
import { counterAmount } from '../../ui/counter-amount.ts';
import { methodOfPaidNow, readPaidNow } from './draft-payments.ts';
import type { SaleForm } from './use-sale-form.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

/** The part that a customer pays at once when the rest is paid later. */
export function PaidNow({ sale, due }: { sale: SaleForm; due: number }) {
  const { draft, change, payment, errors, currency } = sale;
  const method = methodOfPaidNow(payment);
  const paidNow = readPaidNow(draft, due);
  return (
    <div>
      <TextInput
        label="Paid now"
        description={`In ${currency}${method === null ? '' : `, by ${method.name}`}. Leave it blank if nothing is paid.`}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={NUMBER_CHARS_MAX}
        value={draft.paidNowText}
        error={paidNow.ok ? errors.paidNow : paidNow.error}
        onChange={(event) => change({ paidNowText: event.currentTarget.value })}
      />
      {paidNow.ok && (
        <Text mt={4} role="status">
          Stays unpaid: <strong className="k-figures">{counterAmount(due - paidNow.value, currency)}</strong>
        </Text>
      )}
    </div>
  );
}
