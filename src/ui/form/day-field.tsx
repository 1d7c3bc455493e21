import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FIRST_DAY, isPlausibleDay } from '../../../domain/time.ts';

export interface DayFieldProps {
  label: string;
  /** 'YYYY-MM-DD'; null if no day is chosen. */
  dayKey: string | null;
  lastDayKey: string;
  onDay: (dayKey: string | null) => void;
}

/** A day, in the platform's own picker. Reports complete days in the allowed range only; half-typed text stays. */
export function DayField({ label, dayKey, lastDayKey, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState({ text: dayKey ?? '', of: dayKey });
  // The field follows the address: Back may lead to another day, or to none.
  if (typed.of !== dayKey) setTyped({ text: dayKey ?? '', of: dayKey });
  const change = (text: string) => {
    setTyped({ text, of: dayKey });
    if (text === '' && dayKey !== null) onDay(null);
    if (text !== dayKey && isPlausibleDay(text) && text <= lastDayKey) onDay(text);
  };
  return (
    <TextInput
      label={label}
      type="date"
      className="k-day-field"
      min={FIRST_DAY}
      max={lastDayKey}
      value={typed.text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
