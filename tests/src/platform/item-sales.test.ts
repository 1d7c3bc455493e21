import { expect, test } from 'vitest';
import { soldLately } from '../../../src/platform/item-sales.ts';
import { BUSINESS_ID, businessRow, itemRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';

const LINE = {
  ...{ id: 900, itemId: 1, itemName: 'Soap', itemSku: null, quantityHundredths: 200, unitPriceMinor: 100 },
  ...{ listPriceMinor: 100, discountMinor: 0, totalMinor: 200, movesStock: true },
};
const sale = (id: number) => saleRow({ id, createdAtMs: NOON_MS - 60_000 * id, lines: [LINE] });

test.each([
  { isArriving: true, counted: [200, 400] },
  { isArriving: false, counted: [200, 200] },
])('R-CTR-02 best sellers are counted anew while the shop arrives ($isArriving), then every half hour', async (of) => {
  const rows = { business: [businessRow()], item: [itemRow({ id: 1 })], sale: [sale(1)] };
  const { shop, replica } = await openShop({ rows, state: { snapshotComplete: !of.isArriving } });
  const sold = async (nowMs: number) => (await soldLately(replica.database, BUSINESS_ID, nowMs)).get(1);
  const first = await sold(NOON_MS);
  await shop.absorb({ rows: { sale: [sale(2)] } });
  expect([first, await sold(NOON_MS + 60_000)]).toEqual(of.counted);
  expect(await sold(NOON_MS + 31 * 60_000)).toBe(400);
});
