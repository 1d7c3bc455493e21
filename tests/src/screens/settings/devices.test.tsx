import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Devices } from '../../../../src/screens/settings/devices.tsx';
import { linksFor } from '../../../../src/screens/settings/settings-links.tsx';
import { paths } from '../../../../src/parts/paths.ts';
import { type Answer, fakeServer, fakeServices, json } from '../../../support/screens/app-harness.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

const HOUR_MS = 3_600_000;
const at = (agoHours: number): string => new Date(NOON_MS - agoHours * HOUR_MS).toISOString();
const device = (fields: Record<string, unknown>) => ({
  ...{ id: 'ffffffffffffffff', userId: 7, userName: 'Joseph', name: 'Chrome on Android', lastSeenAt: at(1) },
  ...{ lastMutationNumber: 4, pendingCount: 0, oldestPendingAt: null, appVersion: '0.1.0' },
  ...{ clockOffsetMs: 12, storagePersistent: true },
  ...fields,
});

async function show(answer: () => Answer, options: ShopOptions = {}, further: Record<string, () => Answer> = {}) {
  const opened = await openShop(options);
  const server = fakeServer({ 'GET /devices?limit=200&page=1': answer, ...further });
  renderShop(opened, [{ path: '*', element: <Devices /> }], '/settings/devices', fakeServices(server));
  return { ...opened, server };
}
const card = (name: string) => within(screen.getByRole('group', { name }));

test('SYN-28 lists each device with when it was last seen and what waits on it; one that is missing stands out', async () => {
  const { shop } = await show(() =>
    json(200, {
      success: true,
      data: [
        device({ id: '0123456789abcdef', userName: 'Amina', name: 'Firefox on Windows', storagePersistent: null }),
        device({ lastSeenAt: at(25), pendingCount: 3, oldestPendingAt: at(26), clockOffsetMs: 600_000 }),
        device({
          id: 'e'.repeat(16),
          userName: 'Ruth',
          lastSeenAt: at(90),
          storagePersistent: false,
          appVersion: null,
        }),
      ],
    }),
  );
  expect((await shop.state()).clientId).toBe('0123456789abcdef');
  expect(await screen.findByRole('group', { name: 'Amina · Firefox on Windows' })).toBeTruthy();
  expect(await card('Amina · Firefox on Windows').findByText('This device')).toBeTruthy();
  const missing = card('Joseph · Chrome on Android');
  expect(missing.getByText('Not seen for a day')).toBeTruthy();
  expect(missing.getByText(/^3 changes wait on it\./)).toBeTruthy();
  expect(missing.getByText('3 changes, the oldest since 20 Nov 2026, 10:00')).toBeTruthy();
  expect(missing.getByText('10 minutes slow')).toBeTruthy();
  const idle = card('Ruth · Chrome on Android');
  expect(idle.queryByText('Not seen for a day')).toBeNull();
  expect(idle.getByText('None')).toBeTruthy();
  expect(idle.getByText('May be cleared by the browser')).toBeTruthy();
});

test('X-TYPE-40 SYN-28 the list is read again when the page is seen; a failure then leaves what is there', async () => {
  let lastSeenAt = at(25);
  let isDown = false;
  const { server } = await show(() =>
    isDown
      ? json(503, { error: 'Unavailable' })
      : json(200, { success: true, data: [device({ lastSeenAt, pendingCount: 3 })] }),
  );
  expect(await screen.findByText('Not seen for a day')).toBeTruthy();
  lastSeenAt = at(0);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText('Not seen for a day')).toBeNull());
  isDown = true;
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(server.calls).toHaveLength(3));
  expect(screen.getByRole('group', { name: 'Joseph · Chrome on Android' })).toBeTruthy();
});

test('SYN-28 offline it says why there is nothing to see, and asks nobody', async () => {
  const { server } = await show(() => json(200, { data: [] }));
  await goOffline();
  expect(
    await screen.findByText('You are offline. Connect to the internet to see the devices of this shop.'),
  ).toBeTruthy();
  expect(server.calls.length).toBeLessThanOrEqual(1);
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/profile');
});

test('SYN-28 what failed says so and can be tried again', async () => {
  let tries = 0;
  await show(() => {
    tries += 1;
    return tries === 1 ? json(503, { error: 'Busy', message: 'Kaunta is busy.' }) : json(200, { data: [device({})] });
  });
  expect(await screen.findByText('Kaunta is busy.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('group', { name: 'Joseph · Chrome on Android' })).toBeTruthy();
});

test('SYN-28 no answer of Kaunta is told as everywhere else', async () => {
  await show(() => new Response('Bad gateway', { status: 502 }));
  expect(await screen.findByText('Kaunta cannot be reached. Check your connection and try again.')).toBeTruthy();
});

test('SYN-28 staff see no list, and no link to it', async () => {
  const { server } = await show(() => json(403, { error: 'Forbidden', message: 'No' }), {
    state: { role: 'staff', projection: 'staff' },
  });
  expect(await screen.findByText('Only an admin can see the devices of this shop.')).toBeTruthy();
  expect(server.calls).toEqual([]);
  expect(linksFor('staff').map(({ to }) => to)).not.toContain(paths.devices);
  expect(linksFor('admin').map(({ to }) => to)).toContain(paths.devices);
});

test('R-LIM-01 SYN-28 devices beyond the first page of the server are listed too', async () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    device({ id: String(index).padStart(16, '0'), userName: `User ${index}` }),
  );
  const last = device({ userName: 'Ruth', lastSeenAt: at(90), pendingCount: 2 });
  const second = () => json(200, { data: [last] });
  await show(() => json(200, { data: many }), {}, { 'GET /devices?limit=200&page=2': second });
  expect(await screen.findByRole('group', { name: 'Ruth · Chrome on Android' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'User 199 · Chrome on Android' })).toBeTruthy();
});

test.each([
  ['a change that waits for a day', { pendingCount: 1, lastSeenAt: at(24) }, '1 change', /^1 change waits on it\./],
  ['changes that wait for less', { pendingCount: 2, lastSeenAt: at(23) }, '2 changes', null],
  ['nothing that waits', { lastSeenAt: at(48) }, 'None', null],
])('SYN-28 a device with %s', async (_what, fields, waiting, sentence) => {
  await show(() => json(200, { success: true, data: [device(fields)] }));
  await screen.findByRole('group', { name: 'Joseph · Chrome on Android' });
  const shown = card('Joseph · Chrome on Android');
  expect(shown.getByText(waiting)).toBeTruthy();
  expect(shown.queryByText(/on it\. Connect it/)?.textContent ?? null).toEqual(
    sentence === null ? null : expect.stringMatching(sentence),
  );
  expect(shown.queryByText('Not seen for a day') !== null).toBe(sentence !== null);
  expect(shown.queryByText('This device')).toBeNull();
});

test.each([
  [300_000, 'Right'],
  [-300_000, 'Right'],
  [300_001, '5 minutes slow'],
  [-360_000, '6 minutes fast'],
  [null, 'Not known'],
])('SYN-23 SYN-28 a clock that is off by %s ms is %s', async (clockOffsetMs, text) => {
  await show(() => json(200, { success: true, data: [device({ clockOffsetMs, appVersion: '2.0.0' })] }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('2.0.0')).toBeTruthy();
  expect(screen.getByText('Kept')).toBeTruthy();
});
