import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, invalid } from '../../support/server/api-client.ts';
import { registerShop, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';

describe('cash counts', () => {
  let server: TestServer;
  let staff: ApiClient;
  let staffId: number;
  beforeAll(async () => {
    server = await startTestServer();
    const shop = await registerShop(server);
    const person = await addStaff(server, shop);
    staff = apiClient(server, person);
    staffId = person.userId;
  });
  afterAll(() => server.close());

  it('G28 keeps what anybody counted beside what was expected, in the currency of the business', async () => {
    const sent = await staff.post('/cash-counts', {
      ...{ day: '2026-11-21', drawer: 'device', deviceName: 'Till 2' },
      ...{ openingAmount: 10_000, expectedAmount: '48500.00', countedAmount: '48,000', notes: ' One note torn ' },
    });
    expect([sent.status, dataOf(sent)]).toMatchObject([
      201,
      {
        ...{ day: '2026-11-21', drawer: 'device', deviceName: 'Till 2', openingAmount: '10000.00' },
        ...{ expectedAmount: '48500.00', countedAmount: '48000.00', difference: '-500.00', currency: 'UGX' },
        ...{ notes: 'One note torn', createdByUserId: staffId },
      },
    ]);
  });

  it('G28 takes what was expected below zero: more cash was given back than taken', async () => {
    const sent = await staff.post('/cash-counts', { day: '2026-11-21', expectedAmount: '-500', countedAmount: '0' });
    expect([sent.status, dataOf(sent)]).toMatchObject([
      201,
      { expectedAmount: '-500.00', countedAmount: '0.00', difference: '500.00' },
    ]);
  });

  it('G28 refuses what is no day and no amount, field by field', async () => {
    const good = { day: '2026-11-21', expectedAmount: 5, countedAmount: 5 };
    expect(dataOf(await staff.post('/cash-counts', good))).toMatchObject({ drawer: 'shop', openingAmount: '0.00' });
    for (const [fields, path, message] of [
      [{ day: 'yesterday' }, 'day', 'Enter a date'],
      [{ day: '2026-02-31' }, 'day', 'Enter a date'],
      [{ day: '2026-11-00' }, 'day', 'Enter a date'],
      [{ drawer: 'pocket' }, 'drawer', 'Choose whose cash was counted'],
      [{ countedAmount: null }, 'countedAmount', 'Amount must be a number'],
      [{ countedAmount: undefined }, 'countedAmount', 'Amount must be a number'],
      [{ expectedAmount: undefined }, 'expectedAmount', 'Amount must be a number'],
      [{ countedAmount: -1 }, 'countedAmount', 'Amount must be zero or more'],
      [{ expectedAmount: 'much' }, 'expectedAmount', 'Amount must be a number'],
      [{ notes: 'x'.repeat(501) }, 'notes', 'Use at most 500 characters'],
    ] as const)
      expect((await staff.post('/cash-counts', { ...good, ...fields })).body).toEqual(invalid(path, message));
  });
});
