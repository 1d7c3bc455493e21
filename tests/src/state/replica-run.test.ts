import { expect, test } from 'vitest';
import { itemArgs, saleArgs } from '../../support/device/replica.ts';
import { itemRow } from '../../support/shop-rows.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';

/* The screens' `run`. `tsc` runs with the tests, and fails if one of the expected errors below no longer occurs. */

test('SYN-1 a screen with wrong arguments does not compile, and they are refused where they come all the same', async () => {
  const { replica, shop } = await openShop({ rows: { item: [itemRow({ id: 1 })] } });
  const results = [
    // @ts-expect-error: a sale has lines
    await replica.run('sale.create', () => ({ linez: 'three' }), null),
    // @ts-expect-error: an amount is a number
    await replica.run('sale.create', (tools) => ({ ...saleArgs(tools, 1, 100), finalMinor: '1500' }), null),
    // @ts-expect-error: a status that no sale begins with
    await replica.run('sale.create', (tools) => ({ ...saleArgs(tools, 1, 100), status: 'shipped' }), null),
    // @ts-expect-error: the arguments of another mutation
    await replica.run('sale.create', (tools) => itemArgs(tools), null),
    // @ts-expect-error: the ids of an act are minted by its tools
    await replica.run('customer.remove', ({ drawId }) => ({ id: drawId?.(), base: {} }), null),
  ];
  expect(results.map((result) => result.ok || result.error.code)).toEqual(Array(5).fill('invalid_args'));
  expect(await shop.outbox()).toEqual([]);
  // @ts-expect-error: a name that no mutation has
  await expect(replica.run('sale.undo', () => ({}), null)).rejects.toThrow('sale.undo');
});

test('SYN-1 a screen says of which opening of a form an act is, or that it is of none', async () => {
  const { replica, shop } = await openShop({ rows: { item: [itemRow({ id: 1 })] } });
  const opening = 'a'.repeat(32);
  const save = () => replica.run('sale.create', (tools) => saleArgs(tools, 1, 100), opening);
  expect([(await save()).ok, (await save()).ok]).toEqual([true, true]);
  // @ts-expect-error: nothing is forgotten by leaving it out
  expect((await replica.run('sale.create', (tools) => saleArgs(tools, 1, 100))).ok).toBe(true);
  expect((await shop.outbox()).map((entry) => entry.opening)).toEqual([opening, undefined]);
});

test('SYN-1 the answer has the arguments of its own mutation', async () => {
  const { replica } = await openShop();
  const made = await replica.run('item.create', (tools) => itemArgs(tools), null);
  if (!made.ok) throw new Error(made.error.code);
  const price: number = made.args.priceMinor;
  expect(price).toBe(20_000);
  // @ts-expect-error: an item has no sale number
  expect(made.args.saleNumber).toBeUndefined();
});
