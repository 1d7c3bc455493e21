import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SignedIn } from '../../../src/app/signed-in.tsx';
import type { LiveEventsOptions } from '../../../src/platform/engine/live-events.ts';
import type { OpenShopEvents } from '../../../src/platform/engine/shop-database.ts';
import { setFormDirty } from '../../../src/state/dirty-form.ts';
import { type Replica, useReplica } from '../../../src/state/replica.tsx';
import { useToasts } from '../../../src/state/toasts.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import type { Session } from '../../../sync/store/session-record.ts';
import { freshAppState, renderPart, SESSION } from '../../support/screens/app-harness.tsx';
import { openShop as openDevice } from '../../support/screens/shop-screens.tsx';

/*
 * How a page opens a shop's database and starts everything that runs while it is open. The engine, the event stream and
 * the other modules are replaced here: each has its own tests.
 */

interface OpeningShop {
  session: Session;
  events: OpenShopEvents;
  opens: (database: ShopDatabase) => void;
  fails: (error: unknown) => void;
}

const seen = vi.hoisted(() => ({
  openings: [] as OpeningShop[],
  /** Calls of the replaced modules, in order. */
  calls: [] as unknown[][],
  events: null as LiveEventsOptions | null,
  /** The result of every replaced function. */
  answer: { ok: true } as { ok: boolean },
}));

vi.mock('../../../src/platform/engine/shop-database.ts', () => ({
  openShop: (session: Session, events: OpenShopEvents) =>
    new Promise((opens, fails) => seen.openings.push({ session, events, opens, fails })),
}));
vi.mock('../../../src/platform/engine/engine-host.ts', () => ({
  startEngineHost: () => ({
    wake: (isUrgent: boolean) => seen.calls.push(['wake', isUrgent]),
    stop: () => seen.calls.push(['stop']),
  }),
}));
vi.mock('../../../src/platform/engine/live-events.ts', () => ({
  listenToEvents: (options: LiveEventsOptions) => {
    seen.events = options;
    return () => seen.calls.push(['no more events']);
  },
}));
vi.mock('../../../src/background/work-beside.ts', () => ({
  startWorkBeside: (_database: unknown, user: unknown, wake: () => void) => {
    seen.calls.push(['work beside', user]);
    wake();
    return () => seen.calls.push(['no more work beside']);
  },
}));
const answering = vi.hoisted(() => (name: string) => async (...values: unknown[]) => {
  await Promise.resolve();
  seen.calls.push([name, ...values.map((value) => nameOf(value))]);
  return seen.answer;
});
/** Replaces databases by the word 'database', because they cannot be compared. */
function nameOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'function' : value;
  if ('tables' in value) return 'database';
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, nameOf(part)]));
}
vi.mock('../../../src/platform/engine/page-transport.ts', () => ({
  pageTransport: (userId: number) => `transport of ${userId}`,
}));
vi.mock('../../../src/platform/engine/outbox-file.ts', () => ({
  writeWaitingChanges: answering('write file'),
  sendWaitingChanges: answering('send file'),
}));
vi.mock('../../../src/platform/engine/kept-changes.ts', () => ({
  findKeptChanges: answering('find kept'),
  sendKeptChanges: answering('send kept'),
}));
vi.mock('../../../src/platform/older-records.ts', () => ({ fetchOlderRecords: answering('older') }));
vi.mock('../../../sync/replica/decide.ts', () => ({ discardAct: answering('discard'), retryAct: answering('retry') }));

const reload = vi.fn<() => void>();
beforeEach(() => {
  freshAppState();
  Object.assign(seen, { openings: [], calls: [], events: null, answer: { ok: true } });
  reload.mockClear();
  vi.stubGlobal('location', { ...location, reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Values inside the rendered components that the tests use. */
const held = { replica: null as Replica | null, signIn: (_session: Session): void => undefined };
function Counter() {
  const replica = useReplica();
  useEffect(() => void (held.replica = replica), [replica]);
  return <h1>Counter</h1>;
}
function Shop() {
  const [session, setSession] = useState(SESSION);
  useEffect(() => void (held.signIn = setSession), []);
  return (
    <SignedIn session={session}>
      <Counter />
    </SignedIn>
  );
}
const opening = (): OpeningShop => {
  const last = seen.openings.at(-1);
  if (last === undefined) throw new Error('No shop was opened');
  return last;
};

/** Opens the shop on a device. Returns its database, the mock of its `close`, and the page. */
async function open() {
  const page = renderPart(<Shop />);
  const { device } = await openDevice();
  const close = vi.spyOn(device.database, 'close').mockImplementation(() => undefined);
  await act(async () => opening().opens(device.database));
  expect(screen.getByRole('heading', { name: 'Counter' })).toBeTruthy();
  return { database: device.database, close, page };
}
const alert = () => screen.queryByRole('alert')?.textContent ?? null;

describe('while a shop opens', () => {
  test('it says so, and shows the screen when it is open', async () => {
    renderPart(<Shop />);
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    const { device } = await openDevice();
    await act(async () => opening().opens(device.database));
    expect([screen.queryByRole('status'), screen.queryByRole('heading')?.textContent]).toEqual([null, 'Counter']);
  });

  test('SYN-26b a page of an older version in another tab is to be closed; then it opens', async () => {
    renderPart(<Shop />);
    act(() => opening().events.onBlocked());
    expect(screen.getByRole('status').textContent).toBe('Close Kaunta in other tabs to finish the update.');
    const { device } = await openDevice();
    await act(async () => opening().opens(device.database));
    expect(screen.queryByRole('heading')?.textContent).toBe('Counter');
  });

  test('a storage that cannot be opened says why, and that it can be tried again', async () => {
    renderPart(<Shop />);
    await act(async () => opening().fails(new DOMException('It is closed', 'InvalidStateError')));
    expect(alert()).toContain('The storage of this browser did not answer.');
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('while a shop is open', () => {
  test('a storage that fails says why in place of the screen', async () => {
    await open();
    act(() => opening().events.onStopped(new StorageFailure('evicted')));
    expect(alert()).toContain('This browser has cleared the storage of Kaunta.');
    expect([screen.queryByRole('heading'), reload.mock.calls]).toEqual([null, []]);
  });

  test('SYN-26b a newer version that has upgraded the database is loaded at once, but not over a form in progress', async () => {
    await open();
    act(() => opening().events.onStopped(new StorageFailure('outdated')));
    expect([reload.mock.calls.length, alert()]).toEqual([1, null]);
    act(() => setFormDirty(true));
    act(() => opening().events.onStopped(new StorageFailure('outdated')));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(alert()).toContain('A newer version of Kaunta is in use on this device.');
  });

  test('SYN-26b the page lets the database go a second after nothing is typed and every message was seen', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renderPart(<Shop />);
    const letGo = vi.fn<() => void>();
    act(() => setFormDirty(true));
    opening().events.onUpgradeWaits(letGo);
    vi.advanceTimersByTime(5_000);
    act(() => setFormDirty(false));
    vi.advanceTimersByTime(999);
    act(() => setFormDirty(true));
    vi.advanceTimersByTime(5_000);
    act(() => useToasts.setState({ isQueued: true }));
    act(() => setFormDirty(false));
    vi.advanceTimersByTime(5_000);
    expect(letGo).not.toHaveBeenCalled();
    act(() => useToasts.setState({ isQueued: false }));
    vi.advanceTimersByTime(999);
    expect(letGo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(letGo).toHaveBeenCalledTimes(1);
    act(() => setFormDirty(true));
    act(() => setFormDirty(false));
    vi.advanceTimersByTime(5_000);
    expect(letGo).toHaveBeenCalledTimes(1);
  });

  test('SYN-26b a page in which nothing is typed lets the database go after a second', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renderPart(<Shop />);
    const letGo = vi.fn<() => void>();
    opening().events.onUpgradeWaits(letGo);
    vi.advanceTimersByTime(999);
    expect(letGo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(letGo).toHaveBeenCalledTimes(1);
  });

  test('a newer version at the server is fetched at once, and so is what the work beside the screens asks for', async () => {
    const { database } = await open();
    const { version } = await database.read((tx) => tx.meta.getState());
    expect(await seen.events?.knownVersion()).toBe(version);
    seen.events?.onNewer();
    expect(seen.calls).toEqual([['wake', true]]);
    await waitFor(() => expect(seen.calls).toHaveLength(3));
    const { businessId, id } = SESSION.user;
    expect(seen.calls.slice(1)).toEqual([
      ['work beside', { businessId, userId: id }],
      ['wake', true],
    ]);
  });
});

describe('when a shop is left', () => {
  test('everything that ran for it ends', async () => {
    const { close, page } = await open();
    await waitFor(() => expect(seen.calls.map(([name]) => name)).toContain('work beside'));
    seen.calls = [];
    page.unmount();
    expect(seen.calls).toEqual([['no more work beside'], ['no more events'], ['stop']]);
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('a shop that opens only then is closed again, and its news reload nothing', async () => {
    const page = renderPart(<Shop />);
    page.unmount();
    const { device } = await openDevice();
    const close = vi.spyOn(device.database, 'close').mockImplementation(() => undefined);
    await act(async () => opening().opens(device.database));
    expect(close).toHaveBeenCalledTimes(1);
    opening().events.onStopped(new StorageFailure('outdated'));
    expect(reload).not.toHaveBeenCalled();
  });

  test('another user, or a new sign-in of the same one, opens the shop anew', async () => {
    const { close } = await open();
    const again = { ...SESSION, signedInAtMs: SESSION.signedInAtMs + 1 };
    act(() => held.signIn({ ...SESSION }));
    expect(seen.openings).toHaveLength(1);
    act(() => held.signIn(again));
    expect([seen.openings.length, opening().session, close.mock.calls.length]).toEqual([2, again, 1]);
    expect(screen.getByRole('status').textContent).toBe('Loading...');
  });
});

describe('what waits, and what is older', () => {
  const { id: userId, businessId } = SESSION.user;
  const SENDS = { database: 'database', transport: `transport of ${userId}`, businessId };

  const ACTS: [string, (of: Replica) => Promise<unknown>, unknown[], boolean][] = [
    ['SYN-12 older rows', (of) => of.fetchOlder('sale'), ['older', 'database', userId, 'sale'], false],
    ['SYN-27 a file of waiting changes', (of) => of.waiting.writeFile(), ['write file', 'database'], false],
    ['SYN-27 the sending of a file', (of) => of.waiting.sendFile('{}'), ['send file', SENDS, '{}'], true],
    [
      'M32 changes of the dismissed',
      (of) => of.waiting.findOfDismissed([7]),
      ['find kept', businessId, { 0: 7 }],
      false,
    ],
    ['M32 SYN-25b their sending', (of) => of.waiting.sendOfDismissed(7), ['send kept', SENDS, 7], true],
  ];
  test.each(ACTS)(
    '%s: asked for with what it needs; what was sent wakes the engine',
    async (_kind, run, call, wakes) => {
      await open();
      await waitFor(() => expect(seen.calls.map(([name]) => name)).toContain('work beside'));
      for (const ok of [true, false]) {
        seen.calls = [];
        seen.answer = { ok };
        expect(await run(held.replica!)).toEqual({ ok });
        expect(seen.calls).toEqual(wakes && ok ? [call, ['wake', true]] : [call]);
      }
    },
  );

  test.each(['discard', 'retry'] as const)(
    'SYN-5 %s of a change that was not accepted wakes the engine where it was done',
    async (decision) => {
      await open();
      await waitFor(() => expect(seen.calls.map(([name]) => name)).toContain('work beside'));
      for (const ok of [true, false]) {
        seen.calls = [];
        seen.answer = { ok };
        expect(await held.replica!.waiting.decide(decision, 12)).toEqual({ ok });
        const [asked, ...rest] = seen.calls;
        expect([asked?.[0], asked?.[2], rest]).toEqual([decision, 12, ok ? [['wake', true]] : []]);
      }
    },
  );

  test("'Sync now' wakes the engine", async () => {
    await open();
    await waitFor(() => expect(seen.calls.map(([name]) => name)).toContain('work beside'));
    seen.calls = [];
    held.replica!.wake();
    expect(seen.calls).toEqual([['wake', true]]);
  });
});
