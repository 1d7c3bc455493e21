import { expect, test, vi } from 'vitest';
import { carried } from '../../domain/sales/seen-order.ts';
import type { ReplicaState } from '../../sync/ports.ts';
import { confirmOrder, type ConfirmPorts } from '../../sw/confirm-order.ts';
import { CLOCK, readyState, Replica } from '../support/device/replica.ts';
import { BUSINESS_ID, customerRow, orderRow, USER_ID } from '../support/shop-rows.ts';
import { openDexieDevice } from '../support/device/test-device.ts';

const AMINA = { businessId: BUSINESS_ID, userId: USER_ID };
const LINE = {
  id: 79,
  itemId: 1,
  itemName: 'Sugar',
  quantityHundredths: 100,
  unitPriceMinor: 50_000,
  totalMinor: 50_000,
};
const ASKED = { ...AMINA, orderId: 77 };

/** Makes a device on which Amina is signed in; returns its worker's ports. */
async function phone({
  state = {},
  ports = {},
}: { state?: Partial<ReplicaState>; ports?: Partial<ConfirmPorts> } = {}) {
  const device = await openDexieDevice(readyState(state));
  const shop = new Replica(device);
  const all: ConfirmPorts = {
    signedIn: async () => AMINA,
    database: async () => device.database,
    drain: vi.fn(async () => null),
    wait: vi.fn(async () => undefined),
    clock: CLOCK,
    acts: shop.acts,
    ...ports,
  };
  const waiting = async () => (await shop.outbox()).map(({ wire }) => [wire.name, wire.actorUserId, wire.args]);
  return { shop, ports: all, waiting };
}

test('R-APP-07 SYN-1 SYN-21 Confirm on a notification is the act of the order’s screen: in the outbox, with its row', async () => {
  const { shop, ports, waiting } = await phone();
  const visitor = customerRow({ id: 78, createdByUserId: null });
  const order = orderRow({ id: 77, customerId: 78, lines: [LINE] });
  await shop.absorb({ rows: { order: [order], customer: [visitor] } });
  expect(await confirmOrder(ports, ASKED)).toBeNull();
  const claim = { id: 77, ...carried(order, visitor) };
  expect(claim.order?.isCustomerOfOrders).toBe(true);
  expect(await waiting()).toEqual([['order.confirm', USER_ID, claim]]);
  expect((await shop.device.rows('order'))[0]?.status).toBe('confirmed');
  expect(ports.drain).not.toHaveBeenCalled();
});

test('R-APP-07 a staff member may confirm, as on the screen', async () => {
  const { shop, ports, waiting } = await phone({ state: { role: 'staff', projection: 'staff' } });
  await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } });
  expect(await confirmOrder(ports, ASKED)).toBeNull();
  expect(await waiting()).toHaveLength(1);
});

test('R-APP-07 a push may be quicker than the rows: they are fetched first', async () => {
  const { shop, ports, waiting } = await phone();
  const drain = vi.fn(async () => {
    await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } });
    return null;
  });
  const wait = () => new Promise(() => undefined);
  expect(await confirmOrder({ ...ports, drain, wait }, ASKED)).toBeNull();
  expect(drain).toHaveBeenCalledOnce();
  expect(await waiting()).toHaveLength(1);
});

const HELD = { type: 'ended', phase: 'held', wakeAfterMs: null } as const;

test.each([1, 4])(
  'R-APP-07 SYN-18 while another is fetching the order it is waited for: it comes after %i s',
  async (comesAfter) => {
    const { shop, ports, waiting } = await phone();
    const wait = vi.fn(async (_ms: number) => {
      if (wait.mock.calls.length === comesAfter) await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } });
    });
    expect(await confirmOrder({ ...ports, drain: async () => HELD, wait }, ASKED)).toBeNull();
    expect(wait.mock.calls).toEqual(Array.from({ length: comesAfter }, () => [1_000]));
    expect(await waiting()).toHaveLength(1);
  },
);

test('R-APP-07 SYN-18 an order that another does not fetch in some seconds is shown by the app', async () => {
  const { ports } = await phone();
  const drain = vi.fn(async () => HELD);
  expect(await confirmOrder({ ...ports, drain }, ASKED)).toBe('not_here');
  expect(drain.mock.calls.length).toBeLessThanOrEqual(5);
});

test('R-APP-07 a slow line is waited for some seconds, in which the order may come; then the app says that it is not here', async () => {
  const { shop, ports, waiting } = await phone();
  const drain = vi.fn(() => new Promise<never>(() => undefined));
  expect(await confirmOrder({ ...ports, drain }, ASKED)).toBe('not_here');
  expect(vi.mocked(ports.wait).mock.calls).toEqual(Array.from({ length: 4 }, () => [1_000]));
  const wait = vi.fn(async () => await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } }));
  expect(await confirmOrder({ ...ports, drain, wait }, ASKED)).toBeNull();
  expect(wait).toHaveBeenCalledOnce();
  expect(await waiting()).toHaveLength(1);
});

test.each([
  ['nobody is signed in', null, 'signed_out'],
  ['a colleague is signed in', { ...AMINA, userId: USER_ID + 1 }, 'other_user'],
  ['somebody of another shop is signed in', { ...AMINA, businessId: BUSINESS_ID + 1 }, 'other_user'],
] as const)('R-APP-07 SYN-24 where %s nothing is done, and the database is not even opened', async (_, client, why) => {
  const database = vi.fn<ConfirmPorts['database']>();
  const { shop, ports, waiting } = await phone({ ports: { signedIn: async () => client, database } });
  await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } });
  expect(await confirmOrder(ports, ASKED)).toBe(why);
  expect(database).not.toHaveBeenCalled();
  expect(await waiting()).toEqual([]);
});

test('R-APP-07 SYN-25 a dismissed user confirms nothing', async () => {
  const { shop, ports, waiting } = await phone();
  await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } });
  await shop.write(async (tx) => tx.meta.putStatus({ ...(await tx.meta.getStatus()), phase: 'dismissed' }));
  expect(await confirmOrder(ports, ASKED)).toBe('dismissed');
  expect(await waiting()).toEqual([]);
});

test('R-APP-07 SYN-24 whoever logs out at that moment confirms nothing any more', async () => {
  const { shop, ports, waiting } = await phone();
  await shop.absorb({ rows: { order: [orderRow({ id: 77 })] } });
  await shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), sealed: true }));
  expect(await confirmOrder(ports, ASKED)).toBe('signed_out');
  expect(await waiting()).toEqual([]);
});

test('R-APP-07 an order that does not come, or was cancelled meanwhile, is not confirmed', async () => {
  const { shop, ports, waiting } = await phone();
  expect(await confirmOrder(ports, ASKED)).toBe('not_here');
  await shop.absorb({ rows: { order: [orderRow({ id: 77, status: 'cancelled' })] } });
  expect(await confirmOrder(ports, ASKED)).toBe('refused');
  expect(await waiting()).toEqual([]);
});

test('R-APP-07 SYN-26 a device that cannot save says so', async () => {
  const { ports } = await phone({ ports: { database: () => Promise.reject(new Error('QuotaExceededError')) } });
  expect(await confirmOrder(ports, ASKED)).toBe('not_saved');
});
