import { describe, expect, test } from 'vitest';
import type { ItemImage } from '../../../domain/items/item-image.ts';
import { ITEM, openTwoPhones, type Phone, syncBoth } from '../../support/device/two-phones.ts';

/* Two phones change one item's list of pictures; their acts reach the server in either order (M14). */

const key = (digit: number): string => digit.toString(16).repeat(32);
const keysOf = (phone: Phone): number[] =>
  (phone.row('item', ITEM)?.images ?? []).map((image: ItemImage) => Number.parseInt(image.key.charAt(0), 16));
const add = (phone: Phone, digit: number) => phone.act('item.addImage', () => ({ id: ITEM, key: key(digit) }));
const remove = (phone: Phone, digit: number) => phone.act('item.removeImage', () => ({ id: ITEM, key: key(digit) }));
const order = (phone: Phone, ...digits: number[]) =>
  phone.act('item.orderImages', () => ({ id: ITEM, keys: digits.map(key) }));

describe.each(['amina', 'brian'] as const)('when %s comes first', (first) => {
  async function openShop(...digits: number[]) {
    const shop = await openTwoPhones();
    for (const digit of digits) await add(shop.amina, digit);
    await syncBoth(shop.amina, shop.brian);
    const other = first === 'amina' ? 'brian' : 'amina';
    return { ...shop, one: shop[first], two: shop[other] };
  }

  test('M14 what either added is there, what either removed is gone', async () => {
    const { one, two } = await openShop(1, 2);
    await add(one, 3);
    await remove(one, 1);
    await add(two, 4);
    await remove(two, 2);
    await syncBoth(one, two);
    for (const phone of [one, two]) expect(keysOf(phone)).toEqual([3, 4]);
  });

  test('M14 the last order stands; of what it did not know nothing is lost', async () => {
    const { one, two } = await openShop(1, 2, 3);
    await order(one, 3, 2, 1);
    await add(one, 4);
    await remove(one, 2);
    await order(two, 2, 3, 1);
    await syncBoth(one, two);
    for (const phone of [one, two]) expect(keysOf(phone)).toEqual([3, 1, 4]);
    expect(one.row('item', ITEM)?.images.map((image) => image.order)).toEqual([0, 1, 2]);
  });

  test('M14 beyond five the newest is refused, and stays in view where it was added', async () => {
    const { one, two } = await openShop(1, 2, 3, 4);
    await add(one, 5);
    await add(two, 6);
    await syncBoth(one, two);
    expect(keysOf(one)).toEqual([1, 2, 3, 4, 5]);
    expect(two.outbox().map((entry) => [entry.state, entry.outcome?.codes])).toEqual([
      ['refused', ['too_many_images']],
    ]);
  });

  test('M14 the same removed twice is removed once; what adds a removed one and comes late does not bring it back', async () => {
    const { one, two } = await openShop(1);
    await remove(one, 1);
    await remove(two, 1);
    await syncBoth(one, two);
    await add(two, 1);
    await syncBoth(one, two);
    for (const phone of [one, two]) expect(keysOf(phone)).toEqual([]);
  });
});
