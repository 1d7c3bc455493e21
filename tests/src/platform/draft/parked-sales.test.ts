import { expect, test, vi } from 'vitest';
import {
  discardParked,
  type ParkedContent,
  parkedSalesOf,
  parkSale,
  resumeSale,
} from '../../../../src/platform/draft/parked-sales.ts';
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { openDraftDevice } from '../../../support/screens/draft-device.ts';

/* Each test reads the disk after an act: it is all that is left if the page ends a moment later. */

const KEY = 'sale/1';
const basket = (notes: string, parkedAtMs = 1): ParkedContent => ({
  ...{ name: '', parkedAtMs, totalMinor: 100, currency: 'UGX', summary: notes },
  draft: { notes },
});

async function open() {
  const { database, drafts } = await openDraftDevice();
  const parked = () => parkedSalesOf(database);
  /** The unfinished sale on the disk; undefined if there is none. */
  const unfinished = async () => (await drafts()).find(({ key }) => key === KEY)?.content;
  const begin = (notes: string) => database.write((tx) => tx.drafts.put({ key: KEY, content: { notes } }));
  return { database, parked, unfinished, begin };
}
const notesOf = (parked: readonly { draft: unknown }[]) =>
  parked.map(({ draft }) => (draft as { notes: string }).notes);

test('R-CTR-40 a basket that is put aside is parked and is no unfinished sale any more', async () => {
  const { database, parked, unfinished, begin } = await open();
  await begin('soap');
  await parkSale(database, KEY, basket('soap'));
  expect([notesOf(await parked()), await unfinished()]).toEqual([['soap'], undefined]);
  await parkSale(database, null, basket('sugar', 0));
  // The oldest first.
  expect(notesOf(await parked())).toEqual(['sugar', 'soap']);
});

test('R-CTR-40 one that is taken up is the unfinished sale, on the disk too, and is parked no more', async () => {
  const { database, parked, unfinished } = await open();
  await parkSale(database, null, basket('soap'));
  const [soap] = await parked();
  expect(await resumeSale(database, KEY, soap!, null)).toBe('resumed');
  expect([await parked(), await unfinished()]).toEqual([[], { notes: 'soap' }]);
  expect(await resumeSale(database, KEY, soap!, null)).toBe('gone');
  expect([await parked(), await unfinished()]).toEqual([[], { notes: 'soap' }]);
});

test('R-CTR-40 what stood in the basket is parked in the same moment', async () => {
  const { database, parked, unfinished, begin } = await open();
  await parkSale(database, null, basket('soap'));
  await begin('sugar');
  const [soap] = await parked();
  expect(await resumeSale(database, KEY, soap!, basket('sugar', 2))).toBe('resumed');
  expect([notesOf(await parked()), await unfinished()]).toEqual([['sugar'], { notes: 'soap' }]);
});

test('R-CTR-40 a device without space moves nothing: a sale is never in both places nor in none', async () => {
  const { database, parked, unfinished, begin } = await open();
  await begin('sugar');
  await parkSale(database, null, basket('soap'));
  const [soap] = await parked();
  const { write } = database;
  // The act runs whole; then the transaction finds no space.
  vi.spyOn(database, 'write').mockImplementation(
    (work) =>
      write.call(database, async (tx) => {
        await work(tx);
        throw new StorageFailure('quota');
      }) as never,
  );
  await expect(parkSale(database, KEY, basket('sugar'))).rejects.toThrow('no space left');
  await expect(resumeSale(database, KEY, soap!, basket('sugar', 2))).rejects.toThrow('no space left');
  await expect(discardParked(database, soap!.key)).rejects.toThrow('no space left');
  expect([notesOf(await parked()), await unfinished()]).toEqual([['soap'], { notes: 'sugar' }]);
});

test('R-CTR-40 what cannot be read as a parked sale is not shown', async () => {
  const { database, parked } = await open();
  await database.write((tx) => tx.drafts.put({ key: 'parked/old', content: { name: 'x' } }));
  await parkSale(database, null, basket('soap'));
  expect(notesOf(await parked())).toEqual(['soap']);
});
