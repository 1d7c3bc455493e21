import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BUYING_ROWS, buying, showBuying } from '../../../support/screens/purchase-screens.tsx';
import { drawScrollable } from '../../../support/browser/scrolled-away.ts';
import { openShop } from '../../../support/screens/shop-screens.tsx';

const plain = (text: string | null) => text?.replaceAll('\u{a0}', ' ');
const total = () => plain(screen.getByRole('group', { name: 'Grand total' }).textContent);

async function showForm() {
  showBuying(await openShop({ rows: BUYING_ROWS }), '/purchases/new');
  await buying.opened();
}

test('R-PLACE-32 R-PUR-21 while the total of a purchase is out of view, it stands beside the way back', async () => {
  const page = await drawScrollable(showForm);
  await buying.fillLine(1, 'Sugar', '2', '1,500');
  const header = screen.getByRole('link', { name: 'Back' }).parentElement as HTMLElement;
  expect(page.observed).toEqual([screen.getByRole('group', { name: 'Grand total' })]);
  expect(plain(header.textContent)).toBe('Back');
  page.scroll(false);
  expect(plain(header.textContent)).toBe('BackTotal UGX 3,000.00');
  await buying.type(1, 'Unit cost', '12,34,5');
  expect(plain(header.textContent)).toBe('BackTotal -');
  page.scroll(true);
  expect(plain(header.textContent)).toBe('Back');
});

test.each([
  ['Unit cost', '1250,500'],
  ['Unit cost', 'much'],
  ['Unit cost', '-1'],
  ['Quantity', '0.001'],
  ['Quantity', 'two'],
] as const)(
  'X-TYPE-08 with a %s of %s there is no total, and there is one again when it is mended',
  async (label, typed) => {
    await showForm();
    await buying.fillLine(1, 'Sugar', '2', '1,500');
    await buying.type(1, label, typed);
    expect(total()).toBe('Grand total-');
    await buying.type(1, label, '2');
    expect(total()).not.toBe('Grand total-');
  },
);

test('X-TYPE-08 what is blank is not typed yet: the other lines are the total', async () => {
  await showForm();
  await buying.fillLine(1, 'Sugar', '2', '1,500');
  await buying.type(1, 'Unit cost', ' ');
  expect(total()).toBe('Grand totalUGX 0.00');
});
