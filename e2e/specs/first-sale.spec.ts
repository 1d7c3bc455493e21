import { SOAP, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { newOwner } from '../fixtures/shop.ts';
import { expect, signIn, test } from '../fixtures/test.ts';

/*
 * A shop's first day, on which all other tests build. An owner registers, signs in on two phones, loses the signal,
 * sells, closes and reopens the app, sells again, and gets the signal back. Then the other phone has both sales, once
 * each, and the right stock.
 */
test('R-GUARD-06 R-REG-30 R-INEW-37 R-INEW-38 R-SNEW-35 R-SNEW-36 R-SALE-03 R-SALE-13 SYN-1 SYN-17 SYN-26 the first sale: sell with no signal, and find it on the other phone', async ({
  phones,
}) => {
  const owner = newOwner();
  const a = await phones.takeWithProfile();
  const b = await phones.take();

  await test.step('the owner registers on one phone and signs in on two', async () => {
    const app = await a.open('/register');
    await app.register.fill(owner);
    await app.register.submit();
    await expect(app.toast).toContainText('Registration successful! You can now log in.');
    await app.closeToast();
    await app.login.signIn(owner);
    await expect(app.header.title).toHaveText('Home');
    await expect(app.heading(owner.businessName)).toBeVisible();
    await a.isReadyForOffline();
    await signIn(b, owner);
  });

  await test.step('two items are made, and stand on both phones', async () => {
    for (const item of [SUGAR, SOAP]) {
      await a.app.goTo('Items');
      await a.app.items.startNewItem();
      await a.app.newItem.fill({ ...item, category: 'Groceries' });
      await a.app.newItem.submit();
      await expect(a.app.toast).toHaveText('SuccessThe item has been created successfully.');
      await expect(a.page).toHaveURL(/\/items$/);
      await a.app.closeToast();
    }
    await a.isSynced();
    await b.app.goTo('Items');
    for (const phone of [a, b]) await expectStock(phone, { 'Sugar 1 kg': '20', 'Blue soap': '12' });
    // The newest is first.
    await expect(b.app.items.cards.first()).toContainText('Blue soap');
  });

  await test.step('without a signal the phone sells', async () => {
    await a.loseSignal();
    await expect(a.app.header.syncStatus).toHaveText('Offline');
    await a.app.goTo('Home');
    await a.page.getByRole('link', { name: 'New Sale' }).click();
    await a.app.newSale.fill({
      lines: [
        { item: 'Sugar 1 kg', quantity: '3' },
        { item: 'Blue soap', quantity: '2', price: '2000' },
      ],
      notes: 'first, in the dark',
    });
    await expect(a.app.newSale.grandTotal).toContainText('UGX 17,500.00');
    await a.app.newSale.submit();
    await expect(a.app.toast).toHaveText('Sale createdThe sale has been created successfully.');
    await expect(a.page).toHaveURL(/\/sales$/);
    await expect(a.app.header.syncStatus).toHaveText('Offline · 1 change pending');
    await expect(a.app.sales.cardWith('first, in the dark')).toContainText('Pending sync');
    await expect(a.app.sales.cardWith('first, in the dark')).toContainText('UGX 17,500.00');
  });

  await test.step('the app is closed, the browser too; it opens again at the form itself, and sells', async () => {
    await a.quit();
    await a.start();
    await a.loseSignal();
    await a.open('/sales/new');
    await expect(a.app.header.syncStatus).toHaveText('Offline · 1 change pending');
    await a.app.newSale.fill({ lines: [{ item: 'Sugar 1 kg' }], notes: 'second, after a nap' });
    // Pieces sold with no signal are already subtracted.
    await expect(a.app.newSale.line(1)).toContainText('17 in stock');
    await a.app.newSale.submit();
    await expect(a.app.toast).toContainText('Sale created');
    await expect(a.app.header.syncStatus).toHaveText('Offline · 2 changes pending');
    await expectStock(a, { 'Sugar 1 kg': '16', 'Blue soap': '10' });
  });

  await test.step('nothing has reached the other phone', async () => {
    await b.page.goto(`${b.line.url}/sales`);
    await expect(b.app.heading('No sales found')).toBeVisible();
    await expect(b.app.text('Get started by adding your first sale')).toBeVisible();
  });

  await test.step('with the signal back, everything is sent once', async () => {
    await a.findSignal();
    await a.isSynced();
    await a.page.goto(`${a.line.url}/sales`);
    for (const phone of [a, b]) {
      await expect(phone.app.sales.cards).toHaveCount(2);
      await expect(phone.app.sales.cards.first()).toContainText('second, after a nap');
      await expect(phone.app.sales.cards.last()).toContainText('first, in the dark');
      await expect(phone.app.sales.list).not.toContainText('Pending sync');
    }
    await b.app.sales.openSale('first, in the dark');
    await expect(b.app.sale.items).toContainText('Sugar 1 kg');
    await expect(b.app.sale.items).toContainText('UGX 17,500.00');
    for (const phone of [a, b]) await expectStock(phone, { 'Sugar 1 kg': '16', 'Blue soap': '10' });
  });
});

async function expectStock(phone: Phone, stockByItem: Record<string, string>): Promise<void> {
  await phone.app.goTo('Items');
  for (const [name, stock] of Object.entries(stockByItem)) {
    await expect(phone.app.items.card(name)).toContainText(new RegExp(`(^|\\D)${stock}(\\D|$)`));
  }
}
