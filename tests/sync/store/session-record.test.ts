import { expect, test, vi } from 'vitest';
import { openSessionRecord, type Session } from '../../../sync/store/session-record.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { freezablePage } from '../../support/browser/frozen-page.ts';

const SESSION: Session = {
  user: {
    ...{ id: 5, businessId: 9, username: 'Amina', firstName: 'Amina', lastName: 'Okello' },
    ...{ phone: '0772 123456', email: 'amina@example.com', role: 'admin', isBusinessOwner: true },
  },
  business: {
    ...{ id: 9, name: 'Shop', slug: 'shop', currency: 'UGX', country: 'UG', timeZone: 'UTC', businessCategoryId: 5 },
  },
  signedInAtMs: 1,
};

test('R-ENT-07 C-156 the user who is kept on the device has an id and a business; one without them is nobody', async () => {
  const record = openSessionRecord(indexedDB);
  expect(await record.read()).toBeNull();
  await record.write(SESSION);
  expect((await openSessionRecord(indexedDB).read())?.user).toMatchObject({ id: 5, businessId: 9 });
  for (const missing of ['id', 'businessId']) {
    await record.write({ ...SESSION, user: { ...SESSION.user, [missing]: undefined } } as Session);
    expect([missing, await record.read()]).toEqual([missing, null]);
  }
  await record.write(SESSION);
  await record.remove();
  expect(await record.read()).toBeNull();
});

test('SYN-24 SYN-24a C-147 from the moment when a logout begins nobody is signed in, in any tab; whose it was is known until it is over', async () => {
  const here = openSessionRecord(indexedDB);
  const otherTab = openSessionRecord(indexedDB);
  await here.write(SESSION);
  const told = vi.fn<(change: string) => void>();
  const stop = otherTab.onChangeElsewhere(told);
  await here.beginLogout();
  await vi.waitFor(() => expect(told.mock.calls).toEqual([['changed']]), PATIENTLY);
  expect([await otherTab.read(), await otherTab.isLogoutOwed()]).toEqual([null, true]);
  expect(await otherTab.unfinishedLogout()).toEqual(SESSION);
  await here.endLogout();
  expect([await here.read(), await here.isLogoutOwed(), await here.unfinishedLogout()]).toEqual([null, false, null]);
  stop();
});

test('C-145 C-032 a session that the server has ended is removed, and other tabs hear that it was no logout', async () => {
  const here = openSessionRecord(indexedDB);
  const otherTab = openSessionRecord(indexedDB);
  const told = vi.fn<(change: string) => void>();
  const stop = otherTab.onChangeElsewhere(told);
  await here.write(SESSION);
  await here.end();
  await vi.waitFor(() => expect(told.mock.calls).toEqual([['changed'], ['ended']]), PATIENTLY);
  expect([await otherTab.read(), await otherTab.isLogoutOwed()]).toEqual([null, false]);
  stop();
});

test('SYN-24 SYN-24a C-147 the end of an old logout does not end the session of who has signed in meanwhile', async () => {
  const record = openSessionRecord(indexedDB);
  await record.write(SESSION);
  await record.beginLogout();
  const next = { ...SESSION, signedInAtMs: 2 };
  await record.removeLeaver();
  expect([await record.unfinishedLogout(), await record.isLogoutOwed()]).toEqual([null, true]);
  await record.write(next);
  await record.endLogout();
  await record.removeLeaver();
  expect([await record.read(), await record.isLogoutOwed()]).toEqual([next, false]);
  await record.remove();
});

/** Resolves after this number of turns of the event loop. */
async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('SYN-26 R-BROW-01 R-BROW-02 the record of a page that is put aside is free for others; its write is no longer made, its read is', async () => {
  const elsewhere = openSessionRecord(indexedDB);
  let cutCount = 0;
  for (let turns = 0; turns < 12; turns += 1) {
    await elsewhere.remove();
    const page = freezablePage();
    const here = openSessionRecord(indexedDB, page.life);
    const writing = here.write(SESSION).then(
      () => 'written',
      () => 'not written',
    );
    const reading = here.read();
    await afterTurns(turns);
    page.freeze();
    const there = { ...SESSION, signedInAtMs: 2 };
    await elsewhere.write(there);
    page.thaw();
    const end = await writing;
    if (end === 'not written') cutCount += 1;
    // A user who signed in meanwhile stays signed in.
    expect([turns, (await elsewhere.read())?.signedInAtMs]).toEqual([turns, 2]);
    expect([null, 1, 2]).toContain((await reading)?.signedInAtMs ?? null);
  }
  expect(cutCount).toBeGreaterThan(0);
});

test('SYN-26 R-BROW-17 the record is kept from a frame so long as nobody knows that its database is there; a frame that is let go writes nothing', async () => {
  const page = freezablePage();
  const silent = { open: () => new EventTarget() } as unknown as IDBFactory;
  let place: IDBFactory | null = silent;
  let revokedCount = 0;
  const here = openSessionRecord(
    indexedDB,
    page.life,
    () => place && { indexedDB: place, IDBKeyRange, revoke: () => void (revokedCount += 1) },
  );
  const writing = here.write(SESSION);
  const reading = here.read();
  page.freeze();
  await expect(writing).rejects.toMatchObject({ kind: 'frozen' });
  expect(revokedCount).toBeGreaterThanOrEqual(2);
  const elsewhere = openSessionRecord(indexedDB);
  await elsewhere.write({ ...SESSION, signedInAtMs: 2 });
  place = indexedDB;
  page.thaw();
  expect((await reading)?.signedInAtMs).toBe(2);
  place = null;
  expect((await here.read())?.signedInAtMs).toBe(2);
});

test('SYN-26 R-BROW-17 where the frame’s storage fails the page keeps the record itself', async () => {
  const refusing = {
    open() {
      throw new DOMException('not here', 'SecurityError');
    },
  } as unknown as IDBFactory;
  const here = openSessionRecord(indexedDB, freezablePage().life, () => ({
    ...{ indexedDB: refusing, IDBKeyRange, revoke: () => undefined },
  }));
  await here.write(SESSION);
  expect((await here.read())?.signedInAtMs).toBe(1);
});
