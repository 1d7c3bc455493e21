import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import { ItemsList } from '../../../../src/screens/items/items-list.tsx';
import { guardArrivals } from '../../../../src/ui/layer/arrival-guard.ts';
import { MUTATIONS } from '../../../../sync/mutation/registry.ts';
import { itemArgs } from '../../../support/device/replica.ts';
import { itemRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

async function renderCard(fields: Partial<Item> = {}) {
  const opened = await openShop({ rows: { item: [itemRow({ id: 8, name: 'Soap', ...fields })] } });
  const routes = [
    { path: '/items', element: <ItemsList /> },
    { path: '*', element: null },
  ];
  const app = renderShop(opened, routes, '/items');
  return { ...opened, app };
}

const storeSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Display on Kaunta Store' });
const expectSwitch = (isOn: boolean) => waitFor(async () => expect((await storeSwitch()).checked).toBe(isOn));

describe('the switch of a card', () => {
  test('G60 R-SNEW-38 a second tap that finds it turned does not turn it back', async () => {
    const { shop } = await renderCard();
    await expectSwitch(false);
    onTestFinished(guardArrivals(document));
    // The event may arrive late on a busy machine, but has the time of the press.
    const tap = async (beganAtMs: number) => {
      const press = new Event('pointerdown', { bubbles: true });
      Object.defineProperty(press, 'timeStamp', { value: beganAtMs });
      const target = await storeSwitch();
      target.dispatchEvent(press);
      fireEvent.click(target, { detail: 1 });
    };
    const firstAtMs = performance.now();
    await tap(firstAtMs);
    await expectSwitch(true);
    await tap(firstAtMs + 1);
    await waitFor(() => expect(document.querySelector('.k-arrival-pane')).toBeNull());
    expect(await shop.outbox()).toHaveLength(1);
    await tap(performance.now());
    await expectSwitch(false);
  });

  test("R-ITEM-10 R-ITEM-11 'Display on Kaunta Store' says whether the store shows it, and queues the documented call", async () => {
    const { shop } = await renderCard();
    await expectSwitch(false);
    await userEvent.click(await storeSwitch());
    await expectSwitch(true);
    expect(await shop.row('item', 8)).toMatchObject({ isKauntaEnabled: true });
    const [entry] = await shop.outbox();
    expect(entry?.wire).toMatchObject({ name: 'item.setStore', args: { id: 8, isKauntaEnabled: true } });
    expect(MUTATIONS['item.setStore'].call).toEqual({ method: 'PATCH', path: '/items/{id}/kaunta-status' });
    await userEvent.click(await storeSwitch());
    await expectSwitch(false);
    expect(await shop.row('item', 8)).toMatchObject({ isKauntaEnabled: false });
  });

  test("R-ITEM-12 'Kaunta status updated successfully'", async () => {
    await renderCard();
    await userEvent.click(await storeSwitch());
    expect(within(await screen.findByRole('status')).getByText('Kaunta status updated successfully')).toBeTruthy();
  });

  test("R-ITEM-13 refused: 'Failed to update Kaunta status', and the switch stays as it was", async () => {
    const { shop } = await renderCard();
    await storeSwitch();
    // A logout in another tab has sealed the database.
    await shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), sealed: true }));
    await userEvent.click(await storeSwitch());
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to update Kaunta status')).toBeTruthy();
    expect(alert.getByText('You have logged out.')).toBeTruthy();
    await expectSwitch(false);
    expect(await shop.outbox()).toEqual([]);
  });

  test('R-ITEM-13 not saved on this device: says why', async () => {
    const { device, replica } = await renderCard();
    const { write } = replica.database;
    replica.database.write = (work) =>
      write(async (tx) => {
        const value = await work(tx);
        device.runOutOfSpace();
        return value;
      });
    await userEvent.click(await storeSwitch());
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Failed to update Kaunta status')).toBeTruthy();
    expect(alert.getByText('This device has no space left. It was not saved.')).toBeTruthy();
    await expectSwitch(false);
  });

  test('R-ITEM-14 is off for a new item', async () => {
    const opened = await renderCard();
    await meanwhile(() => opened.shop.run('item.create', (tools) => itemArgs(tools)));
    const link = await screen.findByRole('link', { name: 'Matches' });
    const card = within(link.closest('li')!);
    expect(card.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  });

  test('R-ITEM-16 operating it does not open the item', async () => {
    const { app } = await renderCard();
    await userEvent.click(await storeSwitch());
    await expectSwitch(true);
    await userEvent.click(screen.getByText('Display on Kaunta Store'));
    await expectSwitch(false);
    expect(app.path()).toBe('/items');
    // Neither by the layers nor by the nesting of elements.
    expect((await storeSwitch()).closest('a')).toBeNull();
  });

  test.each<[string, Partial<Item>]>([
    ['out of stock', { currentStockHundredths: 0 }],
    ['untracked', { trackStock: false, currentStockHundredths: 0 }],
  ])('C-114 an item that is %s may be displayed', async (_what, fields) => {
    const { shop } = await renderCard(fields);
    await userEvent.click(await storeSwitch());
    await expectSwitch(true);
    expect(await shop.row('item', 8)).toMatchObject({ isKauntaEnabled: true });
  });
});
