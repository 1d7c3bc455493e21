import { stockShelves } from '../fixtures/items.ts';
import { sell } from '../fixtures/selling.ts';
import { expect, test } from '../fixtures/test.ts';

test('SYN-16 a sale on one phone stands on the other a moment later, with the stock, and without anybody asking', async ({
  phones,
  shop,
  server,
}) => {
  await stockShelves(server.url, shop);
  const a = await phones.signedIn(shop);
  const b = await phones.signedIn(shop);
  const streamsBefore = b.line.requestsTo(/\/events/).length;
  await b.page.goto(`${b.line.url}/sales`);
  await expect(b.app.heading('No sales found')).toBeVisible();
  const listens = () =>
    b.line
      .requestsTo(/\/events/)
      .slice(streamsBefore)
      .some(({ status }) => status === 200);
  await expect.poll(listens).toBe(true);
  const pullsBefore = b.line.requestsTo(/\/sync\/pull/).length;
  for (const notes of ['first', 'second', 'third']) {
    await sell(a.app, notes);
    // Polling is once a minute. Rows that arrive sooner three times in a row were announced by the server.
    await expect(b.app.sales.cardWith(notes)).toBeVisible({ timeout: 30_000 });
  }
  // About one pull for each event, so the phone did not poll more often.
  expect(b.line.requestsTo(/\/sync\/pull/).length - pullsBefore).toBeLessThanOrEqual(9);
  await b.app.goTo('Items');
  await expect(b.app.items.card('Sugar 1 kg')).toContainText('Stock: 17');
});

test('SYN-16 SYN-13 the stream of events says that there is something new, and nothing of what it is', async ({
  phones,
  shop,
  server,
}) => {
  const onServer = await stockShelves(server.url, shop, []);
  const phone = await phones.signedIn(shop);
  const heard = await phone.page.evaluateHandle(() => {
    const texts: string[] = [];
    new EventSource('/api/v1/events').addEventListener('message', ({ data }) => texts.push(String(data)));
    return texts;
  });
  await expect.poll(() => heard.evaluate(({ length }) => length)).toBeGreaterThan(0);
  await onServer.post('/items', { name: 'Secret tea', price: '900', itemCategoryId: 501 });
  await expect.poll(() => heard.evaluate(({ length }) => length)).toBeGreaterThan(1);
  const texts = await heard.jsonValue();
  const events = texts.map((text) => JSON.parse(text) as { epoch: string; version: number });
  for (const event of events) expect(Object.keys(event).toSorted()).toEqual(['epoch', 'version']);
  expect(events[1]?.version).toBeGreaterThan(events[0]?.version ?? Number.NaN);
});
