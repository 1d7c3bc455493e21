import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../../../domain/people/customer.ts';
import { carried } from '../../../domain/sales/seen-order.ts';
import { createSqlStore } from '../../../server/db/sql-store.ts';
import { apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import { PushDevice } from '../../support/device/push-device.ts';
import { registerShop, type SignedInUser, startTestServer, type TestServer } from '../../support/server/server.ts';
import { addStaff } from '../../support/server/staff.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';
import { customerRow, orderRow } from '../../support/shop-rows.ts';

const GRACE = customerRow({ id: 950, name: 'Grace', phone: '+256772900100', createdByUserId: null });
const LINE = { id: 901, itemId: 1, itemName: 'Sugar', quantityHundredths: 200, unitPriceMinor: 250_000 };
const ORDER = orderRow({
  ...{ id: 900, customerId: GRACE.id, customer: { name: 'Grace', phone: GRACE.phone, address: null } },
  ...{ lines: [{ ...LINE, totalMinor: 500_000 }], totalMinor: 500_000 },
});

/* A device may send any order with a claim (decisions/0065). */
describe.each(ROUTE_ENGINES)('an order that a claim brings, on %s', (engine) => {
  let server: TestServer;
  let ours: SignedInUser;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ours = await registerShop(server);
  });

  const confirm = (device: PushDevice, order: typeof ORDER, customer: Customer | null = GRACE) =>
    device.push([device.wire('order.confirm', { id: order.id, ...carried(order, customer) })]);

  it('G8 SYN-21 never touches the order and the customer of another shop that have its ids', async () => {
    const theirs = await registerShop(server);
    await createSqlStore(server.deps.database, server.deps).change(theirs.businessId, (tx) =>
      tx.writeRows([
        { table: 'order', id: ORDER.id, before: undefined, after: ORDER },
        { table: 'customer', id: GRACE.id, before: undefined, after: GRACE },
      ]),
    );
    const read = async () => [
      dataOf(await apiClient(server, theirs).get(`/orders/${ORDER.id}`)),
      dataOf(await apiClient(server, theirs).get(`/customers/${GRACE.id}`)),
    ];
    const before = await read();
    const forged = { ...ORDER, customer: { name: 'Mallory', phone: null, address: null }, orderNumber: 'ORD-1' };
    const { outcomes } = await confirm(PushDevice.of(server, ours), forged);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied']);
    expect(await read()).toEqual(before);
    expect(dataOf(await apiClient(server, ours).get(`/orders/${ORDER.id}`))).toMatchObject({ status: 'confirmed' });
    expect(dataOf(await apiClient(server, ours).get(`/customers/${GRACE.id}`))['name']).toBe('Mallory');
  });

  it('SYN-21 changes nothing of an order that is there, also if staff send it with other lines', async () => {
    await confirm(PushDevice.of(server, ours), ORDER);
    const api = apiClient(server, ours);
    const device = PushDevice.of(server, await addStaff(server, ours));
    const before = dataOf(await api.get(`/orders/${ORDER.id}`));
    await confirm(device, { ...ORDER, totalMinor: 1, lines: [{ ...LINE, id: 902, totalMinor: 1 }] });
    expect(dataOf(await api.get(`/orders/${ORDER.id}`))).toEqual(before);
    expect(dataOf(await api.get(`/customers/${GRACE.id}`))['name']).toBe('Grace');
  });

  it('SYN-21 R-LIM-03 with more lines than any order has is not taken, and nothing of it is made', async () => {
    const device = PushDevice.of(server, ours);
    const { order } = carried(ORDER, GRACE);
    const lines = Array.from({ length: 201 }, (_, nth) => ({ ...LINE, id: nth + 1, totalMinor: 500_000 }));
    const answer = await device.push([
      device.wireOf({ name: 'order.confirm', args: { id: ORDER.id, order: { ...order, lines } } }),
    ]);
    expect([answer.outcomes, answer.stopped?.reason]).toEqual([[], 'failed']);
    for (const list of ['/orders', '/customers']) expect(listOf(await apiClient(server, ours).get(list))).toEqual([]);
  });
});
