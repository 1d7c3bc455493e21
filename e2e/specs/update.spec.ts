import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { stockShelves } from '../fixtures/items.ts';
import { BUILD, makeFolder, removeFolder } from '../fixtures/places.ts';
import { buildNextVersion } from '../fixtures/second-build.ts';
import { sell, startSale } from '../fixtures/selling.ts';
import { KauntaServer } from '../fixtures/server.ts';
import { registerShop } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';

test("SYN-26 SYN-26c a new version is offered, never over a form in progress; 'Reload' brings it to every tab, with and without a signal", async ({
  phonesOn,
}) => {
  const folder = makeFolder('builds');
  const building = buildNextVersion(join(folder, 'next'));
  const served = join(folder, 'served');
  cpSync(BUILD, served, { recursive: true });
  const server = await KauntaServer.start(served);
  try {
    const shop = await registerShop(server.url);
    await stockShelves(server.url, shop);
    const phone = await phonesOn(server).signedIn(shop);
    const first = { app: phone.app, page: phone.page };
    await phone.open('/dashboard');
    const second = { app: phone.app, page: phone.page };
    await startSale(second.app, 'half typed');
    // From here on the worker's requests hang. 'Reload' must not wait for them.
    phone.line.breakFor(/\/api\/v1\/sync\//, 'hang');
    await sell(first.app, 'hangs on the line');
    const old = (await scriptOf(first.page).getAttribute('src')) ?? '';

    const next = await building;
    rmSync(served, { recursive: true });
    cpSync(next, served, { recursive: true });
    await first.page.evaluate(async () => (await navigator.serviceWorker.ready).update());

    await expect(first.app.updatePrompt).toContainText('A new version is available');
    // The other tab has a form: nothing is offered there, and 'Reload' in the first tab does not reload it.
    await expect(second.app.updatePrompt).toHaveCount(0);
    await first.app.applyUpdate();
    await expect(scriptOf(first.page)).not.toHaveAttribute('src', old);
    await expect(first.app.sales.cardWith('hangs on the line')).toBeVisible();
    await expect(first.app.updatePrompt).toHaveCount(0);
    phone.line.heal();
    await expect(second.app.newSale.notes).toHaveValue('half typed');
    await expect(scriptOf(second.page)).toHaveAttribute('src', old);
    // The server has no file of the older build any more, but this page may still need any of them.
    expect(await missingFor(second.page, scriptsOfFirstBuild)).toEqual([]);

    await second.app.newSale.submit();
    await expect(second.app.toast).toContainText('Sale created');
    await second.app.closeToast();
    await expect(second.app.updatePrompt).toContainText('A new version is available');
    await second.app.applyUpdate();
    await expect(scriptOf(second.page)).not.toHaveAttribute('src', old);
    await expect(second.app.header.syncStatus).toHaveText('All changes synced');

    await phone.loseSignal();
    await first.page.reload();
    await expect(first.app.sales.cards).toHaveCount(2);
    await expect(scriptOf(first.page)).not.toHaveAttribute('src', old);
  } finally {
    await server.remove();
    removeFolder(folder);
  }
});

test('SYN-26 SYN-26c a new version that must upgrade the database waits for the tab with a half-typed sale, which is saved', async ({
  phonesOn,
}) => {
  const folder = makeFolder('builds');
  const building = buildNextVersion(join(folder, 'next'), { isNewSchema: true });
  const served = join(folder, 'served');
  cpSync(BUILD, served, { recursive: true });
  const server = await KauntaServer.start(served);
  try {
    const shop = await registerShop(server.url);
    await stockShelves(server.url, shop);
    const phone = await phonesOn(server).signedIn(shop);
    const first = { app: phone.app, page: phone.page };
    await phone.open('/dashboard');
    const second = { app: phone.app, page: phone.page };
    await phone.loseSignal();
    await sell(second.app, 'waiting to be sent');
    await startSale(second.app, 'half typed');
    await phone.findSignal();

    const next = await building;
    rmSync(served, { recursive: true });
    cpSync(next, served, { recursive: true });
    await first.page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await first.app.applyUpdate();
    await expect(first.page.getByText('Close Kaunta in other tabs to finish the update.')).toBeVisible();
    await expect(second.app.newSale.notes).toHaveValue('half typed');

    await second.app.newSale.submit();
    await expect(second.app.toast).toContainText('Sale created');
    await second.app.closeToast();
    // After the toast the older page reloads, and both tabs have the new version.
    await expect(first.app.header.title).toHaveText('Home');
    await expect(second.app.header.syncStatus).toHaveText('All changes synced');
    await second.page.goto(`${phone.line.url}/sales`);
    await expect(second.app.sales.cards).toHaveCount(2);
    await expect(second.app.sales.cardWith('half typed')).toHaveCount(1);
  } finally {
    await server.remove();
    removeFolder(folder);
  }
});

const scriptsOfFirstBuild = globSync('assets/*.js', { cwd: BUILD }).map((file) => `/${file}`);

/** Returns those of the files that the page cannot load without the browser's HTTP cache. */
const missingFor = (page: Page, files: string[]): Promise<string[]> =>
  page.evaluate(async (paths) => {
    const answers = await Promise.all(
      paths.map(async (path) => ({ path, isThere: (await fetch(path, { cache: 'reload' })).ok })),
    );
    return answers.filter(({ isThere }) => !isThere).map(({ path }) => path);
  }, files);

/** The page's script, which shows the build that it runs: each build has other file names. */
function scriptOf(page: Page): Locator {
  return page.locator('script[type=module]').first();
}
