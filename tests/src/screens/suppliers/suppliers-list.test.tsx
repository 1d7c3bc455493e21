import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { NOON_MS, supplierRow, USER_ID, userRow } from '../../../support/shop-rows.ts';
import { meanwhile, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { showSuppliers } from '../../../support/screens/supplier-screens.tsx';

const showList = (options: ShopOptions = {}, search = '') => showSuppliers(`/suppliers${search}`, options);

/** Makes suppliers, each older than the one before. */
const manySuppliers = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    supplierRow({ id: index + 1, name: `Supplier ${index + 1}`, createdAtMs: NOON_MS - index }),
  );

const list = () => screen.findByRole('list', { name: 'Suppliers' });
const cards = async () => within(await list()).getAllByRole('listitem');
const names = async () => (await cards()).map((card) => within(card).getByRole('link').textContent);
const expectNames = (expected: string[]) => waitFor(async () => expect(await names()).toEqual(expected));
const card = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  return within((await cards()).find((each) => each.contains(link))!);
};

describe('the list', () => {
  test('R-SUPP-01 R-SUPP-02 C-127 eight to a page, newest first', async () => {
    const { app } = await showList({ rows: { supplier: manySuppliers(10) } });
    await expectNames(Array.from({ length: 8 }, (_, index) => `Supplier ${index + 1}`));
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await expectNames(['Supplier 9', 'Supplier 10']);
    expect(app.search()).toBe('?page=2');
    await waitFor(() => expect(document.title).toBe('Suppliers · Kaunta'));
  });

  test('R-SUPP-01 shows name, phone, email and address of each, and opens /suppliers/{id}', async () => {
    const mukwano = { id: 7, name: 'Mukwano', phone: '0772 1', email: 'sales@mukwano.com', address: 'Kampala Road 1' };
    const { app } = await showList({ rows: { supplier: [supplierRow(mukwano)] } });
    const shown = await card('Mukwano');
    expect(shown.getByText('0772 1 · sales@mukwano.com')).toBeTruthy();
    expect(shown.getByText('Kampala Road 1')).toBeTruthy();
    await userEvent.click(shown.getByRole('link'));
    expect(app.path()).toBe('/suppliers/7');
  });

  test("R-SUPP-03 'New Supplier' goes to /suppliers/new", async () => {
    const { app } = await showList();
    await userEvent.click(await screen.findByRole('link', { name: 'New Supplier' }));
    expect(app.path()).toBe('/suppliers/new');
  });

  test('R-SUPP-04 the way back is Home', async () => {
    const { app } = await showList();
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/dashboard');
  });

  test('C-112 what stands for another supplier is no row of its own', async () => {
    const first = supplierRow({ id: 1, name: 'Default Supplier' });
    await showList({ rows: { supplier: [first, supplierRow({ id: 2, name: 'Default Supplier', aliasOfId: 1 })] } });
    await expectNames(['Default Supplier']);
  });

  test('M23 one made meanwhile stands first, and says that it waits', async () => {
    const { shop } = await showList({
      rows: { supplier: [supplierRow({ id: 1, name: 'Old', createdAtMs: NOON_MS - 1 })] },
    });
    await expectNames(['Old']);
    const nobody = { phone: null, email: null, address: null, notes: null };
    await meanwhile(() => shop.run('supplier.create', ({ mintId }) => ({ id: mintId(), name: 'New', ...nobody })));
    await expectNames(['New', 'Old']);
    expect((await card('New')).getByText('Pending sync')).toBeTruthy();
    expect((await card('Old')).queryByText('Pending sync')).toBeNull();
  });

  test('C-148 a device without a copy of the shop is not a shop without suppliers', async () => {
    await showList({ state: { snapshotComplete: false } });
    expect(await screen.findByText('Loading suppliers...')).toBeTruthy();
    expect(screen.queryByText('No suppliers found')).toBeNull();
  });
});

describe('search', () => {
  const supplier = [
    supplierRow({
      ...{ id: 1, name: 'Mukwano', phone: '0772 555', email: 'oil@example.com' },
      ...{ address: 'Kampala Road', notes: 'every Tuesday' },
    }),
    supplierRow({ id: 2, name: 'Bidco', createdAtMs: NOON_MS - 1 }),
  ];

  test.each(['mukw', '0772', '0772555', 'oil@', 'kampala', 'tuesday'])(
    'R-SUPP-01 C-127 %j finds one',
    async (typed) => {
      await showList({ rows: { supplier } }, `?q=${encodeURIComponent(typed)}`);
      await expectNames(['Mukwano']);
    },
  );

  test.each([
    ['found', '?q=candle', 'Try a different search term'],
    ['there', '', 'Get started by adding your first supplier'],
  ])('R-SUPP-01 nothing %s has its own hint', async (_what, search, hint) => {
    await showList({ rows: { supplier: search === '' ? [] : supplier } }, search);
    expect(await screen.findByText('No suppliers found')).toBeTruthy();
    expect(screen.getByText(hint)).toBeTruthy();
  });
});

describe('a conflict', () => {
  test("M23 stands on the card with both words, and 'Keep mine' settles it there", async () => {
    const conflict = [
      {
        ...({ id: 9, version: 1, table: 'supplier', rowId: 1, group: 'phone', status: 'open', settled: null } as const),
        mine: { values: { phone: '0701' }, userId: USER_ID, atMs: NOON_MS },
        theirs: { values: { phone: '0702' }, userId: 71, atMs: NOON_MS },
        createdAtMs: NOON_MS,
      },
    ];
    const user = [userRow({ id: 71, firstName: 'Amina' })];
    const supplier = [supplierRow({ id: 1, name: 'Mukwano', phone: '0702' })];
    const { waiting, app } = await showList({ rows: { supplier, conflict, user } });
    const shown = await card('Mukwano');
    expect(shown.getByText('Conflict')).toBeTruthy();
    expect(await shown.findByText('Phone: yours 0701 · Amina 0702')).toBeTruthy();
    await userEvent.click(shown.getByRole('button', { name: 'Keep mine' }));
    expect(await shown.findByText('0701')).toBeTruthy();
    await waitFor(() => expect(shown.queryByText('Conflict')).toBeNull());
    expect(app.path()).toBe('/suppliers');
    expect(await waiting()).toEqual([
      ['conflict.settle', { id: 9, keep: 'mine', mine: { phone: '0701' }, theirs: { phone: '0702' } }],
    ]);
  });
});
