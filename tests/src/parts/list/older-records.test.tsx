import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { OlderRecords } from '../../../../src/parts/list/older-records.tsx';
import { useOnline } from '../../../../src/state/online.ts';
import type { KeptWindow } from '../../../../sync/ports.ts';
import { HISTORY_MONTH_MS } from '../../../../sync/protocol/tables.ts';
import { businessRow, NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

const WINDOW: KeptWindow = { sinceMs: NOON_MS - 13 * HISTORY_MONTH_MS, months: 13, older: {} };

async function showEnd({ window = WINDOW, shopAgeMonths = 30 } = {}) {
  const rows = { business: [businessRow({ createdAtMs: NOON_MS - shopAgeMonths * HISTORY_MONTH_MS })] };
  const opened = await openShop({ rows, state: { window } });
  useOnline.setState({ isOnline: true });
  renderShop(opened, [{ path: '/', element: <OlderRecords table="sale" /> }], '/');
  return opened;
}
const button = () => screen.findByRole('button', { name: 'Load older sales' });

describe('the end of a list of history', () => {
  test('SYN-12 says from when on this device keeps it, and fetches what is older when asked', async () => {
    const { fetchOlder } = await showEnd();
    expect(
      await screen.findByText(
        /^This device keeps sales from .+ on, and older ones that are not settled or changed since\.$/,
      ),
    ).toBeTruthy();
    fetchOlder.mockResolvedValue({ kind: 'stored', count: 500, isAll: false });
    await userEvent.click(await button());
    expect(fetchOlder).toHaveBeenCalledExactlyOnceWith('sale');
    expect(await screen.findByText('Loaded 500 older sales')).toBeTruthy();
    fetchOlder.mockResolvedValue({ kind: 'stored', count: 1, isAll: false });
    await userEvent.click(await button());
    expect(await screen.findByText('Loaded 1 older sale')).toBeTruthy();
  });

  test.each([
    ['offline', 'The server could not be reached. Try again when you are online.'],
    ['not_now', 'The shop is still being brought up to date. Try again in a moment.'],
    ['signed_out', 'Sign in again first.'],
  ] as const)('SYN-12 says why nothing came: %s', async (kind, sentence) => {
    const { fetchOlder } = await showEnd();
    fetchOlder.mockResolvedValue({ kind });
    await userEvent.click(await button());
    expect(await screen.findByText('Failed to load older sales')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect((await button()).hasAttribute('disabled')).toBe(false);
  });

  test('SYN-12 offers nothing to a shop that is younger than the window', async () => {
    const { shop } = await showEnd({ shopAgeMonths: 2 });
    await meanwhile(() => shop.read((tx) => tx.meta.getState()));
    expect(screen.queryByRole('button', { name: 'Load older sales' })).toBeNull();
  });

  test('SYN-12 offers no more once the oldest is here', async () => {
    const { shop } = await showEnd();
    await button();
    await meanwhile(() =>
      shop.write(async (tx) =>
        tx.meta.putState({ ...(await tx.meta.getState()), window: { ...WINDOW, older: { sale: 'all' } } }),
      ),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load older sales' })).toBeNull());
  });

  test('SYN-12 offline the button says why it cannot', async () => {
    await showEnd();
    useOnline.setState({ isOnline: false });
    await waitFor(async () => expect((await button()).hasAttribute('disabled')).toBe(true));
    expect(screen.getByText('You are offline. Connect to the internet to load older sales.')).toBeTruthy();
  });
});
