import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SyncStatus } from '../../../../src/screens/sync/sync-status.tsx';
import type { CallResult } from '../../../../sync/ports.ts';
import { readOutboxFile } from '../../../../sync/protocol/outbox-file.ts';
import { HASH_ZERO } from '../../../../sync/protocol/constants.ts';
import { type PushAnswer, type PushRequest } from '../../../../sync/protocol/push.ts';
import { customerArgs } from '../../../support/device/replica.ts';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { openShop, renderShop, type ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

let written: Blob[] = [];
beforeEach(() => {
  written = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) written.push(blob);
    return 'blob:here';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

async function show(told: ShopOptions['told'] = {}) {
  const opened = await openShop({ told });
  await opened.shop.run('customer.create', (tools) => customerArgs(tools));
  renderShop(opened, [{ path: '/sync', element: <SyncStatus /> }], '/sync');
  await screen.findByRole('heading', { name: 'Move changes by hand' });
  return opened;
}

const exported = async (): Promise<string> => {
  await userEvent.click(screen.getByRole('button', { name: 'Export unsent changes' }));
  await waitFor(() => expect(written).toHaveLength(1));
  return (await written[0]?.text()) ?? '';
};
const chooseFile = (text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file');
  return userEvent.upload(input, new File([text], 'changes.jsonl', { type: 'application/x-ndjson' }));
};
const taken = (request: PushRequest): CallResult<PushAnswer> => ({
  kind: 'answer',
  value: {
    batchId: request.batchId,
    epoch: 'e1',
    serverTimeMs: 0,
    result: 'taken',
    lmid: request.mutations.at(-1)?.mid ?? 0,
    outcomes: [],
    stopped: null,
  },
});

test('SYN-27 R-SEC-20 what waits is exported as a file that says no more than its changes, and imported as its author’s', async () => {
  const { shop, push } = await show();
  const text = await exported();
  const read = readOutboxFile(text);
  const [entry] = await shop.outbox();
  const { businessId, userId } = await shop.state();
  expect(read).toEqual({ ok: true, value: { businessId, userId, writtenAtMs: NOON_MS, mutations: [entry?.wire] } });
  await waitFor(async () => expect((await shop.outbox()).at(-1)?.wire).toMatchObject({ args: { what: 'unsent' } }));
  push.mockImplementation((request) => Promise.resolve(taken(request)));
  await chooseFile(text);
  expect(await screen.findByText('Imported')).toBeTruthy();
  const [sent] = push.mock.calls[0] ?? [];
  // In a queue of its own, with its author and without a device.
  expect(sent).toMatchObject({ authorUserId: userId, previousHash: HASH_ZERO, device: null, mutations: [entry?.wire] });
  expect(sent?.clientId).not.toBe((await shop.state()).clientId);
  expect(await screen.findByText('A file with 1 change was imported.')).toBeTruthy();
});

test('SYN-27 the file is named by the day on the shop’s clock, which may be tomorrow’s elsewhere', async () => {
  await show({ timeZone: 'Africa/Kampala' });
  const named: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  vi.setSystemTime(Date.UTC(2026, 10, 21, 21, 30));
  await exported();
  expect(named).toEqual(['kaunta-unsent-changes-2026-11-22.jsonl']);
});

test('SYN-27 a file of another business is refused with a sentence, and nothing of it is sent', async () => {
  const { push } = await show();
  const text = await exported();
  await chooseFile(text.replace(/"businessId":\d+/, '"businessId":4'));
  expect(await screen.findByText('This file belongs to another business.')).toBeTruthy();
  expect(push).not.toHaveBeenCalled();
});

test.each([
  ['{"kaunta":"outbox","format":1}', /^This file is damaged or incomplete/],
  ['a letter', 'This is not a file of unsent changes.'],
])('SYN-27 %s: %s', async (text, sentence) => {
  await show();
  await chooseFile(text);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('SYN-27 what somebody else made and may not be sent from here is refused with a sentence', async () => {
  const { push } = await show();
  const text = await exported();
  push.mockImplementation(async (request) => {
    const answer = taken(request);
    return answer.kind === 'answer' ? { ...answer, value: { ...answer.value, result: 'not_yours', lmid: 0 } } : answer;
  });
  await chooseFile(text);
  expect(await screen.findByText('Only the person who made these changes or an admin may send them.')).toBeTruthy();
  expect(push).toHaveBeenCalledOnce();
});

test('SYN-27 without an answer it says so, and the file is still the person’s', async () => {
  await show();
  await chooseFile(await exported());
  expect(await screen.findByText('The server could not be reached. Try again when you are online.')).toBeTruthy();
});

test('SYN-27 offline, importing is disabled and says why; exporting is not', async () => {
  await show();
  await goOffline();
  expect(screen.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true);
  expect(screen.getByText('You are offline. Connect to the internet to import changes.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export unsent changes' })).toHaveProperty('disabled', false);
});
