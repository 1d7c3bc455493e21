import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { noneFoundText } from '../../../src/parts/list/none-found.ts';
import { usePickerRows } from '../../../src/state/picker-rows.ts';
import type { Replica as ShownReplica } from '../../../src/state/replica.tsx';
import { SearchPicker } from '../../../src/ui/form/search-picker.tsx';
import type { Item } from '../../../domain/items/item.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { itemRow, NOON_MS, supplierRow } from '../../support/shop-rows.ts';
import { openShop, renderShop } from '../../support/screens/shop-screens.tsx';

const isChoosable = (item: Item): boolean => item.isActive;

function Picker() {
  const rows = usePickerRows('item', isChoosable);
  const choicesOf = (items: readonly Item[]) => items.map(({ id, name }) => ({ id, label: name }));
  return (
    <SearchPicker
      label="Item"
      placeholder="Choose an item"
      value={null}
      suggestions={choicesOf(rows.suggested)}
      search={async (term) => choicesOf(await rows.search(term))}
      onSearchFailed={rows.onSearchFailed}
      onPick={() => undefined}
      emptyText={noneFoundText(rows, 'items')}
    />
  );
}

/** Items, each older than the one before; every second one is archived. */
const item = Array.from({ length: 14 }, (_, index) =>
  itemRow({ id: index + 1, name: `Soap ${index + 1}`, isActive: index % 2 === 0, createdAtMs: NOON_MS - index }),
);

async function openPicker(search: Partial<ShownReplica['search']> = {}) {
  const opened = await openShop({ rows: { item } });
  const replica = { ...opened.replica, search: { ...opened.replica.search, ...search } };
  renderShop({ replica }, [{ path: '*', element: <Picker /> }], '/');
  await userEvent.click(screen.getByLabelText('Item'));
  return opened;
}

const choices = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('R-PICK-06 C-105 C-115 shows the newest five; what is archived has left', async () => {
  await openPicker();
  await waitFor(() => expect(choices()).toEqual(['Soap 1', 'Soap 3', 'Soap 5', 'Soap 7', 'Soap 9']));
});

test('C-105 C-115 a search covers all, but not what is archived', async () => {
  await openPicker();
  await userEvent.type(screen.getByLabelText('Item'), 'soap 1');
  await waitFor(() => expect(choices()).toEqual(['Soap 1', 'Soap 11', 'Soap 13']));
});

test('R-PICK-05 a failed search finds nothing, and why stands in the journal of the sync', async () => {
  const { device } = await openPicker({ page: () => Promise.reject(new Error('the index broke')) });
  await userEvent.type(screen.getByLabelText('Item'), 'soap');
  expect(await screen.findByText('No items found')).toBeTruthy();
  await waitFor(async () =>
    expect(await device.journal()).toMatchObject([
      { atMs: NOON_MS, what: 'search_failed', detail: { reason: 'the index broke' } },
    ]),
  );
});

test('R-PICK-05 C-148 before its first copy of the shop, a device does not say that there is none', async () => {
  const opened = await openShop({ state: { snapshotComplete: false } });
  renderShop(opened, [{ path: '*', element: <Picker /> }], '/');
  await userEvent.click(screen.getByLabelText('Item'));
  expect(await screen.findByText('The items of your shop are not on this device yet')).toBeTruthy();
});

function SupplierPicker() {
  const rows = usePickerRows('supplier');
  const choicesOf = (suppliers: readonly Supplier[]) => suppliers.map(({ id, name }) => ({ id, label: name }));
  return (
    <SearchPicker
      label="Supplier"
      placeholder="Choose a supplier"
      value={null}
      suggestions={choicesOf(rows.suggested)}
      search={async (term) => choicesOf(await rows.search(term))}
      onSearchFailed={rows.onSearchFailed}
      onPick={() => undefined}
      emptyText={noneFoundText(rows, 'suppliers')}
    />
  );
}

test('R-PICK-09 C-127 a supplier picker finds by name, phone, email, address and notes, and never what stands for another', async () => {
  const supplier = [
    supplierRow({ id: 1, name: 'Mukwano', phone: '0772 555', email: 'sales@mukwano.example' }),
    supplierRow({ id: 2, name: 'Gamma', address: 'Ntinda Road', notes: 'Fridays' }),
    supplierRow({ id: 3, name: 'Gamma again', aliasOfId: 2 }),
  ];
  const opened = await openShop({ rows: { supplier } });
  renderShop(opened, [{ path: '*', element: <SupplierPicker /> }], '/');
  await userEvent.click(screen.getByLabelText('Supplier'));
  await waitFor(() => expect(choices()).toEqual(['Gamma', 'Mukwano']));
  for (const [typed, name] of [
    ['mukw', 'Mukwano'],
    ['2 55', 'Mukwano'],
    ['SALES@', 'Mukwano'],
    ['ntinda', 'Gamma'],
    ['friday', 'Gamma'],
  ] as const) {
    await userEvent.clear(screen.getByLabelText('Supplier'));
    await userEvent.type(screen.getByLabelText('Supplier'), typed);
    await waitFor(() => expect(choices()).toEqual([name]));
  }
});
