import type { Locator, Page } from 'playwright/test';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer } from '../fixtures/selling.ts';
import { expect, test } from '../fixtures/test.ts';

/** More than the controls of any screen. */
const TABS_MAX = 60;

/** Moves the focus to the target with the tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The tab key does not lead there');
}

test('G55 R-SNEW-01 a sale is made with the keyboard alone', async ({ phones, shop, server }) => {
  const onServer = await stockShelves(server.url, shop);
  const { app, page } = await phones.signedInOnline(shop);
  await tabTo(page, page.getByRole('link', { name: 'New Sale' }));
  await page.keyboard.press('Enter');
  await expect(app.header.title).toHaveText('New Sale');
  await tabTo(page, app.newSale.lineField(1, 'Item'));
  await page.keyboard.type(SUGAR.name);
  await expect(app.newSale.line(1).getByRole('option')).toContainText([SUGAR.name]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, app.newSale.lineField(1, 'Quantity'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await tabTo(page, app.newSale.notes);
  await page.keyboard.type('by keyboard');
  await tabTo(page, app.newSale.submitButton);
  await page.keyboard.press('Enter');
  await expect(app.toast).toContainText('Sale created');
  await expect(app.sales.cardWith('by keyboard')).toBeVisible();
  await expectOnServer(onServer, ['by keyboard']);
});
