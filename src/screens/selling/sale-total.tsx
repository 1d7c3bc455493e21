import { Button, Group, Input, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { hasPercentSign, withoutPercentSign } from '../../../domain/sales/discount.ts';
import { useState, type RefObject } from 'react';
import { MoneyText } from '../../ui/money-text.tsx';
import type { SaleDraft } from './sale-draft.ts';
import type { DraftTotals } from './sale-figures.ts';
import type { ChangeDraft } from './use-sale-form.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

export interface SaleTotalProps {
  boxRef: RefObject<HTMLDivElement | null>;
  totals: DraftTotals | null;
  currency: string;
  discount: Pick<SaleDraft, 'discountText' | 'discountKind'>;
  error: string | null;
  discountError: string | null;
  change: ChangeDraft;
}

/** The amount to pay (R-SNEW-10), and the discount, which is hidden until it is asked for (G20). */
export function SaleTotal({ boxRef, totals, currency, discount, error, discountError, change }: SaleTotalProps) {
  const [isAskedFor, setAskedFor] = useState(false);
  const isOffered = isAskedFor || discount.discountText !== '';
  return (
    <Stack gap="sm">
      {isOffered ? (
        <DiscountField
          discount={discount}
          currency={currency}
          error={discountError}
          isJustAskedFor={isAskedFor}
          change={change}
        />
      ) : (
        <Group>
          <Button variant="subtle" px="xs" onClick={() => setAskedFor(true)}>
            Add discount
          </Button>
        </Group>
      )}
      <Paper ref={boxRef} withBorder p="md" role="group" aria-label="Grand total">
        {totals !== null && totals.discountMinor > 0 && (
          <Text size="sm" c="dimmed">
            <MoneyText amountMinor={totals.totalMinor} currency={currency} decimals={2} /> less{' '}
            <MoneyText amountMinor={totals.discountMinor} currency={currency} decimals={2} /> discount
          </Text>
        )}
        <Group justify="space-between" align="baseline">
          <Text fw={600}>Grand total</Text>
          <Text component="output" size="xl" fw={700} aria-live="polite">
            {totals === null ? '-' : <MoneyText amountMinor={totals.finalMinor} currency={currency} decimals={2} />}
          </Text>
        </Group>
        {error !== null && <Input.Error role="alert">{error}</Input.Error>}
      </Paper>
    </Stack>
  );
}

export interface DiscountFieldProps extends Pick<SaleTotalProps, 'discount' | 'currency' | 'change'> {
  error: string | null;
  isJustAskedFor: boolean;
}

/** The discount on the whole sale, as an amount or in percent (G20). */
export function DiscountField({ discount, currency, error, isJustAskedFor, change }: DiscountFieldProps) {
  return (
    <Group align="flex-start" wrap="nowrap" gap="sm" className="k-line-numbers">
      <TextInput
        label="Discount"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={NUMBER_CHARS_MAX}
        autoFocus={isJustAskedFor}
        value={discount.discountText}
        error={error}
        onChange={({ currentTarget: { value } }) =>
          // A typed '%' changes the unit, which is visible beside the field.
          change({ discountText: value, ...(hasPercentSign(value) ? { discountKind: 'percent' } : {}) })
        }
      />
      <NativeSelect
        label="Discount in"
        data={[
          { value: 'amount', label: currency },
          { value: 'percent', label: '%' },
        ]}
        value={discount.discountKind}
        onChange={(event) =>
          change({
            discountKind: event.currentTarget.value === 'percent' ? 'percent' : 'amount',
            discountText: withoutPercentSign(discount.discountText),
          })
        }
      />
    </Group>
  );
}
