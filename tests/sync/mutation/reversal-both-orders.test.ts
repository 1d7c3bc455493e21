import { describe, expect, it } from 'vitest';
import { expectSame, lastOutcome, openShop, ORDERS_OF_ARRIVAL, stockOf } from '../../support/device/arrivals.ts';
import { ITEM, type Phone, syncBoth } from '../../support/device/two-phones.ts';

/* A delivery that was entered twice is taken back once, whoever does it (decision 68). */

const ENTERED = 1_200;

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  /** Adds a delivery that both phones have. */
  async function open() {
    const shop = await openShop(arrival);
    const { id } = await shop.amina.act('stock.add', (tools) => ({
      ...{ id: tools.mintId(), itemId: ITEM, quantityHundredths: ENTERED, costPriceMinor: 500, batchId: null },
    }));
    await syncBoth(shop.amina, shop.brian);
    const reverse = (phone: Phone, quantityHundredths = -ENTERED, reversesId: number | null = id) =>
      phone.act('stock.adjust', (tools) => ({
        ...{ id: tools.mintId(), itemId: ITEM, quantityHundredths, reason: 'other', notes: null },
        ...(reversesId !== null && { reversesId }),
      }));
    return { shop, id, reverse };
  }

  it('M17 both reverse it: it is taken back once, and everybody sees by whom', async () => {
    const { shop, id, reverse } = await open();
    const { id: movementId } = await reverse(shop.first);
    const { id: second } = await reverse(shop.second);
    expect(shop.second.row('item', ITEM)?.currentStockHundredths).toBe(1_000);
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.first)).toMatchObject({ kind: 'applied' });
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'superseded' });
    expect(stockOf(shop)).toBe(1_000);
    expect(shop.server('stockMovement', id)).toMatchObject({
      quantityHundredths: ENTERED,
      reversed: { movementId, byUserId: shop.first.userId },
    });
    expect(shop.server('stockMovement', second)).toBeUndefined();
    expectSame(shop, 'item', ITEM);
  });

  it('M17 one person reverses it twice: the second time nothing moves, before and after it was synced', async () => {
    const { shop, reverse } = await open();
    await reverse(shop.amina);
    await reverse(shop.amina);
    expect(shop.amina.row('item', ITEM)?.currentStockHundredths).toBe(1_000);
    await syncBoth(shop.amina, shop.brian);
    await reverse(shop.brian);
    await syncBoth(shop.brian, shop.amina);
    expect(stockOf(shop)).toBe(1_000);
    expectSame(shop, 'item', ITEM);
  });

  it('M17 G17 a correction that names no addition, or one of which this shop knows nothing, is a correction', async () => {
    const { shop, id, reverse } = await open();
    await reverse(shop.first, -200, null);
    await reverse(shop.second, -300, 4_711);
    await syncBoth(shop.first, shop.second);
    expect(stockOf(shop)).toBe(1_700);
    expect(shop.server('stockMovement', id)?.reversed).toBeUndefined();
    expectSame(shop, 'item', ITEM);
  });

  it('M17 a part of it that names it takes back only that part, and the rest can still be reversed', async () => {
    const { shop, id, reverse } = await open();
    await reverse(shop.first, -200);
    await syncBoth(shop.first, shop.second);
    expect(shop.server('stockMovement', id)?.reversed).toBeUndefined();
    await reverse(shop.second);
    await syncBoth(shop.first, shop.second);
    expect(lastOutcome(shop, shop.second)).toMatchObject({ kind: 'applied' });
    expect(shop.server('stockMovement', id)?.reversed?.byUserId).toBe(shop.second.userId);
    expect(stockOf(shop)).toBe(800);
    await reverse(shop.first, -100);
    await syncBoth(shop.first, shop.second);
    expect(stockOf(shop)).toBe(700);
    expectSame(shop, 'item', ITEM);
  });

  it('M17 C-097 the cost price of a reversed addition stays where it may be seen', async () => {
    const { shop, id, reverse } = await open();
    await reverse(shop.brian);
    await syncBoth(shop.brian, shop.amina);
    expect(shop.server('stockMovement', id)).toMatchObject({ costPriceMinor: 500, reversed: {} });
  });
});
