import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { SyncStatus } from '../../../../src/screens/sync/sync-status.tsx';
import type { SyncStatus as Status } from '../../../../sync/ports.ts';
import { addImageFiles } from '../../../../sync/store/image-files.ts';
import { SESSION } from '../../../support/screens/app-harness.tsx';
import { entry, wire } from '../../../support/device/outbox-rows.ts';
import { customerArgs, itemArgs, outcome, saleArgs } from '../../../support/device/replica.ts';
import { itemRow, NOON_MS, USER_ID } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop, setStatus } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

const SOAP = itemRow({ id: 8, name: 'Soap' });
const NOON = '21 Nov 2026, 12:00';

type ShopOptions = NonNullable<Parameters<typeof openShop>[0]>;

async function openSync(options: ShopOptions = {}) {
  const opened = await openShop({ ...options, rows: { item: [SOAP], ...options.rows } });
  const show = async () => {
    const routes = [
      { path: '/sync', element: <SyncStatus /> },
      { path: '*', element: null },
    ];
    const app = renderShop(opened, routes, '/sync');
    await screen.findByRole('heading', { name: 'Journal' });
    return app;
  };
  return { ...opened, show };
}

async function showStatus(status: Partial<Status>, options: ShopOptions = {}) {
  const opened = await openSync(options);
  await setStatus(opened.shop, status);
  return { ...opened, app: await opened.show() };
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const fact = (name: string) =>
  section('Now').getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
const texts = (name: string) =>
  section(name)
    .queryAllByRole('listitem')
    .map((item) =>
      [...item.querySelectorAll('p, span:not(:has(*)):not(button span)')].map((part) =>
        part.textContent?.replaceAll('\u00a0', ' '),
      ),
    );

describe('what waits', () => {
  test('G5 says in words what it is and since when, oldest first', async () => {
    const { shop, show } = await openSync();
    await shop.run('sale.create', (tools) => saleArgs(tools, 8, 200));
    await shop.run('item.create', (tools) => itemArgs(tools));
    await shop.run('stock.add', ({ mintId }) => ({
      ...{ id: mintId(), itemId: 8, quantityHundredths: 250, costPriceMinor: null, batchId: null },
    }));
    await shop.run('customer.create', (tools) => customerArgs(tools));
    await show();
    expect(texts('Waiting to be sent')).toEqual([
      [`Sale #SALE-${NOON_MS} UGX 3,000.00`, `since ${NOON}`],
      ['New item Matches', `since ${NOON}`],
      ['2.5 added to the stock of Soap', `since ${NOON}`],
      ['New customer Asha', `since ${NOON}`],
    ]);
    expect(section('Waiting to be sent').queryByText(/more$/)).toBeNull();
  });

  test('SYN-19 says how many wait and how old the oldest is, whatever else there is to say', async () => {
    const { shop, show } = await openSync();
    const at = (seq: number, atMs: number) => entry(seq, { wire: wire(seq, { atMs }) });
    await shop.write((tx) =>
      tx.outbox.put([
        { ...at(1, NOON_MS - 9_000_000), state: 'refused', outcome: outcome(1, 'refused', ['not_found']) },
        at(2, NOON_MS - 3_600_000),
        at(3, NOON_MS),
      ]),
    );
    await show();
    expect(await section('Now').findByRole('heading', { name: '1 need attention' })).toBeTruthy();
    expect(fact('Not sent or not confirmed yet')).toBe('2 changes, the oldest since 21 Nov 2026, 11:00');
  });

  test('shows the oldest hundred, and how many more there are', async () => {
    const { shop, show } = await openSync();
    const many = Array.from({ length: 104 }, (_, index) =>
      entry(index + 1, { wire: wire(index + 1, { atMs: NOON_MS }) }),
    );
    await shop.write((tx) => tx.outbox.put(many));
    await show();
    expect(section('Waiting to be sent').getAllByRole('listitem')).toHaveLength(100);
    expect(section('Waiting to be sent').getByText('and 4 more')).toBeTruthy();
  });

  test('once the server has it, nothing waits any more', async () => {
    const { shop, show } = await openSync();
    await shop.run('item.create', (tools) => itemArgs(tools));
    await show();
    expect(texts('Waiting to be sent')).toHaveLength(1);
    expect(fact('Not sent or not confirmed yet')).toBe(`1 change, since ${NOON}`);
    await meanwhile(async () => shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'applied')]) }));
    expect(await screen.findByText('Nothing waits: everything recorded here is on the server.')).toBeTruthy();
    expect(fact('Not sent or not confirmed yet')).toBe('Nothing');
    expect(await section('Now').findByRole('heading', { name: 'All changes synced' })).toBeTruthy();
  });
});

describe('what needs attention', () => {
  const addStock = (shop: Awaited<ReturnType<typeof openSync>>['shop']) =>
    shop.run('stock.add', ({ mintId }) => ({
      ...{ id: mintId(), itemId: 8, quantityHundredths: 250, costPriceMinor: null, batchId: null },
    }));

  test('is not there when nothing does', async () => {
    await showStatus({});
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  });

  test('G5 what was refused stays, with the reason in a sentence', async () => {
    const { shop, show } = await openSync();
    await addStock(shop);
    await shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'refused', ['item_missing'])]) });
    await show();
    expect(texts('Needs attention')).toEqual([
      [
        '2.5 added to the stock of Soap',
        `since ${NOON}`,
        'The item is no longer there, or its stock is not tracked.',
        'Not accepted',
      ],
    ]);
    // It is saved here and not on the server.
    expect(section('Waiting to be sent').getByText('Nothing else waits.')).toBeTruthy();
    expect(await section('Now').findByRole('heading', { name: '1 need attention' })).toBeTruthy();
  });

  test.each([
    [
      { state: 'refused', outcome: outcome(1, 'refused', ['from_the_future']) },
      'The server did not accept it (from_the_future).',
    ],
    [{ state: 'quarantined' }, 'The server has it but could not process it. It is kept there for somebody to look at.'],
    [{ unfit: 'not_found' }, 'It no longer fits what the server has. What it changes is no longer there.'],
  ] as const)('%o: %s', async (fields, sentence) => {
    const { shop, show } = await openSync();
    await shop.write((tx) => tx.outbox.put([entry(1, fields)]));
    await show();
    expect(section('Needs attention').getByText(sentence)).toBeTruthy();
    expect(section('Needs attention').getByText('Not accepted')).toBeTruthy();
    // It stands in one place only.
    expect(section('Waiting to be sent').getByText('Nothing else waits.')).toBeTruthy();
    expect(section('Waiting to be sent').queryByText(/more$/)).toBeNull();
  });

  test('G5 M13 an open conflict shows both values, who and when; a settled one is over', async () => {
    const mine = { values: { priceMinor: 1_200_000, currency: 'UGX' }, userId: USER_ID, atMs: NOON_MS - 60_000 };
    const theirs = { values: { priceMinor: 1_150_000, currency: 'UGX' }, userId: 71, atMs: NOON_MS - 120_000 };
    const both = { version: 1, table: 'item', rowId: 8, mine, theirs, settled: null, createdAtMs: NOON_MS } as const;
    const conflict = [
      { ...both, id: 1, group: 'price', status: 'open' as const },
      { ...both, id: 2, group: 'name', status: 'settled' as const },
    ];
    const { id: _id, businessId: _businessId, ...person } = SESSION.user;
    const user = [{ ...person, id: 71, version: 1, firstName: 'Ruth', isActive: true, createdAtMs: 1 }];
    const { show } = await openSync({ rows: { conflict, user } });
    await show();
    expect(await screen.findByText(/Ruth/, { selector: 'p' })).toBeTruthy();
    expect(texts('Needs attention')).toEqual([
      ['Soap', `since ${NOON}`, 'Conflict', 'Price: yours UGX 12,000 · Ruth UGX 11,500'],
    ]);
    expect(section('Needs attention').getByText('Changed by Ruth')).toBeTruthy();
    expect(section('Needs attention').getByText('21 Nov 2026, 11:58')).toBeTruthy();
  });
});

test('SYN-10 SYN-19 says how many pictures wait, which hold up nothing else', async () => {
  const { device, show } = await openSync();
  const picture = { itemId: 8, type: 'image/webp', refusal: null, addedAtMs: 1 } as const;
  const bytes = { original: new ArrayBuffer(1), thumbnail: new ArrayBuffer(1) };
  await addImageFiles(device.database, [
    { ...picture, ...bytes, key: 'a'.repeat(32), state: 'waiting' },
    { ...picture, ...bytes, key: 'b'.repeat(32), state: 'sent' },
  ]);
  await show();
  const name = await screen.findByText('Images to be sent', { selector: 'dt' });
  expect(name.nextElementSibling?.textContent).toBe('1');
});

describe('what a person makes of it', () => {
  const addStock = (shop: Awaited<ReturnType<typeof openSync>>['shop']) =>
    shop.run('stock.add', ({ mintId }) => ({
      ...{ id: mintId(), itemId: 8, quantityHundredths: 250, costPriceMinor: null, batchId: null },
    }));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Discard this change? This cannot be undone.' }));

  test('SYN-5 M42 G5 Discard asks first, then takes the change back', async () => {
    const { shop, show } = await openSync();
    await addStock(shop);
    await shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'refused', ['item_missing'])]) });
    await show();
    await userEvent.click(section('Needs attention').getByRole('button', { name: 'Discard' }));
    expect(dialog().getByText('2.5 added to the stock of Soap')).toBeTruthy();
    await userEvent.click(dialog().getByRole('button', { name: 'Keep it' }));
    expect(await shop.outbox()).toHaveLength(1);

    await userEvent.click(section('Needs attention').getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Discard' })).toHaveProperty('disabled', false));
    await userEvent.click(dialog().getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
    expect(await screen.findByText('Change discarded')).toBeTruthy();
    expect(await shop.outbox()).toEqual([]);
    expect(await shop.stock(8)).toBe(SOAP.currentStockHundredths);
    expect(await screen.findByText('Change number 1 was discarded.')).toBeTruthy();
  });

  test('M42 what depends on it is named first; while the server has not decided that, it says so', async () => {
    const { shop, show } = await openSync();
    const saleId = await shop.sell(8, 100);
    await shop.run('sale.cancel', () => ({ id: saleId, reason: 'Mistake', refunds: [] }));
    await shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'quarantined')]) });
    await show();
    await userEvent.click(section('Needs attention').getByRole('button', { name: 'Discard' }));
    const cancellation = `Cancellation of sale #SALE-${NOON_MS}`;
    expect(await dialog().findByText(cancellation)).toBeTruthy();
    expect(dialog().getByText(/^The server has not decided yet what depends on it/)).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'Discard' })).toHaveProperty('disabled', true);
    const refused = outcome(2, 'refused', ['parent_refused']);
    await meanwhile(async () => shop.absorb({ confirmed: await shop.confirmed(2, [refused]) }));
    expect(await dialog().findByText('These are discarded with it:')).toBeTruthy();
    expect(dialog().getByText(cancellation)).toBeTruthy();
    await userEvent.click(dialog().getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
    expect(await shop.row('sale', saleId)).toBeUndefined();
  });

  test('SYN-5 G5 Retry sends it again: it waits once more', async () => {
    const { shop, show } = await openSync();
    await addStock(shop);
    await shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'refused', ['item_missing'])]) });
    await show();
    await userEvent.click(section('Needs attention').getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('2.5 added to the stock of Soap is sent again.')).toBeTruthy();
    await waitFor(() => expect(texts('Waiting to be sent')).toHaveLength(1));
    expect((await shop.outbox()).map((each) => [each.wire.mid, each.state])).toEqual([[2, 'pending']]);
  });

  test('SYN-5 what the server has not decided offers neither', async () => {
    const { shop, show } = await openSync();
    await shop.write((tx) => tx.outbox.put([entry(1, { unfit: 'not_found' })]));
    await show();
    expect(section('Needs attention').queryByRole('button')).toBeNull();
  });

  test('SYN-5 a disk that fails says so, and the change stays', async () => {
    const { shop, show, device } = await openSync();
    await addStock(shop);
    await shop.absorb({ confirmed: await shop.confirmed(1, [outcome(1, 'refused', ['item_missing'])]) });
    await show();
    device.database.write = () => Promise.reject(new Error('broken'));
    await userEvent.click(section('Needs attention').getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Failed to retry')).toBeTruthy();
    expect(await shop.outbox()).toHaveLength(1);
  });

  test('M5 C-066 an item sold beyond its stock needs attention until its stock is corrected', async () => {
    const { shop, show } = await openSync({
      rows: { item: [itemRow({ id: 8, name: 'Soap', currentStockHundredths: 100 })] },
    });
    await shop.sell(8, 300);
    await show();
    expect(await section('Now').findByRole('heading', { name: '1 need attention' })).toBeTruthy();
    expect(section('Needs attention').getByText('Oversold by 2')).toBeTruthy();
    expect(section('Needs attention').getByRole('link', { name: 'Soap' }).getAttribute('href')).toBe('/items/8');
    await meanwhile(() => addStock(shop));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull());
    expect(await section('Now').findByRole('heading', { name: '2 changes pending' })).toBeTruthy();
  });
});

describe('how it stands now', () => {
  test.each([
    [null, 'Never yet'],
    [NOON_MS - 60_000, '21 Nov 2026, 11:59'],
  ])('G5 the last successful sync was at %o: %s', async (lastSyncAtMs, text) => {
    await showStatus({ lastSyncAtMs });
    expect(fact('Last successful sync')).toBe(text);
  });

  test.each([
    [true, 'Kept: this browser does not clear it by itself'],
    [false, 'Not promised: this browser may clear it when space runs out'],
    [null, 'This browser does not say whether it keeps it'],
  ])('SYN-26 what the browser answered about keeping the storage, %o, is shown', async (storagePersistent, text) => {
    await showStatus({ storagePersistent });
    expect(fact('Storage')).toBe(text);
  });

  test.each([
    [{ snapshotComplete: false, historyLeft: true }, 'The shop is still arriving'],
    [{ snapshotComplete: true, historyLeft: true }, 'The shop is here; older sales are still arriving'],
    [{ snapshotComplete: true, historyLeft: false }, 'The whole shop is here'],
  ])('%o: %s', async (state, text) => {
    const { shop, show } = await openSync();
    await shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), ...state }));
    await show();
    expect(fact('On this device')).toBe(text);
  });

  test("G5 'Sync now' sends and fetches now", async () => {
    const { wake } = await showStatus({});
    await userEvent.click(screen.getByRole('button', { name: 'Sync now' }));
    expect(wake).toHaveBeenCalledOnce();
  });

  test("G5 offline, 'Sync now' is disabled and says why", async () => {
    await showStatus({ phase: 'offline' });
    await goOffline();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sync now' });
    expect(button.disabled).toBe(true);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('You are offline. Connect to the internet to sync.');
    expect(section('Now').getByRole('heading', { name: 'Offline' })).toBeTruthy();
  });

  test('C-145 signed out: says what waits for that, and where to sign in', async () => {
    const { shop, show } = await openSync();
    await shop.run('item.create', (tools) => itemArgs(tools));
    await setStatus(shop, { phase: 'sign_in' });
    await show();
    expect(await section('Now').findByRole('heading', { name: 'Sign in again to send 1 change' })).toBeTruthy();
    expect(section('Now').getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login');
    expect(texts('Waiting to be sent')).toHaveLength(1);
  });

  test('SYN-26 too old for the server: says so, and offers to reload', async () => {
    await showStatus({ phase: 'outdated' });
    expect(section('Now').getByText(/^The server asks for a newer version of Kaunta\./)).toBeTruthy();
    expect(section('Now').getByRole('button', { name: 'Reload' })).toBeTruthy();
  });

  test('otherwise it asks for neither', async () => {
    await showStatus({ phase: 'idle' });
    expect(screen.queryByRole('link', { name: 'Go to Login' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });
});

describe('the journal', () => {
  const sentences = () =>
    section('Journal')
      .queryAllByRole('listitem')
      .map((item) => item.lastElementChild?.textContent);

  test('with nothing in it', async () => {
    await showStatus({});
    expect(section('Journal').getByText('Nothing out of the ordinary has happened.')).toBeTruthy();
  });

  test('tells what happened and when, newest first; the same in a row is told once', async () => {
    const { shop, show } = await openSync();
    const happened = [
      { what: 'offline', detail: { waitMs: 4_000, status: null } },
      { what: 'offline', detail: { waitMs: 8_000, status: null } },
      { what: 'offline', detail: { waitMs: 16_000, status: null } },
      { what: 'failed', detail: { waitMs: 2_000, status: 503 } },
      { what: 'search_failed', detail: { reason: 'no index' } },
      { what: 'new_in_a_newer_build', detail: { count: 3 } },
    ];
    for (const [index, event] of happened.entries()) {
      await shop.write((tx) => tx.meta.appendJournal({ ...event, atMs: NOON_MS + index * 60_000 }));
    }
    await show();
    expect(sentences()).toEqual([
      'new_in_a_newer_build {"count":3}',
      'A search did not work: no index',
      'The server could not do it (503). Next try after 2 s.',
      'The server could not be reached. Next try after 16 s. The same 2 times before.',
    ]);
    expect(section('Journal').getAllByText('21 Nov 2026, 12:05')).toHaveLength(1);
  });

  test("shows fifty, and all with 'Show all'", async () => {
    const { shop, show } = await openSync();
    await shop.write(async (tx) => {
      for (let index = 1; index <= 60; index += 1) {
        await tx.meta.appendJournal({ atMs: NOON_MS, what: 'search_failed', detail: { reason: `${index}` } });
      }
    });
    await show();
    expect(sentences()).toHaveLength(50);
    expect(sentences()[0]).toBe('A search did not work: 60');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(sentences()).toHaveLength(60));
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });
});
