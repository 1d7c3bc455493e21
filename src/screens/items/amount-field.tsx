import { MINOR_PER_UNIT, parseMinor, PRICE_MINOR_MAX } from '../../../domain/money.ts';
import { memo, type ReactNode } from 'react';
import { StepField } from '../../ui/form/step-field.tsx';
import { typedAmount } from '../../parts/form/typed-number.ts';

type AmountName = 'priceMinor' | 'costPriceMinor';

export interface AmountFieldProps {
  field: AmountName;
  /** As typed. */
  text: string;
  error: ReactNode;
  onText: (field: AmountName, text: string) => void;
  label: string;
  currency: string;
  description?: string;
}

/**
 * Returns the step of the buttons: 500 shillings, else 0.01 (R-INEW-33, R-INEW-34). Typed values need no step (C-041).
 */
export const priceStepMinor = (currency: string): number => (currency === 'UGX' ? 500 * MINOR_PER_UNIT : 1);

/** Named apart from one another, and from the fields themselves. */
const STEP_LABELS = {
  priceMinor: { lessLabel: 'Sell for less', moreLabel: 'Sell for more' },
  costPriceMinor: { lessLabel: 'Costs less', moreLabel: 'Costs more' },
} as const;

/** An amount field with a button for a step up and a step down. */
export const AmountField = memo(function AmountField(props: AmountFieldProps) {
  const { field, text, error, onText, label, currency, description } = props;
  const parsed = parseMinor(text);
  const amountMinor = parsed.ok ? parsed.value : 0;
  const step = (direction: -1 | 1) => {
    const next = amountMinor + direction * priceStepMinor(currency);
    onText(field, typedAmount(Math.min(PRICE_MINOR_MAX, Math.max(0, next))));
  };
  return (
    <StepField
      label={label}
      {...(description === undefined ? {} : { description })}
      value={text}
      unit={currency}
      error={error}
      {...STEP_LABELS[field]}
      isLessDisabled={amountMinor <= 0}
      onChange={(typed) => onText(field, typed)}
      onStep={step}
      inputProps={{ 'data-path': field }}
    />
  );
});
