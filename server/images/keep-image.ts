import type { Item } from '../../domain/item.ts';
import { ITEM_IMAGES_MAX, newItemImage, numbered, orderedImages } from '../../domain/item-image.ts';
import { createOverlay } from '../../sync/mutation/overlay.ts';
import type { ServerPorts } from '../mutate/server-store.ts';
import type { ImageFiles } from './read-image.ts';
import type { UploadFolder } from './upload-folder.ts';

/*
 * The files of a picture have come. They lie on the disk before any row says so, and the row says so under the same lock
 * as everything else (SYN-7): every device hears that the picture is there.
 */

type Ports = Pick<ServerPorts, 'store' | 'announce'>;

export type Kept = 'kept' | 'no_item' | 'not_listed';

/** Files of an image that its item lists already. */
export async function keepListedImage(
  ports: Ports,
  folder: UploadFolder,
  image: { businessId: number; itemId: number; key: string },
  files: ImageFiles,
): Promise<Kept> {
  const { businessId, itemId, key } = image;
  await folder.keep(businessId, key, files);
  const kept = await changeItem(ports, businessId, itemId, (item) => {
    if (!item.images.some((each) => each.key === key)) return null;
    return { ...item, images: item.images.map((each) => (each.key === key ? { ...each, isStored: true } : each)) };
  });
  return kept;
}

/** Pictures that came with a plain call, and which of the item's own stay and in which order; null: all, as they are. */
export async function setImages(
  ports: Ports,
  folder: UploadFolder,
  { businessId, itemId }: { businessId: number; itemId: number },
  { pictures, kept }: { pictures: readonly { key: string; files: ImageFiles }[]; kept: readonly string[] | null },
): Promise<Kept> {
  for (const { key, files } of pictures) await folder.keep(businessId, key, files);
  return await changeItem(ports, businessId, itemId, (item) => {
    const stay = kept === null ? item.images : orderedImages(item.images, kept).filter(({ key }) => kept.includes(key));
    const known = new Set(stay.map(({ key }) => key));
    const added = pictures
      .filter(({ key }) => !known.has(key))
      .map(({ key }, index) => ({ ...newItemImage(businessId, key, stay.length + index), isStored: true }));
    const images = numbered([...stay, ...added]);
    return images.length > ITEM_IMAGES_MAX ? null : { ...item, images };
  });
}

async function changeItem(
  { store, announce }: Ports,
  businessId: number,
  itemId: number,
  change: (item: Item) => Item | null,
): Promise<Kept> {
  const { kept, news } = await store.change(businessId, async (tx) => {
    const before = await createOverlay(tx).get('item', itemId);
    if (!before) return { kept: 'no_item' as const, news: null };
    const after = change(before);
    if (!after) return { kept: 'not_listed' as const, news: null };
    await tx.writeRows([{ table: 'item', id: itemId, before, after }]);
    return { kept: 'kept' as const, news: { version: tx.version, epoch: tx.epoch } };
  });
  if (news) announce(businessId, news.version, news.epoch);
  return kept;
}
