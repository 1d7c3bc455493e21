import { MINOR_PER_UNIT, parseMinor, PRICE_MINOR_MAX } from '../../../domain/money.ts';
import { StepField } from '../../ui/form/step-field.tsx';
import type { ItemForm } from './item-form-fields.tsx';
import { typedAmount } from '../../parts/form/typed-number.ts';

export interface AmountFieldProps {
  form: ItemForm;
  field: 'priceMinor' | 'costPriceMinor';
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
export function AmountField({ form, field, label, currency, description }: AmountFieldProps) {
  const text = form.values[field];
  const parsed = parseMinor(text);
  const amountMinor = parsed.ok ? parsed.value : 0;
  const step = (direction: -1 | 1) => {
    const next = amountMinor + direction * priceStepMinor(currency);
    form.setFieldValue(field, typedAmount(Math.min(PRICE_MINOR_MAX, Math.max(0, next))));
  };
  return (
    <StepField
      label={label}
      {...(description === undefined ? {} : { description })}
      value={text}
      unit={currency}
      error={form.errors[field]}
      {...STEP_LABELS[field]}
      isLessDisabled={amountMinor <= 0}
      onChange={(typed) => form.setFieldValue(field, typed)}
      onStep={step}
      inputProps={{ 'data-path': field }}
    />
  );
}
