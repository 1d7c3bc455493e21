import { describe, expect, test } from 'vitest';
import { itemCategoriesOf } from '../../../domain/items/item-category.ts';
import { type ImportContext, importColumns, readItemTable } from '../../../domain/items/item-import.ts';

const context = (fields: Partial<ImportContext> = {}): ImportContext => ({
  ...{ currency: 'UGX', seesCost: true, categories: [], ...fields },
});
const tableOf = (rows: string[][], fields: Partial<ImportContext> = {}) => {
  const table = readItemTable(rows, context(fields));
  if (!table) throw new Error('The columns were not understood');
  return table;
};
/** Returns the problems of a line with these cells. */
const problemOf = (header: string[], cells: string[]) => tableOf([header, cells]).problems[0]?.sentences;

describe('the items of a table', () => {
  test.each(['5.449E+12', '5,449E+12', '5.449e+12', '5E12', '6.00123456789E+12', '1E+5'])(
    'X-TYPE-24 a code that a spreadsheet has shortened to %s is no code',
    (sku) => {
      expect(problemOf(['Name', 'Selling price', 'SKU'], ['Cola', '2000', sku])).toEqual([
        expect.stringMatching(/^SKU: the spreadsheet has shortened this code\. Format its column as text/),
      ]);
    },
  );

  test.each(['1E5', '2E14'])('X-TYPE-24 X-TYPE-29 what stands in the file as a text is the code itself: %s', (code) => {
    const { rows, problems } = tableOf([
      ['Name', 'Selling price', 'SKU'],
      ['Cola', '2000', `="${code}"`],
    ]);
    expect([rows.map(({ item }) => item.sku), problems]).toEqual([[code], []]);
  });

  test.each(['5449000000996', '0012', 'E12', 'AE+12', '5.449', 'TEE-12', '12E'])('X-TYPE-24 %s is one', (sku) => {
    expect(problemOf(['Name', 'Selling price', 'SKU'], ['Cola', '2000', sku])).toBeUndefined();
  });

  test('G30 are read by the names of the columns, in whatever order and spelling', () => {
    const [category] = itemCategoriesOf(1);
    const { rows, problems, unknownColumns } = tableOf(
      [
        ['sku', 'PRICE', 'Item name', 'Colour', 'Cost', 'Quantity', 'Unit', 'Category', 'Brand', 'Reorder level'],
        [
          'SUG-1',
          '1,500.50',
          ' Sugar ',
          'white',
          '900',
          '2.5',
          'Kilogram',
          (category?.name ?? '').toUpperCase(),
          'Kakira',
          '5',
        ],
      ],
      { categories: itemCategoriesOf(1) },
    );
    expect([problems, unknownColumns]).toEqual([[], ['Colour']]);
    expect(rows).toEqual([
      {
        line: 2,
        said: ['name', 'price', 'cost', 'stock', 'sku', 'category', 'unit', 'reorderLevel', 'brand'],
        item: {
          ...{ name: 'Sugar', description: null, type: 'product', priceMinor: 150_050, currency: 'UGX' },
          ...{ costPriceMinor: 90_000, trackStock: true, initialStockHundredths: 250, unitOfMeasure: 'Kilogram' },
          ...{ itemCategoryId: category?.id, category: category?.name, subCategory: null },
          ...{ reorderLevelHundredths: 500, advancedEnabled: true, sku: 'SUG-1', customFields: { brand: 'Kakira' } },
        },
      },
    ]);
  });

  test('G30 C-104 a service has no stock; what is not said is as the form has it', () => {
    const { rows } = tableOf([
      ['Name', 'Selling price', 'Type', 'Stock'],
      ['Haircut', '5000', 'Service', '12'],
      ['Soap', '500'],
    ]);
    expect(rows.map(({ item }) => [item.type, item.trackStock, item.initialStockHundredths])).toEqual([
      ['service', false, 0],
      ['product', true, 0],
    ]);
  });

  test('G30 C-097 what it costs is not read for staff', () => {
    const rows = [
      ['Name', 'Price', 'Cost price'],
      ['Soap', '500', 'secret'],
    ];
    expect(tableOf(rows, { seesCost: false }).rows[0]?.item.costPriceMinor).toBeNull();
  });

  test.each([[[]], [[['Soap', '500']]], [[['Name', 'Amount']]], [[[], ['Price']]]])(
    'G30 without names of columns there are none: %j',
    (rows) => expect(readItemTable(rows, context())).toBeNull(),
  );

  test('G30 C-097 staff are told that the cost is not read; admins are not', () => {
    const rows = [
      ['Name', 'Selling price', 'Cost price', 'Colour'],
      ['Soap', '1500', '900', 'blue'],
    ];
    expect(tableOf(rows, { seesCost: false }).unknownColumns).toEqual(['Cost price', 'Colour']);
    expect(tableOf(rows).unknownColumns).toEqual(['Colour']);
    const namesFor = (sees: boolean) => importColumns(sees).map(({ name }) => name);
    expect(namesFor(true).filter((name) => !namesFor(false).includes(name))).toEqual(['Cost price']);
  });

  test('G30 of two columns with one meaning each line is read from the first that is filled', () => {
    const { rows } = tableOf([
      ['Name', 'Selling price', 'SKU', 'Barcode'],
      ['Soap', '1500', '', '5449000000996'],
      ['Salt', '700', 'SALT-1', '111'],
    ]);
    expect(rows.map(({ item }) => item.sku)).toEqual(['5449000000996', 'SALT-1']);
  });

  test('G30 what looks like a formula, markup, right-to-left text and emoji are text', () => {
    const names = ['=1+1', '<script>alert(1)</script>', 'صابون أزرق', '🍬👩‍👩‍👧 Sweets', "O'Brien"];
    const { rows } = tableOf([['Name', 'Price'], ...names.map((name) => [name === '=1+1' ? `'${name}` : name, '5'])]);
    expect(rows.map(({ item }) => item.name)).toEqual(names);
  });

  test('G30 the currency of the shop may stand before an amount, half a character is left out', () => {
    const { rows } = tableOf([
      ['Name', 'Price'],
      ['Soap\uD83D\u0000', 'UGX 1,500'],
    ]);
    expect(rows[0]?.item).toMatchObject({ name: 'Soap\uFFFD', priceMinor: 150_000 });
  });
});

describe('a bad line is told in words', () => {
  const header = ['Name', 'Selling price', 'Cost price', 'Stock', 'Type', 'SKU', 'Reorder level'];
  test.each([
    [['', '500'], ['Name: Item name is required']],
    [['Soap'], ['Selling price: Price must be a positive number']],
    [['Soap', '0'], ['Selling price: Price must be a positive number']],
    [['Soap', '-5'], ['Selling price: Price must be a positive number']],
    [['Soap', 'free'], ['Selling price: must be a number, such as 1500 or 1,500.50']],
    [['Soap', '1.500,00'], ['Selling price: must be a number, such as 1500 or 1,500.50']],
    [['Soap', '1.555'], ['Selling price: Use at most 2 decimals']],
    [['Soap', '123456789012'], ['Selling price: The number is too large']],
    [['Soap', '5', 'x'], ['Cost price: must be a number, such as 1500 or 1,500.50']],
    [['Soap', '5', '-1'], ['Cost price: Cost price must be zero or more']],
    [
      ['Soap', '5', '-1', '-3'],
      ['Cost price: Cost price must be zero or more', 'Stock: Stock must be a positive number or zero'],
    ],
    [['Soap', '5', '', '', 'thing'], ["Type: must be 'product' or 'service'"]],
    [['Soap', '5', '', '', '', 'x'.repeat(121)], ['SKU: Use at most 120 characters']],
    [['x'.repeat(161), '5'], ['Name: Use at most 160 characters']],
    [
      ['', 'free', '', '-3'],
      [
        'Selling price: must be a number, such as 1500 or 1,500.50',
        'Name: Item name is required',
        'Stock: Stock must be a positive number or zero',
      ],
    ],
  ])('G30 C-040 %j', (cells, sentences) => {
    expect(problemOf(header, cells)).toEqual(sentences);
  });

  test.each([
    ['-3', 'Stock: Stock must be a positive number or zero'],
    ['1000000', 'Stock: The number is too large'],
    ['many', 'Stock: must be a number, such as 1500 or 1,500.50'],
  ])('X-TYPE-27 C-040 a stock of %s is no problem of a line alone: the item may be there', (stock, sentence) => {
    const { rows, problems } = tableOf([header, ['Soap', '5', '', stock]]);
    expect(rows.map(({ item, whyNotNew }) => [item.initialStockHundredths, whyNotNew])).toEqual([[0, sentence]]);
    expect(problems).toEqual([]);
  });

  test('G30 with its number and name; the good ones beside it are read', () => {
    const { rows, problems } = tableOf([[], header, ['Soap', '5'], [], ['Salt', 'free'], ['Sugar', '6']]);
    expect(rows.map(({ line, item }) => [line, item.name])).toEqual([
      [3, 'Soap'],
      [6, 'Sugar'],
    ]);
    expect(problems).toMatchObject([{ line: 5, name: 'Salt' }]);
  });

  test('G30 a second line of the same name and SKU; another SKU is another item', () => {
    const { rows, problems } = tableOf([
      ['Name', 'Price', 'SKU'],
      ['Soap', '5', 'A'],
      ['SOAP ', '6', 'a'],
      ['Soap', '7', 'B'],
    ]);
    expect(rows.map(({ line, whyNotNew }) => [line, whyNotNew])).toEqual([
      [2, undefined],
      [3, 'The same name and SKU as line 2'],
      [4, undefined],
    ]);
    expect(problems).toEqual([]);
  });
});
