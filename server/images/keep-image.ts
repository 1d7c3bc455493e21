import { type Business, uploadedImage } from '../../domain/business.ts';
import type { Item } from '../../domain/items/item.ts';
import { newShopImage } from '../../domain/items/item-image.ts';
import { createOverlay } from '../../sync/mutation/overlay.ts';
import type { Rows } from '../../sync/protocol/tables.ts';
import { changeOrNothing } from '../db/change-or-nothing.ts';
import type { ServerPorts } from '../mutate/server-store.ts';
import type { ImageFiles } from './read-image.ts';
import type { UploadFolder } from './upload-folder.ts';

/*
 * Stores the files of an image. They are on the disk before the row says so. The row changes under the business's lock,
 * like all changes (SYN-7), so every device is notified that the files are there.
 */

type Ports = Pick<ServerPorts, 'store' | 'announce'>;

export type Kept = 'kept' | 'no_row' | 'not_listed';

/** Stores the files of an image that its item lists already. */
export async function keepListedImage(
  ports: Ports,
  folder: UploadFolder,
  image: { businessId: number; itemId: number; key: string },
  files: ImageFiles,
): Promise<Kept> {
  const { businessId, itemId, key } = image;
  await folder.keep(businessId, key, files);
  return await changeRow(ports, businessId, { table: 'item', id: itemId }, (item: Item) => {
    if (!item.images.some((each) => each.key === key)) return null;
    return { ...item, images: item.images.map((each) => (each.key === key ? { ...each, isStored: true } : each)) };
  });
}

/** Stores the files of the business's image. `isListed`: a mutation has set this image before (M35). */
export async function keepBusinessImage(
  ports: Ports,
  folder: UploadFolder,
  { businessId, key, isListed }: { businessId: number; key: string; isListed: boolean },
  files: ImageFiles,
): Promise<Kept> {
  await folder.keep(businessId, key, files);
  return await changeRow(ports, businessId, { table: 'business', id: businessId }, (business: Business) => {
    if (isListed && uploadedImage(business)?.key !== key) return null;
    const profileImage = { ...newShopImage(businessId, key), isStored: true };
    return { ...business, profileImage, profileImageUrl: profileImage.originalUrl };
  });
}

async function changeRow<T extends 'item' | 'business'>(
  { store, announce }: Ports,
  businessId: number,
  { table, id }: { table: T; id: number },
  change: (row: Rows[T]) => Rows[T] | null,
): Promise<Kept> {
  const { kept, news } = await changeOrNothing<{ kept: Kept; news: { version: number; epoch: string } | null }>(
    (nothing) =>
      store.change(businessId, async (tx) => {
        const before = await createOverlay(tx).get(table, id);
        if (!before) return nothing({ kept: 'no_row', news: null });
        const after = change(before);
        if (!after) return nothing({ kept: 'not_listed', news: null });
        await tx.writeRows([{ table, id, before, after }]);
        return { kept: 'kept', news: { version: tx.version, epoch: tx.epoch } };
      }),
  );
  if (news) announce(businessId, news.version, news.epoch);
  return kept;
}
