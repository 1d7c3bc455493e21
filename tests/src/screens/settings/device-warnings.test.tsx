import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Settings } from '../../../../src/screens/settings/settings.tsx';
import { setSignedIn } from '../../../../src/state/session.ts';
import { setSyncStatus, type SyncSnapshot } from '../../../../src/state/sync-status.ts';
import { fakeServer, fakeServices, freshAppState, renderPart, SESSION } from '../../../support/screens/app-harness.tsx';

const CLOCK = 'Check the date and time on this device';
const STORAGE = 'This browser may clear what is not sent yet';
const MINUTE_MS = 60_000;

beforeEach(() => {
  freshAppState();
  setSignedIn(SESSION);
});

async function warningsOf(snapshot: Partial<SyncSnapshot>): Promise<string[]> {
  setSyncStatus(snapshot);
  renderPart(<Settings />, fakeServices(fakeServer({})));
  await screen.findByRole('button', { name: 'Logout' });
  return screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '');
}

describe('Settings warns of what is wrong with this device', () => {
  test.each([
    ['fast', -6 * MINUTE_MS, '6 minutes fast'],
    ['slow', 90 * MINUTE_MS, '90 minutes slow'],
  ])('G54 SYN-23 C-155 a clock that is %s, and by how much', async (_word, clockOffsetMs, words) => {
    const [warning, ...others] = await warningsOf({ clockOffsetMs });
    expect(warning).toContain(CLOCK);
    expect(warning).toContain(words);
    expect(others).toEqual([]);
  });

  test.each([
    ['within 5 minutes', 5 * MINUTE_MS],
    ['not known yet', null],
  ])('G54 a clock that is %s is no matter', async (_what, clockOffsetMs) => {
    expect(await warningsOf({ clockOffsetMs })).toEqual([]);
  });

  test('G53 SYN-26 unsent changes in a storage that nobody promised to keep', async () => {
    const [warning] = await warningsOf({ storagePersistent: false, pendingCount: 1 });
    expect(warning).toContain(STORAGE);
  });

  test.each<[string, Partial<SyncSnapshot>]>([
    ['nothing waits', { storagePersistent: false, pendingCount: 0 }],
    ['it was promised', { storagePersistent: true, pendingCount: 3 }],
    ['the browser does not say', { storagePersistent: null, pendingCount: 3 }],
  ])('G53 no warning where %s', async (_what, snapshot) => {
    expect(await warningsOf(snapshot)).toEqual([]);
  });
});
