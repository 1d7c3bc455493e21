import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Item } from '../../../domain/items/item.ts';
import { type ShownPage, useListPage } from '../../../src/state/list-page.ts';
import type { OutboxEntry } from '../../../sync/ports.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { businessRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop } from '../../support/screens/shop-screens.tsx';

/** Makes items, each older than the one before. */
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, nth) =>
    itemRow({ id: nth + 1, name: `Soap ${nth + 1}`, createdAtMs: NOON_MS - nth }),
  );

/** Records the pages that a list of items shows. */
async function followPages(count: number) {
  const pages: ShownPage<Item>[] = [];
  function List() {
    const page = useListPage('item', { query: '', page: 1, rowsPerPage: 10 });
    if (page && pages.at(-1) !== page) pages.push(page);
    return null;
  }
  const opened = await openShop({ rows: { item: items(count) } });
  renderShop(opened, [{ path: '*', element: <List /> }], '/');
  await waitFor(() => expect(pages.at(-1)?.rows).toHaveLength(Math.min(count, 10)));
  const last = () => pages.at(-1)!;
  const turn = async (id: number) => {
    await meanwhile(() => opened.shop.run('item.setStore', () => ({ id, isKauntaEnabled: true })));
    await waitFor(() => expect(last().rows.find((row) => row.id === id)?.isKauntaEnabled).toBe(true));
  };
  return { ...opened, last, turn };
}

test('P2 what did not change is the very row that it was, so that its card is not drawn again', async () => {
  const { last, turn } = await followPages(4);
  const before = last().rows;
  await turn(2);
  const after = last().rows;
  expect(after.map((row, nth) => row === before[nth])).toEqual([true, false, true, true]);
});

test('P2 M3 where each row stands is told with it, also of those that come onto the page', async () => {
  const { shop, last, turn } = await followPages(11);
  for (const id of [1, 2, 3, 4]) await turn(id);
  await waitFor(() => expect([...last().syncById.keys()]).toEqual([1, 2, 3, 4]));
  expect(new Set(last().syncById.values())).toEqual(new Set(['pending']));

  const entries = [...(await shop.read((tx) => tx.outbox.all()))];
  const become = (nth: number, change: Partial<OutboxEntry>): OutboxEntry => ({ ...entries[nth]!, ...change });
  await meanwhile(() =>
    shop.write((tx) =>
      tx.outbox.put([
        become(0, { state: 'refused' }),
        become(1, { state: 'quarantined' }),
        become(2, { unfit: 'not_found' }),
      ]),
    ),
  );
  await waitFor(() =>
    expect([...last().syncById]).toEqual([
      [1, 'refused'],
      [2, 'refused'],
      [3, 'refused'],
      [4, 'pending'],
    ]),
  );

  // The eleventh was on the second page, and has been changed there.
  await meanwhile(() => shop.run('item.setStore', () => ({ id: 11, isKauntaEnabled: true })));
  await meanwhile(() => shop.run('item.setActive', () => ({ id: 10, isActive: false })));
  await waitFor(() => expect(last().rows.at(-1)?.id).toBe(11));
  expect(last().syncById.get(11)).toBe('pending');

  // While an item is archived the list comes from the index in memory.
  await meanwhile(() => shop.run('item.setActive', () => ({ id: 10, isActive: true })));
  await waitFor(() => expect(last().rows.at(-1)?.id).toBe(10));
});

test('P2 R-LIVE-01 the newest rows are read once for a change, although the search index changes too', async () => {
  const { replica, turn } = await followPages(4);
  const { search, database } = replica;
  await search.warm('item');
  const version = search.version('item');
  const reads = vi.spyOn(database.tables.rowCounts, 'bulkGet');
  for (const [nth, id] of [1, 2, 3].entries()) {
    await turn(id);
    await waitFor(() => expect(search.version('item')).toBe(version + nth + 1), PATIENTLY);
  }
  expect(reads).toHaveBeenCalledTimes(3);
});

test('P2 R-LIVE-01 what is found changes with rows that were not found before', async () => {
  const opened = await openShop({ rows: { item: items(3) } });
  let found: string[] | undefined;
  function List() {
    found = useListPage('item', { query: 'rice', page: 1, rowsPerPage: 10 })?.rows.map(({ name }) => name);
    return null;
  }
  renderShop(opened, [{ path: '*', element: <List /> }], '/');
  await waitFor(() => expect(found).toEqual([]), PATIENTLY);
  const renamed = itemRow({ id: 2, name: 'Rice 2', createdAtMs: NOON_MS - 1 });
  await meanwhile(() => opened.shop.write((tx) => tx.rows.put('item', [renamed])));
  await waitFor(() => expect(found).toEqual(['Rice 2']), PATIENTLY);
});

test('R-CTR-10 a search of the list of items puts what sells most first, also where no counter and no picker was open', async () => {
  const line = {
    ...{ id: 901, itemId: 4, itemName: 'Soap 4', itemSku: null, quantityHundredths: 200, movesStock: true },
    ...{ unitPriceMinor: 10_000, listPriceMinor: 10_000, discountMinor: 0 as const, totalMinor: 20_000 },
  };
  const sale = saleRow({ id: 90, lines: [line] });
  const opened = await openShop({
    rows: { business: [businessRow({ currency: 'UGX' })], item: items(5), sale: [sale] },
  });
  const weigh = vi.spyOn(opened.replica.search, 'weigh');
  let found: string[] = [];
  function List() {
    const [query, setQuery] = useState('');
    const page = useListPage('item', { query, page: 1, rowsPerPage: 10 });
    if (page) found = page.rows.map(({ name }) => name);
    return <button onClick={() => setQuery('so')}>Search</button>;
  }
  renderShop(opened, [{ path: '*', element: <List /> }], '/');
  await waitFor(() => expect(weigh).toHaveBeenCalledOnce(), PATIENTLY);
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(found).toEqual(['Soap 4', 'Soap 1', 'Soap 2', 'Soap 3', 'Soap 5']), PATIENTLY);
});
