import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Purchase } from '../../../../domain/items/purchase.ts';
import { boughtSugar, BUYING_ROWS, MUKWANO, showBuying } from '../../../support/screens/purchase-screens.tsx';
import { actsOf, savingOf, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { NOON_MS, USER_ID } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, setStatus } from '../../../support/screens/shop-screens.tsx';
import { press } from '../../../support/screens/screen-driver.ts';

async function show(fields: Partial<Purchase> = {}, others: Purchase[] = []) {
  const opened = await openShop({ rows: { ...BUYING_ROWS, purchase: [boughtSugar({ id: 9, ...fields }), ...others] } });
  const saving = savingOf(opened);
  const app = showBuying(saving, '/purchases/9');
  await screen.findByRole('region', { name: 'Purchase' });
  return { ...opened, ...app, saving };
}
type Shown = Awaited<ReturnType<typeof show>>;

const facts = () => within(screen.getByRole('region', { name: 'Purchase' }));
const fact = (name: string) => facts().queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent ?? null;
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const open = (tab: string) => userEvent.click(screen.getByRole('tab', { name: tab }));
const entries = async () => {
  await open('History');
  const list = within(await screen.findByRole('list', { name: 'History' }));
  return list.getAllByRole('listitem').map((entry) => entry.textContent);
};
const acts = async (app: Shown) => (await actsOf(app.shop)).map(({ name, args }) => [name, args]);

describe('what it shows', () => {
  test('C-121 C-123 G25 its papers, how it is paid and what is still owed', async () => {
    await show({
      ...{ invoiceNumber: 'INV-7', invoiceDate: '2026-11-20', paymentMethod: 'mobileMoney' },
      ...{ paymentStatus: 'partial', amountPaidMinor: 400_000 },
    });
    expect(facts().getByText('UGX 10,000.00')).toBeTruthy();
    expect(fact('Purchase date')).toBe('21 Nov 2026');
    expect(fact('Invoice number')).toBe('INV-7');
    expect(fact('Invoice date')).toBe('20 Nov 2026');
    expect(fact('Payment method')).toBe('Mobile Money');
    expect(fact('Payment status')).toBe('Partial');
    expect(fact('Amount paid')).toBe('UGX 4,000.00');
    expect(fact('Balance')).toBe('UGX 6,000.00');
    expect(fact('Recorded by')).toBe('Amina Okello');
  });

  test('C-117 the supplier is linked while they are there; afterwards their name stays', async () => {
    const { shop } = await show();
    expect(facts().getByRole('link', { name: 'Mukwano' }).getAttribute('href')).toBe(`/suppliers/${MUKWANO.id}`);
    await meanwhile(() => shop.absorb({ tombstones: [{ table: 'supplier', id: MUKWANO.id, version: 2 }] }));
    await waitFor(() => expect(facts().queryByRole('link')).toBeNull());
    expect(facts().getByRole('heading', { name: 'Mukwano' })).toBeTruthy();
  });

  test.each([
    ['paid', null, null],
    ['pending', null, 'UGX 10,000.00'],
    ['partial', null, 'UGX 10,000.00'],
  ] as const)('C-123 G25 of one that is %s the balance', async (paymentStatus, amountPaidMinor, balance) => {
    await show({ paymentStatus, amountPaidMinor });
    expect(fact('Balance')).toBe(balance);
  });

  test('R-PUR-32 the items, with batch, expiry and notes, and a link to each item that is there', async () => {
    const [line] = boughtSugar({ id: 9 }).lines;
    if (!line) throw new Error('Sugar was bought');
    await show({
      lines: [
        { ...line, batchNumber: 'B-77', expiryDate: '2027-05-31', notes: 'top shelf' },
        { ...line, id: 2, itemId: 999, itemName: 'Gone' },
      ],
    });
    const items = within(screen.getByRole('region', { name: 'Items' }));
    const [first, second] = items.getAllByRole('listitem').map((row) => row.textContent);
    for (const part of [
      'Sugar',
      '5 × UGX 2,000.00 each',
      'UGX 10,000.00',
      'Batch B-77',
      'Expires 31 May 2027',
      'top shelf',
    ])
      expect(first).toContain(part);
    expect(second).toContain('Gone');
    expect(items.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/items/${SUGAR.id}`]);
  });

  test('R-PUR-32 R-PUR-33 R-PUR-34 tabs Items and History, and Notes only when there are some', async () => {
    const { shop } = await show();
    expect(tabs()).toEqual(['Items', 'History']);
    await meanwhile(() =>
      shop.run('purchase.edit', () => ({ id: 9, change: { notes: 'left at the\nback door' }, isCancelled: false })),
    );
    await waitFor(() => expect(tabs()).toEqual(['Items', 'History', 'Notes']));
    await open('Notes');
    expect(screen.getByRole('tabpanel').textContent).toBe('left at the\nback door');
    await meanwhile(() => shop.run('purchase.edit', () => ({ id: 9, change: { notes: null }, isCancelled: false })));
    await waitFor(() => expect(tabs()).toEqual(['Items', 'History']));
    expect(screen.getByRole('tabpanel').textContent).toContain('Sugar');
  });

  test('R-PUR-33 R-PUR-40 C-125 the history: who, when, and every changed field before and after, newest first', async () => {
    await show({
      history: [
        { action: 'created', changedFields: {}, atMs: NOON_MS, byUserId: USER_ID, notes: null },
        {
          ...{ action: 'updated', atMs: NOON_MS + 60_000, byUserId: 404, notes: null },
          changedFields: {
            paymentStatus: { from: 'pending', to: 'partial' },
            amountPaidMinor: { from: null, to: 123_450 },
            invoiceDate: { from: '2026-11-01', to: '2026-11-02' },
          },
        },
      ],
    });
    const [updated, created] = await entries();
    expect(updated).toContain('Purchase updated');
    expect(updated).toContain('Payment status: Pending → Partial');
    expect(updated).toContain('Amount paid: nothing → 1,234.50');
    expect(updated).toContain('Invoice date: 1 Nov 2026 → 2 Nov 2026');
    expect(updated).toContain('Unknown user · 21 Nov 2026, 12:01');
    expect(created).toContain('Purchase created');
    expect(created).toContain('Amina Okello · 21 Nov 2026, 12:00');
  });

  test('M25 G47 another purchase with this invoice number of this supplier is named and linked', async () => {
    await show({ invoiceNumber: 'INV-7' }, [
      boughtSugar({ id: 8, invoiceNumber: 'inv-7', purchaseDateMs: NOON_MS - 86_400_000 }),
    ]);
    const other = await screen.findByRole('link', { name: 'the purchase of 20 Nov 2026' });
    expect(other.getAttribute('href')).toBe('/purchases/8');
    expect(other.parentElement?.textContent).toBe('Same invoice number as the purchase of 20 Nov 2026');
  });

  test('what is odd about it is told in a sentence', async () => {
    await show({ flags: ['same_invoice', 'total_mismatch'] });
    expect(facts().getByText('The total does not agree with its lines.')).toBeTruthy();
    expect(screen.queryByText(/Same invoice/)).toBeNull();
  });
});

describe('receiving', () => {
  test('G15 C-113 M26 Mark as received raises stock once, and writes it into the history', async () => {
    const app = await show({ status: 'pending' });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Mark as received' }));
    expect(await screen.findByText('Purchase received')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as received' })).toBeNull());
    expect(facts().getByText('Completed')).toBeTruthy();
    expect(facts().getByText('Pending sync')).toBeTruthy();
    expect(await app.shop.stock(SUGAR.id)).toBe(1_500);
    expect((await entries())[0]).toContain('Marked as receivedStatus: Pending → Completed');
  });

  test.each(['completed', 'cancelled'] as const)('G15 of one that is %s nothing is received', async (status) => {
    await show({ status });
    expect(screen.queryByRole('button', { name: 'Mark as received' })).toBeNull();
  });

  test('what could not be saved is told, and stock stays', async () => {
    const app = await show({ status: 'pending' });
    app.saving.runOutOfSpace();
    await press('Mark as received');
    expect(await screen.findByText('Failed to mark as received')).toBeTruthy();
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });
});

describe('editing', () => {
  const edit = async () => {
    await press('Edit');
    return within(await screen.findByRole('dialog', { name: 'Edit purchase' }));
  };

  test('R-PUR-35 G16 G25 C-122 C-123 changes papers, notes and what is paid; only what was changed is sent, and stands in the history', async () => {
    const app = await show({ paymentStatus: 'pending', invoiceNumber: 'INV-7' });
    const dialog = await edit();
    await userEvent.selectOptions(dialog.getByLabelText('Payment status'), 'Partial');
    await userEvent.type(dialog.getByLabelText('Amount paid'), '2,500');
    await userEvent.type(dialog.getByLabelText('Notes'), 'one bag torn');
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    expect(await screen.findByText('Purchase updated')).toBeTruthy();
    expect(await acts(app)).toEqual([
      [
        'purchase.edit',
        {
          ...{ id: 9, isCancelled: false },
          change: { paymentStatus: 'partial', amountPaidMinor: 250_000, notes: 'one bag torn' },
        },
      ],
    ]);
    await waitFor(() => expect(fact('Balance')).toBe('UGX 7,500.00'));
    expect((await entries())[0]).toContain('Notes: nothing → one bag torn');
  });

  test('G16 C-122 the status of a pending one: completed raises stock, once, and what else was changed is kept', async () => {
    const app = await show({ status: 'pending' });
    const dialog = await edit();
    expect(
      within(dialog.getByLabelText('Status'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pending', 'Completed', 'Cancelled']);
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Completed');
    await userEvent.type(dialog.getByLabelText('Invoice number'), 'INV-8');
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await acts(app)).toEqual([
      ['purchase.edit', { id: 9, change: { invoiceNumber: 'INV-8' }, isCancelled: false }],
      ['purchase.receive', { id: 9 }],
    ]);
    expect(await app.shop.stock(SUGAR.id)).toBe(1_500);
  });

  test('C-113 C-122 cancelling one whose goods are here takes them out again, with a warning when stock goes below zero', async () => {
    const app = await show();
    await meanwhile(() =>
      app.shop.run('stock.adjust', ({ mintId }) => ({
        ...{ id: mintId(), itemId: SUGAR.id, quantityHundredths: -700, reason: 'damaged', notes: null },
      })),
    );
    const dialog = await edit();
    expect(dialog.queryByText('Stock goes below zero')).toBeNull();
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Cancelled');
    expect(dialog.getByText('Stock goes below zero')).toBeTruthy();
    expect(dialog.getByText('Sugar: -2')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    await waitFor(() => expect(facts().getByText('Cancelled')).toBeTruthy());
    expect(await app.shop.stock(SUGAR.id)).toBe(-200);
    await press('Edit');
    expect(screen.queryByLabelText('Status')).toBeNull();
  });

  test('what another device changed meanwhile is not written over', async () => {
    const app = await show();
    const dialog = await edit();
    await meanwhile(() =>
      app.shop.run('purchase.edit', () => ({ id: 9, change: { invoiceNumber: 'THEIRS' }, isCancelled: false })),
    );
    await userEvent.type(dialog.getByLabelText('Notes'), 'mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fact('Invoice number')).toBe('THEIRS');
    await screen.findByRole('tab', { name: 'Notes' });
    await open('Notes');
    expect(screen.getByRole('tabpanel').textContent).toBe('mine');
  });

  test('C-113 what another device received meanwhile is shown as received, and no goods are said to leave', async () => {
    const app = await show({ status: 'pending' });
    const dialog = await edit();
    const chosen = () => dialog.getByLabelText<HTMLSelectElement>('Status').value;
    expect(chosen()).toBe('pending');
    await meanwhile(() => app.shop.run('purchase.receive', () => ({ id: 9 })));
    await waitFor(() => expect(chosen()).toBe('completed'));
    expect(dialog.queryByText('Its goods are taken out of stock again.')).toBeNull();
  });

  test('what was cancelled on another device meanwhile is not received again by an edit of its notes', async () => {
    const app = await show();
    const dialog = await edit();
    await meanwhile(() => app.shop.run('purchase.edit', () => ({ id: 9, change: {}, isCancelled: true })));
    await userEvent.type(dialog.getByLabelText('Notes'), 'mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(facts().getByText('Cancelled')).toBeTruthy();
    expect((await acts(app)).map(([name]) => name)).toEqual(['purchase.edit', 'purchase.edit']);
  });

  test('C-123 more than the total is refused, and what could not be saved is told in the dialog', async () => {
    const app = await show();
    const dialog = await edit();
    await userEvent.selectOptions(dialog.getByLabelText('Payment status'), 'Partial');
    await userEvent.type(dialog.getByLabelText('Amount paid'), '10000.01');
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    expect(await dialog.findByText('More than the total of this purchase')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Amount paid'));
    await userEvent.clear(dialog.getByLabelText('Amount paid'));
    app.saving.run.mockRejectedValueOnce(new Error('nobody knows'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    expect(await dialog.findByText('Failed to save purchase')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    await waitFor(() => expect(fact('Payment status')).toBe('Partial'));
  });

  test('R-GEN-16 C-035 what was typed is not lost to Escape: Cancel stays, Leave leaves', async () => {
    const app = await show();
    const dialog = await edit();
    await userEvent.type(dialog.getByLabelText('Notes'), 'typed');
    await userEvent.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved Changes' })).toBeNull());
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('typed');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await acts(app)).toEqual([]);
  });

  test('nothing changed is nothing to send', async () => {
    const app = await show();
    const dialog = await edit();
    await userEvent.click(dialog.getByRole('button', { name: 'Save purchase' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await acts(app)).toEqual([]);
  });
});

describe('deleting', () => {
  const ask = async () => {
    await press('Delete purchase');
    return within(await screen.findByRole('dialog', { name: 'Delete this purchase?' }));
  };

  test('R-PUR-36 R-PUR-37 C-036 C-113 M27 takes its goods out of stock, once, and goes to the list', async () => {
    const app = await show();
    const dialog = await ask();
    expect(dialog.getByText('The goods that it brought are taken out of stock again.')).toBeTruthy();
    expect(dialog.queryByText('Stock goes below zero')).toBeNull();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete purchase' }));
    expect(await screen.findByText('Purchase deleted')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/purchases'));
    expect(await screen.findByText('No purchases found')).toBeTruthy();
    expect(await app.shop.stock(SUGAR.id)).toBe(500);
  });

  test('R-PUR-37 Back from the list does not lead to it again', async () => {
    const app = await show();
    await act(() => app.router.navigate('/purchases'));
    await act(() => app.router.navigate('/purchases/9'));
    await screen.findByRole('region', { name: 'Purchase' });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete purchase' }));
    await waitFor(() => expect(app.path()).toBe('/purchases'));
    await act(() => app.router.navigate(-1));
    expect(app.path()).toBe('/purchases');
    expect(screen.queryByText('Failed to load purchase details.')).toBeNull();
  });

  test('M27 C-113 confirms first where stock goes below zero', async () => {
    const app = await show();
    await meanwhile(() =>
      app.shop.run('stock.adjust', ({ mintId }) => ({
        ...{ id: mintId(), itemId: SUGAR.id, quantityHundredths: -900, reason: 'damaged', notes: null },
      })),
    );
    const dialog = await ask();
    expect(await dialog.findByText('Sugar: -4')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep purchase' }));
    expect(await app.shop.stock(SUGAR.id)).toBe(100);
    expect(app.path()).toBe('/purchases/9');
  });

  test('C-113 one that never came moves no stock', async () => {
    const app = await show({ status: 'pending' });
    const dialog = await ask();
    expect(dialog.getByText('Stock stays as it is.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete purchase' }));
    await waitFor(() => expect(app.path()).toBe('/purchases'));
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });

  test("R-PUR-38 'Failed to delete purchase', and it is still there", async () => {
    const app = await show();
    const dialog = await ask();
    app.saving.run.mockRejectedValueOnce(new Error('nobody knows'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete purchase' }));
    expect(await screen.findByText('Failed to delete purchase')).toBeTruthy();
    expect(app.path()).toBe('/purchases/9');
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });
});

describe('one that is not there', () => {
  test.each(['/purchases/404', '/purchases/nonsense'])(
    "R-PUR-39 %s: 'Failed to load purchase details.'",
    async (path) => {
      const opened = await openShop({ rows: BUYING_ROWS });
      showBuying(opened, path);
      expect(await screen.findByText('Failed to load purchase details.')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Back to Purchases' }).getAttribute('href')).toBe('/purchases');
    },
  );

  test('R-PUR-39 C-148 a device without a copy says what the server said', async () => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: false });
      await tx.meta.appendJournal({ atMs: NOON_MS, what: 'failed', detail: { waitMs: 1_000, status: 503 } });
    });
    await setStatus(opened.shop, { failureCount: 1 });
    showBuying(opened, '/purchases/9');
    expect(await screen.findByText('HTTP error! status: 503')).toBeTruthy();
    await press('Retry');
    expect(opened.wake).toHaveBeenCalledOnce();
  });
});
