import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { NumberedPager } from '../../../../src/ui/list/numbered-pager.tsx';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';

/* Page numbers (R-PUR-05). */

beforeEach(freshAppState);

function show(page: number, pageCount: number) {
  const onPage = vi.fn<(page: number) => void>();
  renderPart(<NumberedPager page={page} pageCount={pageCount} onPage={onPage} />);
  return onPage;
}
const nav = () => within(screen.getByRole('navigation', { name: 'Page numbers' }));
const numbers = () =>
  nav()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const hasDots = () => document.querySelector('.mantine-Pagination-dots') !== null;

test.each([
  [1, 2, ['1', '2'], false],
  [1, 5, ['1', '2', '3', '4', '5'], false],
  [1, 6, ['1', '2', '3', '4', '5', '6'], false],
  [1, 7, ['1', '2', '3', '4', '5', '7'], true],
  [3, 9, ['1', '2', '3', '4', '5', '9'], true],
  [4, 9, ['2', '3', '4', '5', '6', '9'], true],
  [6, 9, ['4', '5', '6', '7', '8', '9'], false],
  [7, 9, ['5', '6', '7', '8', '9'], false],
  [9, 9, ['5', '6', '7', '8', '9'], false],
])('R-PUR-05 on page %i of %i there are %j, with dots: %s', (page, pageCount, shown, dots) => {
  show(page, pageCount);
  expect([numbers(), hasDots()]).toEqual([shown, dots]);
  expect(
    nav()
      .getAllByRole('button', { current: 'page' })
      .map(({ textContent }) => textContent),
  ).toEqual([String(page)]);
});

test('R-PUR-05 a number leads to its page, over the buttons of every list', async () => {
  const onPage = show(4, 9);
  for (const name of ['2', '9']) await userEvent.click(nav().getByRole('button', { name }));
  expect(onPage.mock.calls).toEqual([[2], [9]]);
  expect(screen.getByText('Page 4 of 9')).toBeTruthy();
});

test('R-PUR-05 one page has no numbers', () => {
  show(1, 1);
  expect(screen.queryByRole('navigation')).toBeNull();
});
