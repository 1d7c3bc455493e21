import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { DateField, INCOMPLETE_DATE } from '../../../../src/ui/form/date-field.tsx';

function show(first = '') {
  const reported: string[] = [];
  function Form() {
    const [date, setDate] = useState(first);
    const change = (text: string) => {
      reported.push(text);
      setDate(text);
    };
    return <DateField label="Expiry date" value={date} onChange={change} />;
  }
  render(<Form />, { wrapper: MantineProvider });
  return { field: screen.getByLabelText<HTMLInputElement>('Expiry date'), reported };
}

/** As a browser does with a date of which a part is missing: the value is '', and only the validity says more. */
const setHalfTyped = (field: HTMLInputElement, isHalfTyped: boolean) =>
  Object.defineProperty(field, 'validity', { value: { badInput: isHalfTyped }, configurable: true });

describe('a date of a form', () => {
  test('X-TYPE-61 reports a whole date, and a blank one', () => {
    const { field, reported } = show();
    fireEvent.change(field, { target: { value: '2026-08-01' } });
    expect(field.value).toBe('2026-08-01');
    fireEvent.change(field, { target: { value: '' } });
    expect(reported).toEqual(['2026-08-01', '']);
  });

  test.each(['keyUp', 'blur'] as const)(
    'X-TYPE-61 a half-typed date is reported at %s, once, and again as blank',
    (event) => {
      const { field, reported } = show();
      setHalfTyped(field, true);
      fireEvent[event](field);
      fireEvent[event](field);
      expect(reported).toEqual([INCOMPLETE_DATE]);
      expect(field.value).toBe('');
      setHalfTyped(field, false);
      fireEvent[event](field);
      expect(reported).toEqual([INCOMPLETE_DATE, '']);
    },
  );

  test.each(['keyUp', 'blur'] as const)('X-TYPE-61 a stored text that is no date stays at %s', (event) => {
    const { field, reported } = show('in May');
    fireEvent[event](field);
    expect(reported).toEqual([]);
    fireEvent.change(field, { target: { value: '2026-08-01' } });
    expect(reported).toEqual(['2026-08-01']);
  });

  test('X-TYPE-61 a date of which a part is taken away is no blank one', () => {
    const { field, reported } = show('2026-08-01');
    setHalfTyped(field, true);
    fireEvent.change(field, { target: { value: '' } });
    expect(reported).toEqual([INCOMPLETE_DATE]);
  });
});
