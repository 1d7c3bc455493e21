import { type ItemImage, ITEM_IMAGES_MAX, type ImageRefusal } from '../../../domain/items/item-image.ts';
import { addImageFiles, type ImageFile } from '../../../sync/store/image-files.ts';
import { saved } from '../../parts/form/save.ts';
import { newImageKey } from '../../platform/picture/image-key.ts';
import { shrinkImage, type SmallImage } from '../../platform/picture/shrink-image.ts';
import type { Replica } from '../../state/replica.tsx';

/** A picture of the form: one that the item has, or a newly chosen file. */
export type FormImage = { key: string; image: ItemImage } | { key: string; image: null; small: SmallImage };

export const formImagesOf = (images: readonly ItemImage[]): FormImage[] =>
  images.map((image) => ({ key: image.key, image }));

/** Returns the usable files, and why the others cannot be used, in the order in which they were chosen. */
export async function takeFiles(
  files: readonly File[],
  room: number,
): Promise<{ taken: FormImage[]; refused: ImageRefusal[] }> {
  const taken: FormImage[] = [];
  const refused: ImageRefusal[] = [];
  for (const file of files) {
    if (taken.length === room) {
      refused.push('too_many');
      break;
    }
    const small = await shrinkImage(file);
    if (small.ok) taken.push({ key: newImageKey(), image: null, small: small.value });
    else refused.push(small.error);
  }
  return { taken, refused: [...new Set(refused)] };
}

/** R-IEDIT-10. */
export const roomFor = (images: readonly FormImage[]): number => ITEM_IMAGES_MAX - images.length;

/** Moves the picture with this key by one place. Changes nothing if it has left the list. */
export function moved(images: readonly FormImage[], key: string, by: -1 | 1): readonly FormImage[] {
  const index = images.findIndex((image) => image.key === key);
  if (index < 0) return images;
  const next = [...images];
  const [image] = next.splice(index, 1);
  if (image) next.splice(index + by, 0, image);
  return next;
}

export const isSameList = (before: readonly ItemImage[], after: readonly FormImage[]): boolean =>
  before.length === after.length && before.every(({ key }, index) => after[index]?.key === key);

/**
 * Stores the new files, before the row that lists them: so no row names a file that is not stored. Rejects with a
 * StorageFailure.
 */
export async function keepFiles(
  { database }: Pick<Replica, 'database'>,
  itemId: number,
  images: readonly FormImage[],
): Promise<void> {
  const files = images.flatMap((image): ImageFile[] =>
    image.image === null
      ? [{ key: image.key, itemId, ...image.small, state: 'waiting', refusal: null, addedAtMs: Date.now() }]
      : [],
  );
  if (files.length > 0) await addImageFiles(database, files);
}

/**
 * Changes the item's list to what the form shows, one image at a time (M14). A repeated call changes nothing. Returns a
 * message if a change was refused.
 */
export async function saveList(
  { run }: Pick<Replica, 'run'>,
  itemId: number,
  before: readonly ItemImage[],
  after: readonly FormImage[],
): Promise<{ ok: true } | { ok: false; reason: string | null }> {
  const wanted = after.map(({ key }) => key);
  const removed = before.filter(({ key }) => !wanted.includes(key));
  for (const { key } of removed) {
    const result = await saved(run('item.removeImage', () => ({ id: itemId, key }), null));
    if (!result.ok) return { ok: false, reason: result.reason };
  }
  const added = after.filter(({ image }) => image === null);
  for (const { key } of added) {
    const result = await saved(run('item.addImage', () => ({ id: itemId, key }), null));
    if (!result.ok) return { ok: false, reason: result.reason };
  }
  const found = [...before.map(({ key }) => key).filter((key) => wanted.includes(key)), ...added.map(({ key }) => key)];
  if (found.join() === wanted.join()) return { ok: true };
  const result = await saved(run('item.orderImages', () => ({ id: itemId, keys: wanted }), null));
  return result.ok ? { ok: true } : { ok: false, reason: result.reason };
}
