import { ownCodes } from '../../domain/items/barcode.ts';
import { readBars } from '../fixtures/read-bars.ts';
import { stockShelves } from '../fixtures/items.ts';
import { shopRows } from '../fixtures/storage.ts';
import { expect, test } from '../fixtures/test.ts';

const BREAD = { name: 'Bread', price: '4500', stock: '9' } as const;
const COLA = { name: 'Cola', price: '2000', stock: '24', sku: '4006381333931' } as const;
const SOAP = { name: 'أرز بسمتي، حبة طويلة من موسم الأمطار', price: '99999999.99', stock: '5', sku: 'SOAP-1' } as const;

/** Runs inside the page: replaces the print dialog by a counter. */
function countPrints(): void {
  const counted = Object.assign(window, { printCount: 0 });
  window.print = () => void (counted.printCount += 1);
}

test('R-PRN-31 R-PRN-32 R-PRN-34 R-PRN-35 R-PRN-39 with no signal: three items, one without a code; the labels fill two sheets and no third, their bars are read from what is printed, and the counter finds the new code', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop, [BREAD, COLA, SOAP]);
  const phone = await phones.signedIn(shop);
  await phone.context.addInitScript(countPrints);
  await phone.open('/items/labels?search=');
  const { page } = phone;
  await expect(page.getByRole('group', { name: /^Line / })).toHaveCount(3);
  await phone.loseSignal();
  await page.getByLabel('Labels of each of 3 items').fill('9');
  await page.getByRole('button', { name: 'Set all' }).click();
  await page.getByLabel('Start at label').fill('4');
  await page.getByRole('button', { name: 'Print 27 labels' }).click();
  await expect.poll(() => page.evaluate('window.printCount')).toBe(1);

  const { item } = await shopRows<{ item: { id: number; name: string; sku: string | null } }>(page, ['item']);
  const bread = item.find(({ name }) => name === BREAD.name);
  const code = bread?.sku ?? '';
  expect(code).toBe(ownCodes(bread?.id ?? 0)[0]);

  await page.emulateMedia({ media: 'print' });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  // Enlarged, because a pixel of the page is larger than the dot of a printer.
  await page.addStyleTag({ content: '.k-label-pages { --mm: 3mm !important }' });
  for (const [name, printed] of [
    [BREAD.name, code],
    [COLA.name, COLA.sku],
    [SOAP.name, SOAP.sku],
  ] as const) {
    const label = page.locator('.k-print-sheet .k-label').filter({ hasText: name }).first();
    expect(await readBars(label), name).toEqual([printed]);
  }

  const app = await phone.open('/sales/new');
  await app.newSale.scanByKeyboard(code);
  await expect(app.newSale.lineField(1, 'Item')).toHaveValue(BREAD.name);
});
