import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, memo } from 'react';
import { isDayKey } from '../../../domain/time.ts';

/** The value of a `DateField` in which a date is half typed, or one that does not exist. No rule accepts it. */
export const INCOMPLETE_DATE = 'incomplete';

export interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  /** 'YYYY-MM-DD', '' or INCOMPLETE_DATE. */
  value: string;
  onChange: (date: string) => void;
}

/**
 * A date in a form, in the platform's own picker. Unlike `DayField` it reports each text, for the form's rules to judge.
 * A browser gives '' for a date of which a part is missing, as for a blank one, and no event when only that changes. So
 * this looks after each key and when the field is left: otherwise the form would save no date where one is in sight. A
 * stored text that is no date is not shown, and stays until somebody enters a date.
 */
export const DateField = memo(function DateField({ value, onChange, onBlur, ...props }: DateFieldProps) {
  const report = (input: HTMLInputElement) => {
    const date = input.value === '' && input.validity.badInput ? INCOMPLETE_DATE : input.value;
    const isHiddenText = value !== INCOMPLETE_DATE && !isDayKey(value);
    if (date !== value && !(date === '' && isHiddenText)) onChange(date);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    report(event.currentTarget);
    onBlur?.(event);
  };
  return (
    <TextInput
      {...props}
      type="date"
      value={value === INCOMPLETE_DATE ? '' : value}
      onChange={(event) => report(event.currentTarget)}
      onKeyUp={(event) => report(event.currentTarget)}
      onBlur={leave}
    />
  );
});
