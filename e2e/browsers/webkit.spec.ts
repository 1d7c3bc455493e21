import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, stockOnServer } from '../fixtures/selling.ts';
import { expect, test } from '../fixtures/test.ts';
import { IS_SHOWN, signIn } from '../fixtures/engine-app.ts';
import { WebKitWindow } from '../fixtures/webkit.ts';

/* WebKit freezes a page that is left, in the middle of its writes (SYN-26). */

const PATHS = ['/sales/new', '/items', '/sales', '/orders', '/customers', '/reports', '/profile', '/items/new'];

test('SYN-26 SYN-26a R-BROW-01 WebKit: a page that was left over what it was writing holds up no page after it', async ({
  server,
  shop,
}) => {
  const window = await WebKitWindow.open();
  try {
    await signIn(window, server.url, shop);
    for (const path of PATHS) {
      await window.goTo(server.url + path);
      await window.until(path, IS_SHOWN);
    }
  } finally {
    window.close();
  }
});

test('SYN-26 SYN-26a R-BROW-01 WebKit: a window that is left again and again holds up no other window', async ({
  server,
  shop,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const window = await WebKitWindow.open();
  try {
    await signIn(window, server.url, shop);
    const till = await window.openAnother();
    const sales = PATHS.slice(0, 3).map((path) => `while the other goes to ${path}`);
    for (const [at, notes] of sales.entries()) {
      await till.goTo(`${server.url}/sales/new`);
      await till.fill('Item', 'Sugar');
      await window.goTo(server.url + PATHS[at]!);
      await till.press(SUGAR.name);
      await window.goTo(`${server.url}/sales/new`);
      await till.fill('Notes', notes);
      await window.goTo(`${server.url}/items`);
      await till.press('Create sale');
      await window.goTo(`${server.url}/customers`);
      await till.until(`the sale ${notes}`, `return document.body.innerText.includes('Sale created')`);
      await window.until('the other window', IS_SHOWN);
    }
    await expectOnServer(onServer, sales);
    expect(await stockOnServer(onServer, SUGAR.name)).toBe(Number(SUGAR.stock) - sales.length);
  } finally {
    window.close();
  }
});
