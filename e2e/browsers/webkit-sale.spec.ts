import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { expectOnServer, stockOnServer } from '../fixtures/selling.ts';
import { expect, test } from '../fixtures/test.ts';
import { until } from '../fixtures/until.ts';
import { IS_SHOWN, signIn } from '../fixtures/engine-app.ts';
import { WebKitWindow } from '../fixtures/webkit.ts';

/* WebKit freezes a page that is left, in the middle of its writes (SYN-26). */

/** The two messages by which the form says that the sale is not recorded. */
const IS_UNSAVED = `/It was not saved|This sale was not finished/.test(document.body.innerText)`;

const IS_EMPTY_FORM = `(location.pathname === '/sales/new' && /Total UGX 0.00/.test(document.body.innerText)
  && document.querySelector('textarea')?.value === '')`;

/** True if a draft with this text is on disk: the form stores typed text before a person can tap. */
const IS_DRAFT_KEPT = `const [text] = arguments;
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return (async () => {
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const drafts = database.objectStoreNames.contains('draft')
        ? await done(database.transaction('draft').objectStore('draft').getAll())
        : [];
      database.close();
      if (JSON.stringify(drafts).includes(JSON.stringify(text))) return true;
    }
    return false;
  })();`;

/** Opens list and form in turn until the list shows the sale or the form shows its draft; true for the sale. */
async function isInTheBook(window: WebKitWindow, url: string, notes: string): Promise<boolean> {
  let isSaved = false;
  await until(
    `the sale or the draft '${notes}'`,
    async () => {
      await window.goTo(`${url}/sales`);
      await window.until('the list', IS_SHOWN);
      isSaved = await window.run<boolean>(
        `return document.querySelector('main').innerText.includes(arguments[0])`,
        notes,
      );
      if (isSaved) return true;
      await window.goTo(`${url}/sales/new`);
      await window.until('the form', `return document.querySelector('textarea') !== null`);
      return await window.run<boolean>(`return document.querySelector('textarea').value === arguments[0]`, notes);
    },
    Boolean,
  );
  return isSaved;
}

/** Milliseconds after the tap: at once, during the write, about at its end. */
const LEAVE_AFTER_MS = [0, 20, 80];

test('SYN-1 SYN-26 R-BROW-02 R-BROW-03 WebKit: a sale whose page is left is saved, or told as not saved with its draft there: once in the end', async ({
  server,
  shop,
}) => {
  const onServer = await stockShelves(server.url, shop);
  const window = await WebKitWindow.open();
  try {
    await signIn(window, server.url, shop);
    for (const leaveAfterMs of LEAVE_AFTER_MS) {
      const notes = `left after ${leaveAfterMs} ms`;
      await window.goTo(`${server.url}/sales/new`);
      await window.fill('Item', 'Sugar');
      await window.press(SUGAR.name);
      await window.fill('Notes', notes);
      await until(
        `the draft '${notes}'`,
        () => window.run<boolean>(IS_DRAFT_KEPT, notes),
        (isKept) => isKept,
      );
      await window.run(
        `const tap = [...document.querySelectorAll('button')].find((it) => it.innerText.trim() === 'Create sale');
         tap.click();
         setTimeout(() => location.assign('/items'), arguments[0]);`,
        leaveAfterMs,
      );
      await window.until('the page after it', `return location.pathname === '/items' && (() => {${IS_SHOWN}})()`);
      await window.run('history.back()');
      // Either the list with the sale, or the form as it was left, with a message that the sale was not saved. If
      // WebKit has discarded the page, it is loaded again: with the draft, or empty if the sale was saved.
      await window.until(
        'what became of it',
        `return document.body.innerText.includes('Sale created') || ${IS_UNSAVED} || ${IS_EMPTY_FORM}
           || (location.pathname === '/sales' && document.querySelector('main').innerText.includes(args[0]))`,
        notes,
      );
      let isUnsaved = await window.run<boolean>(`return ${IS_UNSAVED}`);
      if (await window.run<boolean>(`return ${IS_EMPTY_FORM}`))
        isUnsaved = !(await isInTheBook(window, server.url, notes));
      if (isUnsaved) {
        await window.until('its draft', `return document.querySelector('textarea')?.value === args[0]`, notes);
        await window.press('Create sale');
        await window.until('its toast', `return document.body.innerText.includes('Sale created')`);
      }
    }
    const all = LEAVE_AFTER_MS.map((ms) => `left after ${ms} ms`);
    await expectOnServer(onServer, all);
    expect(await stockOnServer(onServer, SUGAR.name)).toBe(Number(SUGAR.stock) - all.length);
  } finally {
    window.close();
  }
});
