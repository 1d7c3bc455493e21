import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newItemImage, newShopImage } from '../../../domain/items/item-image.ts';
import { countRefusedImages } from '../../../src/background/count-refused-images.ts';
import { resetSyncStatus, useSyncStatus } from '../../../src/state/sync-status.ts';
import { addImageFiles, type ImageFile, setFileState } from '../../../sync/store/image-files.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { BUSINESS_ID, businessRow, itemRow } from '../../support/shop-rows.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';

beforeEach(resetSyncStatus);

const [OF_ITEM, OF_SHOP] = ['a'.repeat(32), 'b'.repeat(32)];
const refused = (key: string, itemId: number | null): ImageFile => ({
  ...{ key, itemId, type: 'image/webp', state: 'refused', refusal: 'This image is damaged', addedAtMs: 0 },
  ...{ original: new ArrayBuffer(1), thumbnail: new ArrayBuffer(1) },
});
const counts = (count: number) => vi.waitUntil(() => useSyncStatus.getState().refusedImageCount === count, PATIENTLY);

test('M14 G5 a refused picture is counted while its row lists it, that of an item and that of the business', async () => {
  const profileImage = newShopImage(BUSINESS_ID, OF_SHOP);
  const { device, shop } = await openShop({
    rows: {
      item: [itemRow({ id: 1, images: [newItemImage(BUSINESS_ID, OF_ITEM, 0)] })],
      business: [businessRow({ profileImage, profileImageUrl: profileImage.originalUrl })],
    },
  });
  const stop = countRefusedImages(device.database);
  onTestFinished(stop);
  expect(await counts(0)).toBe(true);
  await addImageFiles(device.database, [refused(OF_ITEM, 1), refused(OF_SHOP, null)]);
  expect(await counts(2)).toBe(true);
  await shop.absorb({ rows: { business: [businessRow({ version: 2 })] } });
  expect(await counts(1)).toBe(true);
  await shop.absorb({ rows: { item: [itemRow({ id: 1, version: 2, images: [] })] } });
  expect(await counts(0)).toBe(true);
  await shop.absorb({
    rows: { item: [itemRow({ id: 1, version: 3, images: [newItemImage(BUSINESS_ID, OF_ITEM, 0)] })] },
  });
  expect(await counts(1)).toBe(true);
  await setFileState(device.database, OF_ITEM, 'waiting');
  expect(await counts(0)).toBe(true);
});
