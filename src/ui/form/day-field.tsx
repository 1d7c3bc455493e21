import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDayKey } from '../../../domain/time.ts';

/** The earliest day. It also excludes years that are still being typed ('0002', '0020'). */
const FIRST_DAY = '2000-01-01';

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
    if (text !== dayKey && isDayKey(text) && text >= FIRST_DAY && text <= lastDayKey) onDay(text);
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
