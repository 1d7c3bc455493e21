import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Columns } from '../../../../src/screens/reports/columns.tsx';
import { differenceText } from '../../../../src/screens/reports/drawer-words.ts';
import {
  ageText,
  expiryText,
  hourText,
  itemsCountText,
  monthText,
  salesText,
} from '../../../../src/screens/reports/report-words.ts';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

/* The words and columns of the reports. */

beforeEach(freshAppState);

test('one is one, and thousands are grouped', () => {
  expect([0, 1, 2, 1_200].map(salesText)).toEqual(['0 sales', '1 sale', '2 sales', '1,200 sales']);
  expect([1, 3].map(itemsCountText)).toEqual(['1 item', '3 items']);
});

test('how long a sale is unpaid, and when stock expires', () => {
  expect([0, 1, 2, 1_500].map(ageText)).toEqual([
    ...['since today', 'since yesterday', 'for 2 days', 'for 1,500 days'],
  ]);
  expect([0, 1, 3, -1, -12].map(expiryText)).toEqual([
    ...['expires today', 'expires in 1 day', 'expires in 3 days', 'expired 1 day ago', 'expired 12 days ago'],
  ]);
});

test('a month and an hour have names', () => {
  expect(monthText('2026-11')).toBe('Nov 2026');
  expect([hourText(9), hourText(23)]).toEqual(['09:00 – 10:00', '23:00 – 24:00']);
});

test('G28 the difference of a count is too much, too little, or none', () => {
  const money = (minor: number) => `UGX ${minor}`;
  expect([0, 1, -1].map((minor) => differenceText(minor, money))).toEqual([
    'None',
    'UGX 1 too much',
    'UGX 1 too little',
  ]);
});

describe('columns', () => {
  const column = (key: string, size: number) => ({
    ...{ key, name: `Day ${key}`, mark: key === '1' ? 'Mon' : null, size },
    ...{ amount: `UGX ${size}`, detail: `${size} sales` },
  });
  const show = (...sizes: number[]) =>
    renderPart(
      <Columns title="Sales by day" unit="Day" columns={sizes.map((size, nth) => column(String(nth + 1), size))} />,
    ).container;
  const fills = (box: Element) => [...box.querySelectorAll<HTMLElement>('.k-column-fill')];

  test('are as high as they are, beside the largest, and one that gave back more than it took is empty', () => {
    const box = show(50, 200, 0, -20);
    expect(fills(box).map(({ style, dataset }) => [style.height, dataset['empty']])).toEqual([
      ['25%', 'false'],
      ['100%', 'false'],
      ['0%', 'true'],
      ['0%', 'true'],
    ]);
    expect(screen.getByRole('img', { name: 'Sales by day, most: Day 2, UGX 200' })).toBeTruthy();
    expect(screen.getByText('Most: Day 2, UGX 200')).toBeTruthy();
  });

  test('of nothing have no largest', () => {
    const box = show(0, 0);
    expect(fills(box).map(({ style }) => style.height)).toEqual(['0%', '0%']);
    expect(screen.getByRole('img', { name: 'Sales by day, no sales' })).toBeTruthy();
    expect(screen.getByText('No sales')).toBeTruthy();
  });

  test('have the same numbers as a table', () => {
    const box = show(50, 200);
    const rows = within(box.querySelector('table')!).getAllByRole('row', { hidden: true });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DaySales',
      'Day 1UGX 5050 sales',
      'Day 2UGX 200200 sales',
    ]);
  });
});
