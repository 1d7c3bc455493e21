import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ImportItems } from '../../../../src/screens/exchange/import-items.tsx';
import type { Replica as ShownReplica } from '../../../../src/state/replica.tsx';
import { workbookBytes } from '../../../support/browser/excel-files.ts';
import { InlineWorker } from '../../../support/browser/inline-worker.ts';
import { itemRow } from '../../../support/shop-rows.ts';
import { type OpenedShop, openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { captureFiles } from '../../../support/screens/report-screens.tsx';
import { pressOnceThere } from '../../../support/screens/screen-driver.ts';

beforeEach(() => vi.stubGlobal('Worker', InlineWorker));

const show = (opened: OpenedShop, run: ShownReplica['run'] = opened.replica.run) =>
  renderShop(
    { replica: { ...opened.replica, run } },
    [
      { path: '/items/import', element: <ImportItems /> },
      { path: '/settings/data', element: <p>Data</p> },
    ],
    '/items/import',
  );
async function open(options: ShopOptions = {}) {
  const opened = await openShop(options);
  const names = async () => (await opened.device.rows('item')).map(({ name }) => name).toSorted();
  return { ...opened, view: show(opened), names };
}
const choose = (content: string | Uint8Array<ArrayBuffer>, name = 'items.csv') =>
  userEvent.upload(screen.getByLabelText('File'), new File([content], name), { applyAccept: false });
const lines = (count: number): string =>
  ['Name,Selling price,Stock', ...Array.from({ length: count }, (_, index) => `Item ${index},${index + 1},2`)].join(
    '\n',
  );

describe('the preview', () => {
  test('G30 the example file has a name, and can be imported as it is', async () => {
    const { device } = await open();
    const files = captureFiles();
    await pressOnceThere('Download an example');
    expect(files.map(({ name }) => name)).toEqual(['kaunta-items-example.csv']);
    await choose(new Uint8Array(await files[0]!.blob.arrayBuffer()), 'kaunta-items-example.csv');
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(preview.getByText('1 item can be imported.')).toBeTruthy();
    expect([preview.queryByText(/not read/), preview.queryByRole('list', { name: 'Problems' })]).toEqual([null, null]);
    await pressOnceThere('Import 1 item');
    await waitFor(async () => expect(await device.rows('item')).toHaveLength(1));
    expect((await device.rows('item'))[0]).toMatchObject({
      ...{ name: 'Sugar 1 kg', priceMinor: 450_000, costPriceMinor: 390_000, sku: 'SUG-1', type: 'product' },
      ...{ currentStockHundredths: 2_000, unitOfMeasure: 'Kilogram', reorderLevelHundredths: 500 },
      customFields: { brand: 'Kakira' },
    });
  });

  test('G30 shows what comes in and names each bad line in words; nothing is added before it is wanted', async () => {
    const { names } = await open({ rows: { item: [itemRow({ id: 1, name: 'Here' })] } });
    await choose('Name,Selling price,Stock,Colour\nSoap,"1,500",2\nSalt,free,2\nHere,1500,1\n,7,1\n');
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(preview.getByText('1 item can be imported.')).toBeTruthy();
    expect(preview.getByRole('heading', { name: '1 item is in your shop already' })).toBeTruthy();
    expect(preview.getByRole('list', { name: 'Already in your shop' }).textContent).toBe('Line 4: HereSame name');
    expect(preview.getByText('Columns that are not read: Colour')).toBeTruthy();
    expect(preview.getByText('Soap · UGX 1,500.00 · 2 in stock')).toBeTruthy();
    const problems = within(preview.getByRole('list', { name: 'Problems' })).getAllByRole('listitem');
    expect(problems.map((each) => each.textContent)).toEqual([
      'Line 3: SaltSelling price: must be a number, such as 1500 or 1,500.50',
      'Line 5Name: Item name is required',
    ]);
    expect(screen.queryByText(/more\.$/)).toBeNull();
    expect(document.title).toBe('Import Items · Kaunta');
    expect(await names()).toEqual(['Here']);
  });

  test('G30 of more bad lines than fifty the others are counted', async () => {
    await open();
    await choose(`Name,Selling price\n${'Salt,free\n'.repeat(53)}`);
    expect(within(await screen.findByRole('list', { name: 'Problems' })).getAllByRole('listitem')).toHaveLength(50);
    expect(screen.getByText('And 3 more.')).toBeTruthy();
  });

  test('G30 imports the good lines as acts of a person, with their stock', async () => {
    const { device, shop } = await open();
    await choose('Name,Selling price,Cost price,Stock,Type\nSoap,1500,900,2.5,\nSalt,bad,,,\nHaircut,5000,,,service\n');
    await pressOnceThere('Import 2 items');
    expect(await screen.findByText('2 items imported.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to items' }).getAttribute('href')).toBe('/items');
    expect(await device.rows('item')).toMatchObject([
      { name: 'Soap', priceMinor: 150_000, costPriceMinor: 90_000, currentStockHundredths: 250, currency: 'UGX' },
      { name: 'Haircut', type: 'service', trackStock: false, currentStockHundredths: 0 },
    ]);
    expect(await device.rows('stockMovement')).toMatchObject([{ type: 'opening', quantityHundredths: 250 }]);
    expect((await shop.outbox()).map(({ wire }) => wire.name)).toEqual(['item.create', 'item.create']);
  });

  test('G30 an Excel file: emoji and right-to-left names stay, markup is text, a price of 12 digits is told', async () => {
    const { names } = await open();
    await choose(workbookBytes(), 'items.xlsx');
    const problems = within(await screen.findByRole('list', { name: 'Problems' }));
    expect(problems.getByText('Selling price: The number is too large')).toBeTruthy();
    expect(problems.getByText('<b>Salt</b> & pepper')).toBeTruthy();
    await pressOnceThere('Import 2 items');
    await screen.findByText('2 items imported.');
    expect(await names()).toEqual(['Sugar 🍬 1 kg', 'صابون أزرق']);
  });

  test('G30 C-148 a shop that is still arriving imports nothing: what is not here yet would come in twice', async () => {
    const { device } = await open({ state: { snapshotComplete: false } });
    await choose(lines(3));
    expect((await screen.findByRole('alert')).textContent).toContain('Your shop is still arriving on this device');
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
    expect(await device.rows('item')).toEqual([]);
  });

  test('C-097 staff import without cost prices', async () => {
    const { device } = await open({ state: { role: 'staff', projection: 'staff' } });
    await choose('Name,Selling price,Cost price\nSoap,1500,900\n');
    await pressOnceThere('Import 1 item');
    await screen.findByText('1 item imported.');
    expect((await device.rows('item'))[0]).not.toHaveProperty('costPriceMinor');
  });
});

describe('a file whose items are in the shop already', () => {
  const HERE = itemRow({ id: 1, name: 'Sugar', sku: 'SUG-1', priceMinor: 450_000, currentStockHundredths: 300 });
  const FILE = 'Name,Selling price,SKU,Stock\nWhite sugar,4800,sug-1,20\nSalt,700,,5\n';

  test('G30 names each with what the file says otherwise, and leaves them as they are unless told', async () => {
    const { device, shop } = await open({ rows: { item: [HERE] } });
    await choose(FILE);
    const known = within(await screen.findByRole('list', { name: 'Already in your shop' }));
    expect(known.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Line 2: SugarSame SKU, SUG-1Name: Sugar → White sugarPrice: 4,500 → 4,800',
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Leave them as they are').checked).toBe(true);
    await pressOnceThere('Import 1 item');
    await screen.findByText('1 item imported.');
    expect((await shop.outbox()).map(({ wire }) => wire.name)).toEqual(['item.create']);
    expect(await device.rows('item')).toMatchObject([{ name: 'Sugar', priceMinor: 450_000 }, { name: 'Salt' }]);
  });

  test('X-TYPE-26 asks of a name with another code, with both codes, and leaves it out unless told', async () => {
    const { shop, names } = await open({ rows: { item: [HERE] } });
    await choose('Name,Selling price,SKU\nsugar,4800,SUG-9\nSalt,700,S-1\n');
    const others = within(await screen.findByRole('list', { name: 'Another SKU' }));
    expect(others.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Line 2: SugarSKU in your shop: SUG-1SKU in the file: SUG-9',
    ]);
    expect(screen.getByText('Salt · S-1 · UGX 700.00 · 0 in stock')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('They are the same: leave them out').checked).toBe(true);
    await userEvent.click(screen.getByLabelText('They are others: import them as new items'));
    await pressOnceThere('Import 2 items');
    await screen.findByText('2 items imported.');
    expect(await names()).toEqual(['Salt', 'Sugar', 'sugar']);
    expect((await shop.outbox()).map(({ wire }) => wire.name)).toEqual(['item.create', 'item.create']);
  });

  test('X-TYPE-24 X-TYPE-26 of a file that went through a spreadsheet nothing comes in twice and nothing is renamed', async () => {
    const cola = itemRow({ id: 1, name: 'Cola', sku: '5449000000996', priceMinor: 180_000 });
    const soap = itemRow({ id: 2, name: 'Soap', sku: '0012', priceMinor: 120_000 });
    const { device, names } = await open({ rows: { item: [cola, soap] } });
    await choose('Name,Selling price,SKU\nCola,2000,5.449E+12\nFanta,2100,5.449E+12\nSoap,1500,12\n');
    expect(await screen.findByRole('heading', { name: '2 lines have problems' })).toBeTruthy();
    await userEvent.click(await screen.findByLabelText('Update the one that differs, except the stock'));
    await pressOnceThere('Update 1 item');
    await screen.findByText('1 item updated.');
    expect(await names()).toEqual(['Cola', 'Soap']);
    expect((await device.rows('item')).map(({ sku, priceMinor }) => [sku, priceMinor])).toEqual([
      ['5449000000996', 180_000],
      ['0012', 150_000],
    ]);
  });

  test('G30 updates what differs where that is wanted, field by field, and never the stock', async () => {
    const { device, shop } = await open({ rows: { item: [HERE] } });
    await choose(FILE);
    await userEvent.click(await screen.findByLabelText('Update the one that differs, except the stock'));
    await pressOnceThere('Import 1 item and update 1');
    await screen.findByText('1 item updated.');
    expect(screen.getByText('1 item imported.')).toBeTruthy();
    const [sugar] = await device.rows('item');
    expect(sugar).toMatchObject({ name: 'White sugar', priceMinor: 480_000, currentStockHundredths: 300 });
    const edit = (await shop.outbox()).find(({ wire }) => wire.name === 'item.edit');
    expect(edit?.wire.args).toEqual({
      id: 1,
      base: { name: 'Sugar', priceMinor: 450_000, currency: 'UGX' },
      change: { name: 'White sugar', priceMinor: 480_000 },
    });
  });

  test('G30 given a second time has nothing to do, and says so', async () => {
    const { names } = await open();
    await choose(FILE);
    await pressOnceThere('Import 2 items');
    await screen.findByText('2 items imported.');
    await choose(FILE);
    expect(await screen.findByText('Nothing in the file differs from them. They stay as they are.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 0 items' }).disabled).toBe(true);
    expect(await names()).toEqual(['Salt', 'White sugar']);
  });
});

describe('what cannot be read is told in a sentence', () => {
  test.each([
    ['Name,Selling price\n', '0 items can be imported.'],
    ['Soap,1500\n', "The first line must name the columns, and 'Name' and 'Selling price' must be among them."],
    ['', 'This file is empty.'],
    ['<html><table>', 'This is not a CSV or Excel file. Save your list as CSV or .xlsx and choose that file.'],
    [
      `Name,Price\n${'Soap,5\n'.repeat(100_000)}`,
      'This file has more than 10,000 items. Split it into files of at most 10,000 items and import one after the other.',
    ],
  ])('G30 %j', async (content, sentence) => {
    const { shop } = await open();
    await choose(content);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(await shop.outbox()).toEqual([]);
  });

  test('G30 a truncated Excel file', async () => {
    await open();
    await choose(workbookBytes().slice(0, 900), 'items.xlsx');
    expect((await screen.findByRole('alert')).textContent).toContain('It may be damaged or only partly downloaded');
  });
});

describe('an import that did not come to its end', () => {
  test('G30 goes on with the same file where a crash ended it: nothing is lost, nothing is doubled', async () => {
    const opened = await openShop();
    let runs = 0;
    // The page ends in the middle: an act was saved, but its result did not arrive.
    const crashing: ShownReplica['run'] = async (name, build, act) => {
      runs += 1;
      const result = await opened.replica.run(name, build, act);
      return runs === 13 ? new Promise<never>(() => undefined) : result;
    };
    const first = show(opened, crashing);
    await choose(lines(30));
    await pressOnceThere('Import 30 items');
    await waitFor(() => expect(runs).toBe(13));
    first.unmount();
    show(opened);
    await choose(lines(30));
    expect(await screen.findByText('17 items can be imported.')).toBeTruthy();
    await pressOnceThere('Import 17 items');
    await screen.findByText('17 items imported.');
    const names = (await opened.device.rows('item')).map(({ name }) => name);
    expect([names.length, new Set(names).size]).toEqual([30, 30]);
  });

  test('G30 is told when the device has no room, and says how to go on', async () => {
    const opened = await openShop();
    let runs = 0;
    const failing: ShownReplica['run'] = async (name, build, act) => {
      runs += 1;
      if (runs > 3) throw new Error('full');
      return await opened.replica.run(name, build, act);
    };
    show(opened, failing);
    await choose(lines(5));
    await pressOnceThere('Import 5 items');
    const alert = await screen.findByText(/Imported 3 of 5 items\. Choose the file again to go on/);
    expect(alert).toBeTruthy();
    expect(await opened.device.rows('item')).toHaveLength(3);
  });

  test('G30 what came in from elsewhere while the preview stood is not doubled', async () => {
    const { shop, names } = await open();
    await choose(lines(3));
    await screen.findByText('3 items can be imported.');
    await shop.absorb({ rows: { item: [itemRow({ id: 900, name: 'item 1' })] } });
    await pressOnceThere('Import 3 items');
    await screen.findByText('2 items imported.');
    expect(await names()).toEqual(['Item 0', 'Item 2', 'item 1']);
    expect(screen.getByText(/^1 item came into your shop after the preview and was left as it is/)).toBeTruthy();
  });

  test('G30 a price that another device set while the preview stood is not written over: what the preview did not show is left alone, the rest is a conflict', async () => {
    const price = (id: number, name: string, priceMinor: number, version = 1) =>
      itemRow({ id, name, priceMinor, version });
    const { shop, device } = await open({ rows: { item: [price(1, 'Sugar', 450_000), price(2, 'Salt', 100_000)] } });
    await choose('Name,Selling price\nSugar,4800\nSalt,1000');
    // The preview says: Sugar from 4,500 to 4,800, Salt is the same.
    await userEvent.click(await screen.findByLabelText('Update the one that differs, except the stock'));
    await shop.absorb({ rows: { item: [price(1, 'Sugar', 500_000, 2), price(2, 'Salt', 120_000, 2)] } });
    await pressOnceThere('Update 1 item');
    await screen.findByText('1 item updated.');
    const edits = (await shop.outbox()).map(({ wire }) => wire.args);
    expect(edits).toMatchObject([{ id: 1, base: { priceMinor: 450_000 }, change: { priceMinor: 480_000 } }]);
    expect((await device.rows('item')).find(({ id }) => id === 2)?.priceMinor).toBe(120_000);
  });

  test('G30 asks before it is left in the middle', async () => {
    const opened = await openShop();
    show(opened, () => new Promise<never>(() => undefined));
    await choose(lines(3));
    await pressOnceThere('Import 3 items');
    expect((await screen.findByRole('status')).textContent).toBe('Imported 0 of 3 items');
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(await screen.findByRole('dialog', { name: 'Import not finished' })).toBeTruthy();
  });
});
