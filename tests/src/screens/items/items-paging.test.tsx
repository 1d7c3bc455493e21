import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { ItemsList } from '../../../../src/screens/items/items-list.tsx';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

/** Makes items; the last one is the newest. */
const items = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    itemRow({ id: index + 1, name: `${index % 2 === 0 ? 'Even' : 'Odd'} ${index + 1}`, createdAtMs: NOON_MS + index }),
  );
async function show(path: string, count = 45) {
  const opened = await openShop({ rows: { item: items(count) } });
  const view = renderShop(
    opened,
    [
      { path: '/items', element: <ItemsList /> },
      { path: '/items/:id', element: <ItemDetail /> },
    ],
    path,
  );
  return { ...opened, view };
}
const names = async () => {
  const list = await screen.findByRole('list', { name: 'Items' });
  return within(list)
    .getAllByRole('link')
    .map((link) => link.textContent);
};
const shows = (text: string) => screen.findByText(text);

test.each(['/items?page=6', '/items?page=99999999', '/items?page=0', '/items?page=-1', '/items?page=1e9'])(
  'C-159 %s, a page that is not there, shows the first',
  async (path) => {
    await show(path);
    expect(await shows('Page 1 of 5')).toBeTruthy();
    expect((await names())[0]).toBe('Even 45');
  },
);

test('C-159 the last page is whole, and falls back to the first when its rows went away', async () => {
  const { shop } = await show('/items?page=5', 41);
  expect(await shows('Page 5 of 5')).toBeTruthy();
  expect(await names()).toEqual(['Even 1']);
  await meanwhile(() => shop.absorb({ tombstones: [{ table: 'item', id: 1, version: 2 }] }));
  expect(await shows('Page 1 of 4')).toBeTruthy();
  expect((await names())[0]).toBe('Even 41');
});

test('R-ITEM-01 search and page stand in the address: back and forward bring them again', async () => {
  const { view } = await show('/items?q=odd');
  expect(await shows('Page 1 of 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await shows('Page 2 of 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await shows('Page 3 of 3')).toBeTruthy();
  expect(await names()).toEqual(['Odd 4', 'Odd 2']);
  await act(() => view.router.navigate(-2));
  expect(await shows('Page 1 of 3')).toBeTruthy();
  expect(view.search()).toBe('?q=odd');
  await act(() => view.router.navigate(1));
  expect(await shows('Page 2 of 3')).toBeTruthy();
  expect((await names())[0]).toBe('Odd 24');
});

test("an item that was opened out of a search leads 'Back' to that search and page", async () => {
  const { view } = await show('/items?q=odd&page=2');
  await userEvent.click(await screen.findByRole('link', { name: 'Odd 24' }));
  expect(await screen.findByRole('heading', { name: 'Odd 24' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(await shows('Page 2 of 3')).toBeTruthy();
  expect(view.path() + view.search()).toBe('/items?q=odd&page=2');
});

test('an item that was opened by its address leads back to the list', async () => {
  await show('/items/24');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/items'));
});

test('R-ITEM-22 R-ITEM-23 a search that finds nothing says so, without pages', async () => {
  await show('/items?q=nothing&page=3');
  expect(await shows('No items found')).toBeTruthy();
  expect(screen.getByText('Try a different search term')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});
