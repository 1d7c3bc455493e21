import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { RowsByTable } from '../../../support/device/replica.ts';
import { businessRow, NOON_MS, purchaseRow, supplierRow } from '../../../support/shop-rows.ts';
import { meanwhile, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { showSuppliers } from '../../../support/screens/supplier-screens.tsx';
import { dialog, press } from '../../../support/screens/screen-driver.ts';

const MUKWANO = supplierRow({
  ...{ id: 7, name: 'Mukwano', phone: '0772 123456', email: 'sales@mukwano.com' },
  ...{ address: 'Kampala Road 1', notes: 'comes on\nTuesdays' },
});

const DAY_MS = 24 * 60 * 60_000;

async function showDetail(
  rows: RowsByTable = {},
  run?: Parameters<typeof showSuppliers>[2],
  state: ShopOptions['state'] = {},
) {
  const shown = await showSuppliers(
    '/suppliers/7',
    { rows: { business: [businessRow({ country: 'UG' })], supplier: [MUKWANO], ...rows }, state },
    run,
  );
  await screen.findByRole('region', { name: 'Supplier' });
  return shown;
}

const supplier = () => within(screen.getByRole('region', { name: 'Supplier' }));
const history = () => within(screen.getByRole('region', { name: 'Purchase history' }));
const pressIn = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => fireEvent.change(field(label), { target: { value: text } });
const valueOf = (name: string) => supplier().getByText(name).nextElementSibling?.textContent;

describe('the screen', () => {
  test("R-SUPP-26 shows who it is, and the tab bears the name and 'Supplier Details'", async () => {
    await showDetail();
    expect(supplier().getByRole('heading', { name: 'Mukwano' })).toBeTruthy();
    expect(['Phone', 'Email', 'Address', 'Notes'].map(valueOf)).toEqual([
      '0772 123456',
      'sales@mukwano.com',
      'Kampala Road 1',
      'comes on\nTuesdays',
    ]);
    await waitFor(() => expect(document.title).toBe('Mukwano - Supplier Details · Kaunta'));
  });

  test('G46 a call, a message and a letter are one tap away', async () => {
    await showDetail();
    const hrefOf = (name: string) => supplier().getByRole('link', { name }).getAttribute('href');
    expect(['Call', 'WhatsApp', 'sales@mukwano.com'].map(hrefOf)).toEqual([
      'tel:+256772123456',
      'https://wa.me/256772123456',
      'mailto:sales@mukwano.com',
    ]);
  });

  test('C-036 the way back is the list', async () => {
    const { app } = await showDetail();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(app.path()).toBe('/suppliers');
  });

  test.each(['/suppliers/8', '/suppliers/soap'])("R-SUPP-27 C-129 %s: 'Supplier not found'", async (path) => {
    const { app } = await showSuppliers(path, { rows: { supplier: [MUKWANO] } });
    expect(await screen.findByRole('heading', { name: 'Supplier not found' })).toBeTruthy();
    expect(screen.getByText("This supplier does not exist or you don't have permission to view it.")).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back to Suppliers' }));
    expect(app.path()).toBe('/suppliers');
  });

  test('R-SUPP-27 not before the device has looked', async () => {
    await showSuppliers('/suppliers/7', { rows: { supplier: [MUKWANO] } });
    expect(screen.queryByText('Supplier not found')).toBeNull();
    expect(await screen.findByRole('region', { name: 'Supplier' })).toBeTruthy();
  });

  test('C-112 the address of one that stands for another shows that other, with what was bought of both', async () => {
    const alias = supplierRow({ id: 8, name: 'Mukwano', aliasOfId: 7 });
    await showSuppliers('/suppliers/8', {
      rows: {
        supplier: [MUKWANO, alias],
        purchase: [
          purchaseRow({ id: 1, supplierId: 8, totalMinor: 100_000, createdAtMs: NOON_MS - 1 }),
          purchaseRow({ id: 2, supplierId: 7, totalMinor: 200_000 }),
        ],
      },
    });
    expect(await screen.findByRole('region', { name: 'Supplier' })).toBeTruthy();
    await waitFor(() => expect(history().getAllByRole('listitem')).toHaveLength(2));
    expect(history().getAllByRole('listitem')[0]?.textContent).toContain('UGX 2,000.00');
  });
});

describe('a possible duplicate', () => {
  test.each([
    ['the same number, however it is typed', { name: 'Somebody', phone: '+256 772-123456' }],
    ['the same name, where no number tells them apart', { name: 'mukwano', phone: null }],
  ])('M23 G47 %s, is told here and in the list', async (_what, fields) => {
    const other = supplierRow({ id: 6, createdAtMs: NOON_MS - 1, ...fields });
    const { app } = await showDetail({ supplier: [MUKWANO, other] });
    expect(await supplier().findByText(`Possible duplicate of ${fields.name}`)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
    expect(await screen.findByText(`Possible duplicate of ${fields.name}`)).toBeTruthy();
    expect(await screen.findByText('Possible duplicate of Mukwano')).toBeTruthy();
  });

  test('M23 another name and another number is another one', async () => {
    await showDetail({ supplier: [MUKWANO, supplierRow({ id: 6, name: 'Bidco', phone: '0701 1' })] });
    await history().findByText('No purchases yet');
    expect(screen.queryByText(/Possible duplicate/)).toBeNull();
  });
});

describe('editing', () => {
  test('R-SUPP-17 R-SUPP-18 M23 a dialog holds what the supplier has; only what changed is sent, with what was seen', async () => {
    const { waiting } = await showDetail();
    await press('Edit');
    await screen.findByRole('dialog', { name: 'Edit Supplier' });
    expect(['Name', 'Phone', 'Email', 'Address', 'Notes'].map((label) => field(label).value)).toEqual([
      'Mukwano',
      '0772 123456',
      'sales@mukwano.com',
      'Kampala Road 1',
      'comes on\nTuesdays',
    ]);
    type('Phone', '0701 999888');
    type('Email', '');
    await pressIn('Save supplier');
    expect(await screen.findByText('Supplier updated')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(valueOf('Phone')).toBe('0701 999888'));
    expect(supplier().getByText('Pending sync')).toBeTruthy();
    expect(await waiting()).toEqual([
      [
        'supplier.edit',
        {
          id: 7,
          base: { phone: '0772 123456', email: 'sales@mukwano.com' },
          change: { phone: '0701 999888', email: null },
        },
      ],
    ]);
  });

  test('R-SUPP-17 X-TYPE-34 M23 a phone that was stored before phones were made tidy is not changed with another field', async () => {
    const { shop, waiting } = await showDetail();
    await meanwhile(() => shop.absorb({ rows: { supplier: [{ ...MUKWANO, version: 2, phone: '0772  123 456' }] } }));
    await press('Edit');
    type('Name', 'Mukwano Ltd');
    await pressIn('Save supplier');
    expect(await screen.findByText('Supplier updated')).toBeTruthy();
    expect(await waiting()).toEqual([
      ['supplier.edit', { id: 7, base: { name: 'Mukwano' }, change: { name: 'Mukwano Ltd' } }],
    ]);
  });

  test('R-SUPP-17 what another device changes while the dialog stands open is not overwritten', async () => {
    const { shop, waiting } = await showDetail();
    await press('Edit');
    await meanwhile(() => shop.absorb({ rows: { supplier: [{ ...MUKWANO, version: 2, notes: 'on Fridays' }] } }));
    type('Name', 'Mukwano Ltd');
    await pressIn('Save supplier');
    expect(await screen.findByText('Supplier updated')).toBeTruthy();
    expect(await waiting()).toEqual([
      ['supplier.edit', { id: 7, base: { name: 'Mukwano' }, change: { name: 'Mukwano Ltd' } }],
    ]);
    await waitFor(() => expect(valueOf('Notes')).toBe('on Fridays'));
  });

  test.each([
    ['R-SUPP-06', 'Name', ' ', 'Supplier name is required'],
    ['R-SUPP-07 C-126', 'Email', 'nonsense', 'Please enter a valid email'],
  ])('%s %s %j: %s', async (_ids, label, typed, sentence) => {
    const { waiting } = await showDetail();
    await press('Edit');
    type(label, typed);
    await pressIn('Save supplier');
    expect(await dialog().findByText(sentence)).toBeTruthy();
    expect(field(label).value).toBe(typed);
    expect(await waiting()).toEqual([]);
  });

  test('R-SUPP-16 M23 why it was not saved stands in the dialog, with what was typed', async () => {
    await showDetail({}, () => Promise.reject(new Error('bug')));
    await press('Edit');
    type('Phone', '0701 999888');
    await pressIn('Save supplier');
    expect((await dialog().findByRole('alert')).textContent).toBe('Failed to save supplier');
    expect(field('Phone').value).toBe('0701 999888');
  });

  test('R-SUPP-16 one that was deleted meanwhile: the reason is told in its words', async () => {
    const refused = { ok: false, error: { code: 'not_found' } } as const;
    await showDetail({}, () => Promise.resolve(refused));
    await press('Edit');
    type('Phone', '0701 999888');
    await pressIn('Save supplier');
    expect((await dialog().findByRole('alert')).textContent).toBe('What it changes is no longer there.');
  });

  test('R-GEN-16 C-035 closing it over unsaved input is asked about: Cancel stays, Leave closes', async () => {
    await showDetail();
    await press('Edit');
    type('Phone', '07');
    await pressIn('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Unsaved Changes' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved Changes' })).toBeNull());
    expect(field('Phone').value).toBe('07');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(valueOf('Phone')).toBe('0772 123456');
  });

  test('R-SUPP-17 an untouched one closes without a word', async () => {
    await showDetail();
    await press('Edit');
    await pressIn('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('deleting', () => {
  const WARNING = /associated purchase/;

  test('R-SUPP-19 R-SUPP-21 R-SUPP-22 C-036 M24 asks first, tells it, and goes to the list', async () => {
    const { app, waiting } = await showDetail();
    await press('Delete supplier');
    await screen.findByRole('dialog', { name: 'Delete supplier?' });
    expect(await history().findByText('No purchases yet')).toBeTruthy();
    expect(dialog().queryByText(WARNING)).toBeNull();
    await pressIn('Delete');
    expect(await screen.findByText('Supplier deleted')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
    expect(await screen.findByText('No suppliers found')).toBeTruthy();
    const { name, phone, email, address, notes } = MUKWANO;
    expect(await waiting()).toEqual([['supplier.remove', { id: 7, base: { name, phone, email, address, notes } }]]);
  });

  test('R-SUPP-20 C-117 M24 warns when there are purchases, of which there may be more elsewhere, and is allowed', async () => {
    const purchase = [purchaseRow({ id: 1, supplierId: 7 }), purchaseRow({ id: 2, supplierId: 7 })];
    const { app, device } = await showDetail({ purchase });
    await press('Delete supplier');
    expect((await dialog().findByText(WARNING)).textContent).toBe(
      "This supplier has 2 associated purchases; there may be more not yet on this device. Purchases stay, with the supplier's name.",
    );
    await pressIn('Delete');
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
    expect((await device.rows('purchase')).map(({ supplierName }) => supplierName)).toEqual([
      'Supplier 7',
      'Supplier 7',
    ]);
  });

  test('R-SUPP-19 Cancel keeps it', async () => {
    const { waiting } = await showDetail();
    await press('Delete supplier');
    await pressIn('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await waiting()).toEqual([]);
  });

  test('R-SUPP-23 what was not deleted is still there, and the person is told', async () => {
    await showDetail({}, () => Promise.reject(new Error('bug')));
    await press('Delete supplier');
    await pressIn('Delete');
    expect(await screen.findByText('Failed to delete supplier. Please try again.')).toBeTruthy();
    expect(supplier().getByRole('heading', { name: 'Mukwano' })).toBeTruthy();
  });
});

describe('the purchase history', () => {
  const bought = (id: number, fields = {}) => purchaseRow({ id, supplierId: 7, createdAtMs: NOON_MS - id, ...fields });

  test('R-SUPP-24 what was bought of this one, newest first, with amount, invoice and status', async () => {
    const purchase = [
      bought(2, { totalMinor: 5_000_000, status: 'pending' }),
      bought(1, { totalMinor: 12_345_600, invoiceNumber: 'INV-9', currency: 'KES' }),
      purchaseRow({ id: 3, supplierId: 6, totalMinor: 999_900 }),
    ];
    await showDetail({ purchase, supplier: [MUKWANO, supplierRow({ id: 6 })] });
    await waitFor(() => expect(history().getAllByRole('listitem')).toHaveLength(2));
    const [first, second] = history().getAllByRole('listitem');
    expect(first?.textContent).toMatch(/KES 123,456\.00.*Invoice INV-9.*Completed/);
    expect(second?.textContent).toMatch(/UGX 50,000\.00.*Pending/);
  });

  test('R-SUPP-24 none yet', async () => {
    await showDetail();
    expect(await history().findByText('No purchases yet')).toBeTruthy();
  });

  test('R-SUPP-24 the newest twenty, and the older ones by a tap', async () => {
    await showDetail({ purchase: Array.from({ length: 25 }, (_, index) => bought(index + 1)) });
    await waitFor(() => expect(history().queryAllByRole('listitem')).toHaveLength(20));
    await press('Show older purchases');
    await waitFor(() => expect(history().getAllByRole('listitem')).toHaveLength(25));
    expect(screen.queryByRole('button', { name: 'Show older purchases' })).toBeNull();
  });

  test('R-SUPP-24 one that waits says so', async () => {
    const { shop } = await showDetail();
    await meanwhile(() =>
      shop.run('purchase.create', ({ mintId }) => ({
        ...{ id: mintId(), supplierId: 7, supplierName: 'Mukwano', purchaseDateMs: NOON_MS, status: 'completed' },
        ...{ invoiceNumber: null, invoiceDate: null, paymentMethod: 'cash', paymentStatus: 'paid' },
        ...{ amountPaidMinor: null, notes: null, totalMinor: 100_000, currency: 'UGX' },
        lines: [
          {
            ...{ id: mintId(), itemId: 1, itemName: 'Oil', quantityHundredths: 100, unitCostMinor: 100_000 },
            ...{ totalCostMinor: 100_000, batchNumber: null, expiryDate: null, notes: null },
          },
        ],
      })),
    );
    expect(await history().findByText('Pending sync')).toBeTruthy();
    expect(history().getByText('Oil')).toBeTruthy();
  });

  test('R-SUPP-25 each of them opens /purchases/{id}', async () => {
    const { app } = await showDetail({ purchase: [bought(41)] });
    await userEvent.click(await history().findByRole('link'));
    expect(app.path()).toBe('/purchases/41');
  });

  test('R-SUPP-24 SYN-12 where older ones have left this device it says so, below all that is here', async () => {
    const purchase = Array.from({ length: 25 }, (_, index) => bought(index + 1));
    const business = [businessRow({ createdAtMs: NOON_MS - 800 * DAY_MS })];
    const window = { sinceMs: NOON_MS - 400 * DAY_MS, months: 13, older: {} };
    await showDetail({ purchase, business }, undefined, { window });
    await userEvent.click(await history().findByRole('button', { name: 'Show older purchases' }));
    expect(await history().findByRole('button', { name: 'Load older purchases' })).toBeTruthy();
    expect(history().getAllByRole('listitem')).toHaveLength(25);
  });
});
