import { expect, test } from 'vitest';
import type { Purchase } from '../../../../domain/items/purchase.ts';
import type { StockMovement } from '../../../../domain/items/stock-movement.ts';
import { activitiesOf } from '../../../../src/screens/items/activity-words.ts';
import { itemRow, NOON_MS, purchaseRow, USER_ID } from '../../../support/shop-rows.ts';

/* The past of an item, in words (C-099). */

const SOAP = itemRow({ id: 1, name: 'Soap' });
let atMs = NOON_MS;
const moved = (fields: Partial<StockMovement>): StockMovement =>
  ({
    ...{ id: (atMs += 1), itemId: 1, type: 'addition', quantityHundredths: 200, batchId: null, notes: null },
    ...{ createdAtMs: atMs, createdByUserId: USER_ID, offsetMinutes: 180, version: 1 },
    ...fields,
  }) as StockMovement;
const texts = (movements: StockMovement[], purchases: Purchase[] = [], item = SOAP) =>
  activitiesOf({ item, movements, purchases }).map(({ text }) => text);

test.each([
  [{ type: 'opening' }, 'Opening stock 2'],
  [{}, 'Stock added +2'],
  [{ batchId: 'B-1' }, 'Stock added +2, batch B-1'],
  [{ type: 'adjustment', quantityHundredths: -150 }, 'Stock adjusted -1.5'],
  [{ type: 'adjustment', quantityHundredths: 0, reason: 'damaged' }, 'Stock adjusted 0, damaged'],
  [{ type: 'adjustment', quantityHundredths: 1 }, 'Stock adjusted +0.01'],
  [{ type: 'count', quantityHundredths: -100 }, 'Stock counted -1'],
  [{ type: 'count', count: { countedHundredths: 300, expectedHundredths: 500 } }, 'Stock counted: 3, expected 5'],
] as [Partial<StockMovement>, string][])('C-099 a movement %j reads %s', (fields, text) => {
  expect(texts([moved(fields)])).toEqual([text, 'Item created']);
});

test('C-099 the newest stands first, and the item was created before all', () => {
  const first = moved({ type: 'opening' });
  const last = moved({ quantityHundredths: 700 });
  expect(texts([first, last])).toEqual(['Stock added +7', 'Opening stock 2', 'Item created']);
});

test('C-099 a purchase says how much of this item came from whom, and leads to itself', () => {
  const line = { unitCostMinor: 1, totalCostMinor: 1, batchNumber: null, expiryDate: null, notes: null, itemName: '' };
  const bought = (status: Purchase['status']) =>
    purchaseRow({
      ...{ id: 8, supplierId: 4, supplierName: 'Bidco', status },
      lines: [
        { ...line, id: 1, itemId: 1, quantityHundredths: 300, movesStock: true },
        { ...line, id: 2, itemId: 2, quantityHundredths: 900, movesStock: true },
        { ...line, id: 3, itemId: 1, quantityHundredths: 50, movesStock: true },
      ],
    });
  expect(texts([], [bought('completed')])).toContain('Bought 3.5 from Bidco');
  expect(texts([], [bought('pending')])).toContain('Ordered 3.5 from Bidco');
  expect(texts([], [bought('cancelled')])).toContain('Purchase cancelled: 3.5 from Bidco');
  const links = activitiesOf({ item: SOAP, movements: [], purchases: [bought('completed')] }).map(({ to }) => to);
  expect(links.filter((to) => to !== undefined)).toEqual(['/purchases/8']);
});

test('C-099 an edit says which part was changed, when and by whom', () => {
  const edits = { price: { userId: 71, atMs: NOON_MS + 9_000_000 } } as unknown as NonNullable<typeof SOAP.edits>;
  const [edit, created] = activitiesOf({ item: { ...SOAP, edits }, movements: [], purchases: [] });
  expect(edit).toMatchObject({ text: 'Price changed', atMs: NOON_MS + 9_000_000, byUserId: 71, notes: null });
  expect(created).toMatchObject({ text: 'Item created', byUserId: USER_ID });
});
