import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, test } from 'vitest';
import { SECURITY_EVENT_KINDS } from '../../../../domain/people/security-event.ts';
import { paths } from '../../../../src/parts/paths.ts';
import { Security } from '../../../../src/screens/security/security.tsx';
import { eventText } from '../../../../src/screens/security/security-words.ts';
import { linksFor } from '../../../../src/screens/settings/settings-links.tsx';
import { type Answer, fakeServer, fakeServices, json } from '../../../support/screens/app-harness.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';

const at = (agoMinutes: number): string => new Date(NOON_MS - agoMinutes * 60_000).toISOString();
const event = (id: number, fields: Record<string, unknown> = {}) => ({
  ...{ id, kind: 'signed_in', at: at(id), lastAt: at(id), times: 1, outcome: null, actorUserId: 7, userId: 7 },
  ...{ actorName: 'Joseph', userName: 'Joseph', device: 'Chrome on Android', network: '4F2A1B', detail: {} },
  ...fields,
});
const listed = (events: unknown[]) => json(200, { success: true, data: events });

const FIRST = 'GET /security/events?limit=30&page=1';
async function show(answers: Record<string, () => Answer>, options: ShopOptions = {}) {
  const opened = await openShop(options);
  const server = fakeServer(answers);
  renderShop(opened, [{ path: '*', element: <Security /> }], '/settings/security', fakeServices(server));
  return { ...opened, server };
}

describe('the Security screen', () => {
  it('R-SEC-19 tells what happened as sentences, with device, time and network; what was refused stands out', async () => {
    await show({
      [FIRST]: () =>
        listed([
          event(1),
          event(2, {
            ...{ kind: 'sign_in_refused', outcome: 'wrong', times: 12, at: at(40), actorName: null },
            ...{ device: 'Firefox on Windows' },
          }),
          event(3, { kind: 'invented_later' }),
        ]),
    });
    expect(await screen.findByText('Joseph signed in')).toBeTruthy();
    const [, refused, later] = within(screen.getByRole('list', { name: 'What happened' })).getAllByRole('listitem');
    expect(refused?.textContent).toBe(
      'Wrong PIN for JosephRefused12 times, the last 21 Nov 2026, 11:58Firefox on Windows · Network 4F2A1B',
    );
    expect(later?.textContent).toContain('this version of Kaunta does not know yet');
  });

  it('R-SEC-19 has a sentence for every kind of event that the server records', () => {
    for (const kind of SECURITY_EVENT_KINDS) {
      const text = eventText({ ...event(1, { kind, at: 0, lastAt: 0 }), at: 0, lastAt: 0 });
      expect(text).toMatch(/Joseph/);
    }
    const refused = ['wrong', 'wait', 'task', 'ambiguous_phone', 'invented_later'].map((outcome) =>
      eventText({ ...event(1, { kind: 'sign_in_refused' }), at: 0, lastAt: 0, outcome }),
    );
    expect(new Set(refused).size).toBe(5);
  });

  it('R-SEC-15 R-SEC-20 tells an export of a person from the lists that another program read', () => {
    const text = (detail: Record<string, string>) =>
      eventText({ ...event(1, { kind: 'exported' }), at: 0, lastAt: 0, detail });
    expect(text({ what: 'items' })).toBe('Joseph exported the items');
    expect(text({ what: 'items', by: 'api' })).toBe('Another program read the items, signed in as Joseph');
    expect(text({ what: 'invented later' })).toBe('Joseph exported data of the shop');
  });

  it('R-SEC-13 says that a code was sent only where one was', () => {
    const text = (outcome: string | null) =>
      eventText({ ...event(1, { kind: 'code_requested' }), at: 0, lastAt: 0, outcome });
    expect(text(null)).toBe('A code for a new PIN was sent to Joseph');
    expect(text('ambiguous_phone')).toContain('none was sent');
    expect(text('wait')).toBe('A code for Joseph was asked for again too soon');
    expect(text('invented_later')).toBe('A request for a code for Joseph was refused');
  });

  it('R-SEC-16 R-SEC-19 shows older events a page at a time, none twice; a page that fails leaves what is there', async () => {
    const page = (from: number) => Array.from({ length: 30 }, (_, index) => event(from + index));
    let tries = 0;
    await show({
      [FIRST]: () => listed(page(1)),
      'GET /security/events?limit=30&page=2': () => {
        tries += 1;
        // A new event came meanwhile, so the last event of the first page is the first of the second.
        return tries === 1 ? json(503, { error: 'Busy', message: 'Kaunta is busy.' }) : listed([event(30), event(31)]);
      },
    });
    const rows = () => screen.getAllByRole('listitem').length;
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Kaunta is busy.');
    expect(rows()).toBe(30);
    await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
    await expect.poll(rows, PATIENTLY).toBe(31);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('R-SEC-19 says why there is nothing: offline, failed, empty, staff', async () => {
    let tries = 0;
    const { server } = await show({
      [FIRST]: () => {
        tries += 1;
        return tries === 1 ? json(500, { error: 'Server error', message: 'Something went wrong.' }) : listed([]);
      },
    });
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nothing has happened yet')).toBeTruthy();
    await goOffline();
    expect(
      await screen.findByText('You are offline. Connect to the internet to see what happened in this shop.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign out everywhere else' }).hasAttribute('disabled')).toBe(true);
    expect(server.calls.length).toBe(2);
  });

  it('R-SEC-19 asks nothing for staff, who sign themselves out elsewhere here', async () => {
    const { server } = await show({}, { state: { role: 'staff', projection: 'staff' } });
    expect(await screen.findByText('Only an admin can see what happened in this shop.')).toBeTruthy();
    expect(server.calls).toEqual([]);
    expect(screen.getByRole('button', { name: 'Sign out everywhere else' }).hasAttribute('disabled')).toBe(false);
    for (const role of ['admin', 'staff'] as const)
      expect(linksFor(role).map(({ to }) => to)).toContain(paths.security);
  });
});

test('G60 R-SNEW-38 R-SEC-18 asks before it signs out everywhere else, says where, and shows it in the trail', async () => {
  let isDone = false;
  const { server } = await show({
    [FIRST]: () =>
      listed(isDone ? [event(1, { kind: 'signed_out_elsewhere', detail: { count: 2 } }), event(2)] : [event(2)]),
    'POST /auth/sign-out-elsewhere': () => {
      isDone = true;
      return json(200, { success: true, message: 'Signed out everywhere else', data: { sessionsEnded: 2 } });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' });
  expect(isDone).toBe(false);
  await tapUntilGone(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('Joseph signed out everywhere else: 2 devices')).toBeTruthy();
  expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('R-SEC-18 says that nothing was ended when the server could not be asked', async () => {
  await show({
    [FIRST]: () => listed([event(1)]),
    'POST /auth/sign-out-elsewhere': () => json(503, { error: 'Busy', message: 'Kaunta is busy. Please try again.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
  await expect.poll(() => screen.queryByRole('dialog'), PATIENTLY).toBeNull();
  expect(screen.getByText('Joseph signed in')).toBeTruthy();
});

test('R-SEC-18 does not say that somebody is still signed in elsewhere where no answer came', async () => {
  await show({
    [FIRST]: () => listed([event(1)]),
    'POST /auth/sign-out-elsewhere': () => new Error('no signal'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('No answer came')).toBeTruthy();
  expect(screen.getByText('It may be done already. Do it again: that does no harm.')).toBeTruthy();
});
