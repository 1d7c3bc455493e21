import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DayField } from '../../../../src/ui/form/day-field.tsx';

const days: (string | null)[] = [];

function showField(dayKey: string | null) {
  days.length = 0;
  render(
    <MantineProvider>
      <DayField label="Day" dayKey={dayKey} lastDayKey="2026-11-21" onDay={(day) => days.push(day)} />
    </MantineProvider>,
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Day');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test('only a day between the first and the last is reported, and what is half typed stays', () => {
  showField(null);
  for (const text of ['0002-11-18', '1999-12-31', '2026-11-22']) {
    type(text);
    expect([field().value, days]).toEqual([text, []]);
  }
  for (const day of ['2000-01-01', '2026-11-21']) type(day);
  expect(days).toEqual(['2000-01-01', '2026-11-21']);
});

test('the day that is chosen already is not reported again; an empty field is', () => {
  showField('2026-11-18');
  type('0002-11-18');
  type('2026-11-18');
  expect([field().value, days]).toEqual(['2026-11-18', []]);
  type('');
  expect(days).toEqual([null]);
});

test('an empty field that is emptied after a half-typed day reports nothing', () => {
  showField(null);
  type('0002-11-18');
  type('');
  expect(days).toEqual([]);
});
