import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDayKey } from '../../../domain/time.ts';

/** Before it nobody had this app: a year that is still being typed ('0002', '0020') is none. */
const FIRST_DAY = '2000-01-01';

export interface DayFieldProps {
  label: string;
  /** 'YYYY-MM-DD'; null: none chosen. */
  dayKey: string | null;
  lastDayKey: string;
  onDay: (dayKey: string | null) => void;
}

/** A day by the platform's own picker. Tells only of whole days in reach; what is half typed stays in the field. */
export function DayField({ label, dayKey, lastDayKey, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState({ text: dayKey ?? '', of: dayKey });
  // Back leads to another day, or to none: the field follows the address.
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
