import { seriousFindings } from '../fixtures/axe.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import type { Phone } from '../fixtures/phone.ts';
import { ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

/* Two phones of one shop change the same field with no signal: neither value is lost, and a person decides. */

async function setPrice(phone: Phone, typed: string): Promise<void> {
  const { app, page } = phone;
  await app.goTo('Items');
  await page.getByRole('link', { name: SUGAR.name }).click();
  await app.item.startEditing();
  await app.item.field('Selling price').fill(typed);
  await app.item.save();
  await expect(app.toast).toContainText('The item has been updated successfully.');
  await app.closeToast();
  await expect(page.getByText('Pending sync')).toBeVisible();
}

const LINE = 'Price: yours 11,500 · your other device 12,000';

for (const settler of ['last', 'first'] as const) {
  test(`M13 G5 R-IEDIT-12 one price changed on two phones without a signal: seen on both, settled on the one that came back ${settler}, and over on both`, async ({
    phones,
    shop,
    server,
  }) => {
    const onServer = await stockShelves(server.url, shop);
    const first = await phones.signedIn(shop);
    const last = await phones.signedIn(shop, { colorScheme: 'dark' });
    await first.loseSignal();
    await last.loseSignal();
    await setPrice(first, '12000');
    await setPrice(last, '11500');

    await first.findSignal();
    await first.isSynced();
    await last.findSignal();
    for (const { app } of [last, first]) await expect(app.header.syncStatus).toHaveText('1 need attention');

    const { app, page } = settler === 'last' ? last : first;
    // The item shows the server's value and both versions.
    await expect(page.getByText('UGX 12,000.00', { exact: true })).toBeVisible();
    await expect(app.item.conflict).toContainText(LINE);
    await app.header.openSyncStatus();
    await expect(app.sync.attention).toContainText(SUGAR.name);
    await expect(app.sync.attention).toContainText('Conflict');
    await expect(app.sync.attention).toContainText(LINE);
    expect(await seriousFindings(page)).toEqual([]);
    await app.sync.attention.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(app.toast).toContainText('Conflict settled');
    await expect(app.toast).toContainText('Price: 12,000');

    for (const phone of [first, last]) {
      await phone.isSynced();
      await phone.app.goTo('Items');
      const card = phone.app.items.card(SUGAR.name);
      await expect(card).toContainText('UGX 12,000.00');
      await expect(card).not.toContainText('Conflict');
    }
    const items = (await onServer.get('/items')) as { name: string; price: string }[];
    expect(items.find(({ name }) => name === SUGAR.name)?.price).toBe('12000.00');
  });
}

const PEOPLE = [
  { ids: 'R-CUST-20 R-CUST-21 M21', kind: 'customer', noun: 'Customer', other: { Notes: 'from Gulu' } },
  {
    ids: 'R-SUPP-17 R-SUPP-18 R-SUPP-26 C-130 M23',
    kind: 'supplier',
    noun: 'Supplier',
    other: { Email: 'first@bidco.example' },
  },
] as const;

for (const { ids, kind, noun, other } of PEOPLE) {
  test(`${ids} two people change one ${kind} with no signal: different fields are both kept, and the same one is settled`, async ({
    phones,
    shop,
    server,
  }) => {
    const onServer = await ShopOnServer.of(server.url, shop);
    const { id } = (await onServer.post(`/${kind}s`, { name: 'Bidco', phone: '0701 000000' })) as { id: number };
    const first = await phones.signedIn(shop);
    const last = await phones.signedIn(shop, { colorScheme: 'dark' });
    for (const phone of [first, last]) {
      await phone.page.goto(`${phone.line.url}/${kind}s/${id}`);
      await expect(phone.page).toHaveTitle(`Bidco - ${noun} Details · Kaunta`);
      await phone.loseSignal();
    }
    await first.app[kind].edit({ Phone: '0701 111111', ...other });
    await last.app[kind].edit({ Phone: '0701 222222', Address: 'Jinja Road 5' });
    for (const { app } of [first, last]) {
      await expect(app.toast).toHaveText(`${noun} updated`);
      await app.closeToast();
      await expect(app[kind].facts).toContainText('Pending sync');
    }
    await first.findSignal();
    await first.isSynced();
    await last.findSignal();
    for (const { app } of [first, last]) {
      await expect(app.header.syncStatus).toHaveText('1 need attention');
      for (const text of [...Object.values(other), 'Jinja Road 5', 'Conflict'])
        await expect(app[kind].facts).toContainText(text);
    }
    await expect(last.app[kind].facts).toContainText('Phone: yours 0701 222222 · your other device 0701 111111');
    expect(await seriousFindings(last.page)).toEqual([]);
    await last.app[kind].facts.getByRole('button', { name: 'Keep mine' }).click();
    for (const { app } of [first, last]) {
      await expect(app.header.syncStatus).toHaveText('All changes synced');
      await expect(app[kind].facts).toContainText('0701 222222');
      await expect(app[kind].facts).not.toContainText('Conflict');
    }
  });
}
