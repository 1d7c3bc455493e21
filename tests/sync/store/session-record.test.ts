import { expect, test } from 'vitest';
import { openSessionRecord, type Session } from '../../../sync/store/session-record.ts';

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
