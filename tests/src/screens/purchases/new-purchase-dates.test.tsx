import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { boughtSugar, BUYING_ROWS, buying, showBuying } from '../../../support/screens/purchase-screens.tsx';
import { actsOf, savingOf } from '../../../support/screens/sales-screens.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { openShop } from '../../../support/screens/shop-screens.tsx';

/* The days of a purchase, and its time when it is saved a second time. */

async function showFilled() {
  const opened = await openShop({ rows: BUYING_ROWS });
  const saving = savingOf(opened);
  const app = showBuying(saving, '/purchases/new');
  await buying.opened();
  await buying.chooseSupplier('Mukwano');
  await buying.fillLine(1, 'Sugar', '2', '900');
  const purchases = async () => (await actsOf(opened.shop)).filter(({ name }) => name === 'purchase.create');
  return { ...opened, ...app, saving, purchases };
}

const setDay = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
/** Leaves a field as a browser has it while a part of the date is missing. */
const typeHalf = (field: HTMLInputElement) => {
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true });
  fireEvent.blur(field);
};
const more = async () => {
  await userEvent.click(buying.button('Add batch, expiry or notes'));
  return buying.field(1, 'Expiry date');
};

describe('a day that nobody can mean', () => {
  test("X-TYPE-61 R-PUR-17 an expiry date of '01/08/26' is the year 26 to a browser: said at the field, and mended there", async () => {
    const app = await showFilled();
    const expiry = await more();
    setDay(expiry, '0026-08-01');
    await buying.save();
    expect(await buying.line(1).findByText('Enter a date')).toBeTruthy();
    expect(expiry.value).toBe('0026-08-01');
    expect(app.saving.run).not.toHaveBeenCalled();
    setDay(expiry, '2026-08-01');
    await buying.save();
    await waitFor(() => expect(app.path()).toBe('/purchases'));
    expect(await app.purchases()).toMatchObject([{ args: { lines: [{ expiryDate: '2026-08-01' }] } }]);
  });

  test('X-TYPE-61 a half-typed expiry date is not saved as none', async () => {
    const app = await showFilled();
    typeHalf(await more());
    await buying.save();
    expect(await buying.line(1).findByText('Enter a date')).toBeTruthy();
    expect(app.saving.run).not.toHaveBeenCalled();
  });

  test.each([
    ['Purchase date', 'Enter the purchase date'],
    ['Invoice date', 'Enter a date'],
  ])("X-TYPE-61 '%s' in the year 26, and half typed: '%s'", async (label, sentence) => {
    const app = await showFilled();
    setDay(buying.form(label), '0026-11-21');
    await buying.save();
    expect(await screen.findByText(sentence)).toBeTruthy();
    setDay(buying.form(label), '2026-11-21');
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    setDay(buying.form(label), '');
    typeHalf(buying.form(label));
    await buying.save();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(app.saving.run).not.toHaveBeenCalled();
  });
});

test('X-TYPE-61 C-122 an invoice date of the year 26 that an older build has stored keeps no other change from being saved', async () => {
  const bought = boughtSugar({ id: 9, invoiceDate: '0026-08-01', paymentStatus: 'pending' });
  const { shop, replica } = await openShop({ rows: { ...BUYING_ROWS, purchase: [bought] } });
  showBuying({ replica }, '/purchases/9');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.selectOptions(await screen.findByLabelText('Payment status'), 'Paid');
  await userEvent.click(screen.getByRole('button', { name: 'Save purchase' }));
  expect(await screen.findByText('Purchase updated')).toBeTruthy();
  const [edit] = await actsOf(shop);
  expect(edit?.args).toMatchObject({ change: { paymentStatus: 'paid' } });
  expect(edit).not.toHaveProperty('args.change.invoiceDate');
});

test('SYN-1 C-120 after a save of unknown outcome a purchase of today is saved again a minute later, once', async () => {
  const app = await showFilled();
  app.saving.loseAnswer('written');
  await buying.save();
  expect(await screen.findByText(/Save it here again: nothing is recorded twice\./)).toBeTruthy();
  vi.setSystemTime(NOON_MS + 60_000);
  await buying.save();
  expect(await screen.findByText('Purchase created')).toBeTruthy();
  await waitFor(() => expect(app.path()).toBe('/purchases'));
  expect(await app.purchases()).toMatchObject([{ args: { purchaseDateMs: NOON_MS } }]);
});
