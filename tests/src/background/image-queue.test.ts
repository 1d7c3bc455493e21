import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newItemImage, newShopImage } from '../../../domain/items/item-image.ts';
import { type ImageQueuePorts, type Sent, startImageQueue } from '../../../src/background/image-queue.ts';
import { sentOf } from '../../../src/background/send-image.ts';
import { addImageFiles, type ImageFile } from '../../../sync/store/image-files.ts';
import { entry, wire as wireOf } from '../../support/device/outbox-rows.ts';
import { BUSINESS_ID, businessRow, itemRow } from '../../support/shop-rows.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';
import { PATIENTLY } from '../../support/patience.ts';

const key = (digit: number): string => `${digit}`.repeat(32);
const file = (digit: number, fields: Partial<ImageFile> = {}): ImageFile => ({
  ...{ key: key(digit), itemId: 1, type: 'image/webp', state: 'waiting', refusal: null, addedAtMs: 0 },
  ...{ original: new ArrayBuffer(4), thumbnail: new ArrayBuffer(4) },
  ...fields,
});
const image = (digit: number, isStored = false) => ({ ...newItemImage(BUSINESS_ID, key(digit), 0), isStored });

/** Makes a queue on a device, and a server with the answers of the test. */
async function openQueue(listed: readonly number[], answers: (digit: number, attempt: number) => Sent) {
  const { device, shop } = await openShop({
    rows: { item: [itemRow({ id: 1, images: listed.map((digit) => image(digit)) })] },
  });
  const { database } = device;
  const asked: [itemId: number | null, digit: number][] = [];
  const send: ImageQueuePorts['send'] = async ({ itemId }, { key: name }) => {
    const digit = Number(name.charAt(0));
    asked.push([itemId, digit]);
    return answers(digit, asked.filter(([, each]) => each === digit).length);
  };
  const start = () => {
    const stop = startImageQueue({ database, send, nowMs: () => Date.now(), random: () => 0, alone: (work) => work() });
    onTestFinished(stop);
    return stop;
  };
  const states = async () =>
    Object.fromEntries(
      (await database.tables.imageFile.toArray()).map(({ key: name, state }) => [name.charAt(0), state]),
    );
  return { database, shop, asked, start, states };
}
const settled = (expected: unknown, read: () => Promise<unknown>) =>
  vi.waitFor(async () => expect(await read()).toEqual(expected), PATIENTLY);

describe('the queue of pictures', () => {
  test('SYN-10 C-160 sends what waits, one after the other, and keeps each until the server’s own row says that it is there', async () => {
    const queue = await openQueue([1, 2], () => ({ kind: 'kept' }));
    await addImageFiles(queue.database, [file(1), file(2)]);
    queue.start();
    await settled({ 1: 'sent', 2: 'sent' }, queue.states);
    expect(queue.asked).toEqual([
      [1, 1],
      [1, 2],
    ]);
    await queue.shop.absorb({ rows: { item: [itemRow({ id: 1, version: 2, images: [image(1, true), image(2)] })] } });
    window.dispatchEvent(new Event('online'));
    await settled({ 2: 'sent' }, queue.states);
  });

  test('SYN-10 what the server does not take says why and stays; the others go on', async () => {
    const queue = await openQueue([1, 2], (digit) =>
      digit === 1
        ? { kind: 'refused', status: 415, message: 'Only JPEG, PNG, and WebP images are allowed.' }
        : { kind: 'kept' },
    );
    await addImageFiles(queue.database, [file(1), file(2)]);
    queue.start();
    await settled({ 1: 'refused', 2: 'sent' }, queue.states);
    expect(await queue.database.tables.imageFile.get(key(1))).toMatchObject({
      refusal: 'Only JPEG, PNG, and WebP images are allowed.',
      failedStatus: 415,
    });
  });

  test('SYN-8 SYN-10 a server that cannot be reached is asked again, and one file that must wait holds up no other', async () => {
    const queue = await openQueue([1, 2], (digit, attempt) =>
      digit === 1 && attempt < 3 ? { kind: 'later', status: 502 } : { kind: 'kept' },
    );
    await addImageFiles(queue.database, [file(1), file(2)]);
    queue.start();
    await settled({ 1: 'sent', 2: 'sent' }, queue.states);
    expect(queue.asked.map(([, digit]) => digit)).toEqual([1, 2, 1, 1]);
  });

  test('SYN-20 a file goes to its item by whichever id that goes now; one that no item lists waits for its row', async () => {
    const queue = await openQueue([1], () => ({ kind: 'kept' }));
    await addImageFiles(queue.database, [file(1, { itemId: 99 }), file(2, { addedAtMs: Date.now() })]);
    queue.start();
    await settled({ 1: 'sent', 2: 'waiting' }, queue.states);
    expect(queue.asked).toEqual([[1, 1]]);
  });

  test('M35 the business’s own picture goes to the business; one that another has overtaken goes nowhere', async () => {
    const queue = await openQueue([], () => ({ kind: 'kept' }));
    const shown = newShopImage(BUSINESS_ID, key(1));
    const row = businessRow({ version: 2, profileImage: shown, profileImageUrl: shown.originalUrl });
    await queue.shop.absorb({ rows: { business: [row] } });
    const now = { itemId: null, addedAtMs: Date.now() };
    await addImageFiles(queue.database, [file(1, now), file(2, now)]);
    queue.start();
    await settled({ 1: 'sent', 2: 'waiting' }, queue.states);
    expect(queue.asked).toEqual([[null, 1]]);
    await queue.shop.absorb({
      rows: { business: [{ ...row, version: 3, profileImage: { ...shown, isStored: true } }] },
    });
    window.dispatchEvent(new Event('online'));
    await settled({ 2: 'waiting' }, queue.states);
  });

  test('a file whose row was discarded goes after a day', async () => {
    const queue = await openQueue([], () => ({ kind: 'kept' }));
    await addImageFiles(queue.database, [file(1, { addedAtMs: Date.now() - 25 * 3_600_000 })]);
    queue.start();
    await settled({}, queue.states);
    expect(queue.asked).toEqual([]);
  });

  test('SYN-5 SYN-10 the file of a picture that the server refused to list stays as long as a person may retry', async () => {
    const full = [1, 2, 3, 4, 5];
    const queue = await openQueue(full, () => ({ kind: 'kept' }));
    const { shop, database } = queue;
    const old = { addedAtMs: Date.now() - 25 * 3_600_000 };
    await addImageFiles(database, [file(6, old), file(7, old)]);
    const wire = wireOf(9, { name: 'item.addImage', args: { id: 1, key: key(6) } });
    await database.tables.outbox.add(entry(9, { wire, state: 'refused' }));
    queue.start();
    // 7 has no act and goes, which shows that the files were looked through.
    await vi.waitFor(async () => expect(await queue.states()).toEqual({ 6: 'waiting' }), PATIENTLY);
    await shop.absorb({ rows: { item: [itemRow({ id: 1, version: 2, images: [image(6)] })] } });
    window.dispatchEvent(new Event('online'));
    await settled({ 6: 'sent' }, queue.states);
  });

  test('SYN-21 C-160 a picture that a restored server has lost again is sent again at the next start', async () => {
    const queue = await openQueue([1, 2], () => ({ kind: 'kept' }));
    await addImageFiles(queue.database, [file(1, { state: 'sent' }), file(2, { state: 'sent' })]);
    await queue.shop.absorb({ rows: { item: [itemRow({ id: 1, version: 2, images: [image(1), image(2, true)] })] } });
    queue.start();
    await settled({ 1: 'sent' }, queue.states);
    await vi.waitFor(() => expect(queue.asked).toEqual([[1, 1]]), PATIENTLY);
  });

  test('SYN-17 what is added later is sent without anybody asking; a queue that was stopped sends nothing', async () => {
    const queue = await openQueue([1, 2], () => ({ kind: 'kept' }));
    const stop = queue.start();
    await addImageFiles(queue.database, [file(1)]);
    await settled({ 1: 'sent' }, queue.states);
    stop();
    await addImageFiles(queue.database, [file(2)]);
    window.dispatchEvent(new Event('online'));
    expect(queue.asked).toHaveLength(1);
  });
});

describe('what an answer means', () => {
  const kept = JSON.stringify({ success: true, data: { key: key(1) } });
  const refusal = JSON.stringify({
    error: 'File too large',
    message: 'Image size must be less than 5MB.',
    details: [],
  });

  test.each<[string, number, string, Sent]>([
    ['our server’s own yes', 200, kept, { kind: 'kept' }],
    [
      'SYN-8 a yes about another picture',
      200,
      JSON.stringify({ success: true, data: { key: key(2) } }),
      { kind: 'later', status: null },
    ],
    ['SYN-8 a portal’s page', 200, '<html>Sign in</html>', { kind: 'later', status: null }],
    ['SYN-8 no answer', 0, '', { kind: 'later', status: null }],
    [
      'R-IEDIT-14 a lasting no, with its text',
      413,
      refusal,
      { kind: 'refused', status: 413, message: 'Image size must be less than 5MB.' },
    ],
    ['SYN-8 a proxy’s page about size', 413, '<html>413</html>', { kind: 'later', status: 413 }],
    ['C-145 a session that is over', 401, refusal, { kind: 'later', status: 401 }],
    ['a row that is still on its way', 409, refusal, { kind: 'later', status: null }],
    ['SYN-8 a server that is busy', 503, refusal, { kind: 'later', status: 503 }],
  ])('%s', (_what, status, text, expected) => {
    expect(sentOf(status, text, key(1))).toEqual(expected);
  });
});
