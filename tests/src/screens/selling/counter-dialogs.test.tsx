import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { keptActOf } from '../../../../src/platform/draft/kept-act.ts';
import { parkedSalesOf } from '../../../../src/platform/draft/parked-sales.ts';
import {
  basket,
  freshCounter,
  paying,
  showCounter,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';
import { entry } from '../../../support/device/outbox-rows.ts';

beforeEach(freshCounter);

describe('what was typed', () => {
  const question = () => screen.queryByRole('dialog', { name: 'Unsaved Changes' });

  const typed = {
    'Other amount': async () => {
      await tap('Other amount');
      await userEvent.click(screen.getByRole('button', { name: '7' }));
      return () => screen.getByLabelText<HTMLInputElement>('Amount').value;
    },
    Sugar: async () => {
      await tap('Quantity of Sugar');
      await userEvent.type(screen.getByLabelText('Price'), '7');
      return () => screen.getByLabelText<HTMLInputElement>('Price').value;
    },
    'Park sale': async () => {
      await userEvent.click(tile('Sugar'));
      await tap('Park sale');
      await userEvent.type(screen.getByLabelText('Name'), '7');
      return () => screen.getByLabelText<HTMLInputElement>('Name').value;
    },
  };

  test.each(Object.entries(typed))('R-GEN-16 %s asks before it throws away what was typed', async (name, type) => {
    await showCounter();
    const value = await type();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(question()).not.toBeNull());
    await tap('Cancel');
    expect(value()).toBe('7');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  });

  test.each(['Other amount', 'Quantity of Sugar'])(
    'R-GEN-16 %s in which nothing was typed just closes',
    async (name) => {
      await showCounter();
      await tap(name);
      await screen.findByRole('dialog');
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  test('R-CTR-05 one more and one less step by a whole unit, never to nothing, and from what was typed', async () => {
    await showCounter();
    await tap('Quantity of Sugar');
    const dialog = within(await screen.findByRole('dialog', { name: 'Sugar' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Quantity');
    const press = (name: string) => userEvent.click(dialog.getByRole('button', { name }));
    const less = () => dialog.getByRole('button', { name: 'One less' });
    expect([field.value, less()]).toEqual(['1', expect.objectContaining({ disabled: true })]);
    await press('One more');
    await press('One more');
    expect([field.value, less()]).toEqual(['3', expect.objectContaining({ disabled: false })]);
    await press('One less');
    expect(field.value).toBe('2');
    fireEvent.change(field, { target: { value: '1.5' } });
    await press('One less');
    expect([field.value, less()]).toEqual(['0.5', expect.objectContaining({ disabled: true })]);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(field.value).toBe('0.5');
    fireEvent.change(field, { target: { value: '' } });
    await press('One more');
    expect(field.value).toBe('2');
  });

  test.each(['-5', '0', 'some', ''])(
    "X-TYPE-04 R-CTR-05 '%s' of an item is shown as 1 before it counts",
    async (text) => {
      await showCounter();
      await tap('Quantity of Sugar');
      const dialog = within(await screen.findByRole('dialog', { name: 'Sugar' }));
      const field = dialog.getByLabelText<HTMLInputElement>('Quantity');
      fireEvent.change(field, { target: { value: text } });
      await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
      expect(field.value).toBe('1');
      expect(dialog.getByText('This was changed to 1. If that is right, tap the button again.')).toBeTruthy();
      await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
      expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('1');
    },
  );

  test('R-GEN-16 R-CTR-24 an amount by another method is kept over a closed dialog, and no sale is made over it', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Soap'));
    await tap('Charge UGX 4,200');
    await tapIn('Mobile Money');
    await tapIn('Add another method');
    await userEvent.type(paying().getByLabelText('Amount by Mobile Money'), '3000');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await tap('Charge UGX 4,200');
    expect(paying().getByLabelText<HTMLInputElement>('Amount by Mobile Money').value).toBe('3000');
    await tapIn('Create sale');
    expect(await paying().findByText('This amount is not added yet. Tap Add, or clear it.')).toBeTruthy();
    expect(await soldBy(app)).toEqual([]);
    await tapIn('Add');
    expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 1,200');
  });
});

describe('parked sales', () => {
  test('R-CTR-42 a link to them opens them, once', async () => {
    const app = await showCounter({}, '/counter?parked');
    expect(await screen.findByRole('dialog', { name: 'Parked sales' })).toBeTruthy();
    expect(app.search()).toBe('');
  });

  const park = async (name: string) => {
    await tap('Park sale');
    const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
    if (name !== '') await userEvent.type(dialog.getByLabelText('Name'), name);
    await userEvent.click(dialog.getByRole('button', { name: 'Park sale' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  test('R-CTR-40 a sale is put aside under a name and taken up again; what stood in the basket is parked in turn', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await park('Table 4');
    expect(basket().getByText('Tap what is sold. It goes in here.')).toBeTruthy();
    await userEvent.click(tile('Soap'));
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
    await userEvent.click(await screen.findByRole('button', { name: /Table 4/ }));
    expect(await screen.findByRole('button', { name: 'Charge UGX 2,500' })).toBeTruthy();
    const parked = await parkedSalesOf(app.replica.database);
    expect(parked).toMatchObject([{ name: '', totalMinor: 420_000, summary: 'Soap' }]);
  });

  test('R-CTR-40 a parked sale that another window took up is not taken twice', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await park('Table 4');
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
    const taken = await screen.findByRole('button', { name: /Table 4/ });
    await act(async () => {
      const [one] = await parkedSalesOf(app.replica.database);
      await app.replica.database.write((tx) => tx.drafts.remove(one?.key ?? ''));
    });
    if (taken.isConnected) fireEvent.click(taken);
    expect(basket().getByText('Tap what is sold. It goes in here.')).toBeTruthy();
  });

  test('R-BROW-12 R-CTR-40 a parked sale that was saved, though nobody could tell then, is not taken up to be sold again', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await park('Table 4');
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
    const [parked] = await parkedSalesOf(app.replica.database);
    await app.replica.database.write((tx) => tx.outbox.put([entry(1, { opening: keptActOf(parked?.draft) ?? '' })]));
    await userEvent.click(await screen.findByRole('button', { name: /Table 4/ }));
    expect(await screen.findByText('It is saved already. Find it under Sales.')).toBeTruthy();
    expect(basket().getByText('Tap what is sold. It goes in here.')).toBeTruthy();
    expect(await parkedSalesOf(app.replica.database)).toEqual([]);
  });

  test('R-CTR-40 before a parked sale is thrown away, the money that was taken for it is named', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await tap(/^Charge/);
    await tapIn('Add another method');
    await userEvent.type(paying().getByLabelText('Amount by Cash'), '1000');
    await tapIn('Add');
    await tapIn('Close');
    await park('');
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard this parked sale?' }));
    expect(
      question.getByText(
        'Nothing of it was sold. UGX 1,000 was paid for it: give that back first. It cannot be brought back.',
      ),
    ).toBeTruthy();
    expect(await parkedSalesOf(app.replica.database)).toHaveLength(1);
  });

  test('R-GEN-16 a new customer that is half typed is not lost with the page without a question', async () => {
    await showCounter();
    await userEvent.click(tile('Sugar'));
    await tap(/^Charge/);
    await userEvent.click(paying().getByRole('switch', { name: 'Pay later' }));
    await userEvent.type(paying().getByLabelText('Customer'), 'Ruth');
    await userEvent.click(await screen.findByRole('option', { name: /^New customer/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New customer' }));
    await userEvent.type(dialog.getByLabelText('Phone'), '0772');
    const isWarnedOfLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isWarnedOfLeaving()).toBe(true);
  });

  test('R-CTR-40 a parked sale is thrown away only after a question', async () => {
    const app = await showCounter();
    await userEvent.click(tile('Sugar'));
    await park('');
    await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(await parkedSalesOf(app.replica.database)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard this parked sale?' }));
    await userEvent.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await parkedSalesOf(app.replica.database)).toEqual([]));
  });
});
