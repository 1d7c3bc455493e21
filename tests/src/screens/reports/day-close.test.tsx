import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Replica, saleArgs } from '../../../support/device/replica.ts';
import { cancelPaid, HOUR_MS, openReports, ROWS, sugarSale } from '../../../support/screens/report-screens.tsx';
import { CASH, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { PATIENTLY } from '../../../support/patience.ts';
import { cashCountRow, NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { newTestActs } from '../../../support/device/test-acts.ts';

describe('the close of a day', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: 'Count Cash' }));
  const fact = (name: string) =>
    dialog().getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
  const count = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Count cash' }));
    await screen.findByRole('dialog');
  };

  test('G28 what went through this device is expected, what was counted is compared, and both are kept', async () => {
    const { shop } = await openReports();
    await shop.run('sale.create', (tools) => ({ ...saleArgs(tools, SUGAR.id, 100), paymentMethodName: 'Cash' }));
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 1,500.00'));
    await userEvent.type(dialog().getByLabelText('Cash at the start'), '10,000');
    expect(fact('Expected')).toBe('UGX 11,500.00');
    await userEvent.type(dialog().getByLabelText('Counted cash'), '11000');
    expect(dialog().getByText('Difference: UGX 500.00 too little')).toBeTruthy();
    await userEvent.click(dialog().getByRole('button', { name: 'Save count' }));
    expect(await screen.findByText('Cash counted')).toBeTruthy();
    const [kept] = within(await screen.findByRole('list', { name: 'Cash counts' })).getAllByRole('listitem');
    for (const text of ['21 Nov 2026', 'One device', 'UGX 11,500.00', 'UGX 11,000.00', 'UGX 500.00 too little'])
      expect(kept?.textContent).toContain(text);
    expect(kept?.textContent).toContain('Amina Nakato, 21 Nov 2026, 12:00');
    expect(kept?.textContent).toContain('Pending sync');
    expect((await shop.outbox()).at(-1)?.wire).toMatchObject({
      name: 'cash.count',
      args: {
        ...{ day: '2026-11-21', drawer: 'device', openingMinor: 1_000_000, expectedMinor: 1_150_000 },
        ...{ countedMinor: 1_100_000, currency: 'UGX', notes: null },
      },
    });
  });

  test('SYN-1 G28 a count that may be on the device is there once, also if cash moved before the second tap', async () => {
    const { shop, saving } = await openReports();
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 0.00'));
    await userEvent.type(dialog().getByLabelText('Counted cash'), '500');
    saving.loseAnswer('written');
    await userEvent.click(dialog().getByRole('button', { name: 'Save count' }));
    await screen.findByText(/Save it here again: nothing is recorded twice\./);
    await meanwhile(() => shop.sell(SUGAR.id, 100, { paymentMethodName: 'Cash' }));
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 1,500.00'));
    await userEvent.click(dialog().getByRole('button', { name: 'Save count' }));
    expect(await screen.findByText('Cash counted')).toBeTruthy();
    const counts = (await shop.outbox()).filter(({ wire }) => wire.name === 'cash.count');
    expect(counts.map(({ wire }) => wire.args)).toMatchObject([{ countedMinor: 50_000, expectedMinor: 0 }]);
  });

  test('G28 SYN-2 what this device took counts, on an earlier page too; what another device took does not', async () => {
    const elsewhere = newTestActs();
    const idElsewhere = () => elsewhere.draw(({ mintId }) => mintId());
    const [paid, unpaid] = [sugarSale(idElsewhere(), 4), sugarSale(idElsewhere(), 2)];
    const sale = [paid, { ...unpaid, status: 'pending' as const, payments: [] }];
    const { shop, device } = await openReports('/reports', { rows: { ...ROWS, sale } });
    const cash = { paymentMethodId: CASH.id, paymentMethodName: 'Cash' };
    // Two pages of this device, one after the other; each has its own source of ids.
    for (const [page, quantity] of [
      [new Replica(device), 100],
      [shop, 200],
    ] as const)
      await page.run('sale.create', (tools) => ({ ...saleArgs(tools, SUGAR.id, quantity), ...cash }));
    // Sold on another device, paid here.
    await shop.run('sale.takePayment', ({ mintId }) => ({
      ...{ id: mintId(), saleId: unpaid.id, orderId: null, amountMinor: 50_000, transactionId: null },
      ...cash,
    }));
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 5,000.00'));
    await userEvent.click(dialog().getByRole('radio', { name: 'All devices' }));
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 15,000.00'));
  });

  test('R-REP-20 G28 cash of a cancelled sale that was not given back yet is no cash taken, and is expected in the drawer', async () => {
    const { shop } = await openReports();
    await shop.sell(SUGAR.id, 200, { paymentMethodName: 'Cash' });
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 3,000.00'));
    expect(dialog().queryByText('To give back')).toBeNull();
    await meanwhile(() => cancelPaid(shop));
    await waitFor(() => expect(fact('To give back')).toBe('UGX 1,500.00'));
    expect(fact('Cash taken')).toBe('UGX 3,000.00');
    expect(fact('Given back')).toBe('UGX 0.00');
    expect(fact('Expected')).toBe('UGX 4,500.00');
  });

  test('G28 one drawer for all devices, and another day', async () => {
    await openReports();
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 0.00'));
    await userEvent.click(dialog().getByRole('radio', { name: 'All devices' }));
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 5,000.00'));
  });

  describe('the day', () => {
    const day = () => dialog().getByLabelText<HTMLInputElement>('Day');
    const type = (text: string) => fireEvent.change(day(), { target: { value: text } });
    const fill = async () => {
      await count();
      await waitFor(() => expect(fact('Cash taken')).toBe('UGX 0.00'), PATIENTLY);
      await userEvent.click(dialog().getByRole('radio', { name: 'All devices' }));
      await userEvent.type(dialog().getByLabelText('Counted cash'), '500');
      await waitFor(() => expect(fact('Expected')).toBe('UGX 5,000.00'), PATIENTLY);
    };
    const sums = () => [
      ...['Cash taken', 'Given back', 'Expected'].map(fact),
      dialog().getByText(/^Difference/).textContent,
    ];
    const NO_SUMS = ['', '', '', 'Difference: -'];
    const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save count' }));

    test('R-REP-22 is today or an earlier one, with the cash of that day', async () => {
      const { shop } = await openReports();
      await fill();
      expect([day().min, day().max]).toEqual(['2000-01-01', '2026-11-21']);
      type('2026-11-16');
      expect(sums()).toEqual(NO_SUMS);
      await waitFor(() => expect(fact('Expected')).toBe('UGX 25,000.00'), PATIENTLY);
      await save();
      expect(await screen.findByText('Cash counted')).toBeTruthy();
      expect((await shop.outbox()).at(-1)?.wire).toMatchObject({
        args: { day: '2026-11-16', expectedMinor: 2_500_000 },
      });
    });

    test.each([
      ['a year of which two digits are typed', '0026-11-21', 'Enter a date'],
      ['the day before the first', '1999-12-31', 'Enter a date'],
      ['none', '', 'Enter a date'],
      ['tomorrow', '2026-11-22', 'This day has not begun yet'],
      ['next year', '2027-11-21', 'This day has not begun yet'],
    ])('R-REP-22 that is %s is said at the field, where it stays, and is not saved', async (_what, text, problem) => {
      const { shop } = await openReports();
      await fill();
      type(text);
      await waitFor(() => expect(sums()).toEqual(NO_SUMS), PATIENTLY);
      expect(day().value).toBe(text);
      await save();
      expect(await dialog().findByText(problem)).toBeTruthy();
      expect(day().getAttribute('aria-invalid')).toBe('true');
      expect(document.activeElement).toBe(day());
      expect(day().value).toBe(text);
      expect(await shop.outbox()).toEqual([]);
      type('2026-11-21');
      await waitFor(() => expect(fact('Expected')).toBe('UGX 5,000.00'), PATIENTLY);
      expect(dialog().queryByText(problem)).toBeNull();
    });

    test('R-REP-22 that is half typed is no error before it is saved; one that has not begun is', async () => {
      const { shop } = await openReports();
      await fill();
      type('2026-11-22');
      expect(dialog().getByText('This day has not begun yet')).toBeTruthy();
      type('0002-11-22');
      expect(day().getAttribute('aria-invalid')).not.toBe('true');
      // A browser gives '' for it. JSDOM finds no date half typed.
      Object.defineProperty(day(), 'validity', { value: { badInput: true } });
      type('');
      expect(sums()).toEqual(NO_SUMS);
      expect(day().getAttribute('aria-invalid')).not.toBe('true');
      await save();
      expect(await dialog().findByText('Enter a date')).toBeTruthy();
      expect(await shop.outbox()).toEqual([]);
    });

    test('R-REP-22 that begins while the form is open can be closed', async () => {
      await openReports();
      await fill();
      type('2026-11-22');
      vi.setSystemTime(NOON_MS + 12 * HOUR_MS);
      fireEvent.focus(window);
      await waitFor(() => expect(fact('Expected')).toBe('UGX 0.00'), PATIENTLY);
      expect(day().value).toBe('2026-11-22');
      expect(dialog().queryByText('This day has not begun yet')).toBeNull();
    });
  });

  test('a refused form keeps what was typed and says what to mend', async () => {
    const { shop } = await openReports();
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 0.00'));
    await userEvent.click(dialog().getByRole('button', { name: 'Save count' }));
    expect(await dialog().findByText('Enter how much cash you counted')).toBeTruthy();
    await userEvent.type(dialog().getByLabelText('Counted cash'), 'many');
    await userEvent.click(dialog().getByRole('button', { name: 'Save count' }));
    expect(await dialog().findByText('Amount must be zero or more')).toBeTruthy();
    expect(document.activeElement).toBe(dialog().getByLabelText('Counted cash'));
    expect(await shop.outbox()).toEqual([]);
  });

  test('what a device without space could not save is told, and what was typed is still there', async () => {
    const { saving } = await openReports();
    await count();
    await waitFor(() => expect(fact('Cash taken')).toBe('UGX 0.00'));
    saving.runOutOfSpace();
    await userEvent.type(dialog().getByLabelText('Counted cash'), '500');
    await userEvent.click(dialog().getByRole('button', { name: 'Save count' }));
    expect(await screen.findByText('Failed to save the count. Please try again.')).toBeTruthy();
    expect(dialog().getByLabelText<HTMLInputElement>('Counted cash').value).toBe('500');
  });

  test('G28 what others counted, and by how much it was off', async () => {
    const rows = {
      ...ROWS,
      cashCount: [
        cashCountRow({ id: 1, expectedMinor: 100_000, countedMinor: 100_000, createdByUserId: 71, drawer: 'shop' }),
        cashCountRow({ id: 2, expectedMinor: 100_000, countedMinor: 150_000, createdAtMs: NOON_MS + 1, notes: 'Odd' }),
      ],
    };
    await openReports('/reports', { rows });
    const counts = within(await screen.findByRole('list', { name: 'Cash counts' })).getAllByRole('listitem');
    expect(counts[0]?.textContent).toContain('UGX 500.00 too much');
    expect(counts[0]?.textContent).toContain('Odd');
    expect(counts[1]?.textContent).toContain('All devices');
    expect(counts[1]?.textContent).toContain('DifferenceNone');
    expect(counts[1]?.textContent).toContain('Brian Okello');
  });

  test('R-REP-21 G28 ten counts are shown, and ten older ones at each tap until there are no more', async () => {
    const cashCount = Array.from({ length: 23 }, (_, index) =>
      cashCountRow({ id: index + 1, createdAtMs: NOON_MS - index * HOUR_MS, notes: `Count ${index + 1}` }),
    );
    await openReports('/reports', { rows: { ...ROWS, cashCount } });
    const counts = () => within(screen.getByRole('list', { name: 'Cash counts' })).getAllByRole('listitem');
    const older = () => screen.queryByRole('button', { name: 'Show older counts' });
    await screen.findByRole('list', { name: 'Cash counts' });
    for (const shown of [10, 20, 23]) {
      await waitFor(() => expect(counts()).toHaveLength(shown), PATIENTLY);
      expect(counts().at(-1)?.textContent).toContain(`Count ${shown}`);
      if (shown < 23) await userEvent.click(older()!);
    }
    expect(older()).toBeNull();
  });

  test('R-REP-21 ten counts have no older ones', async () => {
    const cashCount = Array.from({ length: 10 }, (_, index) => cashCountRow({ id: index + 1 }));
    await openReports('/reports', { rows: { ...ROWS, cashCount } });
    const list = await screen.findByRole('list', { name: 'Cash counts' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    expect(screen.queryByRole('button', { name: 'Show older counts' })).toBeNull();
  });
});
