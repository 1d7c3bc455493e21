import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { purchaseOfStock } from '../../../../domain/items/stock-purchase.ts';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { itemRow, movementRow, NOON_MS, userRow } from '../../../support/shop-rows.ts';
import {
  meanwhile,
  openShop,
  renderShop,
  setStatus,
  type ShopOptions,
} from '../../../support/screens/shop-screens.tsx';
import { settled } from '../../../support/screens/walk-inputs.ts';

async function openItem(fields: Partial<Item> = {}, options: ShopOptions = {}, run?: ShownReplica['run']) {
  const item = itemRow({ id: 8, name: 'Soap', currentStockHundredths: 1_000, ...fields });
  const opened = await openShop({ ...options, rows: { item: [item], ...options.rows } });
  await setStatus(opened.shop, { phase: 'idle', lastSyncAtMs: NOON_MS });
  const replica = { ...opened.replica, run: run ?? opened.replica.run };
  renderShop({ replica }, [{ path: '/items/:id', element: <ItemDetail /> }], '/items/8');
  const dialogOf = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const fill = (label: string, value: string) =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } });
  return {
    ...opened,
    dialogOf,
    fill,
    press: (name: string) => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })),
    movements: () => opened.device.rows('stockMovement'),
  };
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe("'Adjust Stock'", () => {
  test('G17 takes away with a reason: the movement says why, and stock falls at once', async () => {
    const { dialogOf, fill, press, movements, shop } = await openItem();
    const dialog = await dialogOf('Adjust Stock');
    fill('Quantity', '-2.5');
    expect(dialog.getByText('New stock: 7.5 pcs')).toBeTruthy();
    expect(
      within(dialog.getByLabelText('Reason'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose', ...['Damaged', 'Expired', 'Counted', 'Other']]);
    fill('Reason', 'damaged');
    fill('Notes', ' wet ');
    await press('Save adjustment');
    await expectClosed();
    expect(await screen.findByText('Stock adjusted')).toBeTruthy();
    expect(await movements()).toMatchObject([
      { itemId: 8, type: 'adjustment', quantityHundredths: -250, reason: 'damaged', notes: 'wet' },
    ]);
    expect(await shop.stock(8)).toBe(750);
    // The item has a badge until it is synced (M19).
    expect(await screen.findByText('Pending sync')).toBeTruthy();
  });

  test.each([
    ['damaged', '2', '-2'],
    ['expired', '+2', '-2'],
    ['damaged', '-2', '-2'],
    ['damaged', '−2', '-2'],
    ['damaged', '\u200e-2', '-2'],
    ['damaged', '', '-'],
    ['counted', '2', '2'],
    ['other', '2', '2'],
  ])("X-TYPE-57 the reason '%s' makes of '%s' '%s'", async (reason, typed, then) => {
    const { dialogOf, fill } = await openItem();
    const dialog = await dialogOf('Adjust Stock');
    const quantity = () => dialog.getByLabelText<HTMLInputElement>('Quantity').value;
    fill('Quantity', typed);
    fill('Reason', reason);
    expect(quantity()).toBe(then);
    expect(dialog.getByLabelText<HTMLSelectElement>('Reason').value).toBe(reason);
    await userEvent.click(dialog.getByRole('radio', { name: 'Put in' }));
    expect(quantity()).toBe(then.replace('-', ''));
  });

  test("G17 'Take away' writes the minus that some keypads lack", async () => {
    const { dialogOf, fill, press, movements } = await openItem();
    const dialog = await dialogOf('Adjust Stock');
    const quantity = () => dialog.getByLabelText<HTMLInputElement>('Quantity').value;
    fill('Quantity', '3');
    await userEvent.click(dialog.getByRole('radio', { name: 'Take away' }));
    expect(quantity()).toBe('-3');
    await userEvent.click(dialog.getByRole('radio', { name: 'Put in' }));
    expect(quantity()).toBe('3');
    fill('Reason', 'other');
    await press('Save adjustment');
    await expectClosed();
    expect(await movements()).toMatchObject([{ quantityHundredths: 300, reason: 'other' }]);
  });

  test.each([
    ['0', 'other', 'Enter by how much the stock changes'],
    ['', 'other', 'Enter by how much the stock changes'],
    ['many', 'other', 'Enter by how much the stock changes'],
    ['-100000', 'other', 'Quantity is too large'],
    ['-2', '', 'Choose a reason'],
  ])("G17 refuses '%s' for '%s': '%s', and keeps what was typed", async (quantity, reason, message) => {
    const { dialogOf, fill, press, movements } = await openItem();
    const dialog = await dialogOf('Adjust Stock');
    fill('Quantity', quantity);
    fill('Reason', reason);
    fill('Notes', 'Torn');
    await press('Save adjustment');
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Notes').value).toBe('Torn');
    expect(await movements()).toEqual([]);
  });

  test('G17 what the device cannot save is told, and stays', async () => {
    const refuse = async () => ({ ok: false, error: { code: 'item_missing' } }) as const;
    const { dialogOf, fill, press } = await openItem({}, {}, refuse);
    const dialog = await dialogOf('Adjust Stock');
    fill('Quantity', '-2');
    fill('Reason', 'expired');
    await press('Save adjustment');
    expect(await screen.findByText('Failed to adjust stock. Please try again.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Quantity').value).toBe('-2');
  });
});

describe("'Count Stock'", () => {
  test('M19 travels as counted, expected and their difference', async () => {
    const { dialogOf, fill, press, movements, shop } = await openItem();
    const dialog = await dialogOf('Count Stock');
    expect(dialog.getByText('Kaunta shows: 10 pcs')).toBeTruthy();
    expect(dialog.queryByText('Some sales are not synced')).toBeNull();
    fill('Counted quantity', '8');
    expect(dialog.getByText('Difference: -2')).toBeTruthy();
    await press('Save count');
    await expectClosed();
    const count = { countedHundredths: 800, expectedHundredths: 1_000 };
    expect(await movements()).toMatchObject([{ type: 'count', quantityHundredths: -200, count }]);
    expect((await shop.outbox()).map(({ wire }) => wire.args)).toMatchObject([count]);
    expect(await screen.findByText(/^Last counted 21/)).toBeTruthy();
  });

  test('M19 a stock beyond the largest quantity of one act is counted as any other', async () => {
    const { dialogOf, fill, press, movements } = await openItem({ currentStockHundredths: 12_000_000 });
    const dialog = await dialogOf('Count Stock');
    fill('Counted quantity', '118,500');
    expect(dialog.getByText('Difference: -1,500')).toBeTruthy();
    await press('Save count');
    await expectClosed();
    expect(await movements()).toMatchObject([{ type: 'count', quantityHundredths: -150_000 }]);
  });

  test('M19 warns of unsent sales, which the number already counts; what comes meanwhile moves the number', async () => {
    const { dialogOf, fill, press, movements, shop } = await openItem();
    await shop.sell(8, 200);
    const dialog = await dialogOf('Count Stock');
    expect(await dialog.findByText('Kaunta shows: 8 pcs')).toBeTruthy();
    expect(
      await dialog.findByText('1 sale of this item is not sent yet. The number above already counts it.'),
    ).toBeTruthy();
    fill('Counted quantity', '7');
    await meanwhile(() => shop.sell(8, 100));
    expect(await dialog.findByText('Kaunta shows: 7 pcs')).toBeTruthy();
    expect(await dialog.findByText('Difference: 0')).toBeTruthy();
    await press('Save count');
    await expectClosed();
    expect(await movements()).toMatchObject([{ quantityHundredths: 0, count: { expectedHundredths: 700 } }]);
  });

  test('M19 warns who is cut off of what others may have sold', async () => {
    const { dialogOf, shop } = await openItem();
    await setStatus(shop, { phase: 'offline' });
    const dialog = await dialogOf('Count Stock');
    expect(await dialog.findByText(/^Sales on other devices since 21 Nov 2026.* are not in it\./)).toBeTruthy();
  });

  test('M19 G60 a sync under way warns of nothing, and a warning that is over changes its words alone: no button moves', async () => {
    const { dialogOf, shop } = await openItem();
    await setStatus(shop, { phase: 'syncing' });
    const dialog = await dialogOf('Count Stock');
    await settled(20);
    expect(dialog.queryByText('Some sales are not synced')).toBeNull();
    await meanwhile(() => setStatus(shop, { phase: 'syncing', failureCount: 1 }));
    expect(await dialog.findByText('Some sales are not synced')).toBeTruthy();
    await meanwhile(() => setStatus(shop, { phase: 'idle', failureCount: 0 }));
    expect(await dialog.findByText('The sales are synced now')).toBeTruthy();
    expect(dialog.getByText(/^Sales on other devices up to 21 Nov 2026.* are in it\.$/)).toBeTruthy();
  });

  test.each([
    ['', 'Stock must be a positive number or zero'],
    ['-1', 'Stock must be a positive number or zero'],
    ['100000000.01', 'Quantity is too large'],
  ])("M19 refuses a count of '%s'", async (typed, message) => {
    const { dialogOf, fill, press, movements } = await openItem();
    const dialog = await dialogOf('Count Stock');
    fill('Counted quantity', typed);
    await press('Save count');
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(await movements()).toEqual([]);
  });

  test('X-TYPE-02 X-TYPE-60 blanks around a pasted count do not cut its end off', async () => {
    const { dialogOf, press, movements } = await openItem();
    const dialog = await dialogOf('Count Stock');
    await userEvent.click(dialog.getByLabelText('Counted quantity'));
    await userEvent.paste(`${' '.repeat(10)}1500`);
    await press('Save count');
    await expectClosed();
    expect(await movements()).toMatchObject([{ type: 'count', count: { countedHundredths: 150_000 } }]);
  });

  test('M19 a count in doubt is told on the item', async () => {
    await openItem({ lastCount: { movementId: 5, atMs: NOON_MS, isInDoubt: true } });
    expect(await screen.findByText(/did not see all that moved this stock. The number may be off/)).toBeTruthy();
    expect(screen.getAllByText('Count again')).toHaveLength(2);
  });
});

test('R-IDET-08 a service has nothing to adjust or count', async () => {
  await openItem({ type: 'service', trackStock: false });
  await screen.findByRole('heading', { name: 'Soap' });
  expect(screen.queryByRole('button', { name: /Stock$/ })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Stock' })).toBeNull();
});

describe("the ledger, 'Stock'", () => {
  const rowsShown = async () => {
    const list = await screen.findByRole('list', { name: 'Stock movements' });
    return within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  };

  test('M17 SYN-4 tells who, when, why, before and after of whatever moved it, and links the sale', async () => {
    const { shop, fill, press, dialogOf } = await openItem();
    const saleId = await shop.sell(8, 200);
    await dialogOf('Adjust Stock');
    fill('Quantity', '-1');
    fill('Reason', 'expired');
    fill('Notes', 'In May');
    await press('Save adjustment');
    await expectClosed();
    await shop.run('sale.cancel', () => ({ id: saleId, reason: 'Brought back', refunds: [] }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(3));
    const texts = (await rowsShown()).map((text) => text?.replace(/#SALE-\d+/, '#SALE').replace(/(.*) · .*/s, '$1'));
    expect(texts).toEqual([
      '-1 expired10 → 9In MayUnknown user',
      '+2 sale cancelled8 → 10#SALEBrought backUnknown user',
      '-2 sold10 → 8#SALEUnknown user',
    ]);
    const [link] = screen.getAllByRole('link', { name: /^#SALE-/ });
    expect(link?.getAttribute('href')).toBe(`/sales/${saleId}`);
  });

  test('M18 C-110 stock that was added with its purchase is one movement, and links the purchase', async () => {
    const { shop, movements } = await openItem();
    const bought = await shop.run('stock.buy', ({ mintId }) => ({
      ...purchaseOfStock(
        {
          ...{
            item: { id: 8, name: 'Soap' },
            quantityHundredths: 300,
            purchaseAmountMinor: 100_000,
            costPriceMinor: null,
          },
          ...{ batchId: null, invoiceNumber: 'INV-7', currency: 'UGX', atMs: NOON_MS },
        },
        { purchaseId: mintId(), lineId: mintId(), supplierId: mintId() },
      ),
      isNewSupplier: true,
    }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    const link = await screen.findByRole('link', { name: 'From Default Supplier' });
    expect(link.getAttribute('href')).toBe(`/purchases/${bought.ok ? bought.args.id : 'nowhere'}`);
    expect((await rowsShown()).map((text) => text?.replace(/From.*/s, ''))).toEqual(['+3 bought10 → 13']);
    expect(await movements()).toEqual([]);
  });

  test('M17 of a delivery that two have entered one is taken back: the dialog says by how much and why', async () => {
    const { shop, press, movements } = await openItem();
    await shop.run('stock.add', ({ mintId }) => ({
      ...{ id: mintId(), itemId: 8, quantityHundredths: 1_250, costPriceMinor: null, batchId: 'B-7' },
    }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reverse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Adjust Stock' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Quantity').value).toBe('-12.50');
    expect(dialog.getByText('New stock: 10 pcs')).toBeTruthy();
    await press('Save adjustment');
    await expectClosed();
    expect(await shop.stock(8)).toBe(1_000);
    expect((await movements()).at(-1)).toMatchObject({ quantityHundredths: -1_250, notes: 'Reversed: batch B-7' });
    expect(await screen.findByText(/^Reversed by /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull();
  });

  test('M17 somebody reverses it while the dialog is open: it says who, and stock falls once', async () => {
    const brian = userRow({ id: 71, firstName: 'Brian', lastName: 'Okello' });
    const addition = movementRow({ id: 40, itemId: 8, type: 'addition', quantityHundredths: 300 });
    const { shop, press, movements } = await openItem({}, { rows: { user: [brian], stockMovement: [addition] } });
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reverse' }));
    await screen.findByRole('dialog', { name: 'Adjust Stock' });
    await meanwhile(() =>
      shop.absorb({
        rows: {
          stockMovement: [{ ...addition, version: 2, reversed: { movementId: 5, byUserId: 71, atMs: NOON_MS } }],
        },
      }),
    );
    await press('Save adjustment');
    expect(
      await screen.findByText("Reversed by Brian Okello already. To change the stock once more, use 'Adjust Stock'."),
    ).toBeTruthy();
    expect(await movements()).toHaveLength(1);
  });

  test('M17 somebody’s reversal arrives while this one is being saved: it says who, each time, and stock falls once', async () => {
    const brian = userRow({ id: 71, firstName: 'Brian', lastName: 'Okello' });
    const addition = movementRow({ id: 40, itemId: 8, type: 'addition', quantityHundredths: 300 });
    const reversed = { movementId: 5, byUserId: 71, atMs: NOON_MS };
    const run = vi.fn<ShownReplica['run']>(async (name, build, act) => {
      await shop.absorb({ rows: { stockMovement: [{ ...addition, version: 2, reversed }] } });
      return await shop.run(name, build, act);
    });
    const { shop, press } = await openItem({}, { rows: { user: [brian], stockMovement: [addition] } }, run);
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reverse' }));
    await screen.findByRole('dialog', { name: 'Adjust Stock' });
    const before = await shop.stock(8);
    for (let tap = 1; tap <= 2; tap += 1) {
      await press('Save adjustment');
      expect(await screen.findByText(/^Reversed by Brian Okello already/)).toBeTruthy();
    }
    expect(run).toHaveBeenCalledOnce();
    expect(await shop.stock(8)).toBe(before);
  });

  test('M17 a part of an addition is taken back as a correction: the rest can still be reversed', async () => {
    const { shop, fill, press, movements } = await openItem();
    await shop.run('stock.add', ({ mintId }) => ({
      ...{ id: mintId(), itemId: 8, quantityHundredths: 300, costPriceMinor: null, batchId: null },
    }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reverse' }));
    await screen.findByRole('dialog', { name: 'Adjust Stock' });
    fill('Quantity', '-1');
    await press('Save adjustment');
    await expectClosed();
    expect(await shop.stock(8)).toBe(1_200);
    expect((await movements()).every((movement) => !('reversed' in movement))).toBe(true);
    expect(await screen.findByRole('button', { name: 'Reverse' })).toBeTruthy();
  });

  test('M17 shows some at a time, and older ones when asked', async () => {
    const { shop } = await openItem();
    for (let count = 0; count < 23; count += 1)
      await shop.run('stock.add', ({ mintId }) => ({
        ...{ id: mintId(), itemId: 8, quantityHundredths: 100, costPriceMinor: null, batchId: `B-${count}` },
      }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(20));
    await userEvent.click(screen.getByRole('button', { name: 'Show older movements' }));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(23));
    expect(screen.queryByRole('button', { name: 'Show older movements' })).toBeNull();
  });

  test('says that there is none', async () => {
    await openItem();
    await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
    expect(await screen.findByText('No stock movements yet')).toBeTruthy();
  });
});
