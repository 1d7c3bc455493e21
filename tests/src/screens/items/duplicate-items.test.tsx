import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { ItemsList } from '../../../../src/screens/items/items-list.tsx';
import { itemRow, NOON_MS, USER_ID, userRow } from '../../../support/shop-rows.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { meanwhile, openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { pressOnceThere } from '../../../support/screens/screen-driver.ts';

// jsdom is never idle: there the search would wait half a second.
vi.mock('../../../../src/platform/when-idle.ts', () => ({ whenIdle: (work: () => void) => work() }));

const soap = (fields: Partial<Item> & { id: number }) =>
  itemRow({ name: 'Soap', sku: 'S-1', currentStockHundredths: 2000, createdAtMs: NOON_MS - fields.id, ...fields });

async function show(items: Item[], search = '', state: ShopOptions['state'] = {}) {
  const opened = await openShop({ rows: { item: items, user: [userRow({ id: USER_ID, firstName: 'Amina' })] }, state });
  renderShop(
    opened,
    [
      { path: '/items', element: <ItemsList /> },
      { path: '*', element: null },
    ],
    `/items${search}`,
  );
  const active = async () => (await opened.device.rows('item')).flatMap(({ id, isActive }) => (isActive ? [id] : []));
  return { ...opened, active };
}

describe('the list of items', () => {
  test('M12 G47 says that an item is there twice, and the way there', async () => {
    await show([soap({ id: 1 }), soap({ id: 2 }), itemRow({ id: 3, name: 'Tea' })]);
    expect(await screen.findByText('1 item is there twice')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Show what is there twice' }));
    expect(await screen.findByRole('heading', { name: 'Soap' })).toBeTruthy();
  });
});

describe('what is there twice', () => {
  test('G60 R-SNEW-38 M12 is named with its stock, and when and by whom each was written down; one is archived, the first stays', async () => {
    const { active, shop } = await show(
      [soap({ id: 1 }), soap({ id: 2, currentStockHundredths: 1900 })],
      '?duplicates',
    );
    const card = within(within(await screen.findByRole('list')).getByRole('listitem'));
    expect(card.getByText('SKU S-1')).toBeTruthy();
    expect(card.getByRole('link', { name: 'The first, which stays' }).getAttribute('href')).toBe('/items/2');
    expect(card.getByRole('link', { name: 'Came later' }).getAttribute('href')).toBe('/items/1');
    expect(await card.findByText(/19 in stock · .*, Amina/)).toBeTruthy();
    await tapUntilGone(screen.getByRole('button', { name: 'Archive this one' }));
    expect(await screen.findByText('No item is there twice')).toBeTruthy();
    expect(await active()).toEqual([2]);
    expect((await shop.outbox()).map(({ wire }) => [wire.name, wire.args])).toEqual([
      ['item.setActive', { id: 1, isActive: false }],
    ]);
  });

  test('M12 C-148 of a shop that is still arriving nothing is said to be there once; what has arrived then is found', async () => {
    const { shop } = await show([soap({ id: 1 })], '?duplicates', { snapshotComplete: false });
    expect(await screen.findByText('Looking for items that are there twice...')).toBeTruthy();
    // The first search has ended: the database answers in turn.
    for (let turn = 0; turn < 5; turn += 1) await meanwhile(() => shop.row('item', 1));
    await meanwhile(async () => {
      await shop.absorb({ rows: { item: [soap({ id: 2 })] } });
      await shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: true }));
    });
    expect(await screen.findByRole('button', { name: 'Archive this one' })).toBeTruthy();
    expect(screen.queryByText('No item is there twice')).toBeNull();
  });

  test('C-148 C-105 of a shop that is still arriving it is not said that no item is archived', async () => {
    await show([soap({ id: 1 })], '?archived', { snapshotComplete: false });
    expect(await screen.findByText('Loading items...')).toBeTruthy();
    expect(screen.queryByText('No items found')).toBeNull();
  });

  test('M12 all that came later are archived at once, after a question', async () => {
    const tea = (id: number) => itemRow({ id, name: 'Tea', createdAtMs: id });
    const { active } = await show([soap({ id: 1 }), soap({ id: 2 }), tea(3), tea(4), tea(5)], '?duplicates');
    await pressOnceThere('Archive the 3 that came later');
    await pressOnceThere('Not yet');
    expect(await active()).toEqual([1, 2, 3, 4, 5]);
    await pressOnceThere('Archive the 3 that came later');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep the first of each?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Archive the 3 that came later' }));
    expect(await screen.findByText('No item is there twice')).toBeTruthy();
    expect(await active()).toEqual([2, 3]);
  });
});
