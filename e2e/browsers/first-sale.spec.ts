import { mkdirSync, writeFileSync } from 'node:fs';
import type { EngineWindow } from '../fixtures/engine-window.ts';
import { IS_SHOWN, signIn } from '../fixtures/engine-app.ts';
import { FirefoxWindow } from '../fixtures/firefox.ts';
import { stockShelves, SUGAR } from '../fixtures/items.ts';
import { Line } from '../fixtures/proxy.ts';
import { expectOnServer, stockOnServer } from '../fixtures/selling.ts';
import { expect, test } from '../fixtures/test.ts';
import { until } from '../fixtures/until.ts';
import { WebKitWindow } from '../fixtures/webkit.ts';

/* The first sale, with lost signals and killed tabs, in Firefox and WebKit. Other browser tests run in Chromium. */

const ENGINES = [
  { name: 'Firefox', open: () => FirefoxWindow.open() },
  { name: 'WebKit', open: () => WebKitWindow.open() },
];

/** Steps completed so far, by engine name. */
const taken = new Map<string, string[]>();

async function fillSale(window: EngineWindow, notes: string): Promise<void> {
  await window.fill('Item', 'Sugar');
  await window.press(SUGAR.name);
  await window.fill('Notes', notes);
}

/** The draft is as it was on disk when the tab was killed. The name of its item appears a moment after the form. */
async function finishDraft(window: EngineWindow, notes: string): Promise<void> {
  await until(
    'the item of the draft',
    () => window.valueOf('Item'),
    (item) => item !== '',
  );
  const rest = notes.slice((await window.valueOf('Notes')).length);
  if (rest !== '') await window.fill('Notes', rest);
}

async function sell(window: EngineWindow, url: string, notes: string): Promise<void> {
  await window.goTo(`${url}/sales/new`);
  await fillSale(window, notes);
  await window.press('Create sale');
  await window.until(`the sale ${notes}`, `return document.body.innerText.includes('Sale created')`);
}

const isListed = (window: EngineWindow, notes: string) =>
  window.until(`${notes} in the list`, `return document.querySelector('main').innerText.includes(args[0])`, notes);

const isSynced = (window: EngineWindow) =>
  window.until('everything sent', `return document.querySelector('header').innerText.includes('All changes synced')`);

for (const engine of ENGINES)
  test(`SYN-1 SYN-17 R-BROW-18 ${engine.name}: the first sale, with no signal, in two tabs, killed while it saves, with a lost answer: once each`, async ({
    server,
    shop,
  }) => {
    const onServer = await stockShelves(server.url, shop);
    const line = await Line.open(server.url);
    let window: EngineWindow = await engine.open();
    const steps: string[] = [];
    const step = async (name: string, take: () => Promise<void>) => {
      await test.step(name, take);
      steps.push(name);
    };
    taken.set(window.engine, steps);
    const sold: string[] = [];
    const sellAs = async (till: EngineWindow, notes: string) => {
      await sell(till, line.url, notes);
      sold.push(notes);
    };
    try {
      await step('sign in', () => signIn(window, line.url, shop));
      await step('kept for a life without signal', () =>
        window.until('the worker', `return navigator.serviceWorker.controller !== null`),
      );
      await step('sell', () => sellAs(window, 'with a signal'));
      await step('no signal: sell', async () => {
        await isSynced(window);
        line.unplug();
        await sellAs(window, 'with no signal');
      });
      await step('no signal: reload', async () => {
        await window.goTo(`${line.url}/sales`);
        await isListed(window, 'with no signal');
      });
      await step('no signal: cold open at a deep link', async () => {
        window = await window.restart();
        await window.goTo(`${line.url}/sales/new`);
        await window.until('the form', `return document.querySelector('textarea') !== null`);
      });
      await step('no signal: two tabs', async () => {
        const other = await window.openAnother();
        await sellAs(other, 'in the other tab');
        await sellAs(window, 'in this tab');
        await other.goTo(`${line.url}/sales`);
        await isListed(other, 'in this tab');
        await other.shut();
      });
      await step('no signal: a tab killed while it saves', async () => {
        const notes = 'in a tab that is killed';
        const doomed = await window.openAnother();
        await doomed.goTo(`${line.url}/sales/new`);
        await fillSale(doomed, notes);
        await doomed.press('Create sale');
        await doomed.shut();
        await window.goTo(`${line.url}/sales`);
        await window.until('the list', IS_SHOWN);
        const isSaved = await window.run<boolean>(
          `return document.querySelector('main').innerText.includes(arguments[0])`,
          notes,
        );
        // A sale without 'Sale created' may be a draft or not stored at all. It is sold again, and must be recorded
        // once.
        if (!isSaved) {
          await window.goTo(`${line.url}/sales/new`);
          await window.until('the form', `return document.querySelector('textarea') !== null`);
          const isDraft = await window.run<boolean>(
            `return document.body.innerText.includes('This sale was not finished.')`,
          );
          if (isDraft) await finishDraft(window, notes);
          else await fillSale(window, notes);
          await window.press('Create sale');
          await window.until(`the sale ${notes}`, `return document.body.innerText.includes('Sale created')`);
        }
        sold.push(notes);
      });
      await step('signal back: all sent, once each', async () => {
        line.plug();
        await isSynced(window);
        await expectOnServer(onServer, sold);
      });
      await step('a lost answer', async () => {
        line.breakFor(/\/sync\/push/, 'drop-answer', 1);
        await sellAs(window, 'with a lost answer');
        await expectOnServer(onServer, sold);
        await isSynced(window);
      });
      await step('all of it on the other phone', async () => {
        const phone = await engine.open();
        try {
          await signIn(phone, server.url, shop);
          await phone.goTo(`${server.url}/sales`);
          for (const notes of sold) await isListed(phone, notes);
        } finally {
          phone.close();
        }
      });
      await step('in the book once, out of the stock once', async () => {
        await expectOnServer(onServer, sold);
        expect(await stockOnServer(onServer, SUGAR.name)).toBe(Number(SUGAR.stock) - sold.length);
      });
    } finally {
      window.close();
      await line.close();
    }
  });

/** Prints the row of docs/measures.md. */
test.afterAll(() => {
  const engines = [...taken.keys()];
  const names = [...new Set([...taken.values()].flat())];
  const rows = names.map((name) => [
    name,
    ...engines.map((engine) => (taken.get(engine)?.includes(name) ? 'yes' : 'no')),
  ]);
  const lines = [['Step', ...engines], ['---', ...engines.map(() => '---')], ...rows];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/browsers.md', `${table}\n`);
});
