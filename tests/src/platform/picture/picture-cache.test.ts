import { expect, test, vi } from 'vitest';
import { newItemImage } from '../../../../domain/items/item-image.ts';
import { keepPictures } from '../../../../src/platform/picture/picture-cache.ts';
import type { ImageFile } from '../../../../sync/store/image-files.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { BUSINESS_ID } from '../../../support/shop-rows.ts';

const KEY = '1'.repeat(32);
const FILE: ImageFile = {
  ...{ key: KEY, itemId: 1, type: 'image/webp', state: 'sent', refusal: null, addedAtMs: 0 },
  ...{ original: new ArrayBuffer(4), thumbnail: new ArrayBuffer(2) },
};
const IMAGE = newItemImage(BUSINESS_ID, KEY, 0);

/** Stubs the browser's cache with one that stores by `put`. */
const stubCache = (put: (url: string) => Promise<void>) =>
  vi.stubGlobal('caches', { open: async () => ({ put: (url: string) => put(url) }) });

// The device deletes its own files afterwards: what is not in the cache by then is visible with a signal only.
test('C-160 keeping a picture ends once the original is in the cache, and then the thumbnail', async () => {
  const original = Promise.withResolvers<void>();
  const asked: string[] = [];
  stubCache(async (url) => {
    asked.push(url);
    if (url === IMAGE.originalUrl) await original.promise;
  });
  const kept = keepPictures(IMAGE, FILE);
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), PATIENTLY);
  expect(asked).toEqual([IMAGE.originalUrl]);
  original.resolve();
  await kept;
  expect(asked).toEqual([IMAGE.originalUrl, IMAGE.thumbnailUrl]);
});

test.each([IMAGE.originalUrl, IMAGE.thumbnailUrl])('a device without room for %s goes on', async (tooLarge) => {
  stubCache(async (url) => {
    if (url === tooLarge) throw new DOMException('No room', 'QuotaExceededError');
  });
  expect(await keepPictures(IMAGE, FILE)).toBeUndefined();
});
