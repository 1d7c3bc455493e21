import { describe, expect, test } from 'vitest';
import { isChanged, planImport } from '../../../domain/items/import-plan.ts';
import { readItemTable } from '../../../domain/items/item-import.ts';
import { indexItems } from '../../../domain/items/same-item.ts';
import { itemRow } from '../../support/shop-rows.ts';

const planOf = (rows: string[][], items: Parameters<typeof itemRow>[0][], seesCost = true) => {
  const table = readItemTable(rows, { currency: 'UGX', seesCost, categories: [] });
  if (!table) throw new Error('The columns were not understood');
  return planImport(table.rows, indexItems(items.map(itemRow)));
};
const knownOf = ({ known }: ReturnType<typeof planOf>) => known.map(({ line, item, by }) => [line, item.id, by]);

describe('what the shop has already', () => {
  const HEADER = ['Name', 'Price', 'SKU'];

  test('G30 is known by its SKU, whatever it is called now, and by its name where one of the two has no SKU', () => {
    const plan = planOf(
      [
        HEADER,
        ['Sugar 1 kg', '5', 'sug-1 '],
        [' SALT ', '5', ''],
        ['Soap', '5', 'SOAP-9'],
        ['Tea', '5', ''],
        ['New', '5', 'N-1'],
      ],
      [
        { id: 1, name: 'White sugar', sku: 'SUG-1' },
        { id: 2, name: 'Salt', sku: null },
        { id: 3, name: 'Soap', sku: null },
        { id: 4, name: 'Tea', sku: 'TEA-1' },
      ],
    );
    expect(knownOf(plan)).toEqual([
      [2, 1, 'sku'],
      [3, 2, 'name'],
      [4, 3, 'name'],
      [5, 4, 'name'],
    ]);
    expect(plan.added.map(({ item }) => item.name)).toEqual(['New']);
  });

  test('G30 X-TYPE-26 whether two SKUs of one name are two items is asked', () => {
    const plan = planOf(
      [HEADER, ['Shirt', '5', 'RED'], ['Cap', '5', 'RED-2']],
      [{ id: 1, name: 'shirt ', sku: 'BLUE' }],
    );
    expect(plan.otherCode.map(({ row, item }) => [row.line, item.id])).toEqual([[2, 1]]);
    expect([plan.added.map(({ item }) => item.name), plan.known]).toEqual([['Cap'], []]);
  });

  test.each([
    ['0012', '12'],
    ['12', '0012'],
    ['5449000000996', '5449-000-000-996'],
    ['036000291452', '36000291452'],
    ['SUG-1', 'sug 1'],
  ])('X-TYPE-26 the same name with %j in the shop and %j in the file is one item, and keeps its code', (sku, read) => {
    const plan = planOf([HEADER, ['Soap', '6', read]], [{ id: 1, name: 'Soap', sku, priceMinor: 500 }]);
    expect(knownOf(plan)).toEqual([[2, 1, 'sku']]);
    expect(plan.known.map(({ change }) => change)).toEqual([{ priceMinor: 600 }]);
  });

  test('X-TYPE-26 another name with a code that only reads alike is another item', () => {
    const plan = planOf([HEADER, ['Salt', '6', '12']], [{ id: 1, name: 'Soap', sku: '0012' }]);
    expect([plan.added.length, plan.known.length, plan.otherCode.length]).toEqual([1, 0, 0]);
  });

  test('G30 of several it is that of the same name, then the one on sale, then the oldest', () => {
    const items = [
      { id: 1, name: 'Shirt', sku: 'S', createdAtMs: 9 },
      { id: 2, name: 'Shirt red', sku: 'S', createdAtMs: 5 },
      { id: 3, name: 'Cap', sku: null, createdAtMs: 1, isActive: false },
      { id: 4, name: 'Cap', sku: null, createdAtMs: 8 },
      { id: 5, name: 'Cap', sku: null, createdAtMs: 7 },
    ];
    const rows = [HEADER, ['Shirt', '5', 's'], ['Shirt green', '5', 's'], ['Cap', '5', '']];
    expect(knownOf(planOf(rows, items))).toEqual([
      [2, 1, 'sku'],
      [3, 2, 'sku'],
      [4, 5, 'name'],
    ]);
    expect(knownOf(planOf(rows, items.toReversed()))).toEqual(knownOf(planOf(rows, items)));
  });
});

describe('stock below zero', () => {
  const HEADER = ['Name', 'Price', 'Stock'];
  const rows = [HEADER, ['Soap', '5', '-2'], ['Salt', '5', '−0.5'], ['Tea', '5', '0']];

  test('X-TYPE-27 G30 an item that was oversold comes in again unchanged; a new one does not begin so', () => {
    const plan = planOf(rows, [{ id: 1, name: 'Soap', sku: null, priceMinor: 500, currentStockHundredths: -200 }]);
    expect(plan.known.map(({ line, change }) => [line, change])).toEqual([[2, {}]]);
    expect(plan.problems).toEqual([
      { line: 3, name: 'Salt', sentences: ['Stock: Stock must be a positive number or zero'] },
    ]);
    expect(plan.added.map(({ item }) => item.name)).toEqual(['Tea']);
  });
});

describe('two items of one name and SKU', () => {
  const rows = [
    ['Name', 'Price', 'SKU', 'Stock'],
    ['Soap', '5', 'S', '250000'],
    ['Soap', '7', 'S', '3'],
  ];

  test('X-TYPE-27 G30 M12 come in again unchanged, as two devices made them; of a new one the second line is told', () => {
    const twins = [1, 2].map((id) => ({ id, name: 'Soap', sku: 'S', priceMinor: 500, createdAtMs: id }));
    const again = planOf(rows, twins);
    expect(again.known.map(({ line, item, change }) => [line, item.id, change])).toEqual([
      [2, 1, {}],
      [3, 1, {}],
    ]);
    expect([again.problems, again.added]).toEqual([[], []]);
    const { problems, added } = planOf(
      [
        ['Name', 'Price', 'SKU'],
        ['Soap', '5', 'S'],
        ['Soap', '7', 'S'],
      ],
      [],
    );
    expect(problems).toEqual([{ line: 3, name: 'Soap', sentences: ['The same name and SKU as line 2'] }]);
    expect(added.map(({ line }) => line)).toEqual([2]);
  });
});

describe("the shop's own export with an archived item", () => {
  const HEADER = ['Name', 'Price', 'SKU', 'Archived'];
  const ARCHIVED = { id: 1, name: 'Sugar', sku: null, priceMinor: 300_000, isActive: false, createdAtMs: 1 };
  const ON_SALE = { id: 2, name: 'Sugar', sku: null, priceMinor: 400_000, createdAtMs: 2 };
  const lines = (price: string) => [HEADER, ['Sugar', '3000', '', 'yes'], ['Sugar', price, '', 'no']];
  const changesOf = ({ known }: ReturnType<typeof planOf>) => known.map(({ item, change }) => [item.id, change]);

  test('X-TYPE-27 comes in again unchanged, though an item of the same name is on sale', () => {
    const plan = planOf(lines('4000'), [ARCHIVED, ON_SALE]);
    expect(changesOf(plan)).toEqual([
      [1, {}],
      [2, {}],
    ]);
  });

  test("X-TYPE-27 changes the item on sale by that item's own line", () => {
    expect(changesOf(planOf(lines('4500'), [ARCHIVED, ON_SALE]))).toEqual([
      [1, {}],
      [2, { priceMinor: 450_000 }],
    ]);
  });

  test('X-TYPE-27 changes nothing of an item that was put back on sale, and makes no new item', () => {
    const [header = [], archived = []] = lines('4000');
    expect(changesOf(planOf([header, archived], [ON_SALE]))).toEqual([[2, {}]]);
    const { added, problems } = planOf([header, archived], []);
    expect(added).toEqual([]);
    expect(problems).toEqual([
      {
        ...{ line: 2, name: 'Sugar' },
        sentences: [
          "The file says that this item is archived. To import it as a new item, clear its cell in 'Archived'",
        ],
      },
    ]);
  });

  test('X-TYPE-27 brings the item on sale to another shop, though its archived namesake stands before it', () => {
    const { added, problems } = planOf(lines('4000'), []);
    expect(added.map(({ line }) => line)).toEqual([3]);
    expect(problems.map(({ line }) => line)).toEqual([2]);
  });
});

describe('what a line says otherwise', () => {
  const SOAP = { id: 1, name: 'Soap', sku: 'S', priceMinor: 500, costPriceMinor: 300, description: 'Blue' };
  const changeOf = (header: string[], cells: string[], seesCost = true) =>
    planOf([header, cells], [SOAP], seesCost).known.map(({ change }) => change);

  test('G30 is all that changes: nothing that it leaves out or empty, and never the stock or the type', () => {
    const header = ['Name', 'Price', 'SKU', 'Stock', 'Type', 'Description', 'Unit', 'Brand', 'Reorder level'];
    expect(changeOf(header, ['Soap', '5', 'S', '77', 'service', '', '', '', ''])).toEqual([{}]);
    expect(changeOf(header, ['Soap bar', '6', 'S', '', '', 'Green', 'Piece', 'Kakira', '3'])).toEqual([
      {
        ...{ name: 'Soap bar', priceMinor: 600, description: 'Green', unitOfMeasure: 'Piece' },
        ...{ customFields: { brand: 'Kakira' }, reorderLevelHundredths: 300, advancedEnabled: true },
      },
    ]);
  });

  test('G30 C-043 is the price of an item that was made when the shop had another currency', () => {
    const rows = [
      ['Name', 'Price', 'SKU'],
      ['Soap', '6', 'S'],
    ];
    const { known } = planOf(rows, [{ ...SOAP, currency: 'KES' }]);
    expect(known[0]?.change).toEqual({ priceMinor: 600 });
  });

  test('X-TYPE-27 C-100 a reorder level that the item has already does not make it an advanced item', () => {
    const level = { ...SOAP, reorderLevelHundredths: 300, advancedEnabled: false };
    const rows = (typed: string) => [
      ['Name', 'Price', 'SKU', 'Reorder level'],
      ['Soap', '5', 'S', typed],
    ];
    expect(planOf(rows('3'), [level]).known.map(({ change }) => change)).toEqual([{}]);
    expect(planOf(rows('4'), [level]).known.map(({ change }) => change)).toEqual([
      { reorderLevelHundredths: 400, advancedEnabled: true },
    ]);
  });

  test('G30 C-097 a cost price is compared where the person sees it', () => {
    const header = ['Name', 'Price', 'SKU', 'Cost price'];
    expect(changeOf(header, ['Soap', '5', 'S', '4'])).toEqual([{ costPriceMinor: 400 }]);
    expect(changeOf(header, ['Soap', '5', 'S', '4'], false)).toEqual([{}]);
  });

  test('G30 is its SKU where it has none', () => {
    const rows = [
      ['Name', 'Price', 'SKU'],
      ['Salt', '5', 'SALT-1'],
    ];
    const { known } = planOf(rows, [{ id: 2, name: 'Salt', sku: null, priceMinor: 500 }]);
    expect(known[0]?.change).toEqual({ sku: 'SALT-1' });
  });

  test('G30 of two lines of one item the first counts', () => {
    const { known } = planOf(
      [
        ['Name', 'Price', 'SKU'],
        ['Soap A', '6', 'S'],
        ['Soap B', '7', 'S'],
      ],
      [SOAP],
    );
    expect(known.map((row) => [row.change.name, isChanged(row)])).toEqual([
      ['Soap A', true],
      [undefined, false],
    ]);
  });
});
