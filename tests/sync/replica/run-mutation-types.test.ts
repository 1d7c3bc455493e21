import { expect, test } from 'vitest';
import { runMutation } from '../../../sync/replica/run-mutation.ts';
import { itemArgs, openReplica, saleArgs } from '../../support/device/replica.ts';
import { businessRow, itemRow } from '../../support/shop-rows.ts';
import { newTestActs } from '../../support/device/test-acts.ts';
import { DEVICES } from '../../support/device/test-device.ts';

const CLOCK = { nowMs: () => 1_700_000_000_000, offsetMinutes: () => 180 };

/* `tsc` runs with the tests, and fails if one of the expected errors below no longer occurs. */

test.each(DEVICES)(
  'SYN-1 wrong arguments compile for no mutation, and are refused where they come all the same, $kind',
  async ({ open }) => {
    const { database } = await openReplica(open, { item: [itemRow({ id: 1 })], business: [businessRow()] });
    const ports = { database, clock: CLOCK, acts: newTestActs() };
    const results = [
      // @ts-expect-error: a sale has lines
      await runMutation(ports, 'sale.create', () => ({ linez: 'three' })),
      // @ts-expect-error: an amount is a number
      await runMutation(ports, 'sale.create', (tools) => ({ ...saleArgs(tools, 1, 100), finalMinor: '1500' })),
      // @ts-expect-error: a status that no sale begins with
      await runMutation(ports, 'sale.create', (tools) => ({ ...saleArgs(tools, 1, 100), status: 'shipped' })),
      // @ts-expect-error: the arguments of another mutation
      await runMutation(ports, 'sale.create', (tools) => itemArgs(tools)),
    ];
    expect(results.map((result) => result.ok || result.error.code)).toEqual(Array(4).fill('invalid_args'));
    // @ts-expect-error: a name that no mutation has
    await expect(runMutation(ports, 'sale.undo', () => ({}))).rejects.toThrow('sale.undo');
  },
);

test('SYN-1 the answer of an act has the arguments of its own mutation', async () => {
  const [device] = DEVICES;
  const { database } = await openReplica(device.open, { item: [itemRow({ id: 1 })], business: [businessRow()] });
  const made = await runMutation({ database, clock: CLOCK, acts: newTestActs() }, 'item.create', (tools) =>
    itemArgs(tools),
  );
  if (!made.ok) throw new Error(made.error.code);
  const price: number = made.args.priceMinor;
  expect(price).toBe(20_000);
  // @ts-expect-error: an item has no sale number
  expect(made.args.saleNumber).toBeUndefined();
});
