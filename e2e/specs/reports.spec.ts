import { readFileSync } from 'node:fs';
import { seriousFindingsInBothColours } from '../fixtures/axe.ts';
import { SOAP, stockShelves, SUGAR } from '../fixtures/items.ts';
import { sell } from '../fixtures/selling.ts';
import { expect, test } from '../fixtures/test.ts';

test('R-REP-09 R-REP-16 R-REP-18 C-142 G26 G28 G29 with no signal the figures are those added up by hand, the file has them, and the day is closed', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const items = (await onServer.get('/items')) as { id: number; name: string }[];
  const sugarId = items.find(({ name }) => name === SUGAR.name)?.id;
  // A sale on credit, made on another device: 4 × 4,500.00, of which 5,000.00 are paid by Mobile Money.
  const customer = (await onServer.post('/customers', { name: 'Grace', phone: '0772 000111' })) as { id: number };
  const credit = (await onServer.post('/sales', {
    ...{ items: [{ itemId: sugarId, quantity: 4 }], customerId: customer.id, status: 'pending' },
  })) as { id: number };
  await onServer.post(`/sales/${credit.id}/payments`, { amount: '5000', paymentMethod: 'Mobile Money' });
  // A cancelled sale, whose money is given back: it counts neither as a sale nor as money.
  const wrong = (await onServer.post('/sales', { items: [{ itemId: sugarId, quantity: 1 }] })) as { id: number };
  await onServer.patch(`/sales/${wrong.id}`, { status: 'cancelled', notes: 'Wrong item' });
  await onServer.post(`/sales/${wrong.id}/refunds`, {});

  const phone = await phones.signedIn(shop);
  const { app } = phone;
  await phone.loseSignal();
  await sell(app, 'two of sugar', [{ item: SUGAR.name, quantity: '2' }]);
  await sell(app, 'three of soap', [{ item: SOAP.name, quantity: '3' }]);
  await phone.open('/reports');
  const { reports, toast } = phone.app;

  // 9,000.00 + 7,501.50 sold here, 18,000.00 elsewhere.
  await expect(reports.figure('Sales', 'Total sales')).toHaveText('UGX 34,501.50');
  await expect(reports.figure('Sales', 'Paid')).toHaveText('UGX 21,501.50');
  await expect(reports.figure('Sales', 'Unpaid')).toHaveText('UGX 13,000.00');
  await expect(reports.bars('Money by payment method')).toContainText(['UGX 16,501.50', 'UGX 5,000.00']);
  await expect(reports.bars('Sales by item')).toContainText([/Sugar 1 kg\s*UGX 27,000.00/, /Blue soap\s*UGX 7,501.50/]);
  await expect(reports.bars('Top selling items this month')).toContainText([
    /Sugar 1 kg\s*6 sold/,
    /Blue soap\s*3 sold/,
  ]);
  await expect(reports.reach).toContainText('2 changes on this device not sent');

  const { name, path } = await reports.exportCsv();
  expect(name).toMatch(/^kaunta-sales-report-.*\.csv$/);
  const written = readFileSync(path, 'utf8');
  expect(written).toMatch(/\r\nTotal,Total sales,[^,]+,3,,34501.5,UGX,/);
  expect(written).toMatch(/\r\nBy item,Blue soap,[^,]+,,3,7501.5,UGX,/);
  expect(written).toContain('2 changes on this device not sent');
  await expect(toast).toContainText('Exported');
  await phone.app.closeToast();

  // The count of this device's drawer: 10,000.00 of change and the sales made here, minus a missing coin.
  await reports.startCount();
  await expect(reports.countDialog).toContainText('UGX 16,501.50');
  await reports.fillCount({ opening: '10000', counted: '26,500' });
  await expect(reports.countDialog).toContainText('Difference: UGX 1.50 too little');
  await reports.saveCount();
  await expect(toast).toContainText('Cash counted');
  await phone.app.closeToast();
  await expect(reports.cashCounts).toHaveCount(1);
  for (const text of ['UGX 26,501.50', 'UGX 26,500.00', 'UGX 1.50 too little', 'Amina Okello', 'Pending sync'])
    await expect(reports.cashCounts).toContainText(text);

  await reports.choose('Unpaid');
  await expect(reports.unpaid).toHaveCount(1);
  await expect(reports.unpaid).toContainText('UGX 13,000.00');
  await phone.findSignal();
  await phone.isSynced();
  await reports.choose('Sales');
  await expect(reports.cashCounts).not.toContainText('Pending sync');
});

test('G55 axe finds nothing serious in the reports and in the close of a day, in light and dark', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, [{ ...SUGAR, stock: '3' }, SOAP]);
  const [item] = (await onServer.get('/items')) as { id: number }[];
  await onServer.post('/sales', { items: [{ itemId: item?.id, quantity: 1 }] });
  const customer = (await onServer.post('/customers', { name: 'Grace' })) as { id: number };
  const items = [{ itemId: item?.id, quantity: 1 }];
  await onServer.post('/sales', { items, customerId: customer.id, status: 'pending' });
  const phone = await phones.signedInOnline(shop);
  const { reports } = await phone.open('/reports?period=week');
  await expect(reports.bars('Sales by item')).toHaveCount(1);
  expect(await seriousFindingsInBothColours(phone.page), 'sales').toEqual([]);
  await reports.startCount();
  await expect(reports.countDialog).toContainText('Expected');
  expect(await seriousFindingsInBothColours(phone.page), 'the dialog').toEqual([]);
  for (const tab of ['inventory', 'unpaid']) {
    await phone.open(`/reports?tab=${tab}`);
    await expect(phone.page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
    expect(await seriousFindingsInBothColours(phone.page), tab).toEqual([]);
  }
});
