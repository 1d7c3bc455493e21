import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DebugPanel } from '../../../../src/screens/sync/debug-panel.tsx';
import { SyncStatus } from '../../../../src/screens/sync/sync-status.tsx';
import { customerArgs } from '../../../support/device/replica.ts';
import { customerRow } from '../../../support/shop-rows.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

/** A stand-in for the development server, whose line can be changed. */
function fakeLine() {
  let line = { isOffline: false, dropsNextAnswer: false };
  const fetch = vi.fn(async (_path: string, init: { method?: string; body?: string } = {}) => {
    if (init.method === 'POST') line = { ...line, ...(JSON.parse(init.body ?? '') as Partial<typeof line>) };
    return new Response(JSON.stringify(line));
  });
  vi.stubGlobal('fetch', fetch);
  return { now: () => line, dropAnswer: () => (line = { ...line, dropsNextAnswer: false }) };
}

async function show() {
  const opened = await openShop({ rows: { customer: [customerRow({ id: 5, name: 'Asha' })] } });
  await opened.shop.run('customer.create', (tools) => customerArgs(tools));
  renderShop(opened, [{ path: '/', element: <DebugPanel /> }], '/');
  return opened;
}

test('in development the line is cut, mended, and loses an answer', async () => {
  const line = fakeLine();
  const { shop } = await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Go offline' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Go online' }));
  expect(line.now().isOffline).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Drop the next answer' }));
  const armed = await screen.findByRole('button', { name: 'The next answer will be lost' });
  expect((armed as HTMLButtonElement).disabled).toBe(true);
  expect(line.now().dropsNextAnswer).toBe(true);
  line.dropAnswer();
  await meanwhile(() => shop.run('customer.create', (tools) => customerArgs(tools)));
  expect(await screen.findByRole('button', { name: 'Drop the next answer' })).toBeTruthy();
});

test('it shows what the database and the engine hold', async () => {
  fakeLine();
  const { replica } = await show();
  const parts = await screen.findAllByRole('group');
  await waitFor(() => expect(parts[0]?.textContent).toContain('"customer": 2'), PATIENTLY);
  expect(parts[0]?.textContent).toContain(`Database ${replica.database.name}`);
  expect(parts[0]?.textContent).toContain('"outbox": 1');
  expect(parts[1]?.textContent).toContain('"nextMid": 2');
});

test('without the development server it says how to get one', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await show();
  expect(await screen.findByText(/start the app with npm run dev/)).toBeTruthy();
});

test('no person meets it', async () => {
  renderShop(await openShop({}), [{ path: '/', element: <SyncStatus /> }], '/');
  expect(await screen.findByRole('heading', { name: 'Journal' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Development' })).toBeNull();
});
