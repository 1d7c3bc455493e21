import { Group, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { MoneyText } from '../../ui/money-text.tsx';
import { readChange } from './sale-figures.ts';
import type { ChangeDraft } from './use-sale-form.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

export interface CashReceivedProps {
  receivedText: string;
  finalMinor: number;
  currency: string;
  error: string | null;
  change: ChangeDraft;
}

/** Amount received and change (G65). Optional. */
export const CashReceived = memo(function CashReceived({
  receivedText,
  finalMinor,
  currency,
  error,
  change,
}: CashReceivedProps) {
  const back = readChange(receivedText, finalMinor);
  const backMinor = back.ok ? back.value : null;
  return (
    <div>
      <TextInput
        label="Amount received"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={NUMBER_CHARS_MAX}
        value={receivedText}
        error={back.ok ? error : back.error}
        onChange={(event) => change({ receivedText: event.currentTarget.value })}
      />
      {backMinor !== null && (
        <Group justify="space-between" align="baseline" mt="xs" role="status">
          <Text fw={600}>{backMinor < 0 ? 'Still missing' : 'Change'}</Text>
          <Text size="xl" fw={700} {...(backMinor < 0 ? { c: 'var(--mantine-color-error)' } : {})}>
            <MoneyText amountMinor={Math.abs(backMinor)} currency={currency} decimals={2} />
          </Text>
        </Group>
      )}
    </div>
  );
});
