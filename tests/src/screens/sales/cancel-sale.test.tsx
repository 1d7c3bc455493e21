import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { actsOf, savingOf, SHOP_ROWS, showOpened, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { saleRow } from '../../../support/shop-rows.ts';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { dialog } from '../../../support/screens/screen-driver.ts';

/** Shows a sale of two pieces of an item with ten. */
async function showSold() {
  const opened = await openShop({ rows: SHOP_ROWS });
  const id = await opened.shop.sell(SUGAR.id, 200, { notes: 'deliver by Friday' });
  const saving = savingOf(opened);
  const app = showOpened(saving, `/sales/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel sale' }));
  await screen.findByRole('dialog');
  return { ...opened, ...app, saving, id };
}

const reason = () => dialog().getByLabelText<HTMLTextAreaElement>('Reason');
const confirm = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Cancel sale' });
const cancellations = async ({ shop }: Awaited<ReturnType<typeof showSold>>) =>
  (await actsOf(shop)).filter(({ name }) => name === 'sale.cancel').map(({ args }) => args);

describe('the question', () => {
  test("R-SDET-30 R-SDET-31 asks for a reason, and says 'This action cannot be undone'", async () => {
    const app = await showSold();
    expect(dialog().getByText('This action cannot be undone')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(reason()));
    await userEvent.click(dialog().getByRole('button', { name: 'Keep sale' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await app.shop.row('sale', app.id))?.status).toBe('completed');
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test('R-GEN-16 a reason that was typed is asked about before it is thrown away', async () => {
    const app = await showSold();
    await userEvent.type(reason(), 'Brought back');
    await userEvent.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unsaved Changes' })).toBeNull());
    expect(reason().value).toBe('Brought back');
    await userEvent.click(dialog().getByRole('button', { name: 'Keep sale' }));
    const again = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(again.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test('R-SDET-34 C-058 confirming needs a reason: disabled while there is none', async () => {
    await showSold();
    expect(confirm().disabled).toBe(true);
    expect(reason().getAttribute('aria-invalid')).not.toBe('true');
    expect(dialog().getByText(/^Needed: .* At most 120 characters\.$/)).toBeTruthy();
    await userEvent.type(reason(), 'x');
    expect(confirm().disabled).toBe(false);
    await userEvent.clear(reason());
    expect(confirm().disabled).toBe(true);
  });

  test("R-SDET-32 C-058 blanks only: 'Reason required', 'Please provide a reason for cancellation.', and nothing happens", async () => {
    const app = await showSold();
    await userEvent.type(reason(), '   ');
    await userEvent.click(confirm());
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Reason required')).toBeTruthy();
    expect(toast.getByText('Please provide a reason for cancellation.')).toBeTruthy();
    expect(document.activeElement).toBe(reason());
    expect(reason().getAttribute('aria-invalid')).toBe('true');
    expect(app.saving.run).not.toHaveBeenCalled();
    await userEvent.type(reason(), 'x');
    expect(reason().getAttribute('aria-invalid')).not.toBe('true');
  });

  test('R-SDET-33 a reason has at most 120 characters, and all of them are kept', async () => {
    const app = await showSold();
    await userEvent.click(reason());
    await userEvent.paste('a'.repeat(130));
    expect(reason().value).toBe('a'.repeat(120));
    expect(dialog().getByText('120 of 120 characters')).toBeTruthy();
    await userEvent.click(confirm());
    await waitFor(async () =>
      expect(await cancellations(app)).toMatchObject([{ id: app.id, reason: 'a'.repeat(120) }]),
    );
  });
});

describe('cancelling', () => {
  test("R-SDET-36 R-SDET-37 R-SDET-39 R-SDET-40 R-SDET-41 R-SDET-43 G3 C-050 C-060 C-065 the sale is read again where it stands, with 'Sale cancelled'", async () => {
    const app = await showSold();
    expect(await app.shop.stock(SUGAR.id)).toBe(800);
    await userEvent.type(reason(), ' rang up twice ');
    await userEvent.click(confirm());
    const toast = within(await screen.findByRole('status'));
    expect(toast.getByText('Sale cancelled')).toBeTruthy();
    expect(toast.getByText('The sale was successfully cancelled.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    expect(app.path()).toBe(`/sales/${app.id}`);
    const facts = within(screen.getByRole('region', { name: 'Sale' }));
    expect(await facts.findByText('Cancelled', { selector: '.mantine-Badge-label' })).toBeTruthy();
    expect(facts.getByText('rang up twice')).toBeTruthy();
    expect(facts.getByText('deliver by Friday')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel sale' })).toBeNull();

    expect(await cancellations(app)).toMatchObject([{ id: app.id, reason: 'rang up twice', refunds: [{}] }]);
    const sale = await app.shop.row('sale', app.id);
    expect(sale).toMatchObject({ status: 'cancelled', notes: 'deliver by Friday' });
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });

  test('R-SDET-35 G60 while it goes on the button is disabled, and a second tap cancels nothing more', async () => {
    const app = await showSold();
    const release = app.saving.hold();
    await userEvent.type(reason(), 'rang up twice');
    await userEvent.dblClick(confirm());
    await waitFor(() => expect(confirm().disabled).toBe(true));
    expect(app.saving.run).toHaveBeenCalledOnce();
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await cancellations(app)).toHaveLength(1);
  });

  test("R-SDET-38 a full device: 'Failed to cancel sale', and the reason stays for another try", async () => {
    const app = await showSold();
    app.saving.runOutOfSpace();
    await userEvent.type(reason(), 'rang up twice');
    await userEvent.click(confirm());
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Failed to cancel sale')).toBeTruthy();
    expect(within(toast).getByText('This device has no space left. It was not saved.')).toBeTruthy();
    expect((await app.shop.row('sale', app.id))?.status).toBe('completed');
    expect(await app.shop.stock(SUGAR.id)).toBe(800);
    expect(reason().value).toBe('rang up twice');
    await userEvent.click(confirm());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await app.shop.row('sale', app.id))?.status).toBe('cancelled');
  });

  test("R-SDET-38 a sale that is gone: 'Failed to cancel sale' with the reason why, in the destructive style", async () => {
    const app = await showSold();
    // The row is removed between the rendering and the tap.
    const release = app.saving.hold();
    await userEvent.type(reason(), 'rang up twice');
    await userEvent.click(confirm());
    await app.shop.write((tx) => tx.rows.remove('sale', [app.id]));
    release();
    const first = await screen.findByRole('alert');
    expect(within(first).getByText('This sale is not there any more')).toBeTruthy();
    await userEvent.click(within(first).getByRole('button', { name: 'Close message' }));
    const title = await screen.findByText('Failed to cancel sale');
    const toast = title.closest<HTMLElement>('[role=alert]') as HTMLElement;
    expect(within(toast).getByText('What it changes is no longer there.')).toBeTruthy();
    expect(toast.style.getPropertyValue('--notification-color')).toContain('red');
  });

  test('M6 cancelled on another phone while the question stood: the first reason counts, the stock comes back once', async () => {
    const app = await showSold();
    await userEvent.type(reason(), 'mine');
    const sale = await app.shop.row('sale', app.id);
    await app.shop.write(async (tx) => {
      const theirs = { reason: 'theirs', byUserId: 71, atMs: 1 };
      await tx.rows.put('sale', [saleRow({ ...sale, id: app.id, status: 'cancelled', cancellations: [theirs] })]);
      await tx.rows.put('item', [SUGAR]);
    });
    await userEvent.click(confirm());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await app.shop.row('sale', app.id))?.cancellations.map((each) => each.reason)).toEqual(['theirs', 'mine']);
    expect(await app.shop.stock(SUGAR.id)).toBe(1_000);
  });
});

describe('the money', () => {
  const radio = (name: string) => dialog().getByRole<HTMLInputElement>('radio', { name });

  test("R-SDET-44 M6 'Was the money given back?' of a paid sale: 'Yes' is chosen, and the refund is part of the act", async () => {
    const app = await showSold();
    expect(dialog().getByRole('radiogroup', { name: 'Was the money given back?' })).toBeTruthy();
    expect([radio('Yes').checked, radio('Not yet').checked]).toEqual([true, false]);
    await userEvent.type(reason(), 'typed wrong');
    await userEvent.click(confirm());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sale = await app.shop.row('sale', app.id);
    expect(sale?.refunds).toMatchObject([{ way: 'refunded', amountMinor: sale?.finalMinor }]);
    expect((await actsOf(app.shop)).map(({ name }) => name)).toEqual(['sale.create', 'sale.cancel']);
    expect(screen.queryByText(/Refund due/)).toBeNull();
  });

  test("R-SDET-44 M6 'Not yet': it is due, and what to do then is told", async () => {
    const app = await showSold();
    await userEvent.type(reason(), 'typed wrong');
    await userEvent.click(radio('Not yet'));
    await userEvent.click(confirm());
    const toast = within(await screen.findByRole('status'));
    expect(toast.getByText('The money is to be given back: Settle refund, once that is done.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await app.shop.row('sale', app.id))?.refunds).toBeUndefined();
    expect(await screen.findByRole('button', { name: 'Settle refund' })).toBeTruthy();
  });
});

test('R-SDET-44 of a sale that nothing was paid for nobody asks', async () => {
  const opened = await openShop({ rows: SHOP_ROWS });
  const id = await opened.shop.sell(SUGAR.id, 200, { status: 'pending' });
  showOpened(savingOf(opened), `/sales/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel sale' }));
  await screen.findByRole('dialog');
  expect(dialog().queryByRole('radiogroup')).toBeNull();
  await userEvent.type(reason(), 'typed wrong');
  await userEvent.click(confirm());
  await waitFor(async () =>
    expect(await opened.shop.row('sale', id)).toMatchObject({ status: 'cancelled', payments: [] }),
  );
});
