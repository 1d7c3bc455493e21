import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FetchingShop } from '../../../../src/parts/list/fetching-shop.tsx';
import { fakeServer, fakeServices, json } from '../../../support/screens/app-harness.tsx';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { itemRow } from '../../../support/shop-rows.ts';

const items = (count: number, from = 1) => Array.from({ length: count }, (_, index) => itemRow({ id: from + index }));
const bar = (words: string) => screen.findByLabelText<HTMLProgressElement>(words);

/** Shows how much of a shop's first copy has come; the server answers with the number of its items after `tell`. */
async function openFetching(count: number) {
  const opened = await openShop({ rows: { item: items(count) }, state: { snapshotComplete: false } });
  const total = Promise.withResolvers<Response>();
  const services = fakeServices(fakeServer({ 'GET /items?limit=1': () => total.promise }));
  renderShop(opened, [{ path: '/', element: <FetchingShop /> }], '/', services);
  const tell = (of: number) => total.resolve(json(200, { success: true, data: [], pagination: { total: of } }));
  return { ...opened, tell };
}

test('R-PLACE-40 until the server says how many items there are, the bar has no end', async () => {
  await openFetching(3);
  expect((await bar('Fetching your shop: 3 items so far')).hasAttribute('value')).toBe(false);
  expect(screen.getByText('You can sell what is here already.')).toBeTruthy();
});

test('R-PLACE-40 then the bar says how many of them are here, and ends with the last', async () => {
  const { shop, tell } = await openFetching(0);
  await bar('Fetching your shop');
  expect(screen.queryByText('You can sell what is here already.')).toBeNull();
  tell(3);
  expect(await bar('Fetching your shop: items 0 of 3')).toMatchObject({ value: 0, max: 3 });
  await meanwhile(() => shop.absorb({ rows: { item: items(2) } }));
  expect(await bar('Fetching your shop: items 2 of 3')).toMatchObject({ value: 2, max: 3 });
  await meanwhile(() => shop.absorb({ rows: { item: items(2, 3) } }));
  const words = 'Fetching your shop: all items are here, customers and sales follow';
  expect(await bar(words)).toMatchObject({ value: 3, max: 3 });
});

test('R-PLACE-40 of a whole copy nothing is said', async () => {
  const opened = await openShop({ rows: { item: items(1) } });
  renderShop(opened, [{ path: '/', element: [<FetchingShop key="fetching" />, <p key="after">Shop</p>] }], '/');
  await screen.findByText('Shop');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});
